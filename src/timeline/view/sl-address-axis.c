/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-axis.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* No fewer addresses are shown. */
#define LEAST_ADDRESSES 16

/* This near to all addresses, it is all of them. */
#define NEARLY_ALL 1e-9

static const struct
{
  const char *id;
  const char *title;
} scales[SL_N_ADDRESS_SCALES] = {
  [SL_ADDRESS_PAGES] = { "pages", N_ ("touched only") },
  [SL_ADDRESS_LINEAR] = { "linear", N_ ("linear") },
  [SL_ADDRESS_LOG] = { "log", N_ ("logarithmic") },
};

/**
 * sl_address_scale_get_id:
 *
 * Returns: the word that options and actions know the scale by
 */
const char *
sl_address_scale_get_id (SlAddressScale scale)
{
  g_return_val_if_fail ((guint) scale < SL_N_ADDRESS_SCALES, scales[0].id);

  return scales[scale].id;
}

/**
 * sl_address_scale_get_title:
 *
 * Returns: its translated name
 */
const char *
sl_address_scale_get_title (SlAddressScale scale)
{
  g_return_val_if_fail ((guint) scale < SL_N_ADDRESS_SCALES, scales[0].title);

  return _ (scales[scale].title);
}

/**
 * sl_address_scale_find:
 * @scale: (out): set on success only
 *
 * Returns: whether there is a scale of that id
 */
