/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Shapes that every builder of scenes adds. A shape that is returned may move when another is
 * added. */

#include "sl-scene.h"

G_BEGIN_DECLS

/* Where a line of text is, and in which letters. */
typedef struct
{
  SlFont font;
  SlAnchor anchor;
  double x;
  double y; /* of the letters' base line */
} SlTextSpot;

SlShape *sl_scene_add_text (SlScene *self,
                            SlTextMeasure *measure,
                            SlLayer layer,
                            SlTextSpot spot,
                            const char *text,
                            SlPaint paint);
double sl_scene_get_text_middle (SlTextMeasure *measure, SlFont font, double y);
SlShape *sl_scene_add_box (SlScene *self, SlLayer layer, guint32 element, SlBox box, SlPaint fill);
SlShape *sl_scene_add_hatch (SlScene *self,
                             SlLayer layer,
                             guint32 element,
                             SlHatch hatch,
                             SlBox box,
                             SlPaint stroke);

G_END_DECLS
