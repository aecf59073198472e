/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Small traces whose every record is known. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_CLI_SAMPLE_ORIGIN G_GUINT64_CONSTANT (5000000000)

char *sl_cli_make_switches (const char *folder, const char *name, guint n_events, guint32 rate);
char *sl_cli_make_ties (const char *folder, const char *name, guint n_events, guint n_together);
char *sl_cli_make_mixture (const char *folder, const char *name);
char *sl_cli_write_scenario (const char *folder, const char *id);

G_END_DECLS
