/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a density where its groups are too coarse.
 *
 * A group that a border cuts is taken as evenly spread. That moves less than a group's events into
 * a neighbour, which is nothing where columns hold very many; but where they hold few, or a group
 * is longer than a column because nothing happens for a while, events would stand where nothing is.
 * The events of such groups are looked at one by one. Whether a group is looked into is decided
 * once for all of its borders, so that counts add up over any columns. */

#include <string.h>

#include "sl-density-private.h"

/* Columns with fewer events are told to the event. */
#define SPARSE (2 * SL_DENSITY_GROUP)

/* Between two columns. */
typedef struct
{
  SlDensityPlace place;
  guint64 block;
  guint64 n_events; /* before it, as far as groups tell */
  gboolean is_cut;  /* lies in a group whose events have to be looked at */
} Border;

static gboolean
is_in_group (const SlDensityPlace *place)
{
  return place->block != NULL && place->next == NULL && !place->whole && place->part > 0;
}

static gboolean
is_same_group (const SlDensityPlace *one, const SlDensityPlace *other)
{
  return is_in_group (one) && one->block == other->block && one->group == other->group;
}

static guint64
get_even_length (const SlDensityQuery *query)
{
  return (guint64) query->width / SL_DENSITY_EIGHTHS / SL_DENSITY_EVEN;
}

static guint64
count_events (const SlDensityPlace *place)
{
  double part;

  if (place->next == NULL)
    return sl_density_read (place, SL_DENSITY_EVENTS);

  part = (double) place->part / (double) MAX (place->of, 1);
  return place->block->first + (guint64) ((double) place->block->count * part);
}

/* Returns whether any border cuts a group that has to be looked at. */
static gboolean
mark_cuts (const SlDensity *self, const SlDensityQuery *query, Border *borders)
{
  gboolean any = FALSE;

  for (guint i = 0; i <= query->n_columns; i++)
    {
      Border *border = &borders[i];
      SlTime time = sl_density_get_border (query, i * SL_DENSITY_EIGHTHS);
      gboolean sparse =
          (i > 0 && border->n_events - borders[i - 1].n_events < SPARSE) ||
          (i < query->n_columns && borders[i + 1].n_events - border->n_events < SPARSE);

      if (sparse && border->place.next != NULL)
        border->place = sl_density_find_place (self, &border->block, time, 0);
      border->is_cut =
          is_in_group (&border->place) && (sparse || border->place.of > (guint64) query->width);
      any = any || border->is_cut;
    }

  return any;
}

static Border *
find_borders (const SlDensity *self, const SlDensityQuery *query, gboolean *any_cut)
{
  Border *borders = g_new0 (Border, query->n_columns + 1);
  guint64 block = 0;

  for (guint i = 0; i <= query->n_columns; i++)
    {
      SlTime time = sl_density_get_border (query, i * SL_DENSITY_EIGHTHS);

      borders[i].place = sl_density_find_place (self, &block, time, get_even_length (query));
      borders[i].block = block;
      borders[i].n_events = count_events (&borders[i].place);
    }

  *any_cut = mark_cuts (self, query, borders);
  return borders;
}

/**
 * sl_density_is_coarse:
 *
 * Returns: whether sl_density_fold_exactly() may tell more than sl_density_fold()
 */
gboolean
sl_density_is_coarse (const SlDensity *self, const SlDensityQuery *query)
{
  gboolean any_cut;

  g_free (find_borders (self, query, &any_cut));
  return any_cut;
}

/* Codes that were asked for, by the low bits of their kinds. */
#define KNOWN 64

typedef struct
{
  guint16 kind;
  guint16 cpu;
  guint code_1; /* the code + 1; 0 for none yet */
} KnownCode;

/* What goes on from border to border. */
typedef struct
{
  const SlDensity *self;
  const SlDensityReader *reader;
  guint n_measures;
  SlDensityPlace place;  /* of the last border, if it was told to the event */
  const SlEvent *events; /* of the group of that border; else NULL */
  guint n_events;
  guint next; /* of them, behind the border */
  KnownCode known[KNOWN];
} Walk;

