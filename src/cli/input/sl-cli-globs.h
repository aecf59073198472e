/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What --lane says: patterns with * and ?, of which one must match. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlCliGlobs SlCliGlobs;

SlCliGlobs *sl_cli_globs_new (char **globs, GError **error);
void sl_cli_globs_free (SlCliGlobs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliGlobs, sl_cli_globs_free)

gboolean sl_cli_globs_match (SlCliGlobs *self, const char *name);
void sl_cli_globs_note_unmatched (const SlCliGlobs *self);

G_END_DECLS
