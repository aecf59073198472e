/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-key-table.h"

G_BEGIN_DECLS

#define SL_TYPE_KEY_MAP (sl_key_map_get_type ())
G_DECLARE_FINAL_TYPE (SlKeyMap, sl_key_map, SL, KEY_MAP, GObject)

SlKeyMap *sl_key_map_new (void);
SlKeyMap *sl_key_map_get_default (void);
void sl_key_map_follow (SlKeyMap *self, GSettings *settings);

const char *const *sl_key_map_get_keys (SlKeyMap *self, const SlKeyEntry *entry);
char *sl_key_map_dup_label (SlKeyMap *self, const char *action);
const SlKeyEntry *
sl_key_map_find (SlKeyMap *self, const char *accelerator, const SlKeyEntry *except);
gboolean sl_key_map_is_reserved (const char *accelerator);
gboolean sl_key_map_is_changed (SlKeyMap *self, const SlKeyEntry *entry);
char **sl_key_map_dup_initial (SlKeyMap *self, const SlKeyEntry *entry);

void sl_key_map_set_keys (SlKeyMap *self, const SlKeyEntry *entry, const char *const *keys);
void sl_key_map_reset (SlKeyMap *self, const SlKeyEntry *entry);
gboolean sl_key_map_is_any_changed (SlKeyMap *self);
void sl_key_map_reset_all (SlKeyMap *self);

GtkEventController *sl_key_map_make_controller (SlKeyMap *self, SlKeyScope scope);
void sl_key_map_set_accels (SlKeyMap *self, GtkApplication *application);

G_END_DECLS
