/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The axis of a map of pages or ports: which address stands how high. Positions are counted in
 * the scale's own unit; places are parts of the row's height, 0 at its bottom and 1 at its top. */

#include "sl-page-map.h"

G_BEGIN_DECLS

typedef enum
{
  SL_ADDRESS_PAGES,  /* every touched page is as high as any other; untouched ones are left out */
  SL_ADDRESS_LINEAR, /* every address */
  SL_ADDRESS_LOG,    /* every doubling */
  SL_N_ADDRESS_SCALES,
} SlAddressScale;

const char *sl_address_scale_get_id (SlAddressScale scale);
const char *sl_address_scale_get_title (SlAddressScale scale);
gboolean sl_address_scale_find (const char *id, SlAddressScale *scale);

/**
 * SlAddressView:
 * @is_zoomed: whether only @first to @last are shown, both inclusive, instead of all addresses
 *
 * What the user chose. Zeros are all addresses, by touched pages.
 */
typedef struct
{
  SlAddressScale scale;
  gboolean is_zoomed;
  guint64 first;
  guint64 last;
} SlAddressView;

gboolean sl_address_view_equal (const SlAddressView *one, const SlAddressView *other);

/**
 * SlAddressAxis:
 * @low, @high: positions of the axis' bottom and top
 */
typedef struct
{
  const SlPageMap *map;
  SlAddressScale scale;
  double low;
  double high;
} SlAddressAxis;

void sl_address_axis_init (SlAddressAxis *self, const SlPageMap *map, const SlAddressView *view);
double sl_address_axis_get_place (const SlAddressAxis *self, guint64 address);
double sl_address_axis_get_end_place (const SlAddressAxis *self, guint64 address);
void sl_address_axis_get_page_places (const SlAddressAxis *self,
                                      guint rank,
                                      double *bottom,
                                      double *top);
guint64 sl_address_axis_get_address (const SlAddressAxis *self, double place);
guint64 sl_address_axis_get_step (const SlAddressAxis *self, double place, double least);

SlAddressView sl_address_axis_zoom (const SlAddressAxis *self, double place, double factor);
SlAddressView sl_address_axis_pan (const SlAddressAxis *self, double by);
SlAddressView sl_address_axis_reveal (const SlAddressAxis *self, guint64 address);

G_END_DECLS
