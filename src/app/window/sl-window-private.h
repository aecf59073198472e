/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of a window share: the window itself (sl-window.c), and what its tabs are called and what is
 * done with them (sl-window-tabs.c). */

#include "sl-open-files.h"
#include "sl-window.h"

G_BEGIN_DECLS

struct _SlWindow
{
  AdwApplicationWindow parent_instance;

  AdwBin *header_place; /* for the header bar of the tab that is seen */
  AdwTabBar *tab_bar;
  AdwTabView *tab_view;

  GSimpleActionGroup *tab_actions;
  GActionGroup *actions;      /* of the tab that is seen; NULL for none */
  GActionGroup *view_actions; /* in the same way, of its trace */
  AdwTabPage *menu_page;      /* of the tab whose menu is open; NULL for none */
  gboolean is_closing;        /* the user wants all of it closed */
};

SlWindow *sl_window_new_without_tabs (SlWindow *other);

void sl_window_tabs_add_actions (SlWindow *self);
void sl_window_tabs_update_actions (SlWindow *self);
void sl_window_tabs_tell_apart (GtkApplication *application);
void sl_window_tabs_close (SlWindow *self, AdwTabPage *page);

G_END_DECLS
