/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The references of a trace's objects ("task:296"), made once and looked up for every row. */

#include "sl-trace.h"

G_BEGIN_DECLS

typedef struct _SlCliNames SlCliNames;

SlCliNames *sl_cli_names_new (SlTrace *trace, const char *prefix);
void sl_cli_names_free (SlCliNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliNames, sl_cli_names_free)

const char *sl_cli_names_get (const SlCliNames *self, guint32 object);

G_END_DECLS
