/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-text.h"

#include <glib/gi18n.h>

#include "sl-job-link.h"
#include "sl-miss-link.h"
#include "sl-recorded-misses.h"
#include "sl-step-mode.h"
#include "sl-text-decision.h"
#include "sl-text-jobs.h"
#include "sl-text-step.h"
#include "sl-text-verdict.h"
#include "sl-ticks.h"
#include "sl-time-column.h"
#include "sl-time-text.h"
#include "sl-wall-text.h"

/* What the picture as a whole shows, in words: for those who do not see its ruler, its cursors
 * and what is dimmed. */

/* Digits beyond this part of what is visible are below a pixel and only tire a listener. */
#define RESOLUTION_PARTS 10000

typedef struct
{
  SlViewState *state;
  SlClock *clock;
  GString *text;
} Sentence;

static gint64
choose_resolution (const Sentence *self)
{
  gint64 ns;

  if (!sl_clock_span_to_ns (self->clock, sl_view_state_get_visible (self->state), &ns))
    return 1;

  return MAX (ns / RESOLUTION_PARTS, 1);
}

/* As the ruler that the user chose counts it. */
static char *
dup_time (const Sentence *self, SlTime time)
{
  SlAxis axis = sl_view_state_get_axis (self->state);
  SlTime origin = axis == SL_AXIS_DELTA ? sl_view_state_get_origin (self->state) : 0;
  gint64 wall;

  if (axis == SL_AXIS_WALL && sl_clock_get_wall (self->clock, time, &wall))
    return sl_wall_text (wall, choose_resolution (self));
  if (axis == SL_AXIS_TSC)
    return sl_time_text_absolute (self->clock, time);

  return sl_time_text_since (self->clock, origin, time, choose_resolution (self));
}

static void
add_visible (const Sentence *self)
{
  SlSpan visible = sl_view_state_get_visible (self->state);
  g_autofree char *begin = dup_time (self, visible.begin);
  g_autofree char *end = dup_time (self, visible.end);

  g_string_append_printf (self->text, _ ("%s from %s to %s"),
                          sl_ticks_get_axis_title (self->clock,
                                                   sl_view_state_get_axis (self->state)),
                          begin, end);
}

static void
add_breaks (const Sentence *self, SlDocument *document)
{
  guint n_breaks;

  sl_rows_get_breaks (sl_document_get_rows (document), &n_breaks);
  if (n_breaks > 0)
    g_string_append_printf (self->text,
                            ngettext (". %u stretch without events is compressed",
                                      ". %u stretches without events are compressed", n_breaks),
                            n_breaks);
}

static void
add_cursors (const Sentence *self)
{
  SlTime times[SL_N_CURSORS];
  guint n_set = 0;
  g_autofree char *distance = NULL;

  for (int i = 0; i < SL_N_CURSORS; i++)
    {
      g_autofree char *place = NULL;

      if (!sl_view_state_get_cursor (self->state, (SlCursor) i, &times[i]))
        continue;

      place = dup_time (self, times[i]);
      g_string_append_printf (self->text,
                              i == SL_CURSOR_A ? _ (". Cursor A at %s") : _ (". Cursor B at %s"),
                              place);
      n_set++;
    }
  if (n_set < SL_N_CURSORS)
    return;

  distance = sl_time_text_duration (self->clock,
                                    (SlSpan) { MIN (times[SL_CURSOR_A], times[SL_CURSOR_B]),
                                               MAX (times[SL_CURSOR_A], times[SL_CURSOR_B]) });
  g_string_append_printf (self->text, _ (", %s apart"), distance);
}

static void
add_selection (const Sentence *self)
{
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;
  SlSpan span;

  if (!sl_view_state_get_selection (self->state, &span))
    return;

  begin = dup_time (self, span.begin);
  end = dup_time (self, span.end);
  g_string_append_printf (self->text, _ (". Selected from %s to %s"), begin, end);
}

static guint
count_names (SlViewState *state, SlNameSet set)
{
  const char *const *names = sl_view_state_get_names (state, set);

  return names != NULL ? g_strv_length ((char **) names) : 0;
}

