/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The blocks of the span are read again on all cores. Each thread takes some at a time and sums
 * them up for itself; nothing in the sums depends on who took what, so that the same span always
 * gives the same figures. */

#include "sl-bus-statistics.h"

#include <stdatomic.h>

#include "sl-branch-cause.h"
#include "sl-bus-kinds.h"
#include "sl-error.h"

/* Zones that a thread takes at a time: so few that cancelling and progress are felt at once. */
#define PIECE 16

/* More do not read memory any faster, and each has tallies of its own. */
#define MOST_THREADS 8

#define N_KINDS (G_MAXUINT16 + 1)

/* What one thread has summed up so far. */
typedef struct
{
  SlBusKindSum *kinds; /* by number */
  SlBusAgentSums *agents;
  SlBusSum cachings[SL_N_BUS_CACHINGS];
  SlBusReads reads;
  SlGapHistogram gaps;
  guint64 lowest;
  guint64 highest;
  SlAddressTally *pages;
  SlAddressTally *ports;
} Sums;

/* What is asked of every event's kind. */
typedef struct
{
  guint8 class;     /* SlBusClass */
  guint8 in_detail; /* whether the detail says how many bytes were moved */
  guint8 is_other;  /* not a cycle; perhaps a branch that follows from some */
  guint8 cachings[SL_BUS_CACHING_DETAIL + 1];
} KindFacts;

typedef struct
{
  SlTrace *trace;
  SlBusStatistics *statistics; /* span, bounds and has_times are set */
  const KindFacts *kinds;      /* by number */
  guint first_zone;
  guint n_zones;
  atomic_uint next; /* zone from the first on that nobody has taken */
  atomic_uint n_done;
  atomic_bool failed; /* the file changed */
  GCancellable *cancellable;
} Survey;

typedef struct
{
  Survey *survey;
  Sums sums;
  SlEvent *events;
} Worker;

static void
sums_init (Sums *self)
{
  self->kinds = g_new0 (SlBusKindSum, N_KINDS);
  self->agents = sl_bus_agent_sums_new ();
  self->lowest = G_MAXUINT64;
  self->pages = sl_address_tally_new (SL_BUS_MOST_PAGES);
  self->ports = sl_address_tally_new (SL_BUS_MOST_PORTS);
}

static void
sums_clear (Sums *self)
{
  g_clear_pointer (&self->kinds, g_free);
  g_clear_pointer (&self->agents, sl_bus_agent_sums_free);
  g_clear_pointer (&self->pages, sl_address_tally_free);
  g_clear_pointer (&self->ports, sl_address_tally_free);
}

static void
sums_merge (Sums *self, const Sums *other)
{
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      SlBusKindSum *sum = &self->kinds[kind];

      if (other->kinds[kind].sum.cycles == 0)
        continue;

      sum->first = sum->sum.cycles > 0 ? MIN (sum->first, other->kinds[kind].first)
                                       : other->kinds[kind].first;
      sl_bus_sum_add (&sum->sum, &other->kinds[kind].sum);
    }
  sl_bus_agent_sums_merge (self->agents, other->agents);
  for (guint i = 0; i < SL_N_BUS_CACHINGS; i++)
    sl_bus_sum_add (&self->cachings[i], &other->cachings[i]);
  sl_bus_reads_add (&self->reads, &other->reads);
  sl_gap_histogram_merge (&self->gaps, &other->gaps);
  self->lowest = MIN (self->lowest, other->lowest);
  self->highest = MAX (self->highest, other->highest);
  sl_address_tally_merge (self->pages, other->pages);
  sl_address_tally_merge (self->ports, other->ports);
}

/* The part of the span that @time, inside it, belongs to, not before @part. */
static inline guint
find_part (const SlBusStatistics *statistics, SlTime time, guint part)
{
  while (part + 1 < SL_BUS_PARTS && time >= statistics->bounds[part + 1])
    part++;
  return part;
}

static inline void
add_memory (Sums *sums, SlBusCaching caching, guint64 address, guint64 bytes)
{
  sl_bus_sum_add (&sums->cachings[caching], &(SlBusSum) { 1, bytes });
  sums->lowest = MIN (sums->lowest, address);
  sums->highest = MAX (sums->highest, address);
}

static void
add_cycles (Worker *self, const SlEvent *events, gsize n_events, guint64 index)
{
  const Survey *survey = self->survey;
  Sums *sums = &self->sums;
  guint part = 0;

  for (gsize i = 0; i < n_events; i++, index++)
    {
      const SlEvent *event = &events[i];
      const KindFacts *facts = &survey->kinds[event->kind];
      guint64 bytes = facts->in_detail ? event->detail : event->b;
      SlBusKindSum *kind = &sums->kinds[event->kind];

      if (facts->is_other)
        continue;

      /* A thread takes zones in rising order: the first that it sees is the first it will see. */
      if (kind->sum.cycles == 0)
        kind->first = index;
      sl_bus_sum_add (&kind->sum, &(SlBusSum) { 1, bytes });
      sl_bus_agent_sums_add (sums->agents, event, bytes, index);
      part = find_part (survey->statistics, event->time, part);
      if (facts->class == SL_BUS_MEMORY)
        {
          add_memory (sums, facts->cachings[event->detail & SL_BUS_CACHING_DETAIL], event->a,
                      bytes);
          sl_address_tally_add (sums->pages, event->a >> SL_BUS_PAGE_SHIFT, part, index);
        }
      else if (facts->class == SL_BUS_IO)
        sl_address_tally_add (sums->ports, event->a, part, index);
    }
}

