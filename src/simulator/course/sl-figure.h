/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A figure in the text of an exercise: a time, a count, a share or a name. */

#include "sl-job.h"

G_BEGIN_DECLS

/**
 * SlFigureType:
 * @SL_FIGURE_NONE: it never came to that, as the finish of a job that does not finish
 */
typedef enum
{
  SL_FIGURE_NONE,
  SL_FIGURE_TIME, /* ns, an instant or a duration */
  SL_FIGURE_COUNT,
  SL_FIGURE_SHARE, /* 1 for all of it */
  SL_FIGURE_NAME,
} SlFigureType;

/**
 * SlFigure:
 * @number: of a time or a count
 * @share: of a share
 * @name: (transfer none): of a name
 */
typedef struct
{
  SlFigureType type;
  gint64 number;
  double share;
  const char *name;
} SlFigure;

extern const SlFigure sl_figure_none;

SlFigure sl_figure_of_time (gint64 ns);
SlFigure sl_figure_of_instant (SlTime time);
SlFigure sl_figure_of_count (gint64 count);
SlFigure sl_figure_of_share (double share);
SlFigure sl_figure_of_name (const char *name);

gboolean sl_figure_parse (const char *text, SlFigure *figure);
gboolean sl_figure_compare (const SlFigure *one, const SlFigure *other, int *order);
char *sl_figure_to_text (const SlFigure *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
