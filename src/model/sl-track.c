/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track.h"

#include <string.h>

typedef struct
{
  guint32 state;
  guint32 detail;
} Code;

struct _SlTrack
{
  gatomicrefcount ref_count;
  SlTrackType type;
  GArray *items;
  GArray *codes;
  guint32 *code_of;
};

struct _SlTrackWriter
{
  SlTrackType type;
  GArray *items;
};

SlTrackWriter *
sl_track_writer_new (SlTrackType type)
{
  SlTrackWriter *self = g_new0 (SlTrackWriter, 1);

  self->type = type;
  self->items = g_array_new (FALSE, FALSE, sizeof (SlItem));
  return self;
}

void
sl_track_writer_free (SlTrackWriter *self)
{
  g_array_unref (self->items);
  g_free (self);
}

SlTime
sl_track_writer_get_end (const SlTrackWriter *self)
{
  return self->items->len == 0 ? SL_TIME_MIN
                               : g_array_index (self->items, SlItem, self->items->len - 1).end;
}

static void
add (SlTrackWriter *self, SlItem item)
{
  item.begin = MAX (item.begin, sl_track_writer_get_end (self));
  item.end = MAX (item.begin, item.end);
  item.index = self->items->len;
  g_array_append_val (self->items, item);
}

void
sl_track_writer_add_slice (SlTrackWriter *self,
                           SlTime begin,
                           SlTime end,
                           SlState state,
                           guint32 detail)
{
  if (self->items->len > 0 && begin < end)
    {
      SlItem *last = &g_array_index (self->items, SlItem, self->items->len - 1);

      if (last->end == begin && last->begin < last->end && last->state == state &&
          last->detail == detail)
        {
          last->end = end;
          return;
        }
    }
  add (self, (SlItem) { .begin = begin, .end = end, .state = state, .detail = detail });
}

void
sl_track_writer_add_instant (SlTrackWriter *self, SlTime time, guint16 kind, guint32 detail)
{
  add (self, (SlItem) { .begin = time, .end = time, .state = kind, .detail = detail });
}

void
sl_track_writer_add_value (SlTrackWriter *self, SlTime time, gint64 value)
{
  add (self, (SlItem) { .begin = time, .end = time, .value = value });
}

SlTrack *
sl_track_writer_snapshot (SlTrackWriter *self)
{
  SlTrack *track = g_new0 (SlTrack, 1);

  g_atomic_ref_count_init (&track->ref_count);
  track->type = self->type;
  track->items = g_array_copy (self->items);
  track->codes = g_array_new (FALSE, FALSE, sizeof (Code));
  track->code_of = g_new (guint32, track->items->len + 1);
  for (guint i = 0; i < track->items->len; i++)
    {
      const SlItem *item = &g_array_index (track->items, SlItem, i);
      Code code = { item->state, self->type == SL_TRACK_SLICES ? item->detail : 0 };
      guint c = 0;

      while (c < track->codes->len &&
             memcmp (&g_array_index (track->codes, Code, c), &code, sizeof code) != 0)
        c++;
      if (c == track->codes->len)
        g_array_append_val (track->codes, code);
      track->code_of[i] = c;
    }
  return track;
}

SlTrack *
sl_track_ref (SlTrack *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_track_unref (SlTrack *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->items);
  g_array_unref (self->codes);
  g_free (self->code_of);
  g_free (self);
}

SlTrackType
sl_track_get_type_of_items (const SlTrack *self)
{
  return self->type;
}

guint64
sl_track_get_count (const SlTrack *self)
{
  return self->items->len;
}

SlSpan
sl_track_get_span (const SlTrack *self)
{
  if (self->items->len == 0)
    return (SlSpan) { 0, 0 };
  return (SlSpan) { g_array_index (self->items, SlItem, 0).begin,
                    g_array_index (self->items, SlItem, self->items->len - 1).end };
}

gsize
sl_track_get_memory (const SlTrack *self)
{
  return sizeof *self + self->items->len * (sizeof (SlItem) + 4);
}

