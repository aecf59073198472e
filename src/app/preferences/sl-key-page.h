/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-key-map.h"

G_BEGIN_DECLS

#define SL_TYPE_KEY_PAGE (sl_key_page_get_type ())
G_DECLARE_FINAL_TYPE (SlKeyPage, sl_key_page, SL, KEY_PAGE, AdwPreferencesPage)

AdwPreferencesPage *sl_key_page_new (SlKeyMap *map);

G_END_DECLS
