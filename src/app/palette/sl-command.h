/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-command-words.h"
#include "sl-trace-view.h"

G_BEGIN_DECLS

/* One thing that the user can do, with its title in words. */

#define SL_TYPE_COMMAND (sl_command_get_type ())
G_DECLARE_FINAL_TYPE (SlCommand, sl_command, SL, COMMAND, GObject)

SlCommand *
sl_command_new_action (const char *title, const char *group, const char *action, GVariant *target);
SlCommand *sl_command_new_row (const char *title, const char *group, const char *row);
SlCommand *sl_command_new_marker (const char *title, const char *group, guint marker);

void sl_command_add_words (SlCommand *self, const char *words);
void sl_command_add_title (SlCommand *self, const char *title);
void sl_command_set_aside (SlCommand *self);
gboolean sl_command_is_aside (SlCommand *self);
void sl_command_set_keys (SlCommand *self, const char *keys);
void sl_command_set_obstacle (SlCommand *self, const char *obstacle);
const char *sl_command_get_obstacle (SlCommand *self);
const char *sl_command_get_title (SlCommand *self);
const char *sl_command_get_group (SlCommand *self);
const char *sl_command_get_keys (SlCommand *self);
guint sl_command_rank (SlCommand *self, const SlCommandWords *words);
char *sl_command_fold (const char *title, const char *words, const char *others);
void sl_command_run (SlCommand *self, GtkWidget *window, SlTraceView *page);

G_END_DECLS
