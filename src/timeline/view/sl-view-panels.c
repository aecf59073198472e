/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-panels.h"

/* What a window shows before its user has chosen anything. */
const SlViewPanels sl_view_panels_default = {
  .page = "events",
  .has_list = TRUE,
  .list_height = 236,
  .has_details = TRUE,
};

gboolean
sl_view_panels_equal (const SlViewPanels *one, const SlViewPanels *other)
{
  return g_str_equal (one->page, other->page) && one->has_list == other->has_list &&
         one->is_maximized == other->is_maximized && one->list_height == other->list_height &&
         one->has_details == other->has_details;
}
