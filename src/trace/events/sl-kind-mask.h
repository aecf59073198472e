/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A set of kinds, such as those that the user switched off. Immutable, shared by count; safe from any
 * thread. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlKindMask SlKindMask;

SlKindMask *sl_kind_mask_new (const char *const *families, const char *const *kinds);
SlKindMask *sl_kind_mask_ref (SlKindMask *self);
void sl_kind_mask_unref (SlKindMask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlKindMask, sl_kind_mask_unref)

gboolean sl_kind_mask_has (const SlKindMask *self, guint16 kind);

G_END_DECLS
