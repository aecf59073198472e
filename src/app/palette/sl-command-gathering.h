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

GPtrArray *sl_command_gather (const SlCommandPlace *place) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