/* @previous: when the cycle before the first was; %SL_TIME_MIN where it is not in the span */
static void
add_gaps (SlGapHistogram *gaps,
          const SlEvent *events,
          gsize n_events,
          SlTime previous,
          guint64 index)
{
  for (gsize i = 0; i < n_events; i++, index++)
    {
      if (!sl_bus_kind_is_cycle (events[i].kind))
        continue;
      if (previous == SL_TIME_MIN)
        ;
      else if ((events[i].flags & SL_EVENT_GAP) != 0)
        gaps->n_unknown++;
      else
        sl_gap_histogram_add (gaps, MAX (events[i].time - previous, 0), index);
      previous = events[i].time;
    }
}

static void
add_zone (Worker *self, guint number)
{
  SlTrace *trace = self->survey->trace;
  SlSpan span = self->survey->statistics->span;
  const SlZone *zone = sl_trace_get_zone (trace, number);
  gssize n_events = sl_trace_read_block (trace, number, self->events);
  SlTime previous = SL_TIME_MIN;
  gssize first = 0;

  if (n_events != (gssize) zone->count)
    {
      atomic_store (&self->survey->failed, TRUE);
      return;
    }

  if (number > 0 && sl_trace_get_zone (trace, number - 1)->time_max >= span.begin)
    previous = sl_trace_get_zone (trace, number - 1)->time_max;
  while (first < n_events && self->events[first].time < span.begin)
    first++;
  while (n_events > first && self->events[n_events - 1].time >= span.end)
    n_events--;

  add_cycles (self, self->events + first, (gsize) (n_events - first),
              zone->first + (guint64) first);
  sl_bus_reads_see_events (&self->sums.reads, self->events + first, (gsize) (n_events - first));
  if (self->survey->statistics->has_times)
    add_gaps (&self->sums.gaps, self->events + first, (gsize) (n_events - first),
              first == 0 ? previous : SL_TIME_MIN, zone->first + (guint64) first);
}

/* Takes the next zones and sums them up; %FALSE where there is nothing more to do. */
static gboolean
work_piece (Worker *self)
{
  Survey *survey = self->survey;
  guint first = atomic_fetch_add (&survey->next, PIECE);

  for (guint i = first; i < survey->n_zones && i < first + PIECE; i++)
    {
      if (g_cancellable_is_cancelled (survey->cancellable) || atomic_load (&survey->failed))
        return FALSE;
      add_zone (self, survey->first_zone + i);
      atomic_fetch_add (&survey->n_done, 1);
    }

  return first < survey->n_zones;
}

static gpointer
work (gpointer data)
{
  while (work_piece (data))
    ;
  return NULL;
}

static void
worker_init (Worker *self, Survey *survey)
{
  self->survey = survey;
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  sums_init (&self->sums);
}

static void
worker_clear (Worker *self)
{
  g_clear_pointer (&self->events, g_free);
  sums_clear (&self->sums);
}

/* The first worker is the calling thread; its sums are those of all in the end. */
static void
work_together (Worker *workers, guint n_workers, SlBusProgressFunc progress, gpointer user_data)
{
  Survey *survey = workers[0].survey;
  GThread *threads[MOST_THREADS];

  for (guint i = 1; i < n_workers; i++)
    threads[i] = g_thread_new ("sl-statistics", work, &workers[i]);
  while (work_piece (&workers[0]))
    {
      if (progress != NULL)
        progress ((double) atomic_load (&survey->n_done) / survey->n_zones, user_data);
    }
  for (guint i = 1; i < n_workers; i++)
    {
      g_thread_join (threads[i]);
      if (!g_cancellable_is_cancelled (survey->cancellable))
        sums_merge (&workers[0].sums, &workers[i].sums);
      worker_clear (&workers[i]);
    }
  if (progress != NULL && !g_cancellable_is_cancelled (survey->cancellable))
    progress (1, user_data);
}

static void
set_bounds (SlBusStatistics *self)
{
  guint64 duration = (guint64) sl_span_duration (self->span);

  for (guint i = 0; i <= SL_BUS_PARTS; i++)
    self->bounds[i] = self->span.begin + (SlTime) ((unsigned __int128) duration * i / SL_BUS_PARTS);
}

