/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The budget of a server over time, as points of a picture. */

#include "sl-build-private.h"

G_BEGIN_DECLS

/**
 * SlBudgetCurve:
 * @points: (element-type SlPoint): its corners
 * @served: (element-type SlTrack): states of the tasks that use it
 * @polls: what it reclaims is lost
 * @whole: ticks
 * @height: pixels
 * @left: of it at @at
 * @runs: (element-type SlSpan): when its tasks execute in the picture, in order
 * @next: of them
 * @last: time of the last point
 */
typedef struct
{
  SlRowPen *pen;
  GPtrArray *served;
  gboolean polls;
  gint64 whole;
  double height;
  GArray *points;

  gint64 left;
  SlTime at;
  GArray *runs;
  guint next;
  SlTime last;
} SlBudgetCurve;

void sl_budget_curve_init (SlBudgetCurve *self,
                           SlRowPen *pen,
                           GPtrArray *served,
                           gint64 whole,
                           double height);
void sl_budget_curve_clear (SlBudgetCurve *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlBudgetCurve, sl_budget_curve_clear)
void sl_budget_curve_follow (SlBudgetCurve *self, const SlTrack *marks);
void sl_budget_curve_draw (const SlBudgetCurve *self,
                           guint32 element,
                           SlBox whole,
                           SlPaint fill,
                           SlPaint line);

GArray *sl_budget_find_unknown (const SlRowPen *pen, gboolean exists);
gint64 sl_budget_find_whole (const SlLane *server, SlTime time);
void sl_budget_add_served (SlTrace *trace, const SlLane *server, GPtrArray *served);

G_END_DECLS
