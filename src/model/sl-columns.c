/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-columns.h"

#include <string.h>

/**
 * sl_columns_new:
 *
 * Returns: (transfer full): room for one block, to be used again and again by one thread
 */
SlColumns *
sl_columns_new (void)
{
  return g_new0 (SlColumns, 1);
}

void
sl_columns_free (SlColumns *self)
{
  g_free (self);
}

/**
 * sl_columns_set_steady:
 *
 * Fills in the times of events that have none but their number: each is one tick after the one
 * before, the first at @begin.
 */
void
sl_columns_set_steady (SlColumns *self, SlTime begin)
{
  self->begin = begin;
  self->steps[0] = 0;
  for (guint i = 1; i < self->n_events; i++)
    self->steps[i] = 1;
}

/* Whole groups have a length that the compiler knows, and so run on vectors. */
static inline guint64
add_steps (const guint32 *steps, guint n)
{
  guint64 sum = 0;

  for (guint i = 0; i < n; i++)
    sum += steps[i];

  return sum;
}

static guint32
add_bytes (const guint8 *bytes, guint n)
{
  guint32 sum = 0;

  for (guint i = 0; i < n; i++)
    sum += bytes[i];

  return sum;
}

/* The bytes of a whole group, eight at a time: four sums of 16 bits in a word. */
static guint32
add_group_bytes (const guint8 *bytes)
{
  const guint64 even = G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  guint64 sums = 0;

  for (guint i = 0; i < SL_COLUMNS_GROUP; i += sizeof (guint64))
    {
      guint64 word;

      memcpy (&word, bytes + i, sizeof word);
      sums += (word & even) + (word >> 8 & even);
    }

  return (guint32) (sums * G_GUINT64_CONSTANT (0x0001000100010001) >> 48);
}

static void
sum_groups (SlColumns *self)
{
  guint n_whole = self->n_events / SL_COLUMNS_GROUP;
  guint rest = self->n_events % SL_COLUMNS_GROUP;
  guint64 time = (guint64) self->begin;
  guint32 bytes = 0;

  for (guint i = 0; i < n_whole; i++)
    {
      self->before[i] = (SlTime) time;
      time += add_steps (self->steps + i * SL_COLUMNS_GROUP, SL_COLUMNS_GROUP);
      bytes += add_group_bytes (self->bytes + i * SL_COLUMNS_GROUP);
      self->bytes_to[i] = bytes;
    }

  self->before[n_whole] = (SlTime) time;
  if (rest > 0)
    {
      time += add_steps (self->steps + n_whole * SL_COLUMNS_GROUP, rest);
      bytes += add_bytes (self->bytes + n_whole * SL_COLUMNS_GROUP, rest);
      self->bytes_to[n_whole] = bytes;
      self->before[n_whole + 1] = (SlTime) time;
    }
}

static gboolean
has_code (const SlColumns *self, guint16 key)
{
  for (guint i = 0; i < self->n_codes; i++)
    {
      if (self->codes[i].key == key)
        return TRUE;
    }

  return FALSE;
}

/* Finds the codes that a group brings; FALSE where there is no room for them. */
static gboolean
find_codes (SlColumns *self, guint group, const guint16 *keys, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint16 key = keys[i];

      if (has_code (self, key))
        continue;
      if (self->n_codes == SL_COLUMNS_CODES)
        return FALSE;

      for (guint before = 0; before < group; before++)
        self->counts[before][self->n_codes] = 0;
      self->codes[self->n_codes++] = (SlColumnsCode) {
        .key = key,
        .kind = self->kinds[SL_COLUMNS_KEY_CODE (key)],
        .cpu = SL_COLUMNS_KEY_CPU (key),
      };
    }

  return TRUE;
}

/* Writes the group's row; returns how many events it accounts for. */
static guint
write_row (SlColumns *self, guint group)
{
  guint sum = 0;

  for (guint i = 0; i < self->n_codes; i++)
    {
      guint16 count = self->by_key[self->codes[i].key];

      self->counts[group][i] = count;
      sum += count;
    }

  return sum;
}

