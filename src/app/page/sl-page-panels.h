/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-lazy-panel.h"

G_BEGIN_DECLS

void sl_page_panels_prepare (GtkStack *lists, SlDocument *document);
SlLazyPanel *sl_page_panels_get (GtkStack *lists, const char *name);

G_END_DECLS
