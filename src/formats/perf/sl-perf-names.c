/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-names.h"

#include <string.h>

#include "sl-perf-decoder.h"

static void
learn_comm (SlLinuxNames *names, const SlPerfRecord *record, guint64 time)
{
  guint32 pid = sl_perf_record_get_u32 (record, 0);
  guint32 tid = sl_perf_record_get_u32 (record, 4);
  const char *comm = (const char *) record->body + 8;

  if (record->size <= 8 || tid == G_MAXUINT32)
    return;

  sl_linux_names_add_comm (names, tid, time, comm, strnlen (comm, record->size - 8));
  if (pid != G_MAXUINT32)
    sl_linux_names_set_tgid (names, tid, time, pid);
}

/* A thread is called what the one was that made it. */
static void
learn_fork (SlLinuxNames *names, const SlPerfRecord *record, guint64 time)
{
  guint32 pid = sl_perf_record_get_u32 (record, 0);
  guint32 tid = sl_perf_record_get_u32 (record, 8);
  const char *comm = sl_linux_names_get_comm (names, sl_perf_record_get_u32 (record, 12), time);

  if (comm != NULL && tid != G_MAXUINT32)
    sl_linux_names_fork (names, tid, time, comm, strlen (comm));
  if (tid != G_MAXUINT32 && pid != G_MAXUINT32)
    sl_linux_names_set_tgid (names, tid, time, pid);
}

/**
 * sl_perf_names_learn:
 * @names: added to
 * @clock: whose times the names have
 */
void
sl_perf_names_learn (SlLinuxNames *names, const SlPerfCapture *capture, SlClock *clock)
{
  for (guint i = 0; i < capture->places->len; i++)
    {
      const SlPerfPlace *place = &g_array_index (capture->places, SlPerfPlace, i);
      guint64 time = place->time > 0 ? sl_perf_capture_convert (capture, clock, place->time) : 1;
      SlPerfRecord record;

      if (!sl_perf_records_read (capture->records, place->offset, &record))
        continue;
      if (record.type == SL_PERF_COMM)
        learn_comm (names, &record, time);
      else if (record.type == SL_PERF_FORK && place->time > 0)
        learn_fork (names, &record, time);
    }
}
