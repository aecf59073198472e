/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-command-gathering.h"

G_BEGIN_DECLS

/* What can be done, to be searched. */
typedef struct _SlCommandList SlCommandList;

SlCommandList *sl_command_list_new (const SlCommandPlace *place);
void sl_command_list_free (SlCommandList *self);
GPtrArray *sl_command_list_search (SlCommandList *self,
                                   const char *text,
                                   guint most,
                                   guint *n_matching,
                                   gboolean *are_alike) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCommandList, sl_command_list_free)

G_END_DECLS
