/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_THEORY_LIST (sl_theory_list_get_type ())
G_DECLARE_FINAL_TYPE (SlTheoryList, sl_theory_list, SL, THEORY_LIST, AdwBin)

void sl_theory_list_set_document (SlTheoryList *self, SlDocument *document);
guint sl_theory_list_count (SlDocument *document);

G_END_DECLS
