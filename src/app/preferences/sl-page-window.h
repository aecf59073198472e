/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_PAGE_WINDOW (sl_page_window_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlPageWindow, sl_page_window, SL, PAGE_WINDOW, AdwWindow)

struct _SlPageWindowClass
{
  AdwWindowClass parent_class;
};

void sl_page_window_add (SlPageWindow *self, AdwPreferencesPage *page);

G_END_DECLS
