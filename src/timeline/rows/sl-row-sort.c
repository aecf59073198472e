/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-sort.h"

#include <string.h>

#include "sl-job-table.h"
#include "sl-row-collect-private.h"

static const struct
{
  const char *id;
  const char *name; /* in %SL_NAMES_SHOWN_SIGNS; NULL for the default */
} sorts[SL_N_ROW_SORTS] = {
  [SL_ROW_SORT_APPEARANCE] = { "appearance", NULL },
  [SL_ROW_SORT_NAME] = { "name", SL_SORT_BY_NAME },
  [SL_ROW_SORT_LOAD] = { "load", SL_SORT_BY_LOAD },
  [SL_ROW_SORT_MISSES] = { "misses", SL_SORT_BY_MISSES },
};

/* A row and the text by which its place is found. */
typedef struct
{
  SlRow *row;
  char *text;
} Named;

/**
 * sl_row_sort_get_id:
 *
 * Returns: (transfer none): "appearance", "name", "load" or "misses"
 */
const char *
sl_row_sort_get_id (SlRowSort sort)
{
  g_return_val_if_fail (sort < SL_N_ROW_SORTS, NULL);

  return sorts[sort].id;
}

/**
 * sl_row_sort_find:
 * @sort: (out): set on success only
 *
 * Returns: whether @id is one of sl_row_sort_get_id()
 */
gboolean
sl_row_sort_find (const char *id, SlRowSort *sort)
{
  for (SlRowSort i = 0; i < SL_N_ROW_SORTS; i++)
    if (strcmp (sorts[i].id, id) == 0)
      {
        *sort = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * sl_row_sort_get:
 *
 * Returns: what the view sorts rows by
 */
SlRowSort
sl_row_sort_get (const SlViewState *state)
{
  for (SlRowSort i = 0; i < SL_N_ROW_SORTS; i++)
    if (sorts[i].name != NULL &&
        sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, sorts[i].name))
      return i;

  return SL_ROW_SORT_APPEARANCE;
}

/**
 * sl_row_sort_set:
 *
 * Returns: (transfer full): @state with its rows sorted by @sort; the order that the user made by moving rows
 *   is kept for the default
 */
SlViewState *
sl_row_sort_set (SlViewState *state, SlRowSort sort)
{
  g_autoptr (SlViewState) next = sl_view_state_ref (state);

  for (SlRowSort i = 0; i < SL_N_ROW_SORTS; i++)
    if (sorts[i].name != NULL)
      {
        g_autoptr (SlViewState) last = g_steal_pointer (&next);

        next = sl_view_state_with_name (last, SL_NAMES_SHOWN_SIGNS, sorts[i].name, i == sort);
      }

  return g_steal_pointer (&next);
}

/* Processors stay in the order of their numbers, cycles of a bus in that of their kinds, and pinned rows where the
 * user put them. */
static gboolean
is_sorted (const SlRow *row)
{
  return row->group != SL_GROUP_PINNED && row->group != SL_GROUP_CPUS &&
         row->group != SL_GROUP_AGENT && row->group != SL_GROUP_BUS;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  const Named *one = a, *other = b;

  return strcmp (one->text, other->text);
}

static void
clear_named (gpointer data)
{
  g_free (((Named *) data)->text);
}

/* By the alphabet of the user's language, numbers in names by their values. Equal names get equal ranks. */
static void
rank_names (GArray *found)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Named));
  guint rank = 0;

  g_array_set_clear_func (all, clear_named);
  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);
      Named named = { row, NULL };

      if (!is_sorted (row))
        continue;

      named.text = g_utf8_collate_key_for_filename (row->title, -1);
      g_array_append_val (all, named);
    }
  g_array_sort (all, compare_texts);
  for (guint i = 0; i < all->len; i++)
    {
      const Named *named = &g_array_index (all, Named, i);

      if (i > 0 && compare_texts (&g_array_index (all, Named, i - 1), named) != 0)
        rank++;
      named->row->rank = rank;
    }
}

/* The missed deadlines of a task, as they are listed. */
static double
get_misses (const SlRows *rows, const SlRow *row)
{
  const SlJobTable *jobs = sl_rows_get_jobs (rows, row->lane.trace);
  const SlJobTask *task = jobs != NULL && row->lane_type == SL_LANE_TASK
                              ? sl_job_table_find_task (jobs, row->object)
                              : NULL;
  guint count = 0;

  for (guint i = 0; task != NULL && i < task->n_jobs; i++)
    count += sl_job_has_missed (sl_job_table_get (jobs, task->first + i), FALSE);
  return count;
}

/**
 * sl_row_sort_rank:
 * @rows: whose traces and jobs are known
 * @found: (element-type SlRow): rows in any order
 *
 * Sets the ranks of rows that the view sorts, in the order of their names, or with the most of the processor or the
 * most missed deadlines first. Rows of equal rank stay in the order of the trace.
 */
void
sl_row_sort_rank (const SlRows *rows, const SlViewState *state, GArray *found)
{
  SlRowSort sort = sl_row_sort_get (state);

  if (sort == SL_ROW_SORT_NAME)
    rank_names (found);
  if (sort == SL_ROW_SORT_APPEARANCE || sort == SL_ROW_SORT_NAME)
    return;

  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);

      if (is_sorted (row))
        row->rank = sort == SL_ROW_SORT_LOAD ? -row->stock->load : -get_misses (rows, row);
    }
}