static void
take_sums (SlBusStatistics *self, Sums *sums)
{
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      SlBusKindSum *sum = &sums->kinds[kind];

      if (sum->sum.cycles == 0)
        continue;

      sum->kind = (guint16) kind;
      g_array_append_val (self->kinds, *sum);
      sl_bus_sum_add (&self->all, &sum->sum);
    }
  self->agents = sl_bus_agent_sums_dup_agents (sums->agents);
  g_array_sort (self->kinds, sl_bus_kind_sum_compare);

  for (guint i = 0; i < SL_N_BUS_CACHINGS; i++)
    {
      self->cachings[i] = sums->cachings[i];
      sl_bus_sum_add (&self->memory, &sums->cachings[i]);
    }
  self->reads = sums->reads;
  self->gaps = sums->gaps;
  self->lowest = sums->lowest;
  self->highest = sums->highest;
  self->pages = g_steal_pointer (&sums->pages);
  self->ports = g_steal_pointer (&sums->ports);
  sl_address_tally_get_parts (self->pages, self->working_set, self->new_pages);
}

static gboolean
has_times (SlTrace *trace)
{
  SlUnit unit = sl_clock_get_unit (sl_trace_get_clock (trace));

  return unit != SL_UNIT_RECORDS && unit != SL_UNIT_BYTES;
}

static KindFacts *
make_kind_facts (void)
{
  KindFacts *kinds = g_new (KindFacts, N_KINDS);

  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      SlEvent event = { .kind = (guint16) kind };

      kinds[kind].class = (guint8) sl_bus_kind_get_class (event.kind);
      kinds[kind].is_other = !sl_bus_kind_is_cycle (event.kind);
      kinds[kind].in_detail = sl_bus_kind_has_bytes_in_detail (event.kind) ? 1 : 0;
      for (; event.detail <= SL_BUS_CACHING_DETAIL; event.detail++)
        kinds[kind].cachings[event.detail] = (guint8) sl_bus_event_get_caching (&event);
    }
  return kinds;
}

static gboolean
run (SlBusStatistics *self,
     SlTrace *trace,
     SlBusProgressFunc progress,
     gpointer user_data,
     GCancellable *cancellable,
     GError **error)
{
  g_autofree KindFacts *kinds = make_kind_facts ();
  Survey survey = { trace, self, kinds, .cancellable = cancellable };
  guint end =
      MIN (sl_trace_block_of_time (trace, self->span.end) + 1, sl_trace_get_n_blocks (trace));
  Worker workers[MOST_THREADS];
  guint n_workers;

  survey.first_zone = sl_trace_block_of_time (trace, self->span.begin);
  survey.n_zones = end > survey.first_zone ? end - survey.first_zone : 0;
  n_workers = MIN (g_get_num_processors (), survey.n_zones / PIECE + 1);
  n_workers = MIN (n_workers, MOST_THREADS);

  for (guint i = 0; i < n_workers; i++)
    {
      workers[i] = (Worker) { .survey = NULL };
      worker_init (&workers[i], &survey);
    }
  work_together (workers, n_workers, progress, user_data);
  take_sums (self, &workers[0].sums);
  worker_clear (&workers[0]);

  if (!atomic_load (&survey.failed) &&
      !sl_btm_statistics_add (&self->messages, trace, self->span, cancellable))
    atomic_store (&survey.failed, TRUE);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (atomic_load (&survey.failed))
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_TRUNCATED,
                           "The file has changed since it was opened; open it again");
      return FALSE;
    }
  return TRUE;
}

/**
 * sl_bus_statistics_new:
 * @trace: of bus cycles; as much of it as is loaded
 * @span: half open; what lies outside of the trace is left out
 * @progress: (nullable) (scope call): called now and then and at the end, in the calling thread
 * @cancellable: (nullable): looked at every 4096 cycles
 *
 * Reads all cycles of the span, on all cores. Memory is bounded: at most some 100 MiB for each of
 * at most 8 threads, where a trace touches a million pages; a common trace takes less than one.
 * May run in any thread.
 *
 * Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR_CANCELLED, or with
 *   %SL_ERROR_TRUNCATED if the file changed since it was loaded
 */
SlBusStatistics *
sl_bus_statistics_new (SlTrace *trace,
                       SlSpan span,
                       SlBusProgressFunc progress,
                       gpointer user_data,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (SlBusStatistics) self = NULL;

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);
  g_return_val_if_fail (span.begin <= span.end, NULL);

  self = g_new0 (SlBusStatistics, 1);
  self->span = sl_span_intersect (span, sl_trace_get_span (trace));
  self->has_times = has_times (trace);
  self->kinds = g_array_new (FALSE, FALSE, sizeof (SlBusKindSum));
  set_bounds (self);
  if (!run (self, trace, progress, user_data, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * sl_bus_statistics_free:
 * @self: (transfer full):
 */
void
sl_bus_statistics_free (SlBusStatistics *self)
{
  g_clear_pointer (&self->kinds, g_array_unref);
  g_clear_pointer (&self->agents, g_array_unref);
  g_clear_pointer (&self->pages, sl_address_tally_free);
  g_clear_pointer (&self->ports, sl_address_tally_free);
  g_free (self);
}
