/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Values of options that may be meant for one of several files: "VALUE" for all, "N:VALUE" for the
 * N-th, from 0. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_CLI_ALL G_MAXUINT

const char *sl_cli_numbered_split (const char *value, guint *number);
const char *sl_cli_numbered_find (char **values, guint number);
gboolean sl_cli_numbered_check (const char *option,
                                char **values,
                                guint count,
                                const char *what,
                                GError **error);

G_END_DECLS
