/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The files that were named: of standard input and pipes what comes out of them, in a temporary file; what a
 * URI leads to. */

#include <gio/gio.h>

G_BEGIN_DECLS

#define SL_CLI_STANDARD_INPUT "-"

typedef struct _SlCliSpool SlCliSpool;

SlCliSpool *sl_cli_spool_new (char **files, GError **error);
void sl_cli_spool_free (SlCliSpool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliSpool, sl_cli_spool_free)

GFile *sl_cli_spool_make_file (const SlCliSpool *self, guint number) G_GNUC_WARN_UNUSED_RESULT;
GFile *sl_cli_spool_find_file (const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
