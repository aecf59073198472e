/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a slice of a lane looks like by itself. */

#include "sl-build-private.h"

G_BEGIN_DECLS

/* Pixels: how high a slice is in which its object is not at work, and from which width on one has an outline. */
#define SL_LOW_HEIGHT   9
#define SL_OUTLINE_FROM 3

/**
 * SlBand:
 * @track: number in the row's lane
 * @y, @height: of tall boxes
 * @base: the line on which they stand
 * @low: everything in the track is a bar of @height: waiters, interrupts
 *
 * Where the slices of one track stand in their row.
 */
typedef struct
{
  guint track;
  double y;
  double height;
  double base;
  gboolean low;
} SlBand;

gboolean sl_build_draws_budget (const SlRowPen *self);
void sl_build_budget (SlRowPen *self, guint track);
gboolean sl_state_is_at_work (guint32 state);
int sl_build_slice_colour (const SlRowPen *self, guint32 state, guint32 detail);
gboolean sl_build_is_drawn (const SlRowPen *self, guint32 state, guint32 detail);
gboolean sl_build_is_idle_task (const SlRowPen *self);
void sl_build_asleep (SlRowPen *self, const SlItem *item, const SlBand *band);
void sl_build_tag (SlPicture *self, double x, double y, const char *name, SlPaint ink);
void sl_build_migration (SlRowPen *self, SlRowUnits *units, guint number, const SlBand *band);
void sl_build_migrations (SlRowPen *self);
void sl_build_unknown (SlPicture *self, guint32 element, SlBox box, SlPaint fill, SlPaint hatch);
void sl_build_waking (SlPicture *self, guint32 element, SlBox box, SlPaint edge);
void sl_build_uninterruptible (SlPicture *self, guint32 element, SlBox line, SlPaint edge);
void sl_build_stopped (SlPicture *self, guint32 element, SlBox line, SlPaint edge);
void sl_build_slice_label (SlRowPen *self,
                           const char *text,
                           double x,
                           double width,
                           double y,
                           SlPaint paint);
void sl_build_low (SlRowPen *self,
                   const SlItem *item,
                   guint32 element,
                   const SlBand *band,
                   double x,
                   double width);
void sl_build_slice (SlRowPen *self, const SlItem *item, const SlBand *band);

G_END_DECLS
