/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_thing_details_append_item (GtkBox *box,
                                   SlDocument *document,
                                   SlRows *rows,
                                   const SlThing *thing,
                                   gboolean has_heading);
char *sl_thing_details_dup_gist (SlRows *rows, const SlThing *thing) G_GNUC_WARN_UNUSED_RESULT;
void
sl_thing_details_append_row (GtkBox *box, SlDocument *document, SlRows *rows, const SlThing *thing);

void sl_thing_details_append_event (GtkBox *box,
                                    SlDocument *document,
                                    guint number,
                                    guint64 index,
                                    gboolean has_heading);
char *sl_thing_details_dup_event_gist (SlDocument *document,
                                       guint number,
                                       guint64 index) G_GNUC_WARN_UNUSED_RESULT;
char *sl_thing_details_dup_record_gist (SlDocument *document,
                                        guint number,
                                        guint64 index) G_GNUC_WARN_UNUSED_RESULT;
void
sl_thing_details_append_record (GtkBox *box, SlDocument *document, guint number, guint64 index);

G_END_DECLS
