/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a program says of itself on the accessibility bus, searched with few messages: each costs
 * the program, the bus and the test a turn, and a search of all windows asks hundreds. */

#include "sl-accessible.h"

G_BEGIN_DECLS

typedef struct _SlAccessibleTree SlAccessibleTree;

SlAccessibleTree *sl_accessible_tree_new (guint pid);
void sl_accessible_tree_free (SlAccessibleTree *self);
SlAccessible *
sl_accessible_tree_find (SlAccessibleTree *self, AtspiRole role, const char *name_pattern);
SlAccessible *sl_accessible_tree_find_described (SlAccessibleTree *self,
                                                 AtspiRole role,
                                                 const char *name_pattern,
                                                 const char *description_pattern);
guint sl_accessible_tree_count (SlAccessibleTree *self, AtspiRole role, const char *name_pattern);
char *sl_accessible_tree_dump (SlAccessibleTree *self);

G_END_DECLS