static gboolean
count_codes (SlColumns *self)
{
  for (guint first = 0, group = 0; first < self->n_events; first += SL_COLUMNS_GROUP, group++)
    {
      const guint16 *keys = self->keys + first;
      guint n = MIN (SL_COLUMNS_GROUP, self->n_events - first);

      for (guint i = 0; i < n; i++)
        self->by_key[keys[i]]++;

      /* No event is looked at for whether its code is new: the sum tells it for all of them. */
      if (write_row (self, group) == first + n)
        continue;
      if (!find_codes (self, group, keys, n))
        return FALSE;
      write_row (self, group);
    }

  return TRUE;
}

/**
 * sl_columns_count:
 *
 * Finds the codes and the running sums of what was filled in.
 *
 * Returns: %FALSE where there are more than %SL_COLUMNS_CODES: columns are not the way to sum this
 *   block up
 */
gboolean
sl_columns_count (SlColumns *self)
{
  gboolean counted;

  self->n_codes = 0;
  sum_groups (self);
  counted = count_codes (self);
  if (!counted)
    {
      memset (self->by_key, 0, sizeof self->by_key);
      return FALSE;
    }

  for (guint i = 0; i < self->n_codes; i++)
    {
      self->codes[i].count = self->by_key[self->codes[i].key];
      self->by_key[self->codes[i].key] = 0;
    }

  return TRUE;
}

/**
 * sl_columns_get_time:
 * @event: below the number of events
 *
 * Costs at most a group's additions.
 *
 * Returns: the event's time
 */
SlTime
sl_columns_get_time (const SlColumns *self, guint event)
{
  guint first = event & ~(SL_COLUMNS_GROUP - 1u);
  guint64 before = (guint64) self->before[event / SL_COLUMNS_GROUP];

  return (SlTime) (before + add_steps (self->steps + first, event - first + 1));
}

/**
 * sl_columns_get_end:
 *
 * Returns: the time of the last event
 */
SlTime
sl_columns_get_end (const SlColumns *self)
{
  return self->before[sl_columns_get_n_groups (self)];
}

static void
widen_a (const SlColumns *self, SlZone *zone)
{
  guint64 min = zone->a_min, max = zone->a_max;

  for (guint i = 0; i < self->n_events; i++)
    {
      min = MIN (min, self->a[i]);
      max = MAX (max, self->a[i]);
    }

  zone->a_min = min;
  zone->a_max = max;
}

static inline void
widen_bytes (const guint8 *values, guint n, guint8 *min, guint8 *max)
{
  guint8 low = *min, high = *max;

  for (guint i = 0; i < n; i++)
    {
      low = MIN (low, values[i]);
      high = MAX (high, values[i]);
    }

  *min = low;
  *max = high;
}

static void
widen_b (const SlColumns *self, SlZone *zone)
{
  guint n_whole = self->n_events / SL_COLUMNS_GROUP * SL_COLUMNS_GROUP;
  guint8 min = G_MAXUINT8, max = 0;

  for (guint i = 0; i < n_whole; i += SL_COLUMNS_GROUP)
    widen_bytes (self->b + i, SL_COLUMNS_GROUP, &min, &max);
  widen_bytes (self->b + n_whole, self->n_events - n_whole, &min, &max);

  zone->b_min = MIN (zone->b_min, min);
  zone->b_max = MAX (zone->b_max, max);
}

/**
 * sl_columns_add_to_zone:
 *
 * Takes all events, of which there is at least one, into @zone as sl_zone_add() does. They must be
 * counted.
 */
void
sl_columns_add_to_zone (const SlColumns *self, SlZone *zone)
{
  for (guint i = 0; i < self->n_codes; i++)
    {
      zone->kinds |= G_GUINT64_CONSTANT (1) << (self->codes[i].kind % 64);
      zone->cpus |= G_GUINT64_CONSTANT (1) << (self->codes[i].cpu % 64);
    }

  if (self->n_gaps > 0)
    zone->flags |= SL_EVENT_GAP;
  zone->time_min = MIN (zone->time_min, self->begin);
  zone->time_max = MAX (zone->time_max, sl_columns_get_end (self));
  widen_a (self, zone);
  widen_b (self, zone);
  zone->count += self->n_events;
}
