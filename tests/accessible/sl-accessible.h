/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a program shows in one place, as a screen reader learns of it. Nothing is remembered: each
 * question is asked anew, and what has gone meanwhile has no name, state or place. */

#include "sl-accessible-program.h"

/* Roles and states; without functions, and without headers of its own. */
#include <atspi/atspi-constants.h>

G_BEGIN_DECLS

typedef struct
{
  int x;
  int y;
  int width;
  int height;
} SlAccessibleExtents;

typedef struct _SlAccessible SlAccessible;

SlAccessible *sl_accessible_new (SlAccessibleProgram *program, const char *path);
SlAccessible *sl_accessible_copy (SlAccessible *self);
void sl_accessible_free (SlAccessible *self);
const char *sl_accessible_get_path (SlAccessible *self);
GPtrArray *sl_accessible_get_children (SlAccessible *self);
int sl_accessible_count_children (SlAccessible *self);
SlAccessible *sl_accessible_get_child (SlAccessible *self, int index);
AtspiRole sl_accessible_get_role (SlAccessible *self);
char *sl_accessible_get_role_name (SlAccessible *self);
char *sl_accessible_get_name (SlAccessible *self);
char *sl_accessible_get_description (SlAccessible *self);
gboolean sl_accessible_has_state (SlAccessible *self, AtspiStateType state);
gboolean sl_accessible_get_extents (SlAccessible *self, SlAccessibleExtents *extents);
gboolean sl_accessible_is_showing (SlAccessible *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlAccessible, sl_accessible_free)

G_END_DECLS
