/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *sl_text_list_join (const GPtrArray *texts, guint most) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
