/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The records of a switch come in pairs: the task that goes, then the one that comes. The new one's address space is
 * set between them, so the new owner counts from the first of the two on. */

#include "sl-perf-owners.h"

#include "sl-code-map.h"
#include "sl-perf-sample.h"
#include "sl-pt-stream.h"

typedef struct
{
  GArray *owners; /* of SlPtOwner */
  SlTime out;     /* when a task went, while none has come; else SL_TIME_MAX */
} Walk;

static void
add_owner (Walk *self, SlTime time, guint32 process)
{
  SlPtOwner owner = { time, process };
  const SlPtOwner *last = self->owners->len > 0
                              ? &g_array_index (self->owners, SlPtOwner, self->owners->len - 1)
                              : NULL;

  if (last != NULL && last->process == process)
    return;

  owner.time = last != NULL ? MAX (owner.time, last->time) : SL_TIME_MIN;
  g_array_append_val (self->owners, owner);
}

static void
add_record (Walk *self, const SlPerfRecord *record, const SlPerfSample *sample, SlTime time)
{
  switch (record->type)
    {
    case SL_PERF_SWITCH:
    case SL_PERF_SWITCH_CPU_WIDE:
      if ((record->misc & SL_PERF_MISC_SWITCH_OUT) == 0)
        {
          add_owner (self, MIN (time, self->out), sample->pid);
          self->out = SL_TIME_MAX;
          break;
        }
      if (self->out == SL_TIME_MAX)
        add_owner (self, time, sample->pid);
      self->out = time;
      break;
    case SL_PERF_SAMPLE:
    case SL_PERF_ITRACE_START:
    case SL_PERF_COMM:
    case SL_PERF_MMAP:
    case SL_PERF_MMAP2:
      if (self->out == SL_TIME_MAX)
        add_owner (self, time, sample->pid);
      break;
    default:
      break;
    }
}

static SlTime
convert_time (const SlPerfCapture *capture, SlClock *clock, guint64 ns)
{
  guint64 now = sl_perf_clock_from_ns (&capture->clock, ns, capture->first);

  return sl_perf_clock_place (now, sl_clock_get_origin (clock));
}

/* The process of a thread, where any record tells it. */
static guint32
find_process (const SlPerfCapture *capture, guint32 tid)
{
  for (guint i = 0; i < capture->places->len; i++)
    {
      SlPerfRecord record;
      SlPerfSample sample;

      if (!sl_perf_records_read (capture->records,
                                 g_array_index (capture->places, SlPerfPlace, i).offset, &record))
        continue;
      if (record.type == SL_PERF_COMM && sl_perf_record_get_u32 (&record, 4) == tid)
        return sl_perf_record_get_u32 (&record, 0);
      sl_perf_records_get_sample (capture->records, &record, &sample);
      if (sample.has_tid && sample.tid == tid)
        return sample.pid;
    }

  return SL_CODE_ANY_PROCESS;
}

/**
 * sl_perf_owners_find:
 * @clock: whose ticks the times are, counted from its origin
 *
 * Returns: (transfer full) (element-type SlPtOwner): by time; empty where nothing is known
 */
GArray *
sl_perf_owners_find (const SlPerfCapture *capture, const SlPerfStream *stream, SlClock *clock)
{
  Walk walk = { g_array_new (FALSE, FALSE, sizeof (SlPtOwner)), SL_TIME_MAX };

  if (stream->cpu < 0)
    {
      add_owner (&walk, 0, find_process (capture, stream->tid));
      return walk.owners;
    }

  for (guint i = 0; i < capture->places->len && capture->clock.mult > 0; i++)
    {
      const SlPerfPlace *place = &g_array_index (capture->places, SlPerfPlace, i);
      SlPerfRecord record;
      SlPerfSample sample;

      if (place->time == 0 || !sl_perf_records_read (capture->records, place->offset, &record))
        continue;

      sl_perf_records_get_sample (capture->records, &record, &sample);
      if (sample.has_cpu && sample.cpu == (guint32) stream->cpu && sample.has_tid)
        add_record (&walk, &record, &sample, convert_time (capture, clock, place->time));
    }

  return walk.owners;
}
