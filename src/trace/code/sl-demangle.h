/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The names of C++ functions as people write them. */

#include <glib.h>

G_BEGIN_DECLS

char *sl_demangle (const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
