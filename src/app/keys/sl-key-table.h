/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The keys that the program comes with: what they do, what that is called, and which list they are
 * in. Shortcuts, the window that lists them and the list of commands are all made from here. */

typedef enum
{
  SL_KEY_SECTION_WINDOW,
  SL_KEY_SECTION_TIMELINE,
  SL_KEY_SECTION_SCHEDULES,
  SL_N_KEY_SECTIONS
} SlKeySection;

typedef enum
{
  SL_KEYS_GENERAL,
  SL_KEYS_VIEW,
  SL_KEYS_ROWS,
  SL_KEYS_LISTS,
  SL_KEYS_PAGES,
  SL_KEYS_MARKERS,
  SL_KEYS_ADDRESSES,
  SL_KEYS_SET,
  SL_KEYS_STEPS,
  SL_KEYS_LECTURE,
  SL_N_KEY_GROUPS
} SlKeyGroup;

/**
 * SlKeyScope:
 * @SL_KEY_SCOPE_WINDOW: anywhere in a window; plain keys only where no entry takes them as text
 * @SL_KEY_SCOPE_TIMELINE: while the timeline or a part of it has the focus
 * @SL_KEY_SCOPE_LECTURE: during a lecture, before anything else takes them
 * @SL_KEY_SCOPE_FIXED: a widget takes it by itself; it is only listed
 */
typedef enum
{
  SL_KEY_SCOPE_WINDOW,
  SL_KEY_SCOPE_TIMELINE,
  SL_KEY_SCOPE_LECTURE,
  SL_KEY_SCOPE_FIXED,
  SL_N_KEY_SCOPES
} SlKeyScope;

/**
 * SlKeyEntry:
 * @group: where it is listed
 * @action: (nullable): with its prefix, such as "view.undo", and its target, if it has one; %NULL
 *   for a key that cannot be changed
 * @keys: its keys, separated by spaces, as gtk_accelerator_parse() reads them; empty for none, so that
 *   users can give it one
 * @title: what it does, to be translated
 * @note: (nullable): more about it, to be translated
 *
 * One thing that is done by keys.
 */
typedef struct
{
  SlKeyGroup group;
  const char *action;
  const char *keys;
  const char *title;
  const char *note;
} SlKeyEntry;

const SlKeyEntry *sl_key_table_get (guint *n_entries);
const SlKeyEntry *sl_key_table_find (const char *action);

SlKeyScope sl_key_entry_get_scope (const SlKeyEntry *entry);
gboolean
sl_key_entry_may_share (const SlKeyEntry *entry, const SlKeyEntry *other, const char *accelerator);
gboolean sl_key_is_plain (const char *accelerator);
const char *sl_key_entry_get_title (const SlKeyEntry *entry);

const char *sl_key_group_get_title (SlKeyGroup group);
SlKeySection sl_key_group_get_section (SlKeyGroup group);

G_END_DECLS
