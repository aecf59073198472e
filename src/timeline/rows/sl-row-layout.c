/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows in their order, under their headings. */
#include "sl-row-collect-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-row-levels.h"
#include "sl-row-order.h"
#include "sl-row-sort.h"
#include "sl-time-text.h"

/* What is needed while rows are laid out. */
typedef struct
{
  SlRows *rows;
  SlRowSides *sides; /* NULL where nothing is compared */
  SlTraceSet *set;
  SlViewState *state;
  SlRowBy by; /* what tasks are grouped by */
  double scale;
} Maker;

/* Key of the heading of the group that @row is in. */
static char *
dup_heading_key (const SlRow *row)
{
  guint trace = sl_row_group_is_on_top (row->group) ? 0 : row->host;
  g_autofree char *key = sl_row_group_dup_key (row->group, trace);

  if (row->group == SL_GROUP_OWN)
    return g_strdup_printf ("%s:%s", key, row->own);

  return row->group == SL_GROUP_AGENT ? g_strdup_printf ("%s:%u", key, row->agent)
                                      : g_steal_pointer (&key);
}

static gboolean
is_collapsed (Maker *maker, SlRowGroup group, const char *key)
{
  gboolean collapses;
  SlNameSet names = sl_row_group_get_fold_set (group, &collapses);

  return sl_view_state_has_name (maker->state, names, key) == collapses;
}

static SlRow
make_heading (Maker *maker, SlRowGroup group, guint trace, const char *key)
{
  return (SlRow) {
    .part = SL_ROW_HEADING,
    .group = group,
    .lane = { trace, 0 },
    .key = sl_string_pool_take (sl_trace_set_get_keys (maker->set), key),
    .colour = -1,
    .height = (int) lround (SL_ROW_HEADING_HEIGHT * maker->scale),
    .levels = 1,
    .level = SL_ROW_NO_LEVEL,
    .matches = TRUE,
    .collapsed = is_collapsed (maker, group, key),
  };
}

/* Takes @title. */
static gboolean
take_heading (Maker *maker, SlRowGroup group, guint trace, const char *key, char *title)
{
  SlRow row = make_heading (maker, group, trace, key);

  row.title = sl_rows_take_text (maker->rows, title);
  sl_rows_take (maker->rows, row);
  return row.collapsed;
}

/* With how many cycles of the bus are the processor's. */
static char *
dup_agent_title (GArray *found, const SlRow *first)
{
  g_autofree char *digits = NULL;
  g_autofree char *grouped = NULL;
  guint64 count = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const SlRow *row = &g_array_index (found, SlRow, i);

      if (row->group == first->group && row->host == first->host && row->agent == first->agent)
        count += row->stock->count;
    }
  digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  grouped = sl_time_text_group (digits);
  /* Translators: the number of a processor on a bus, and how many cycles it made */
  return g_strdup_printf (_ ("Processor %u (%s cycles)"), first->agent, grouped);
}

/* A group that is folded by default says how many rows it has. */
static char *
dup_group_title (GArray *found, const SlRow *first)
{
  guint count = 0;

  if (first->group == SL_GROUP_AGENT)
    return dup_agent_title (found, first);
  if (first->group == SL_GROUP_OWN)
    return g_strdup (first->own);
  if (!sl_row_group_is_apart (first->group))
    return g_strdup (sl_row_group_get_title (first->group));

  for (guint i = 0; i < found->len; i++)
    {
      const SlRow *row = &g_array_index (found, SlRow, i);

      count += row->group == first->group && row->host == first->host;
    }
  return g_strdup_printf ("%s (%u)", sl_row_group_get_title (first->group), count);
}

static gboolean
take_group_heading (Maker *maker, GArray *found, const SlRow *first)
{
  guint trace = sl_row_group_is_on_top (first->group) ? 0 : first->host;
  g_autofree char *key = dup_heading_key (first);

  return take_heading (maker, first->group, trace, key, dup_group_title (found, first));
}

/* How many rows from @number on stand under one heading of a level. */
static guint
count_of_level (const GArray *found, guint number)
{
  const SlRow *first = &g_array_index (found, SlRow, number);
  guint count = 1;

  while (number + count < found->len && first[count].group == first->group &&
         first[count].host == first->host && first[count].level == first->level)
    count++;

  return count;
}

/* The heading of a level among the tasks, where the row before belongs to another one. That of a process says
 * how many threads it has; folded it stands for them, and is as high as a row of one needs. */
