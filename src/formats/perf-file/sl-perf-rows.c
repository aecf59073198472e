/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-rows.h"

#include <stdlib.h>

#include "sl-prefetch.h"

/* A damaged file may claim any processors and any times. Beyond these, records are in the wrong order. */
#define MOST_ROWS  4096
#define MOST_CHAIN 256

/* From the first time to the last one, in nanoseconds: nine years. */
#define MOST_SPAN (G_GUINT64_CONSTANT (1) << 58)

/* A record of a processor whose latest records come first. */
typedef struct
{
  guint64 offset;
  guint64 end;
  guint64 time;
  guint32 cpu;
} Backward;

static void
clear_row (gpointer data)
{
  SlPerfRow *row = data;

  g_array_unref (row->runs);
}

static guint
add_row (SlPerfRows *self, guint32 cpu)
{
  SlPerfRow row = { cpu, g_array_new (FALSE, FALSE, sizeof (SlPerfRun)), self->rows->len, 0 };

  g_array_append_val (self->rows, row);
  return self->rows->len - 1;
}

SlPerfRows *
sl_perf_rows_new (void)
{
  SlPerfRows *self = g_new0 (SlPerfRows, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (SlPerfRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->by_cpu = g_hash_table_new (NULL, NULL);
  self->backward = g_array_new (FALSE, FALSE, sizeof (Backward));
  add_row (self, SL_PERF_NO_CPU);
  return self;
}

void
sl_perf_rows_free (SlPerfRows *self)
{
  g_array_unref (self->rows);
  g_array_unref (self->backward);
  g_hash_table_unref (self->by_cpu);
  g_free (self);
}

static SlPerfRow *
get_row (const SlPerfRows *self, guint number)
{
  return &g_array_index (self->rows, SlPerfRow, number);
}

static guint64
get_last (const SlPerfRow *row)
{
  return row->runs->len > 0 ? g_array_index (row->runs, SlPerfRun, row->runs->len - 1).last : 0;
}

/* The first row of that processor; 0 where there is none and no room for one. */
static guint
find_first_row (SlPerfRows *self, guint32 cpu)
{
  gpointer key = GUINT_TO_POINTER (cpu);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_cpu, key));

  if (number > 0 || self->rows->len == MOST_ROWS)
    return number;

  number = add_row (self, cpu);
  g_hash_table_insert (self->by_cpu, key, GUINT_TO_POINTER (number));
  return number;
}

/* The first row of the processor that ends before @time. */
static guint
find_row (SlPerfRows *self, guint32 cpu, guint64 time)
{
  guint number = time > 0 ? find_first_row (self, cpu) : 0;

  for (guint n = 1; number > 0 && get_last (get_row (self, number)) > time; n++)
    {
      guint next = get_row (self, number)->next;

      if (next == 0 && (n == MOST_CHAIN || self->rows->len == MOST_ROWS))
        {
          self->n_displaced++;
          break;
        }
      if (next == 0)
        {
          next = add_row (self, cpu);
          get_row (self, number)->next = next;
        }
      number = next;
    }

  return number;
}

static void
append_run (SlPerfRows *self, guint number, guint64 offset, guint64 time)
{
  SlPerfRun run = { offset, time, time, 1 };

  self->row = get_row (self, number);
  run.first = run.last = MAX (time, get_last (self->row));
  g_array_append_val (self->row->runs, run);
  self->run = &g_array_index (self->row->runs, SlPerfRun, self->row->runs->len - 1);
  self->n_records++;
}

/**
 * sl_perf_rows_begin_run:
 *
 * As sl_perf_rows_add(), for a record that does not follow the one before it.
 */
void
sl_perf_rows_begin_run (SlPerfRows *self, guint64 offset, guint64 end, guint32 cpu, guint64 time)
{
  append_run (self, find_row (self, cpu, time), offset, time);
  self->expected = end;
}

/**
 * sl_perf_rows_add_samples:
 * @attrs: what is recorded
 * @position: (inout): of a record; that of the first one behind the samples then
 *
 * Adds samples that follow each other, where all of the file begin with the same fields and nothing is asked of one but when
 * it was written, and on which processor. Does nothing where they do not.
 */
void
sl_perf_rows_add_samples (SlPerfRows *self, const SlPerfAttrs *attrs, SlPerfPosition *position)
{
  const SlPerfAttr *attr = sl_perf_attrs_get_head (attrs);
  SlPerfPosition at = *position;
  gsize time_at, cpu_at, least;
  gboolean has_cpu;

  if (attr == NULL || sl_perf_attrs_are_overwritten (attrs) || attr->is_big || attr->time_at < 0)
    return;

  time_at = SL_PERF_HEADER_SIZE + (gsize) attr->time_at;
  has_cpu = attr->cpu_at >= 0;
  cpu_at = SL_PERF_HEADER_SIZE + (has_cpu ? (gsize) attr->cpu_at : 0);
  least = SL_PERF_HEADER_SIZE + attr->head_size;
  while (at.left >= least)
    {
      gsize size = sl_bytes_u16_le (at.bytes + 6);
      guint64 time = sl_bytes_u64_le (at.bytes + time_at);

      if (G_UNLIKELY (sl_bytes_u32_le (at.bytes) != SL_PERF_SAMPLE || size < least ||
                      size > at.left))
        break;
      sl_prefetch_ahead (at.bytes);
      sl_perf_rows_add (self, at.offset, at.offset + size,
                        has_cpu && time > 0 ? sl_bytes_u32_le (at.bytes + cpu_at) : SL_PERF_NO_CPU,
                        time);
      sl_perf_position_move (&at, size);
    }
  *position = at;
}

