/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a neutral event may be about: which types of object each action takes, and their words. Any thread. */

#include "sl-action.h"
#include "sl-object.h"

G_BEGIN_DECLS

guint sl_acted_types_get (SlAction action, SlObjectType *usual);
gboolean sl_acted_types_find (const char *word, gsize length, SlObjectType *type);
void sl_acted_types_list (guint types, char *list, gsize size);

G_END_DECLS
