/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-align.h"

#include <string.h>

#include "sl-cli-error.h"
#include "sl-cli-feed.h"
#include "sl-cli-model.h"
#include "sl-cli-words.h"
#include "sl-job-table.h"
#include "sl-shared-clock.h"
#include "sl-task-match.h"

/* What stands before the filter of the events that are laid upon each other. */
#define EVENT_PREFIX "event:"

static gboolean
check_absolute (SlTraceSet *set, GPtrArray *traces, GError **error)
{
  for (guint i = 1; i < traces->len; i++)
    {
      const SlCliTrace *one = g_ptr_array_index (traces, 0);
      const SlCliTrace *other = g_ptr_array_index (traces, i);

      if (sl_trace_set_shares_count (set, i))
        continue;

      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--align absolute: Trace %u counts %s but trace 0 counts %s; only counts of "
                   "the same unit can be compared: use --align start and --offset",
                   i, sl_clock_get_unit_id (other->clock), sl_clock_get_unit_id (one->clock));
      return FALSE;
    }

  return TRUE;
}

/* Names of tasks are the models' too. A model that is wrong names none; the command that reads it
 * says so. */
static SlJobTable *
find_jobs (const SlCliTrace *trace)
{
  g_autoptr (GFile) file = sl_cli_model_find (trace);
  g_autoptr (SlTaskModel) model = file != NULL ? sl_task_model_load (file, NULL) : NULL;
  g_autoptr (SlTaskRules) rules =
      sl_task_model_get_rules (model, trace->trace, trace->annotations, NULL);

  return sl_job_table_new (trace->trace,
                           sl_annotations_get_idle_task (trace->annotations, trace->trace), rules,
                           NULL, NULL);
}

static gboolean
anchor_releases (GPtrArray *traces, SlTracePlace *places, GError **error)
{
  const SlCliTrace *first = g_ptr_array_index (traces, 0);
  g_autoptr (SlJobTable) first_jobs = find_jobs (first);

  for (guint i = 1; i < traces->len; i++)
    {
      const SlCliTrace *trace = g_ptr_array_index (traces, i);
      g_autoptr (SlJobTable) own_jobs = find_jobs (trace);
      const SlJobTable *const jobs[] = { first_jobs, own_jobs };
      SlAnnotations *const annotations_of[] = { first->annotations, trace->annotations };
      SlTime releases[SL_N_SIDES];

      if (!sl_task_matches_find_first_releases (jobs, annotations_of, releases))
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "--align release: “%s” has no release of a task that “%s” also has, by "
                       "name: use --align start and --offset",
                       trace->name, first->name);
          return FALSE;
        }

      places[i].has_anchor = TRUE;
      places[i].onto = releases[SL_SIDE_A];
      places[i].anchor = releases[SL_SIDE_B];
    }

  return TRUE;
}

/* When the first event is that @filter lets through, in ticks of the trace. */
static gboolean
find_event (SlTraceSet *set, guint trace, SlFilter *filter, SlTime *time, GError **error)
{
  SlTrace *own = sl_trace_set_get_trace (set, trace);
  SlFilterRun *run =
      sl_filter_run_new_with_annotations (filter, own, sl_trace_set_get_annotations (set, trace),
                                          error);
  SlCliFeed feed;
  gboolean is_found;

  if (run == NULL || !sl_filter_check_fields (filter, &own, 1, error))
    {
      g_clear_pointer (&run, sl_filter_run_free);
      g_prefix_error (error, "--align event: Trace %u: ", trace);
      return FALSE;
    }

  sl_cli_feed_init (&feed, set, trace, run, FALSE, SL_TIME_MIN);
  while (feed.event != NULL && !sl_cli_feed_matches (&feed))
    sl_cli_feed_next (&feed, TRUE);
  is_found = feed.event != NULL;
  if (is_found)
    *time = feed.event->time;
  else
    g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                 "--align event: no event of trace %u matches “%s”", trace,
                 sl_filter_get_text (filter));
  sl_cli_feed_clear (&feed);
  return is_found;
}

/* @set: the traces, wherever they stand */
static gboolean
anchor_events (const char *text, SlTraceSet *set, SlTracePlace *places, GError **error)
{
  g_autoptr (SlFilter) filter = sl_filter_parse (text, error);
  SlTime first;

  if (filter == NULL)
    {
      g_prefix_error (error, "--align event: ");
      return FALSE;
    }
  if (!find_event (set, 0, filter, &first, error))
    return FALSE;

  for (guint i = 1; i < sl_trace_set_get_size (set); i++)
    {
      if (!find_event (set, i, filter, &places[i].anchor, error))
        return FALSE;
      places[i].has_anchor = TRUE;
      places[i].onto = first;
    }

  return TRUE;
}

static gboolean
read_how (const char *how, SlAlignment *alignment, const char **filter, GError **error)
{
  *alignment = SL_ALIGN_START;
  *filter = NULL;
  if (how == NULL)
    return TRUE;
  if (!sl_cli_check_text ("--align", how, error))
    return FALSE;
  if (g_str_has_prefix (how, EVENT_PREFIX))
    {
      *alignment = SL_ALIGN_EVENT;
      *filter = how + strlen (EVENT_PREFIX);
      return TRUE;
    }
  if (sl_alignment_find (how, alignment) && *alignment != SL_ALIGN_EVENT)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--align: unknown method “%s”; use start, absolute, release or event:FILTER", how);
  return FALSE;
}

static void
note_shared_clock (GPtrArray *traces, SlTraceSet *set)
{
  const SlCliTrace *first = g_ptr_array_index (traces, 0);

  for (guint i = 1; i < traces->len; i++)
    {
      const SlCliTrace *trace = g_ptr_array_index (traces, i);
      const char *clock = sl_shared_clock_find_apart (set, i);

      if (clock != NULL)
        sl_cli_note_print (
            "--join: By their clocks (%s), %s and %s were recorded at the same time, but they begin "
            "together here; if it was on one computer, give --align absolute",
            clock, first->name, trace->name);
    }
}

/**
 * sl_cli_align:
 * @how: (nullable): what --align says; %NULL to begin together
 * @traces: (element-type SlCliTrace): at least one
 * @places: (array length=traces): where each stands, with its trace and offset; gets the anchors
 * @error: of usage, also where a trace lacks what is to be laid upon the first one's
 *
 * Returns: (transfer full): the traces on one axis; %NULL on error
 */
SlTraceSet *
sl_cli_align (const char *how, GPtrArray *traces, SlTracePlace *places, GError **error)
{
  g_autoptr (SlTraceSet) set = NULL;
  const char *filter;
  SlAlignment alignment;

  if (!read_how (how, &alignment, &filter, error))
    return NULL;

  set = sl_trace_set_new_aligned (places, traces->len, alignment);
  if (alignment == SL_ALIGN_ABSOLUTE)
    return check_absolute (set, traces, error) ? g_steal_pointer (&set) : NULL;
  if (alignment == SL_ALIGN_START)
    {
      if (how == NULL)
        note_shared_clock (traces, set);
      return g_steal_pointer (&set);
    }
  if (alignment == SL_ALIGN_RELEASE ? !anchor_releases (traces, places, error)
                                    : !anchor_events (filter, set, places, error))
    return NULL;

  return sl_trace_set_new_aligned (places, traces->len, alignment);
}
