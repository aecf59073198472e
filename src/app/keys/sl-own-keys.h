/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-key-table.h"

G_BEGIN_DECLS

/* Keys as a hash table of entries of the key table and their keys (GStrv): those that the user set, which are
 * kept in the settings as a{sas}, each action with its keys, or all that count. */

GHashTable *sl_own_keys_new (void);
GHashTable *sl_own_keys_read (GVariant *value);
GVariant *sl_own_keys_write (GHashTable *own, GVariant *before);
char **sl_own_keys_canonicalize (const char *const *names);
gboolean sl_own_keys_has_other (GHashTable *keys, const char *accelerator, const SlKeyEntry *entry);
char **sl_own_keys_drop_taken (char **keys, const SlKeyEntry *entry, GHashTable *by);

G_END_DECLS
