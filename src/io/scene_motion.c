// Motion by key frames: positions linearly, rotations by slerp.
// SPDX-License-Identifier: MIT
#include "scene.h"

static tlTransform PoseOfKey( const tlSceneKey* key, const tlTransform* rest )
{
	tlTransform pose = { key->hasPosition ? key->position : rest->p, key->hasRotation ? key->rotation.q : rest->q };
	return pose;
}

tlTransform tlEvaluateMotion( const tlSceneMotion* motion, const tlTransform* rest, double time )
{
	if ( motion->keyCount == 0 )
	{
		return *rest;
	}
	const tlSceneKey* keys = motion->keys;
	int32_t last = motion->keyCount - 1;
	double period = keys[last].time - keys[0].time;
	if ( motion->loop && time > keys[last].time && period > 0 )
	{
		time = keys[0].time + fmod( time - keys[0].time, period ); // fmod is exact
	}
	if ( time <= keys[0].time )
	{
		return PoseOfKey( &keys[0], rest );
	}
	if ( time >= keys[last].time )
	{
		return PoseOfKey( &keys[last], rest );
	}
	int32_t low = 0; // the key at or before the time
	int32_t high = last;
	while ( high - low > 1 )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = keys[middle].time <= time ? middle : low;
		high = keys[middle].time <= time ? high : middle;
	}
	double u = ( time - keys[low].time ) / ( keys[high].time - keys[low].time );
	u = motion->ease == tl_smoothEase ? u * u * ( 3 - 2 * u ) : u;
	tlTransform a = PoseOfKey( &keys[low], rest );
	tlTransform b = PoseOfKey( &keys[high], rest );
	return tlInterpolate( &a, &b, u );
}
