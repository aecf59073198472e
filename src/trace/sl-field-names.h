/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which raw fields the records of a trace have, by kind: found by describing some of each. */

#include "sl-trace.h"

G_BEGIN_DECLS

/* Immutable. */
typedef struct _SlFieldNames SlFieldNames;

SlFieldNames *sl_field_names_new (SlTrace *trace);
void sl_field_names_free (SlFieldNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFieldNames, sl_field_names_free)

GPtrArray *sl_field_names_get (const SlFieldNames *self, guint16 kind);
GPtrArray *sl_field_names_list (const SlFieldNames *self);
gboolean sl_field_names_has (const SlFieldNames *self, const char *name);

G_END_DECLS
