/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-command.h"

G_BEGIN_DECLS

/**
 * SlCommandPlace:
 * @window: whose commands are listed
 * @menu: (nullable): its main menu
 * @groups: (array length=n_groups): of actions
 * @prefixes: (array length=n_groups): "win" and so on; the last place is for those of a list
 * @page: (nullable): the trace that is shown
 *
 * Where commands are looked for. Nothing of it is kept.
 */
typedef struct
{
  GtkApplicationWindow *window;
  GMenuModel *menu;
  GActionGroup *groups[5];
  const char *prefixes[5];
  guint n_groups;
  SlTraceView *page;
} SlCommandPlace;

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
