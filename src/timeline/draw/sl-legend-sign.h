/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The signs that a key explains. */

#include <glib.h>

G_BEGIN_DECLS

/* In the order in which a key lists them. */
typedef enum
{
  SL_LEGEND_RUNNING,
  SL_LEGEND_READY,
  SL_LEGEND_WAKING,
  SL_LEGEND_HOLDS,
  SL_LEGEND_WAITS,
  SL_LEGEND_RAISED,
  SL_LEGEND_SPENT,
  SL_LEGEND_LATE,
  SL_LEGEND_MISS,
  SL_LEGEND_RECORDED, /* a miss that is recorded at another time than the deadline in force */
  SL_LEGEND_RELEASE,
  SL_LEGEND_FINISH,
  SL_LEGEND_DEADLINE,
  SL_LEGEND_OVERRUN,
  SL_LEGEND_SUSPENDED,
  SL_LEGEND_UNINTERRUPTIBLE,
  SL_LEGEND_STOPPED,
  SL_LEGEND_BUDGET,
  SL_LEGEND_SERVER_DEADLINE,
  SL_LEGEND_COMPUTED_DEADLINE, /* of a server, by the kernel's rule for a task that is woken */
  SL_LEGEND_VALUE,
  SL_LEGEND_INTERRUPT,
  SL_LEGEND_NESTED,
  SL_LEGEND_MARK,
  SL_LEGEND_EVENT, /* of all that were recorded, where each has a tick */
  SL_LEGEND_CALL,
  SL_LEGEND_SPAN,
  SL_LEGEND_DENSITY,
  SL_LEGEND_PEAK,
  SL_LEGEND_CYCLE,
  SL_LEGEND_SPECIAL,
  SL_LEGEND_PAGE,
  SL_LEGEND_JUMP,
  SL_LEGEND_MIGRATION,
  SL_LEGEND_FOLDED,
  SL_LEGEND_NAMED, /* by events, where it is not recorded who runs */
  SL_LEGEND_GAP,
  SL_N_LEGEND_SIGNS,
} SlLegendSign;

/* Of a set of signs. */
#define SL_LEGEND_BIT(sign) (G_GUINT64_CONSTANT (1) << (sign))

/* Pixels of a sign's picture at scale 1, and its width in the textbook look. */
#define SL_LEGEND_WIDTH          28
#define SL_LEGEND_TEXTBOOK_WIDTH 46
#define SL_LEGEND_HEIGHT         22

G_END_DECLS
