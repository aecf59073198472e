/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Standard input and pipes as files: what comes out of them, in a temporary file. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_CLI_STANDARD_INPUT "-"

typedef struct _SlCliSpool SlCliSpool;

SlCliSpool *sl_cli_spool_new (char **files, GError **error);
void sl_cli_spool_free (SlCliSpool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliSpool, sl_cli_spool_free)

const char *sl_cli_spool_get_path (const SlCliSpool *self, guint number);

G_END_DECLS
