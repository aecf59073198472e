/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *sl_step_text (const char *text, int by, gboolean above_zero) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
