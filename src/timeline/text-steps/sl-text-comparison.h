/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Clauses for people that put two figures beside each other by which a scheduler chose. */

#include "sl-decision.h"

G_BEGIN_DECLS

/**
 * SlTextFigure:
 * @task: whom the figure counts for
 * @owner: whose it is
 * @text: the figure; %NULL for none
 * @relation: how @task comes to it
 */
typedef struct
{
  const char *task;
  const char *owner;
  const char *text;
  enum
  {
    SL_FIGURE_OWN,
    SL_FIGURE_INHERITED,
    SL_FIGURE_OF_SERVER,
  } relation;
} SlTextFigure;

char *sl_text_comparison (SlReason reason,
                          gboolean is_ahead,
                          const SlTextFigure *one,
                          const SlTextFigure *other) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
