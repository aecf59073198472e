/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Filters that the user keeps, by name, from one start to the next. They are for every trace. */

#include <gio/gio.h>

G_BEGIN_DECLS

/* The key of the settings that holds them. */
#define SL_SAVED_FILTERS "saved-filters"

/**
 * SlSavedFilter:
 * @name: no other has it
 * @text: an expression
 */
typedef struct
{
  char *name;
  char *text;
} SlSavedFilter;

GPtrArray *sl_saved_filters_list (GSettings *settings);
void sl_saved_filters_save (GSettings *settings, const char *name, const char *text);
void sl_saved_filters_rename (GSettings *settings, const char *name, const char *other);
void sl_saved_filters_remove (GSettings *settings, const char *name);

G_END_DECLS