/**
 * sl_perf_rows_add_backward:
 *
 * As sl_perf_rows_add(), for a record of a buffer that the kernel fills from its end: the file has the latest first. It
 * counts once sl_perf_rows_turn_round() was called.
 */
void
sl_perf_rows_add_backward (SlPerfRows *self, guint64 offset, guint64 end, guint32 cpu, guint64 time)
{
  const Backward record = { offset, end, time, cpu };

  g_array_append_val (self->backward, record);
}

/* Of equal times the earlier one is behind the other. */
static int
compare_backward (gconstpointer one, gconstpointer other)
{
  const Backward *a = one, *b = other;

  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return a->offset > b->offset ? -1 : a->offset < b->offset;
}

/**
 * sl_perf_rows_turn_round:
 *
 * Puts what was added backward in the order of its times.
 */
void
sl_perf_rows_turn_round (SlPerfRows *self)
{
  g_array_sort (self->backward, compare_backward);
  for (guint i = 0; i < self->backward->len; i++)
    {
      const Backward *record = &g_array_index (self->backward, Backward, i);

      sl_perf_rows_add (self, record->offset, record->end, record->cpu, record->time);
    }
  g_array_set_size (self->backward, 0);
}

/**
 * sl_perf_rows_add_last:
 * @offset: of a record without a time
 *
 * Adds a record that was written when all others of the processor had been.
 */
void
sl_perf_rows_add_last (SlPerfRows *self, guint64 offset, guint32 cpu)
{
  guint number = find_first_row (self, cpu);
  guint latest = number;

  for (; number > 0; number = get_row (self, number)->next)
    if (get_last (get_row (self, number)) > get_last (get_row (self, latest)))
      latest = number;
  append_run (self, latest, offset, get_last (get_row (self, latest)));
  self->row = NULL;
}

static int
compare_times (gconstpointer one, gconstpointer other)
{
  guint64 a = *(const guint64 *) one;
  guint64 b = *(const guint64 *) other;

  return a < b ? -1 : a > b;
}

/* What is alone, far from all others, at either end does not count. */
static gboolean
find_span (const SlPerfRows *self, guint64 *first, guint64 *last)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (guint64));
  const guint64 *sorted;
  guint begin = 0, end;

  for (guint i = 1; i < self->rows->len; i++)
    for (guint j = 0; j < get_row (self, i)->runs->len; j++)
      {
        const SlPerfRun *run = &g_array_index (get_row (self, i)->runs, SlPerfRun, j);

        g_array_append_val (times, run->first);
        if (run->n_records > 1)
          g_array_append_val (times, run->last);
      }
  if (times->len == 0)
    return FALSE;

  g_array_sort (times, compare_times);
  sorted = (const guint64 *) (gpointer) times->data;
  end = times->len;
  while (end - begin > 2 && sorted[end - 1] - sorted[end - 2] > SL_PERF_RUN_FAR)
    end--;
  while (end - begin > 2 && sorted[begin + 1] - sorted[begin] > SL_PERF_RUN_FAR)
    begin++;
  *first = sorted[begin];
  *last = sorted[end - 1];
  return TRUE;
}

/* The row without times stays first. */
static int
compare_rows (gconstpointer one, gconstpointer other)
{
  const SlPerfRow *a = one, *b = other;

  if (a->cpu != b->cpu)
    return a->cpu < b->cpu ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static void
sort_rows (SlPerfRows *self)
{
  SlPerfRow *rows = (SlPerfRow *) (gpointer) self->rows->data;

  qsort (rows + 1, self->rows->len - 1, sizeof *rows, compare_rows);
}

/**
 * sl_perf_rows_settle:
 * @first: (out): the first time of all
 *
 * To be called when all records are there; rows are in the order of their processors then. A damaged time may be anything: where it is far from all others, it
 * becomes that of the run before.
 *
 * Returns: %FALSE where no record has a time
 */
gboolean
sl_perf_rows_settle (SlPerfRows *self, guint64 *first)
{
  guint64 last;

  self->row = NULL;
  sort_rows (self);
  if (!find_span (self, first, &last))
    return FALSE;
  last = *first + MIN (last - *first, MOST_SPAN);

  for (guint i = 1; i < self->rows->len; i++)
    {
      guint64 before = *first;

      for (guint j = 0; j < get_row (self, i)->runs->len; j++)
        {
          SlPerfRun *run = &g_array_index (get_row (self, i)->runs, SlPerfRun, j);

          if (run->first < before || run->first > last)
            run->first = before;
          if (run->last < before || run->last > last)
            run->last = run->first;
          before = run->last;
        }
    }

  return TRUE;
}
