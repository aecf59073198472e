/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_target_details_append_item (GtkBox *box,
                                    SlDocument *document,
                                    SlRows *rows,
                                    const SlTarget *target,
                                    gboolean has_heading);
char *sl_target_details_dup_gist (SlRows *rows, const SlTarget *target) G_GNUC_WARN_UNUSED_RESULT;
void sl_target_details_append_row (GtkBox *box,
                                   SlDocument *document,
                                   SlRows *rows,
                                   const SlTarget *target);

void sl_target_details_append_event (GtkBox *box,
                                     SlDocument *document,
                                     guint number,
                                     guint64 index,
                                     gboolean has_heading);
char *sl_target_details_dup_event_gist (SlDocument *document,
                                        guint number,
                                        guint64 index) G_GNUC_WARN_UNUSED_RESULT;
char *sl_target_details_dup_record_gist (SlDocument *document,
                                         guint number,
                                         guint64 index) G_GNUC_WARN_UNUSED_RESULT;
void
sl_target_details_append_record (GtkBox *box, SlDocument *document, guint number, guint64 index);

G_END_DECLS
