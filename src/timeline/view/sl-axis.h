/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the ruler counts, and which of the two looks is drawn. */

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SL_AXIS_TSC,   /* absolute ticks as recorded */
  SL_AXIS_TIME,  /* elapsed since the trace's origin; ticks where no rate is known */
  SL_AXIS_DELTA, /* elapsed since the state's delta origin */
  SL_AXIS_WALL,  /* date and time of day, where the clock knows them */
  SL_N_AXES,
} SlAxis;

typedef enum
{
  SL_STYLE_COMPACT,
  SL_STYLE_TEXTBOOK,
  SL_N_STYLES,
} SlStyle;

typedef enum
{
  SL_CURSOR_A,
  SL_CURSOR_B,
  SL_N_CURSORS,
} SlCursor;

const char *sl_axis_get_id (SlAxis axis); /* "tsc", "time", "delta", "wall" */
gboolean sl_axis_find (const char *id, SlAxis *axis);
const char *sl_style_get_id (SlStyle style); /* "compact", "textbook" */
gboolean sl_style_find (const char *id, SlStyle *style);

G_END_DECLS