static void
add_filter (const Sentence *self)
{
  guint n_hidden = count_names (self->state, SL_NAMES_HIDDEN_FAMILIES);
  guint n_kinds = count_names (self->state, SL_NAMES_HIDDEN_KINDS);
  const char *filter = sl_view_state_get_filter_text (self->state);
  gboolean is_filtered = sl_view_state_get_filter (self->state) != NULL;

  if (is_filtered && sl_view_state_get_filter_hides (self->state))
    g_string_append_printf (self->text, _ (". What does not match “%s” is hidden"), filter);
  else if (is_filtered)
    g_string_append_printf (self->text, _ (". What does not match “%s” is dimmed"), filter);
  if (n_hidden > 0)
    g_string_append_printf (self->text,
                            ngettext (". %u family is hidden", ". %u families are hidden",
                                      n_hidden),
                            n_hidden);
  if (n_kinds > 0)
    g_string_append_printf (self->text,
                            ngettext (". %u kind is hidden", ". %u kinds are hidden", n_kinds),
                            n_kinds);
}

/**
 * sl_view_text_describe:
 *
 * Returns: (transfer full): which time is seen on which axis, where the cursors and the selected
 *   span are, and what the filter does
 */
char *
sl_view_text_describe (SlDocument *document)
{
  Sentence sentence = { .state = sl_document_get_state (document),
                        .clock = sl_document_get_clock (document),
                        .text = g_string_new (NULL) };

  add_visible (&sentence);
  add_breaks (&sentence, document);
  add_cursors (&sentence);
  add_selection (&sentence);
  add_filter (&sentence);
  return g_string_free (sentence.text, FALSE);
}

/* What the column of values says of the row. */
static char *
dup_value (SlDocument *document, guint number)
{
  g_autofree char *value = NULL;
  SlTime time;

  if (!sl_time_column_find_time (sl_document_get_state (document), NULL, &time))
    return NULL;

  value = sl_time_column_text (sl_document_get_rows (document), number, time);
  return value[0] != '\0' ? g_strdup_printf (_ ("at cursor A %s"), value) : NULL;
}

/**
 * sl_view_text_describe_row:
 * @number: of the row among those of the document
 *
 * Returns: (transfer full): what a row's header shows beside its name; empty for nothing
 */
char *
sl_view_text_describe_row (SlDocument *document, guint number)
{
  const SlRow *row = sl_rows_get (sl_document_get_rows (document), number);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char *value = dup_value (document, number);

  if (row->part == SL_ROW_HEADING)
    g_ptr_array_add (words, (gpointer) (row->collapsed ? _ ("collapsed") : _ ("expanded")));
  if (row->figure != NULL)
    g_ptr_array_add (words, (gpointer) row->figure);
  if (value != NULL)
    g_ptr_array_add (words, value);
  if (row->pinned)
    g_ptr_array_add (words, (gpointer) _ ("pinned"));
  if (row->is_selected)
    g_ptr_array_add (words, (gpointer) _ ("selected"));
  if (row->is_thin)
    g_ptr_array_add (words, (gpointer) _ ("no events in view"));
  if (!row->matches)
    g_ptr_array_add (words, (gpointer) _ ("nothing matches the filter"));
  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **) words->pdata);
}

/* Of the picked job. */
typedef struct
{
  SlJobTable *jobs;
  guint number;
  SlAnnotations *annotations;
  SlClock *clock; /* owned */
} Miss;

static void
miss_clear (Miss *self)
{
  g_clear_pointer (&self->clock, sl_clock_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Miss, miss_clear)

static gboolean
find_miss (SlDocument *document, Miss *miss)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlJobRef ref;

  if (!sl_job_link_find_picked (document, &ref))
    return FALSE;
  miss->jobs = sl_document_get_jobs_of (document, ref.trace);
  if (miss->jobs == NULL || !sl_job_has_missed (sl_job_table_get (miss->jobs, ref.number), FALSE))
    return FALSE;

  miss->number = ref.number;
  miss->annotations = sl_trace_set_get_annotations (set, ref.trace);
  miss->clock = sl_trace_set_dup_clock_of (set, ref.trace);
  return TRUE;
}

/**
 * sl_view_text_describe_miss:
 *
 * Returns: (transfer full): of the picked job, where it missed its deadline, by how much and why, in sentences; empty
 *   where it did not
 */
