/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_START_PAGE (sl_start_page_get_type ())
G_DECLARE_FINAL_TYPE (SlStartPage, sl_start_page, SL, START_PAGE, AdwBin)

G_END_DECLS
