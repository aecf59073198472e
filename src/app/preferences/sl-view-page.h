/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

AdwPreferencesPage *sl_view_page_new (GSettings *settings, GtkWidget **first);

G_END_DECLS
