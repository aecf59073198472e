/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-missing-code.h"

#include "sl-flow.h"
#include "sl-source-extras.h"

/* Addresses that no file is named for are one range while they are not further apart. */
#define MOST_APART (1u << 20)

#define PAGE 4096u

static void
add_stop (SlMissingRange *range, const SlFlowGap *gap)
{
  if (range->n_stops == 0 || gap->span.begin < range->first.begin)
    range->first = gap->span;
  range->n_stops++;
  range->n_branches += gap->n_branches;
  range->ticks += (guint64) sl_span_duration (gap->span);
}

/* What the recording says of the address; the last that was mapped there counts. */
static const SlCodeFile *
find_file (GPtrArray *files, const SlFlowGap *gap)
{
  for (guint i = files != NULL ? files->len : 0; i > 0; i--)
    {
      const SlCodeFile *file = g_ptr_array_index (files, i - 1);

      if (file->size > 0 && file->address != SL_CODE_NO_BASE && gap->address >= file->address &&
          gap->address - file->address < file->size &&
          (file->process == gap->process || file->process == SL_CODE_ANY_PROCESS ||
           gap->process == SL_CODE_ANY_PROCESS))
        return file;
    }

  return NULL;
}

static SlMissingRange
make_range (GPtrArray *files, const SlFlowGap *gap)
{
  const SlCodeFile *file = find_file (files, gap);
  guint64 page = gap->address - gap->address % PAGE;
  SlMissingRange range = { page, page + PAGE, gap->process, NULL, { 0, 0 }, 0, 0, 0 };

  if (file != NULL)
    {
      range.begin = file->address;
      range.end = file->address + MIN (file->size, G_MAXUINT64 - file->address);
      range.process = file->process;
      range.file = file->path;
    }
  else if (page > G_MAXUINT64 - PAGE)
    {
      range.end = G_MAXUINT64;
    }

  return range;
}

static gboolean
belongs (const SlMissingRange *range, const SlMissingRange *other)
{
  if (range->process != other->process || range->file != other->file)
    return FALSE;
  if (range->file != NULL)
    return range->begin == other->begin;

  return other->begin < range->begin
             ? range->begin - other->begin <= MOST_APART
             : other->begin - range->begin <= MOST_APART || other->begin <= range->end;
}

static void
add_gap (SlMissingCode *self, GPtrArray *files, const SlFlowGap *gap)
{
  SlMissingRange found;

  if (!gap->has_no_code)
    {
      self->n_wrong += gap->n_branches;
      self->n_wrong_stops++;
      return;
    }

  self->n_missing += gap->n_branches;
  self->missing_ticks += (guint64) sl_span_duration (gap->span);
  found = make_range (files, gap);
  for (guint i = 0; i < self->ranges->len; i++)
    {
      SlMissingRange *range = &g_array_index (self->ranges, SlMissingRange, i);

      if (!belongs (range, &found))
        continue;
      range->begin = MIN (range->begin, found.begin);
      range->end = MAX (range->end, found.end);
      add_stop (range, gap);
      return;
    }

  add_stop (&found, gap);
  g_array_append_val (self->ranges, found);
}

static int
compare_ranges (gconstpointer one, gconstpointer other)
{
  const SlMissingRange *a = one, *b = other;

  if (a->n_branches != b->n_branches)
    return a->n_branches > b->n_branches ? -1 : 1;

  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/**
 * sl_missing_code_new:
 * @source: of branch traces
 *
 * Returns: (transfer full): nothing looked at yet
 */
SlMissingCode *
sl_missing_code_new (SlSource *source)
{
  SlMissingCode *self = g_new0 (SlMissingCode, 1);

  self->source = g_object_ref (source);
  self->ranges = g_array_new (FALSE, FALSE, sizeof (SlMissingRange));
  return self;
}

void
sl_missing_code_free (SlMissingCode *self)
{
  g_object_unref (self->source);
  g_array_unref (self->ranges);
  g_free (self);
}

/**
 * sl_missing_code_add:
 * @flow: what was decoded of @part
 *
 * Adds up what a part lacks.
 */
void
sl_missing_code_add (SlMissingCode *self, const SlFlowPart *part, const SlFlow *flow)
{
  SlTime end = part->span.end;

  if (end == SL_TIME_MAX)
    end = flow->steps->len > 0 ? g_array_index (flow->steps, SlFlowStep, flow->steps->len - 1).time
                               : part->span.begin;
  self->n_decoded += part->n_bytes;
  self->n_branches += flow->n_branches;
  self->ticks += (guint64) MAX (end - part->span.begin, 0);
  for (guint i = 0; i < flow->gaps->len; i++)
    add_gap (self, sl_source_get_code_files (self->source),
             &g_array_index (flow->gaps, SlFlowGap, i));
}

/**
 * sl_missing_code_sort:
 *
 * Puts the ranges in order, once all parts were added.
 */
void
sl_missing_code_sort (SlMissingCode *self)
{
  g_array_sort (self->ranges, compare_ranges);
}

static guint64
count_bytes (GPtrArray *streams)
{
  guint64 n_bytes = 0;

  for (guint i = 0; streams != NULL && i < streams->len; i++)
    {
      const SlFlowStream *stream = g_ptr_array_index (streams, i);

      for (guint j = 0; j < stream->parts->len; j++)
        n_bytes += g_array_index (stream->parts, SlFlowPart, j).n_bytes;
    }

  return n_bytes;
}

/**
 * sl_missing_code_measure:
 * @most_bytes: of packets; where there are more, parts are taken evenly from all over the trace
 *
 * Decodes to find out; takes a second for some ten megabytes. Any thread.
 *
 * Returns: (transfer full): what was found until @cancellable was cancelled
 */
SlMissingCode *
sl_missing_code_measure (SlSource *source,
                         SlCodeMap *map,
                         guint64 most_bytes,
                         GCancellable *cancellable)
{
  GPtrArray *streams = sl_source_get_flow_streams (source);
  SlMissingCode *self = sl_missing_code_new (source);
  guint64 seen = 0;

  self->n_bytes = count_bytes (streams);
  for (guint i = 0; streams != NULL && i < streams->len; i++)
    {
      const SlFlowStream *stream = g_ptr_array_index (streams, i);

      for (guint j = 0; j < stream->parts->len && !g_cancellable_is_cancelled (cancellable); j++)
        {
          const SlFlowPart *part = &g_array_index (stream->parts, SlFlowPart, j);
          g_autoptr (SlFlow) flow = NULL;

          seen += part->n_bytes;
          if (self->n_bytes > most_bytes && (double) self->n_decoded / (double) most_bytes >
                                                (double) seen / (double) self->n_bytes)
            continue;
          flow = stream->read (stream->source_data, j, map, cancellable);
          sl_missing_code_add (self, part, flow);
        }
    }

  sl_missing_code_sort (self);
  return self;
}
