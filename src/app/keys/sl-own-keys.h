/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-key-table.h"

G_BEGIN_DECLS

/* The keys that the user set, as a hash table of entries of the key table and their keys (GStrv), and
 * as they are kept in the settings: a{sas}, each action with its keys. */

GHashTable *sl_own_keys_new (void);
GHashTable *sl_own_keys_read (GVariant *value);
GVariant *sl_own_keys_write (GHashTable *own, GVariant *before);
char **sl_own_keys_canonicalize (const char *const *names);

G_END_DECLS
