/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The bytes of one or several files that one format joins into one trace: unpacked and mapped. */

#include <gio/gio.h>

#include "sl-mapping.h"
#include "sl-note.h"

G_BEGIN_DECLS

/* SL_OFFSET() has room for this many. */
#define SL_INPUT_MAX_FILES 4096

/* How far opening them is, from 0 to 1, and what is being done. */
typedef void (*SlOpenProgress) (const char *what, double fraction, gpointer user_data);

/* All files of one trace, in the order in which offsets count them. Immutable, shared by count. */
typedef struct _SlInput SlInput;

SlInput *sl_input_new (SlMapping *const *mappings, guint n_mappings);
SlInput *sl_input_ref (SlInput *self);
void sl_input_unref (SlInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlInput, sl_input_unref)

guint sl_input_get_n_files (SlInput *self);
SlMapping *sl_input_get_file (SlInput *self, guint file);
guint64 sl_input_get_size (SlInput *self); /* of all files */

G_END_DECLS
