/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A kind for each action, as a plugin has them. */

#include <glib.h>

G_BEGIN_DECLS

guint16 sl_action_kinds_register (const char *family);

G_END_DECLS
