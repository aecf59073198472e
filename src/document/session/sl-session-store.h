/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace looked like comes back when the same files are opened again. */

#include <gio/gio.h>

#include "sl-document.h"

G_BEGIN_DECLS

/* What was kept is there again but for @odd, values that cannot be read, and @missing, names of rows that the trace does not
 * have (both maybe none); or @error says why it is not. */
typedef void (*SlSessionFunc) (GObject *owner,
                               GPtrArray *odd,
                               GPtrArray *missing,
                               const GError *error);

char *sl_session_store_dup_path (GPtrArray *files) G_GNUC_WARN_UNUSED_RESULT;
void sl_session_store_attach (SlDocument *document,
                              GPtrArray *files,
                              SlSessionFunc restored,
                              GObject *owner);
void sl_session_store_flush (SlDocument *document);

G_END_DECLS
