/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The colours that the user chooses from for a picture on paper or on slides. */

#include <gtk/gtk.h>

#include "sl-palette.h"

G_BEGIN_DECLS

GListModel *sl_paper_colours_make_list (void) G_GNUC_WARN_UNUSED_RESULT;
const SlPalette *sl_paper_colours_get (guint position);
guint sl_paper_colours_find (SlPaletteId palette);

G_END_DECLS
