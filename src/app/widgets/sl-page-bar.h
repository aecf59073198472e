/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-list-page.h"

G_BEGIN_DECLS

#define SL_TYPE_PAGE_BAR (sl_page_bar_get_type ())
G_DECLARE_FINAL_TYPE (SlPageBar, sl_page_bar, SL, PAGE_BAR, AdwBin)

void sl_page_bar_set (SlPageBar *self, guint64 page, guint64 n_rows);

G_END_DECLS
