/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-key-map.h"

G_BEGIN_DECLS

#define SL_TYPE_KEY_DIALOG (sl_key_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SlKeyDialog, sl_key_dialog, SL, KEY_DIALOG, AdwWindow)

void sl_key_dialog_present (GtkWindow *parent,
                            SlKeyMap *map,
                            const SlKeyEntry *entry,
                            gboolean is_another);

G_END_DECLS