static gboolean
take_level_heading (Maker *maker, const GArray *found, guint number)
{
  const SlRow *first = &g_array_index (found, SlRow, number);
  g_autofree char *key = sl_row_levels_dup_key (maker->by, first->host, first->level);
  char *title = sl_row_levels_dup_title (maker->set, maker->by, first->host, first->level);
  SlRow row = make_heading (maker, SL_GROUP_TASKS, first->host, key);
  guint count;

  row.title = sl_rows_take_text (maker->rows, title);
  if (maker->by == SL_ROW_BY_PROCESS)
    {
      count = count_of_level (found, number);
      row.figure = sl_rows_take_text (maker->rows,
                                      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u thread",
                                                                    "%u threads", count),
                                                       count));
      row.level = first->level;
      row.host = first->host;
      row.colour = first->colour;
      if (row.collapsed)
        row.height = (int) lround (SL_ROW_PROCESS_HEIGHT * maker->scale);
    }

  sl_rows_take (maker->rows, row);
  return row.collapsed;
}

/* Whether its rows stand under headings of levels. */
static gboolean
has_levels (SlRowGroup group)
{
  return group == SL_GROUP_TASKS || group == SL_GROUP_JOBLESS;
}

static gboolean
take_trace_heading (Maker *maker, guint trace)
{
  g_autofree char *key = sl_row_group_dup_trace_key (trace);

  char *title = sl_row_sides_dup_title (maker->sides, trace);

  return take_heading (maker, SL_GROUP_TRACE, trace, key,
                       title != NULL ? title : sl_trace_set_dup_title (maker->set, trace));
}

/* Whether @row, which has no heading, comes after @group of what is on top: nothing else would say where that ends. */
static gboolean
ends_top (int group, const SlRow *row)
{
  return group >= 0 && sl_row_group_is_on_top ((SlRowGroup) group) && row->group == SL_GROUP_CPUS;
}

/* Whether the part of a processor, which is to be the next row, is below that processor. */
static gboolean
is_below_owner (SlRows *rows, const SlRow *part)
{
  for (guint i = sl_rows_get_count (rows); i-- > 0;)
    {
      const SlRow *above = sl_rows_get (rows, i);

      /* Where traces are compared, rows of the other one are between. */
      if (above->part == SL_ROW_HEADING || above->lane.trace == part->lane.trace)
        return above->part != SL_ROW_HEADING && above->lane.lane == part->lane.lane;
    }

  return FALSE;
}

/* “Queue” is enough below the processor alone: elsewhere it would be taken for that of another one. */
static void
take_row (Maker *maker, SlRow row)
{
  const SlStockRow *owner = NULL;

  if (row.part != SL_ROW_STATES && !is_below_owner (maker->rows, &row))
    owner = sl_row_stock_find (sl_row_stock_get (maker->set), row.lane.trace, row.lane.lane,
                               SL_ROW_STATES);
  if (owner != NULL)
    row.title =
        sl_rows_take_text (maker->rows, g_strdup_printf ("%s · %s", owner->title, row.title));
  sl_rows_take (maker->rows, row);
}

/**
 * sl_rows_lay_out:
 * @sides: (nullable): which traces are compared
 * @scale: of heights
 * @found: (element-type SlRow): all rows in any order
 *
 * Appends the rows with their headings in the order of the compact look: pinned rows and the user's groups first,
 * whatever trace they are of; then each of several traces has a heading with its groups below.
 */
void
sl_rows_lay_out (SlRows *self, SlRowSides *sides, SlViewState *state, double scale, GArray *found)
{
  Maker maker = { self, sides, sl_rows_get_set (self), state, sl_row_levels_get_by (state), scale };
  gboolean several = sl_trace_set_get_size (maker.set) > 1;
  gboolean trace_collapsed = FALSE, collapsed = FALSE, level_collapsed = FALSE;
  guint trace = G_MAXUINT;
  int group = -1, level = SL_ROW_NO_LEVEL;
  guint16 agent = 0;
  const char *own = NULL; /* interned */

  sl_row_sort_rank (self, state, found);
  sl_row_order_sort (found, maker.set, maker.state);
  if (sides != NULL)
    sl_row_sides_put (sides, self, found);
  for (guint i = 0; i < found->len; i++)
    {
      SlRow row = g_array_index (found, SlRow, i);
      gboolean pinned = sl_row_group_is_on_top (row.group);

      if (several && !pinned && row.host != trace)
        {
          trace = row.host;
          trace_collapsed = take_trace_heading (&maker, trace);
          group = -1;
        }
      if (!trace_collapsed && (group != (int) row.group || agent != row.agent || own != row.own))
        {
          if (ends_top (group, &row))
            row.gap = (int) lround (SL_ROW_SEPARATOR_HEIGHT * scale);
          group = (int) row.group;
          agent = row.agent;
          own = row.own;
          collapsed = row.group != SL_GROUP_CPUS && take_group_heading (&maker, found, &row);
          level = SL_ROW_NO_LEVEL;
          level_collapsed = FALSE;
        }
      if (!trace_collapsed && !collapsed && has_levels (row.group) && level != row.level)
        {
          level = row.level;
          level_collapsed = take_level_heading (&maker, found, i);
        }
      if (!collapsed && !trace_collapsed && !level_collapsed)
        take_row (&maker, row);
      else
        sl_rows_take_folded (self, state, &row);
    }
}
