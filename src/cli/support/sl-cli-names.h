/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace's objects are called: their references ("task:296") for scripts, their names for
 * people; made once and looked up for every row. */

#include "sl-annotations.h"

G_BEGIN_DECLS

typedef struct _SlCliNames SlCliNames;

SlCliNames *sl_cli_names_new (SlTrace *trace, SlAnnotations *annotations, const char *prefix);
void sl_cli_names_free (SlCliNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliNames, sl_cli_names_free)

const char *sl_cli_names_get (const SlCliNames *self, guint32 object);
const char *sl_cli_names_get_name (const SlCliNames *self, guint32 object);
const char *sl_cli_names_get_text (const SlCliNames *self, guint32 object, gboolean for_scripts);

G_END_DECLS
