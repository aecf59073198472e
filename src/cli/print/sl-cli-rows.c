/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-rows.h"

#include "sl-axis-breaks.h"
#include "sl-cli-error.h"
#include "sl-cli-words.h"
#include "sl-row-quiet.h"
#include "sl-row-sort.h"
#include "sl-rows.h"
#include "sl-time-column.h"
#include "sl-time-text.h"

static void
add_name (SlViewState **state, SlNameSet set, const char *key)
{
  g_autoptr (SlViewState) before = *state;

  *state = sl_view_state_with_name (before, set, key, TRUE);
}

/* Rows of the first trace have keys without its number; of several traces, all are matched with it
 * and without. Each glob is asked for both. */
static gboolean
matches (const SlCliTraces *set, SlCliGlobs *globs, guint trace, const char *name)
{
  g_autofree char *prefix = sl_cli_traces_dup_prefix (set, trace);
  g_autofree char *numbered = g_strconcat (prefix, name, NULL);
  gboolean is_meant = sl_cli_globs_match (globs, name);

  return sl_cli_globs_match (globs, numbered) || is_meant;
}

static const char *
skip_prefix (const SlRow *row)
{
  guint number;

  return sl_cli_numbered_split (row->key, &number);
}

/* Rows that are hidden unless somebody asks for them. */
static void
show_rows (const SlCliTraces *set, SlCliGlobs *globs, guint trace, SlViewState **state)
{
  static const char *const suffixes[] = { "/cli", "/real-mode" };
  SlTrace *owner = sl_trace_set_get_trace (set->set, trace);
  g_autofree char *prefix = trace > 0 ? sl_cli_traces_dup_prefix (set, trace) : g_strdup ("");

  for (guint i = 0; i < sl_trace_get_n_lanes (owner); i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (suffixes); j++)
        {
          g_autofree char *part =
              g_strconcat (sl_trace_get_lane (owner, i)->name, suffixes[j], NULL);
          g_autofree char *key = g_strconcat (prefix, part, NULL);

          if (matches (set, globs, trace, part))
            add_name (state, SL_NAMES_SHOWN_ROWS, key);
        }
    }
}

/**
 * sl_cli_rows_choose:
 * @globs: of --lane, of which there is one at least
 *
 * Hides the rows of all lanes that no --lane names, by the name of the lane or as the row is called. Parts of a lane's row
 * ("cpu:0/interrupts") are named with or without their part. A --lane that matches nothing is reported on standard error.
 *
 * Returns: (transfer full): @state, with these rows alone
 */
SlViewState *
sl_cli_rows_choose (const SlCliTraces *set, SlViewState *state, SlCliGlobs *globs)
{
  SlViewState *chosen = sl_view_state_ref (state);
  g_autoptr (SlRows) rows = NULL;

  for (guint i = 0; i < set->traces->len; i++)
    show_rows (set, globs, i, &chosen);
  rows = sl_rows_new (set->set, chosen, 1);
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      gboolean is_meant = matches (set, globs, row->lane.trace, skip_prefix (row));

      is_meant |= matches (set, globs, row->lane.trace, row->title);
      if (row->part != SL_ROW_HEADING &&
          !matches (set, globs, row->lane.trace, sl_rows_get_lane (rows, i)->name) && !is_meant)
        add_name (&chosen, SL_NAMES_HIDDEN_ROWS, row->key);
    }
  sl_cli_globs_note_unmatched (globs);
  return chosen;
}

/**
 * sl_cli_rows_check:
 *
 * Judges what can be judged before a trace is read.
 */
gboolean
sl_cli_rows_check (const SlCliRowOptions *options, GError **error)
{
  SlRowSort sort;
  SlRowQuiet quiet;

  if (options->sort != NULL && !sl_row_sort_find (options->sort, &sort))
    return sl_cli_refuse (error, "--sort", options->sort,
                          "unknown order; use appearance, name, load or misses");
  if (options->quiet != NULL && !sl_row_quiet_find (options->quiet, &quiet))
    return sl_cli_refuse (error, "--quiet-rows", options->quiet,
                          "unknown way; use full, thin or hidden");
  if (options->levels + options->processes + options->processors > 1)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                           "--levels, --processes, --processors: Give one of them");
      return FALSE;
    }

  return TRUE;
}

/* Takes @changed for @state. */
static void
replace (SlViewState **state, SlViewState *changed)
{
  sl_view_state_unref (*state);
  *state = changed;
}

/* What is held then is written where cursor A is. */
static gboolean
show_values (const char *values, const SlCliTraces *set, SlViewState **state, GError **error)
{
  SlTime time;

  if (!sl_time_parse (values, sl_trace_set_get_clock (set->set), &time, error))
    {
      g_prefix_error (error, "--values %s: ", values);
      return FALSE;
    }

  add_name (state, SL_NAMES_SHOWN_SIGNS, SL_TIME_COLUMN);
  replace (state, sl_view_state_with_cursor (*state, SL_CURSOR_A, &time));
  return TRUE;
}

/**
 * sl_cli_rows_apply:
 * @options: that sl_cli_rows_check() accepts
 *
 * Fails where a time is none of the traces.
 *
 * Returns: (transfer full): @state with its rows as the options say
 */
SlViewState *
sl_cli_rows_apply (const SlCliRowOptions *options,
                   const SlCliTraces *set,
                   SlViewState *state,
                   GError **error)
{
  const struct
  {
    gboolean is_shown;
    const char *name;
  } signs[] = { { options->events, SL_EVERY_EVENT },
                { options->levels, SL_TASK_LEVELS },
                { options->processes, SL_TASK_PROCESSES },
                { options->processors, SL_TASK_PROCESSORS },
                { options->compress, SL_AXIS_BREAKS } };
  g_autoptr (SlViewState) next = sl_view_state_ref (state);
  SlRowSort sort;
  SlRowQuiet quiet;

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (signs[i].is_shown)
      add_name (&next, SL_NAMES_SHOWN_SIGNS, signs[i].name);
  if (options->sort != NULL && sl_row_sort_find (options->sort, &sort))
    replace (&next, sl_row_sort_set (next, sort));
  if (options->quiet != NULL && sl_row_quiet_find (options->quiet, &quiet))
    replace (&next, sl_row_quiet_set (next, quiet));
  if (options->values != NULL && !show_values (options->values, set, &next, error))
    return NULL;

  return g_steal_pointer (&next);
}
