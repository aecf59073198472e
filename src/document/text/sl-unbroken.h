/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *sl_unbroken_new_units (const char *text) G_GNUC_WARN_UNUSED_RESULT;
char *sl_unbroken_new (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
