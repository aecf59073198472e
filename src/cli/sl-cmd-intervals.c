/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-feeds.h"
#include "sl-cli-histogram.h"
#include "sl-cli-table.h"
#include "sl-cli-unit.h"
#include "sl-cli-words.h"
#include "sl-interval-finder.h"
#include "sl-interval-probe.h"
#include "sl-time-text.h"

static gboolean as_csv;
static char *from_text;
static char *to_text;
static char *same_text;
static char *longer_text;
static char *longest_text;
static char *unit_text;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "Events that begin an interval, such as 'kind = mutex-lock'", "FILTER" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text,
    "Events that end one, such as 'kind = mutex-unlock'", "FILTER" },
  { "same", 0, 0, G_OPTION_ARG_FILENAME, &same_text,
    "Only pair events of the same object, running task or processor", "object|task|cpu" },
  { "longer", 0, 0, G_OPTION_ARG_FILENAME, &longer_text,
    "Only intervals that are longer, such as 5ms or 12000", "T" },
  { "longest", 0, 0, G_OPTION_ARG_FILENAME, &longest_text,
    "Only the N longest, the longest one first", "N" },
  SL_CLI_UNIT_ENTRY (unit_text),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "begin", 16, TRUE },      { "end", 16, TRUE },      { "length", 12, TRUE },
  { "from_index", 10, TRUE }, { "to_index", 10, TRUE }, { "object", 16, FALSE },
};

typedef struct
{
  SlCliTable table;
  const SlCliTraces *set;
  SlClock *clock;   /* of the axis */
  GPtrArray *names; /* of SlCliNames, by trace */
  GPtrArray *froms; /* of SlFilterRun, by trace */
  GPtrArray *tos;
  GArray *probes; /* of SlIntervalProbe, by trace */
  SlIntervalSame same;
  SlShownUnit unit;
  guint64 n_longest;      /* 0 for all */
  SlIntervals *intervals; /* keeps them with @n_longest; otherwise they are printed at once */
} Intervals;

static void
print_cpu (SlCliTable *table, guint64 number)
{
  g_autofree char *name = g_strdup_printf ("cpu:%" G_GUINT64_FORMAT, number);

  sl_cli_table_text (table, name);
}

static void
print_interval (Intervals *self, const SlIntervalEnd *from, const SlIntervalEnd *to)
{
  SlCliTable *table = &self->table;

  sl_cli_table_absolute (table, self->clock, from->time);
  sl_cli_table_absolute (table, self->clock, to->time);
  sl_cli_table_duration (table, self->clock, (SlSpan) { from->time, to->time });
  sl_cli_table_decimal (table, from->index);
  sl_cli_table_decimal (table, to->index);
  if (self->same == SL_INTERVAL_SAME_CPU)
    print_cpu (table, from->key);
  else
    sl_cli_table_text (table, sl_cli_names_get_text (g_ptr_array_index (self->names, from->trace),
                                                     from->object, as_csv));
}

static void
take_interval (const SlIntervalEnd *from, const SlIntervalEnd *to, gpointer data)
{
  Intervals *self = data;

  if (sl_intervals_add (self->intervals, from, to) && self->n_longest == 0)
    print_interval (self, from, to);
}

/* Of all traces, up to the event at hand, which is of @cpu. */
static guint
count_gaps (const Intervals *self, guint cpu)
{
  guint n_gaps = 0;

  for (guint i = 0; i < self->probes->len; i++)
    n_gaps += sl_interval_probe_get_n_gaps (&g_array_index (self->probes, SlIntervalProbe, i), cpu);
  return n_gaps;
}

static void
take_event (Intervals *self, SlIntervalMatcher *matcher, const SlCliFeed *feed, guint64 index)
{
  SlIntervalProbe *probe = &g_array_index (self->probes, SlIntervalProbe, feed->trace);
  SlIntervalHit hit;

  if (!sl_interval_probe_look (probe, feed->event, feed->index, feed->own_previous, &hit))
    return;

  hit.end.time = feed->time;
  hit.end.index = index;
  hit.end.n_gaps = count_gaps (self, feed->event->cpu);
  sl_interval_matcher_take (matcher, &hit.end, hit.is_from, hit.is_to);
}

static gboolean
find_intervals (Intervals *self, GArray *feeds, SlIntervalMatcher *matcher, GError **error)
{
  guint64 index = sl_cli_feeds_get_index (feeds);
  SlCliFeed *feed;

  while ((feed = sl_cli_feeds_get_first (feeds)) != NULL &&
         sl_cli_writer_is_open (self->table.writer))
    {
      /* Of one trace, blocks in which nothing matches are left out and not counted. */
      take_event (self, matcher, feed, feeds->len > 1 ? index : feed->index);
      index++;
      sl_cli_feed_next (feed, feeds->len == 1);
      if (sl_cli_feed_is_lost (feed))
        break;
    }

  return sl_cli_feeds_check (self->set, feeds, error);
}

static void
print_longest (Intervals *self)
{
  sl_intervals_finish (self->intervals);
  for (guint i = 0; i < self->intervals->list->len; i++)
    {
      const SlInterval *interval = &g_array_index (self->intervals->list, SlInterval, i);

      print_interval (self, &interval->from, &interval->to);
    }
}

