/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a density where its groups are too coarse.
 *
 * A group that a border cuts is taken as evenly spread. That moves less than a group's events into
 * a neighbour, which is nothing where columns hold very many; but where they hold few, or a group
 * is longer than a column because nothing happens for a while, events would stand where nothing is.
 * The events of such groups are looked at one by one. Whether a group is looked into is decided
 * once for all of its borders, so that counts add up over any columns. */

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

/* Counts up to the tick @time, which lies in the group of @place. */
static void
read_exactly (const SlDensity *self,
              SlDensityPlace place,
              guint64 number,
              SlTime time,
              const SlDensityReader *reader,
              guint64 *counts)
{
  const SlDensityBlock *block = place.block;
  guint first = place.group << block->shift;
  guint n_events = MIN (1u << block->shift, block->count - first);
  const SlEvent *events = reader->read (number, first, n_events, reader->user_data);

  if (events != NULL)
    place.part = 0;
  sl_density_read_all (self, &place, counts);
  for (guint i = 0; events != NULL && i < n_events && events[i].time < time; i++)
    {
      counts[sl_density_find_code (self, events[i].kind, events[i].cpu)]++;
      counts[sl_density_number_measure (self, SL_DENSITY_BYTES)] +=
          MIN (reader->get_bytes (&events[i]), 0xffff);
      counts[sl_density_number_measure (self, SL_DENSITY_EVENTS)]++;
    }
}

/* Reads at the border of an eighth; @borders are those of its column. */
static void
read_border (const SlDensity *self,
             const SlDensityQuery *query,
             guint eighth,
             const Border *borders,
             const SlDensityReader *reader,
             guint64 *counts)
{
  SlTime time = sl_density_get_border (query, eighth);
  Border border = borders[0];

  if (eighth % SL_DENSITY_EIGHTHS > 0)
    {
      border.place = sl_density_find_place (self, &border.block, time, get_even_length (query));
      border.is_cut = (borders[0].is_cut && is_same_group (&border.place, &borders[0].place)) ||
                      (borders[1].is_cut && is_same_group (&border.place, &borders[1].place));
    }

  if (border.is_cut)
    read_exactly (self, border.place, border.block, time, reader, counts);
  else
    sl_density_read_all (self, &border.place, counts);
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
  gboolean any_cut;
  g_autofree Border *borders = find_borders (self, query, &any_cut);

  for (guint i = 0; i <= query->n_columns * SL_DENSITY_EIGHTHS; i++)
    {
      guint64 *swapped = before;

      read_border (self, query, i, &borders[i / SL_DENSITY_EIGHTHS], reader, now);
      if (i > 0)
        sl_density_add_eighth (columns + (i - 1) / SL_DENSITY_EIGHTHS, query->n_columns, n_measures,
                               before, now);
      before = now;
      now = swapped;
    }

  return columns;
}
