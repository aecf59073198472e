/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_STATISTICS_BOX (sl_statistics_box_get_type ())
G_DECLARE_FINAL_TYPE (SlStatisticsBox, sl_statistics_box, SL, STATISTICS_BOX, AdwBin)

GtkWidget *sl_statistics_box_new (SlDocument *document, guint trace, SlSpan span, guint32 object);

G_END_DECLS