char *
sl_view_text_describe_miss (SlDocument *document)
{
  g_auto (Miss) miss = { 0 };
  g_autofree char *verdict = NULL;
  g_autofree char *why = NULL;

  if (!find_miss (document, &miss))
    return g_strdup ("");

  verdict = sl_text_job_verdict (miss.jobs, miss.clock, miss.number);
  why = sl_text_job_why (miss.jobs, miss.annotations, miss.clock, miss.number);
  return why[0] != '\0' ? g_strdup_printf ("%s. %s", verdict, why) : g_steal_pointer (&verdict);
}

/**
 * sl_view_text_sum_up_miss:
 *
 * Returns: (transfer full): the same in one line, with the job's name
 */
char *
sl_view_text_sum_up_miss (SlDocument *document)
{
  g_auto (Miss) miss = { 0 };
  g_autofree char *task = NULL, *name = NULL, *verdict = NULL, *reason = NULL;
  const SlJob *job;

  if (!find_miss (document, &miss))
    return g_strdup ("");

  job = sl_job_table_get (miss.jobs, miss.number);
  task = sl_text_object (sl_job_table_get_trace (miss.jobs), miss.annotations, job->task);
  name = g_strdup_printf (_ ("%s, job %u"), task, job->number);
  verdict = sl_text_job_verdict (miss.jobs, miss.clock, miss.number);
  reason = sl_text_job_reason (miss.jobs, miss.annotations, miss.clock, miss.number, NULL);
  return g_strconcat (name, " · ", verdict, reason[0] != '\0' ? " · " : "", reason, NULL);
}

static gboolean
records_misses (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint n_lanes = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set) && n_lanes == 0; i++)
    sl_recorded_misses_get_lanes (sl_trace_set_get_trace (set, i), &n_lanes);
  return n_lanes > 0;
}

/**
 * sl_view_text_explain_no_miss:
 *
 * Returns: (transfer none): why no missed deadline can be shown
 */
const char *
sl_view_text_explain_no_miss (SlDocument *document)
{
  guint64 n_jobs;
  SlDeadlineFrom from = sl_miss_link_find_deadlines (document, &n_jobs);

  if (!sl_miss_link_is_known (document))
    return _ ("Missed deadlines are not known yet: jobs are still being looked for");
  if (records_misses (document))
    return _ ("The trace records a missed deadline, but no job that missed it is known");
  if (n_jobs == 0)
    return _ ("No missed deadline: no jobs are known");
  if (from == SL_DEADLINE_UNKNOWN)
    return _ ("No missed deadline: no task has a deadline");
  if (from == SL_DEADLINE_INFERRED)
    return _ ("No missed deadline: deadlines are only inferred from releases");

  return _ ("No deadline was missed");
}

/**
 * sl_view_text_describe_step:
 * @is_behind: (out) (optional): whether the event that is stepped to comes later than what was decided
 *
 * Returns: (transfer full): what was decided at the place that is stepped to, or last before it: a sentence a line; empty
 *   where nothing is stepped through
 */
char *
sl_view_text_describe_step (SlDocument *document, gboolean *is_behind)
{
  SlStepMode *mode = sl_document_get_step_mode (document);
  SlReplay *replay = sl_step_mode_get_active (mode) ? sl_step_mode_get_replay (mode) : NULL;
  SlClock *clock = sl_document_get_clock (document);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  g_autoptr (GString) text = g_string_new (NULL);

  if (is_behind != NULL)
    *is_behind = FALSE;
  if (replay == NULL)
    return g_strdup ("");

  sl_decision_search_find_at (sl_step_mode_get_decisions (mode), sl_step_mode_get_index (mode),
                              decisions);
  if (is_behind != NULL && decisions->len > 0)
    *is_behind = g_array_index (decisions, SlDecision, decisions->len - 1).time <
                 sl_replay_get_time (replay, sl_step_mode_get_index (mode));
  for (guint i = 0; i < decisions->len; i++)
    {
      const SlDecision *decision = &g_array_index (decisions, SlDecision, i);
      g_autofree char *sentence =
          sl_text_decision (replay, sl_document_get_annotations (document), clock, decision);
      g_autofree char *time = sl_text_step_time (clock, decision->time);

      g_string_append (text, i > 0 ? "\n" : "");
      /* Translators: a time, and what was decided then */
      g_string_append_printf (text, _ ("At %s: %s"), time, sentence);
    }
  if (text->len == 0)
    g_string_append (text, _ ("No decision yet"));

  return g_string_free (g_steal_pointer (&text), FALSE);
}
