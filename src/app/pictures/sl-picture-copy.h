/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The picture of what is shown, for other programs: on the clipboard, or dragged out of the window. */

#include "sl-document.h"
#include "sl-export.h"
#include "sl-picture-widget.h"

G_BEGIN_DECLS

/**
 * SlPictureFunc:
 * @options: (out): how the picture is written, but for its type
 *
 * Returns: (transfer full) (nullable): the picture; %NULL where there is none any more
 */
typedef SlScene *(*SlPictureFunc) (gpointer user_data, SlExportOptions *options);

void sl_picture_copy (SlPictureWidget *timeline, SlDocument *document);
void sl_picture_copy_add_drag (GtkWidget *handle, SlPictureFunc get, gpointer user_data);
void
sl_picture_copy_add_drag_of (GtkWidget *handle, SlPictureWidget *timeline, SlDocument *document);

G_END_DECLS
