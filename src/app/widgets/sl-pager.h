/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-list-page.h"

G_BEGIN_DECLS

#define SL_TYPE_PAGER (sl_pager_get_type ())
G_DECLARE_FINAL_TYPE (SlPager, sl_pager, SL, PAGER, AdwBin)

void sl_pager_set (SlPager *self, guint64 page, guint64 n_rows);

G_END_DECLS
