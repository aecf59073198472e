/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void sl_combo_value_keep (AdwComboRow *row);
void sl_combo_value_narrow (GtkDropDown *drop);

G_END_DECLS