void
sl_track_iter_init (SlTrackIter *self, const SlTrack *track, SlTime from)
{
  guint64 low = 0, high = track->items->len;

  while (low < high)
    {
      guint64 middle = (low + high) / 2;
      const SlItem *item = &g_array_index (track->items, SlItem, middle);

      if (item->end > from || item->begin >= from)
        high = middle;
      else
        low = middle + 1;
    }
  *self = (SlTrackIter) { .track = track, .next_index = low };
}

gboolean
sl_track_iter_next (SlTrackIter *self, SlItem *item)
{
  if (self->next_index >= self->track->items->len)
    return FALSE;
  *item = g_array_index (self->track->items, SlItem, self->next_index++);
  return TRUE;
}

static gboolean
get_item (const SlTrack *self, guint64 index, SlItem *item)
{
  if (index >= self->items->len)
    return FALSE;
  *item = g_array_index (self->items, SlItem, index);
  return TRUE;
}

static guint64
count_begun_before (const SlTrack *self, SlTime time)
{
  guint64 low = 0, high = self->items->len;

  while (low < high)
    {
      guint64 middle = (low + high) / 2;

      if (g_array_index (self->items, SlItem, middle).begin >= time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

gboolean
sl_track_find_at (const SlTrack *self, SlTime time, SlItem *item)
{
  guint64 after = time == SL_TIME_MAX ? self->items->len : count_begun_before (self, time + 1);

  if (after == 0 || !get_item (self, after - 1, item))
    return FALSE;
  return self->type == SL_TRACK_VALUES || item->end > time || item->begin == time;
}

gboolean
sl_track_find_before (const SlTrack *self, SlTime time, SlItem *item)
{
  return get_item (self, count_begun_before (self, time) - 1, item);
}

gboolean
sl_track_find_after (const SlTrack *self, SlTime time, SlItem *item)
{
  return time < SL_TIME_MAX && get_item (self, count_begun_before (self, time + 1), item);
}

guint64
sl_track_count_between (const SlTrack *self, SlSpan span)
{
  return count_begun_before (self, span.end) - count_begun_before (self, span.begin);
}

guint
sl_track_get_n_codes (const SlTrack *self)
{
  return self->codes->len;
}

void
sl_track_get_code (const SlTrack *self, guint code, guint32 *state, guint32 *detail)
{
  *state = g_array_index (self->codes, Code, code).state;
  *detail = g_array_index (self->codes, Code, code).detail;
}

void
sl_track_fold (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns)
{
  __int128 length = (__int128) query->span.end - query->span.begin;

  for (guint c = 0; c < query->n_columns; c++)
    {
      SlSpan span = { query->span.begin + (SlTime) (length * c / query->n_columns),
                      query->span.begin + (SlTime) (length * (c + 1) / query->n_columns) };
      SlFoldColumn *column = &columns[c];
      SlTrackIter iter;
      SlItem item;

      memset (column, 0, sizeof *column);
      column->minimum = G_MAXINT64;
      column->maximum = G_MININT64;
      sl_track_iter_init (&iter, self, span.begin);
      while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
        {
          SlSpan part = sl_span_intersect (span, (SlSpan) { item.begin, item.end });
          guint8 group = query->group_of[self->code_of[item.index]];

          column->count += item.begin >= span.begin;
          column->minimum = MIN (column->minimum, item.value);
          column->maximum = MAX (column->maximum, item.value);
          if (group == SL_FOLD_IGNORE)
            continue;
          column->groups |= 1u << group;
          column->time[group] += part.end - part.begin;
          column->busy += part.end - part.begin;
        }
    }
}

void
sl_track_sum (const SlTrack *self, SlSpan span, guint64 *time_by_code, guint64 *count_by_code)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, self, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    {
      SlSpan part = sl_span_intersect (span, (SlSpan) { item.begin, item.end });

      if (time_by_code != NULL)
        time_by_code[self->code_of[item.index]] += part.end - part.begin;
      if (count_by_code != NULL)
        count_by_code[self->code_of[item.index]] += item.begin >= span.begin;
    }
}
