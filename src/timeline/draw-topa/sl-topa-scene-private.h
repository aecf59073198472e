/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the picture of memory share while it is made. */

#include "sl-scene-parts.h"
#include "sl-topa-plan.h"
#include "sl-topa-scene.h"

G_BEGIN_DECLS

/* The column stands between the arrows of the entries and what explains the picture. */
#define SL_TOPA_COLUMN_X     330
#define SL_TOPA_COLUMN_WIDTH 400
#define SL_TOPA_COLUMN_RIGHT (SL_TOPA_COLUMN_X + SL_TOPA_COLUMN_WIDTH)
#define SL_TOPA_COLUMN_Y     112
#define SL_TOPA_CARD_X       (SL_TOPA_COLUMN_RIGHT + 140)
#define SL_TOPA_CARD_WIDTH   (330 - 60)

/**
 * SlTopaBuild:
 * @plan: where tables and regions stand
 * @selected: number of the entry that is told bit by bit, or %SL_TOPA_NO_ENTRY
 */
typedef struct
{
  SlScene *scene;
  const SlTopaLayout *layout;
  const SlTopaPlan *plan;
  SlTextMeasure *measure;
  guint selected;
} SlTopaBuild;

/* A region's pixel rows: y of the byte at @offset, which counts from the base up. */
double sl_topa_build_region_y (const SlTopaPart *part, guint64 offset);

/* The parts. */
void sl_topa_build_column (SlTopaBuild *self);
void sl_topa_build_arrows (SlTopaBuild *self);
double sl_topa_build_pointers (SlTopaBuild *self);
double sl_topa_build_bits (SlTopaBuild *self, double y);
double sl_topa_build_registers (SlTopaBuild *self, double x, double y);
void sl_topa_build_register_line (SlTopaBuild *self, double x, double y);
double sl_topa_build_key (SlTopaBuild *self, double y);

/* What they draw with. */
SlShape *sl_topa_build_text (SlTopaBuild *self,
                             guint32 element,
                             SlTextSpot spot,
                             const char *text,
                             SlPaintRole paint);
SlShape *sl_topa_build_box (SlTopaBuild *self,
                            SlLayer layer,
                            guint32 element,
                            SlBox box,
                            SlPaint fill,
                            SlPaint stroke);
void
sl_topa_build_hatch (SlTopaBuild *self, guint32 element, SlHatch hatch, SlBox box, SlPaint paint);
void sl_topa_build_line (SlTopaBuild *self,
                         guint32 element,
                         const SlPoint *points,
                         guint n_points,
                         SlPaintRole paint,
                         double width,
                         gboolean has_head);
guint32 sl_topa_build_element (SlTopaBuild *self,
                               SlElementType type,
                               guint detail,
                               const char *label,
                               SlBox box);

G_END_DECLS
