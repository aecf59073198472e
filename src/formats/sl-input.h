/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The bytes of one or several files that one format joins into one trace: unpacked and mapped. */

#include <gio/gio.h>

#include "sl-note.h"

G_BEGIN_DECLS

/* One mapped file. Immutable but for the damage mark; shared by count. A file that shrinks while
 * it is mapped reads as zeros from there on and bears the mark. */
typedef struct _SlMapping SlMapping;

SlMapping *sl_mapping_ref (SlMapping *self);
void sl_mapping_unref (SlMapping *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlMapping, sl_mapping_unref)

SlMapping *sl_mapping_new_for_bytes (GBytes *bytes, const char *name);

const guint8 *sl_mapping_get_data (SlMapping *self);
gsize sl_mapping_get_size (SlMapping *self);
const char *sl_mapping_get_name (SlMapping *self); /* UTF-8, for display, without folders */
gboolean sl_mapping_is_damaged (SlMapping *self);  /* a page could not be read since mapping */

/* All files of one trace, in the order in which offsets count them. */
typedef struct _SlInput SlInput;

SlInput *sl_input_new (SlMapping *const *mappings, guint n_mappings);
SlInput *sl_input_ref (SlInput *self);
void sl_input_unref (SlInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlInput, sl_input_unref)

guint sl_input_get_n_files (SlInput *self);
SlMapping *sl_input_get_file (SlInput *self, guint file);
guint64 sl_input_get_size (SlInput *self); /* of all files */

G_END_DECLS
