/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which edge or sign of a picture is meant by a place near it. */

#include "sl-scene.h"

G_BEGIN_DECLS

/* An edge is meant from as many pixels away. */
#define SL_SNAP_REACH 6.0

/**
 * SlSceneSnap:
 * @time: reference tick of the edge or event
 * @row: number in the rows of the scene; %G_MAXUINT for none
 * @y: of what it belongs to, in pixels below the top of that row, else below the top of the rows
 */
typedef struct
{
  SlTime time;
  guint row;
  float y;
} SlSceneSnap;

gboolean sl_scene_snap (const SlScene *self, double x, double y, SlSceneSnap *snap);
gboolean sl_scene_snap_equal (const SlSceneSnap *one, const SlSceneSnap *other);

G_END_DECLS