static inline guint
find_code (Walk *walk, const SlEvent *event)
{
  KnownCode *known = &walk->known[event->kind % KNOWN];

  if (known->code_1 == 0 || known->kind != event->kind || known->cpu != event->cpu)
    *known = (KnownCode) { event->kind, event->cpu,
                           sl_density_find_code (walk->self, event->kind, event->cpu) + 1 };

  return known->code_1 - 1;
}

static void
count_to (Walk *walk, SlTime time, guint64 *counts)
{
  const SlDensityReader *reader = walk->reader;
  guint64 *bytes = &counts[sl_density_number_measure (walk->self, SL_DENSITY_BYTES)];
  guint64 *all = &counts[sl_density_number_measure (walk->self, SL_DENSITY_EVENTS)];

  for (; walk->next < walk->n_events && walk->events[walk->next].time < time; walk->next++)
    {
      const SlEvent *event = &walk->events[walk->next];

      counts[find_code (walk, event)]++;
      *bytes += MIN (reader->get_bytes (event), 0xffff);
      ++*all;
    }
}

/* Counts up to the tick @time, which lies in the group of @place. Many borders may cut one group: its
 * events are counted once, from @before on, which are the counts at the last border. */
static void
read_exactly (Walk *walk,
              SlDensityPlace place,
              guint64 number,
              SlTime time,
              const guint64 *before,
              guint64 *counts)
{
  const SlDensityBlock *block = place.block;
  guint first = place.group << block->shift;

  if (walk->events != NULL && is_same_group (&walk->place, &place))
    memcpy (counts, before, walk->n_measures * sizeof *counts);
  else
    {
      walk->place = place;
      walk->n_events = MIN (1u << block->shift, block->count - first);
      walk->next = 0;
      walk->events = walk->reader->read (number, first, walk->n_events, walk->reader->user_data);
      if (walk->events != NULL)
        place.part = 0;
      sl_density_read_all (walk->self, &place, counts);
    }

  if (walk->events != NULL)
    count_to (walk, time, counts);
}

/* Reads at the border of an eighth; @borders are those of its column. */
static void
read_border (Walk *walk,
             const SlDensityQuery *query,
             guint eighth,
             const Border *borders,
             const guint64 *before,
             guint64 *counts)
{
  SlTime time = sl_density_get_border (query, eighth);
  Border border = borders[0];

  if (eighth % SL_DENSITY_EIGHTHS > 0)
    {
      border.place =
          sl_density_find_place (walk->self, &border.block, time, get_even_length (query));
      border.is_cut = (borders[0].is_cut && is_same_group (&border.place, &borders[0].place)) ||
                      (borders[1].is_cut && is_same_group (&border.place, &borders[1].place));
    }

  if (border.is_cut)
    {
      read_exactly (walk, border.place, border.block, time, before, counts);
      return;
    }

  walk->events = NULL;
  sl_density_read_all (walk->self, &border.place, counts);
}

/**
 * sl_density_fold_exactly:
 * @reader: of the events themselves
 *
 * Does what sl_density_fold() does for all measures, but tells columns of few events, or of none, to
 * the event. Where the reader has nothing for a group, it is taken as evenly spread.
 *
 * Returns: (transfer full): by code, then bytes, then events, and in each by column
 */
SlDensityColumn *
sl_density_fold_exactly (const SlDensity *self,
                         const SlDensityQuery *query,
                         const SlDensityReader *reader)
{
  guint n_measures = sl_density_get_n_measures (self);
  SlDensityColumn *columns = g_new0 (SlDensityColumn, (gsize) query->n_columns * n_measures);
  g_autofree guint64 *counts = g_new0 (guint64, 2 * (gsize) n_measures);
  guint64 *before = counts, *now = counts + n_measures;
  Walk walk = { .self = self, .reader = reader, .n_measures = n_measures };
  gboolean any_cut;
  g_autofree Border *borders = find_borders (self, query, &any_cut);

  for (guint i = 0; i <= query->n_columns * SL_DENSITY_EIGHTHS; i++)
    {
      guint64 *swapped = before;

      read_border (&walk, query, i, &borders[i / SL_DENSITY_EIGHTHS], before, now);
      if (i > 0)
        sl_density_add_eighth (columns + (i - 1) / SL_DENSITY_EIGHTHS, query->n_columns, n_measures,
                               before, now);
      before = now;
      now = swapped;
    }

  return columns;
}
