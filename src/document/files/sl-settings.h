/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean sl_settings_check (GError **error);
GSettings *sl_settings_new (void);

G_END_DECLS
