/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The files that were opened last, for the start page and the menu. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  SL_RECENT_TRACES,
  SL_RECENT_VIEWS, /* that the user saved */
} SlRecentKind;

GPtrArray *sl_recent_files_list (SlRecentKind kind, guint most) G_GNUC_WARN_UNUSED_RESULT;
void sl_recent_files_follow (GMenu *menu, SlRecentKind kind);

G_END_DECLS
