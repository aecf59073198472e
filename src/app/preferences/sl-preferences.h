/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void sl_preferences_present (GtkWindow *parent, GSettings *settings);

G_END_DECLS
