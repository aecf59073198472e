/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What of the window's panels a view remembers. It draws nothing of them: to the timeline they are names
 * and sizes. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_VIEW_PANELS_LEAST 80
#define SL_VIEW_PANELS_MOST  4000

/**
 * SlViewPanels:
 * @page: name of the page below the timeline, such as "misses"; interned
 * @has_list: whether the pages are shown
 * @is_maximized: whether they have the place of the timeline too
 * @list_height: pixels, from %SL_VIEW_PANELS_LEAST to %SL_VIEW_PANELS_MOST
 * @has_details: whether the details pane is shown
 *
 * A plain value, copied by assignment.
 */
typedef struct
{
  const char *page;
  gboolean has_list;
  gboolean is_maximized;
  int list_height;
  gboolean has_details;
} SlViewPanels;

extern const SlViewPanels sl_view_panels_default;

gboolean sl_view_panels_equal (const SlViewPanels *one, const SlViewPanels *other);

G_END_DECLS
