/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-command.h"

G_BEGIN_DECLS

/**
 * SlCommandPlace:
 * @window: whose commands are listed
 * @menu: (nullable): its main menu
 * @groups: (array length=n_groups): of actions
 * @prefixes: (array length=n_groups): "win" and so on
 * @page: (nullable): the trace that is shown
 *
 * Where commands are looked for. Nothing of it is kept.
 */
typedef struct
{
  GtkApplicationWindow *window;
  GMenuModel *menu;
  GActionGroup *groups[4];
  const char *prefixes[4];
  guint n_groups;
  SlTraceView *page;
} SlCommandPlace;

GPtrArray *sl_command_list_make (const SlCommandPlace *place);

G_END_DECLS