gboolean
sl_address_scale_find (const char *id, SlAddressScale *scale)
{
  for (guint i = 0; i < SL_N_ADDRESS_SCALES; i++)
    {
      if (g_str_equal (scales[i].id, id))
        {
          *scale = (SlAddressScale) i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_address_view_equal:
 *
 * Returns: whether both show the same; a range that is not shown says nothing
 */
gboolean
sl_address_view_equal (const SlAddressView *one, const SlAddressView *other)
{
  return one->scale == other->scale && one->is_zoomed == other->is_zoomed &&
         (!one->is_zoomed || (one->first == other->first && one->last == other->last));
}

static guint64
get_page_size (const SlPageMap *map)
{
  return G_GUINT64_CONSTANT (1) << sl_page_map_get_shift (map);
}

/* The lowest address of a touched page, from which linear positions are counted. */
static guint64
get_base (const SlPageMap *map)
{
  return sl_page_map_get_n_pages (map) > 0 ? sl_page_map_get_page (map, 0) : 0;
}

static guint64
get_last (const SlPageMap *map)
{
  guint n_pages = sl_page_map_get_n_pages (map);

  return n_pages > 0 ? sl_page_map_get_page (map, n_pages - 1) + (get_page_size (map) - 1) : 0;
}

static double
get_position (const SlAddressAxis *self, guint64 address)
{
  guint64 size = get_page_size (self->map), base = get_base (self->map);
  guint rank;

  switch (self->scale)
    {
    case SL_ADDRESS_LINEAR:
      return address >= base ? (double) (address - base) : -(double) (base - address);
    case SL_ADDRESS_LOG:
      return log2 ((double) address + (double) size);
    case SL_ADDRESS_PAGES:
    case SL_N_ADDRESS_SCALES:
    default:
      if (!sl_page_map_find (self->map, address, &rank))
        return rank;
      return rank + (double) (address & (size - 1)) / (double) size;
    }
}

/* Where @address, which is the last of a range, ends. */
static double
get_end (const SlAddressAxis *self, guint64 address)
{
  guint64 size = get_page_size (self->map);
  guint rank;

  if (self->scale == SL_ADDRESS_LOG)
    return log2 ((double) address + 1 + (double) size);
  if (self->scale == SL_ADDRESS_LINEAR)
    return get_position (self, address) + 1;
  if (!sl_page_map_find (self->map, address, &rank))
    return rank;

  return rank + (double) ((address & (size - 1)) + 1) / (double) size;
}

static guint64
to_address (double value)
{
  if (value <= 0)
    return 0;

  return value >= 0x1p64 ? G_MAXUINT64 : (guint64) value;
}

static guint64
get_address_at (const SlAddressAxis *self, double position)
{
  guint n_pages = sl_page_map_get_n_pages (self->map);
  double size = (double) get_page_size (self->map);
  guint64 base = get_base (self->map), offset;
  guint rank;

  switch (self->scale)
    {
    case SL_ADDRESS_LINEAR:
      if (position < 0)
        return base - MIN (to_address (-position), base);
      offset = to_address (position);
      return base + MIN (offset, G_MAXUINT64 - base);
    case SL_ADDRESS_LOG:
      return to_address (exp2 (position) - size);
    case SL_ADDRESS_PAGES:
    case SL_N_ADDRESS_SCALES:
    default:
      if (n_pages == 0)
        return 0;
      rank = (guint) CLAMP (position, 0, n_pages - 1);
      offset = (guint64) CLAMP ((position - rank) * size, 0, size - 1);
      return sl_page_map_get_page (self->map, rank) + offset;
    }
}

/* All that the scale has to show. */
static void
get_domain (const SlAddressAxis *self, double *low, double *high)
{
  *low = get_position (self, get_base (self->map));
  *high = MAX (get_end (self, get_last (self->map)), *low + 1e-6);
}

/**
 * sl_address_axis_init:
 * @map: must outlive the axis
 *
 * A range of @view in which nothing of the scale lies shows all addresses.
 */
void
sl_address_axis_init (SlAddressAxis *self, const SlPageMap *map, const SlAddressView *view)
{
  double low, high;

  *self = (SlAddressAxis) { .map = map, .scale = view->scale };
  get_domain (self, &self->low, &self->high);
  if (!view->is_zoomed || view->last < view->first)
    return;

  low = get_position (self, view->first);
  high = get_end (self, view->last);
  if (high - low < 1e-9)
    return;

  self->low = low;
  self->high = high;
}

/**
 * sl_address_axis_get_place:
 *
 * Returns: how high @address stands; below 0 or above 1 where it is out of sight. By touched
 *   pages, an untouched address stands where the next touched page begins
 */
double
sl_address_axis_get_place (const SlAddressAxis *self, guint64 address)
{
  return (get_position (self, address) - self->low) / (self->high - self->low);
}

/**
 * sl_address_axis_get_end_place:
 *
 * Returns: where @address, which is the last of a stretch, ends
 */
double
sl_address_axis_get_end_place (const SlAddressAxis *self, guint64 address)
{
  return (get_end (self, address) - self->low) / (self->high - self->low);
}

/**
 * sl_address_axis_get_page_places:
 * @bottom: (out): place of the page's first address
 * @top: (out): place behind its last
 */
void
sl_address_axis_get_page_places (const SlAddressAxis *self, guint rank, double *bottom, double *top)
{
  double low = rank, high = rank + 1.0;

  if (self->scale != SL_ADDRESS_PAGES)
    {
      guint64 page = sl_page_map_get_page (self->map, rank);

      low = get_position (self, page);
      high = get_end (self, page + (get_page_size (self->map) - 1));
    }

  *bottom = (low - self->low) / (self->high - self->low);
  *top = (high - self->low) / (self->high - self->low);
}

/**
 * sl_address_axis_get_address:
 *
 * Returns: the address that stands at @place
 */
guint64
sl_address_axis_get_address (const SlAddressAxis *self, double place)
{
  return get_address_at (self, self->low + place * (self->high - self->low));
}

/**
 * sl_address_axis_get_step:
 * @least: part of the axis that labels are apart
 *
 * Returns: a power of two: addresses that are so far apart near @place have room for labels
 */
guint64
sl_address_axis_get_step (const SlAddressAxis *self, double place, double least)
{
  double position = self->low + place * (self->high - self->low);
  double next = position + least * (self->high - self->low);
  guint64 size = get_page_size (self->map);
  guint64 difference;
  guint64 step = 1;

  if (self->scale == SL_ADDRESS_PAGES && next - position >= 1)
    return size;

  difference = get_address_at (self, next) - get_address_at (self, position);
  if (self->scale == SL_ADDRESS_PAGES)
    difference = (guint64) ((next - position) * (double) size);
  while (step < difference && step < G_MAXUINT64 / 2)
    step *= 2;

  return step;
}

/* Keeps what is asked for inside of what there is. */
static SlAddressView
make_view (const SlAddressAxis *self, double low, double high)
{
  SlAddressView view = { .scale = self->scale };
  double least, most, length;

  get_domain (self, &least, &most);
  length = MIN (high - low, most - least);
  low = CLAMP (low, least, most - length);
  high = low + length;
  if (length >= (most - least) * (1 - NEARLY_ALL))
    return view;

  view.is_zoomed = TRUE;
  view.first = get_address_at (self, low);
  view.last = get_address_at (self, high);
  if (view.last > view.first)
    view.last--;
  if (view.last - view.first < LEAST_ADDRESSES - 1 && self->scale != SL_ADDRESS_PAGES)
    view.last = view.first + MIN (LEAST_ADDRESSES - 1, G_MAXUINT64 - view.first);

  return view;
}

/* The shortest stretch of the axis that is shown. */
static double
get_least_length (const SlAddressAxis *self, double position)
{
  double size = (double) get_page_size (self->map);
  guint64 address = get_address_at (self, position);

  if (self->scale == SL_ADDRESS_PAGES)
    return size >= LEAST_ADDRESSES ? LEAST_ADDRESSES / size : 1;
  if (self->scale == SL_ADDRESS_LINEAR)
    return LEAST_ADDRESSES;

  return get_position (self, address + MIN (LEAST_ADDRESSES, G_MAXUINT64 - address)) -
         get_position (self, address);
}

/**
 * sl_address_axis_zoom:
 * @place: what stays where it is
 * @factor: above 1 to see fewer addresses
 *
 * Returns: the view zoomed, at most to all addresses
 */
SlAddressView
sl_address_axis_zoom (const SlAddressAxis *self, double place, double factor)
{
  double length = self->high - self->low;
  double position = self->low + place * length;
  double zoomed = MAX (length / factor, MIN (get_least_length (self, position), length));

  return make_view (self, position - place * zoomed, position + (1 - place) * zoomed);
}

/**
 * sl_address_axis_pan:
 * @by: parts of the axis, above 0 to higher addresses
 *
 * Returns: the view moved, at most to the highest or lowest touched page
 */
SlAddressView
sl_address_axis_pan (const SlAddressAxis *self, double by)
{
  double length = self->high - self->low;

  return make_view (self, self->low + by * length, self->high + by * length);
}

/**
 * sl_address_axis_reveal:
 *
 * Returns: the view, moved so that @address is well inside of it where it was out of sight
 */
SlAddressView
sl_address_axis_reveal (const SlAddressAxis *self, guint64 address)
{
  double place = sl_address_axis_get_place (self, address);

  return sl_address_axis_pan (self, place < 0 || place >= 1 ? place - 0.5 : 0);
}
