/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A task set with anything in it that the simulator knows. */

#include <glib.h>

G_BEGIN_DECLS

char *sl_cli_make_random_set (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