/* Of all that are longer than what was asked, also where only the longest are printed. */
static void
print_summary (const Intervals *self)
{
  gboolean has_from = self->intervals->has_from;
  gboolean has_to = self->intervals->has_to;

  if (!as_csv)
    {
      sl_cli_writer_format (self->table.writer, "\n%" G_GUINT64_FORMAT " %s\n",
                            self->intervals->lengths.gaps.count,
                            self->intervals->lengths.gaps.count == 1 ? "interval" : "intervals");
      sl_cli_histogram_print (self->table.writer, "length", "length", &self->intervals->lengths,
                              self->clock, self->unit);
    }
  if (!has_from || !has_to)
    sl_cli_note_print (
        "no event matches %s; “slackline-cli info” lists the kinds of events that the trace has",
        has_from ? "--to"
        : has_to ? "--from"
                 : "--from or --to");
  if (self->intervals->n_over_gaps > 0)
    sl_cli_note_print ("in %" G_GUINT64_FORMAT
                       " of the intervals recording was interrupted: events may be missing there",
                       self->intervals->n_over_gaps);
  if (self->intervals->n_open > 0)
    sl_cli_note_print (
        "events that begin an interval without an event after them that ends it: %" G_GUINT64_FORMAT,
        self->intervals->n_open);
}

static void
find_names_and_ends (Intervals *self)
{
  self->names = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_cli_names_free);
  self->probes = g_array_new (FALSE, FALSE, sizeof (SlIntervalProbe));
  g_array_set_clear_func (self->probes, (GDestroyNotify) sl_interval_probe_clear);
  for (guint i = 0; i < self->set->traces->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (self->set, i);
      SlIntervalProbe probe;

      g_ptr_array_add (self->names, sl_cli_names_new (trace->trace, trace->annotations, ""));
      sl_interval_probe_init (&probe, trace->trace, i, self->same,
                              g_ptr_array_index (self->froms, i), g_ptr_array_index (self->tos, i));
      g_array_append_val (self->probes, probe);
    }
}

static void
intervals_clear (Intervals *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->probes, g_array_unref);
  g_clear_pointer (&self->froms, g_ptr_array_unref);
  g_clear_pointer (&self->tos, g_ptr_array_unref);
  g_clear_pointer (&self->intervals, sl_intervals_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Intervals, intervals_clear)

static gboolean
parse_options (Intervals *self, GError **error)
{
  if (from_text == NULL || to_text == NULL)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "intervals: %s is missing: the events at which an interval %s",
                   from_text == NULL ? "--from" : "--to", from_text == NULL ? "begins" : "ends");
      return FALSE;
    }
  if (same_text != NULL && !sl_interval_same_find (same_text, &self->same))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--same %s: Not “any”, “object”, “task” or “cpu”", same_text);
      return FALSE;
    }
  if (longest_text == NULL ||
      g_ascii_string_to_unsigned (longest_text, 10, 1, 1000000, &self->n_longest, NULL))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--longest %s: Not a number of intervals from 1 to 1000000", longest_text);
  return FALSE;
}

/* What depends on the traces. */
static gboolean
bind (Intervals *self, SlFilter *from, SlFilter *to, GError **error)
{
  SlTime longer = -1;

  self->clock = sl_trace_set_get_clock (self->set->set);
  if (!sl_cli_traces_check_filter (self->set, "--from", from, error) ||
      !sl_cli_traces_check_filter (self->set, "--to", to, error))
    return FALSE;
  if (longer_text != NULL && !sl_duration_parse (longer_text, self->clock, &longer, error))
    {
      g_prefix_error (error, "--longer: ");
      return FALSE;
    }

  self->intervals = sl_intervals_new ((guint) self->n_longest, longer);
  self->froms = sl_cli_filter_runs_new (self->set, "--from", from, error);
  self->tos = self->froms != NULL ? sl_cli_filter_runs_new (self->set, "--to", to, error) : NULL;
  return self->tos != NULL;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_auto (Intervals) intervals = { .table = { .writer = writer } };
  g_autoptr (SlIntervalMatcher) matcher = sl_interval_matcher_new (take_interval, &intervals);
  g_autoptr (SlCliTraces) set = NULL;
  g_autoptr (SlFilter) from = NULL;
  g_autoptr (SlFilter) to = NULL;
  g_autoptr (SlFilter) either = NULL;
  g_autoptr (GArray) feeds = NULL;
  SlIntervalQuestion question;

  if (!parse_options (&intervals, error) ||
      !sl_cli_filter_parse ("--from", from_text, &from, error) ||
      !sl_cli_filter_parse ("--to", to_text, &to, error))
    return FALSE;

  set = sl_cli_traces_open (request, error);
  intervals.set = set;
  if (set == NULL || !bind (&intervals, from, to, error) ||
      !sl_cli_unit_parse (unit_text, intervals.clock, &intervals.unit, error))
    return FALSE;
  question = (SlIntervalQuestion) { from, to, intervals.same };
  either = sl_interval_question_make_either (&question);
  feeds = sl_cli_feeds_new (set, either, SL_TIME_MIN, error);
  if (feeds == NULL)
    return FALSE;

  find_names_and_ends (&intervals);
  sl_cli_table_init (&intervals.table, writer, columns, G_N_ELEMENTS (columns), as_csv);
  sl_cli_table_set_unit (&intervals.table, intervals.unit);
  if (!find_intervals (&intervals, feeds, matcher, error))
    return FALSE;
  sl_intervals_take_rest (intervals.intervals, matcher);
  print_longest (&intervals);
  print_summary (&intervals);

  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_intervals = {
  .id = "intervals",
  .summary = "Print how long it takes from one event to another",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
