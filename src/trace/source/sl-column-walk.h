/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Columns of a span from left to right: column c ends where ⌊length × (c + 1) ÷ n⌋ ticks are over,
 * which is found by whole ticks and a rest instead of a division. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlColumnWalk:
 * @column: the one at hand
 * @end: first tick behind it
 * @step: ticks of a column, rounded down
 */
typedef struct
{
  guint column;
  guint n_columns;
  SlTime end;
  guint64 step;
  guint64 step_rest;
  guint64 rest;
} SlColumnWalk;

static inline void
sl_column_walk_init (SlColumnWalk *self, SlSpan span, guint n_columns)
{
  guint64 length = (guint64) span.end - (guint64) span.begin;

  self->column = 0;
  self->n_columns = n_columns;
  self->step = length / n_columns;
  self->step_rest = length % n_columns;
  self->rest = self->step_rest;
  self->end = span.begin + (SlTime) self->step;
}

static inline void
sl_column_walk_next (SlColumnWalk *self)
{
  self->column++;
  self->end += (SlTime) self->step;
  self->rest += self->step_rest;
  if (self->rest >= self->n_columns)
    {
      self->rest -= self->n_columns;
      self->end++;
    }
}

/* Goes on to the column that holds @time, which is in the span and not before the column at hand. */
static inline void
sl_column_walk_to (SlColumnWalk *self, SlTime time)
{
  while (time >= self->end)
    sl_column_walk_next (self);
}

G_END_DECLS
