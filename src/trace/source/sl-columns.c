/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-columns.h"

#include "sl-vector.h"

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

static guint64
add_steps (const guint32 *steps, guint n)
{
  guint64 sum = 0;

  for (guint i = 0; i < n; i++)
    sum += steps[i];

  return sum;
}

static guint64
add_group_steps (const guint32 *steps)
{
  SlPair even = { 0, 0 };
  SlPair odd = { 0, 0 };

  for (guint i = 0; i < SL_COLUMNS_GROUP; i += 4)
    {
      SlPair both = (SlPair) sl_quad_load (steps + i);

      even += both & G_MAXUINT32;
      odd += both >> 32;
    }

  even += odd;
  return even[0] + even[1];
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
  SlPair sums = { 0, 0 };

  for (guint i = 0; i < SL_COLUMNS_GROUP; i += SL_VECTOR_SIZE)
    {
      SlPair words = (SlPair) sl_bytes16_load (bytes + i);

      sums += (words & even) + (words >> 8 & even);
    }

  return (guint32) ((sums[0] + sums[1]) * G_GUINT64_CONSTANT (0x0001000100010001) >> 48);
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
      time += add_group_steps (self->steps + i * SL_COLUMNS_GROUP);
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
has_pair (const SlColumns *self, guint event)
{
  for (guint i = 0; i < self->n_pairs; i++)
    {
      if (self->pairs[i].code == self->codes[event] && self->pairs[i].agent == self->agents[event])
        return TRUE;
    }

  return FALSE;
}

/* Finds the pairs that events @first to @end bring; FALSE where there is no room for them. */
static gboolean
find_pairs (SlColumns *self, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    {
      if (has_pair (self, i))
        continue;
      if (self->n_pairs == SL_COLUMNS_PAIRS)
        return FALSE;

      for (guint before = 0; before < first / SL_COLUMNS_GROUP; before++)
        self->counts[before][self->n_pairs] = 0;
      self->pairs[self->n_pairs++] = (SlColumnsPair) {
        .code = self->codes[i],
        .agent = self->agents[i],
        .kind = self->kinds[self->codes[i]],
      };
    }

  return TRUE;
}

/* How many events of a whole group are of one pair: where all have one processor, it is left out. */
static guint
count_in_group (const SlColumns *self, guint first, const SlColumnsPair *pair, gboolean one_agent)
{
  SlBytes16 code = sl_bytes16_fill (pair->code);
  SlBytes16 agent = sl_bytes16_fill (pair->agent);
  SlBytes16 count = { 0 };

  for (guint i = first; i < first + SL_COLUMNS_GROUP; i += SL_VECTOR_SIZE)
    {
      SlBytes16 equal = (SlBytes16) (sl_bytes16_load (self->codes + i) == code);

      if (!one_agent)
        equal &= (SlBytes16) (sl_bytes16_load (self->agents + i) == agent);
      count -= equal;
    }

  return sl_bytes16_add_up (count);
}

static guint
count_in_rest (const SlColumns *self, guint first, const SlColumnsPair *pair)
{
  guint count = 0;

  for (guint i = first; i < self->n_events; i++)
    count += self->codes[i] == pair->code && self->agents[i] == pair->agent;

  return count;
}

/* Writes the group's row for the pairs that are known; returns how many events it accounts for. */
static guint
write_row (SlColumns *self, guint group, gboolean one_agent)
{
  guint first = group * SL_COLUMNS_GROUP;
  gboolean is_whole = self->n_events - first >= SL_COLUMNS_GROUP;
  guint sum = 0;

  for (guint i = 0; i < self->n_pairs; i++)
    {
      const SlColumnsPair *pair = &self->pairs[i];
      guint count = is_whole ? count_in_group (self, first, pair, one_agent)
                             : count_in_rest (self, first, pair);
      guint before = group > 0 ? self->counts[group - 1][i] : 0;

      self->counts[group][i] = (guint16) (before + count);
      sum += count;
    }

  return sum;
}

static gboolean
has_one_agent (const SlColumns *self)
{
  SlBytes16 first = sl_bytes16_fill (self->agents[0]);
  SlQuad others = { 0 };
  gboolean has_other = FALSE;
  guint done;

  for (done = 0; self->n_events - done >= SL_VECTOR_SIZE; done += SL_VECTOR_SIZE)
    others |= (SlQuad) (sl_bytes16_load (self->agents + done) ^ first);
  for (; done < self->n_events; done++)
    has_other |= self->agents[done] != self->agents[0];

  return !has_other && sl_quad_is_zero (others);
}

static gboolean
count_pairs (SlColumns *self)
{
  gboolean one_agent = has_one_agent (self);

  for (guint first = 0; first < self->n_events; first += SL_COLUMNS_GROUP)
    {
      guint group = first / SL_COLUMNS_GROUP;
      guint end = MIN (first + SL_COLUMNS_GROUP, self->n_events);

      /* No event is looked at for whether its pair is new: the sum tells it for all of them. */
      if (write_row (self, group, one_agent) == end - first)
        continue;
      if (!find_pairs (self, first, end))
        return FALSE;
      write_row (self, group, one_agent);
    }

  return TRUE;
}

/**
 * sl_columns_count:
 *
 * Finds the pairs and the running sums of what was filled in, at least one event.
 *
 * Returns: %FALSE where there are more pairs than %SL_COLUMNS_PAIRS: columns are not the way to sum
 *   this block up
 */
gboolean
sl_columns_count (SlColumns *self)
{
  guint last = sl_columns_get_n_groups (self) - 1;

  self->n_pairs = 0;
  sum_groups (self);
  if (!count_pairs (self))
    return FALSE;

  for (guint i = 0; i < self->n_pairs; i++)
    self->pairs[i].count = self->counts[last][i];

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
widen_wide_a (const SlColumns *self, SlZone *zone)
{
  for (guint i = 0; i < self->n_events; i++)
    {
      zone->a_min = MIN (zone->a_min, sl_columns_get_a (self, i));
      zone->a_max = MAX (zone->a_max, sl_columns_get_a (self, i));
    }
}

static void
widen_a (const SlColumns *self, SlZone *zone)
{
  SlSigned low = { G_MAXINT32, G_MAXINT32, G_MAXINT32, G_MAXINT32 };
  SlSigned high = { G_MININT32, G_MININT32, G_MININT32, G_MININT32 };
  guint32 min = G_MAXUINT32, max = 0;
  guint done;

  for (done = 0; self->n_events - done >= 4; done += 4)
    {
      SlSigned a = sl_quad_to_signed (sl_quad_load (self->a + done));

      low = (SlSigned) sl_quad_choose ((SlQuad) (low < a), (SlQuad) low, (SlQuad) a);
      high = (SlSigned) sl_quad_choose ((SlQuad) (high > a), (SlQuad) high, (SlQuad) a);
    }
  for (guint i = 0; i < 4; i++)
    {
      min = MIN (min, (guint32) low[i] ^ SL_QUAD_SIGN);
      max = MAX (max, (guint32) high[i] ^ SL_QUAD_SIGN);
    }
  for (; done < self->n_events; done++)
    {
      min = MIN (min, self->a[done]);
      max = MAX (max, self->a[done]);
    }

  zone->a_min = MIN (zone->a_min, min);
  zone->a_max = MAX (zone->a_max, max);
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
  for (guint i = 0; i < self->n_pairs; i++)
    {
      zone->kinds |= G_GUINT64_CONSTANT (1) << (self->pairs[i].kind % 64);
      zone->cpus |= G_GUINT64_CONSTANT (1) << (self->pairs[i].agent % 64);
    }

  if (self->n_gaps > 0)
    zone->flags |= SL_EVENT_GAP;
  zone->time_min = MIN (zone->time_min, self->begin);
  zone->time_max = MAX (zone->time_max, sl_columns_get_end (self));
  if (self->is_wide)
    widen_wide_a (self, zone);
  else
    widen_a (self, zone);
  widen_b (self, zone);
  zone->count += self->n_events;
}
