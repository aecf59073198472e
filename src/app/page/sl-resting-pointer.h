/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The pointer over a window, which hides while it is not moved. */
typedef struct _SlRestingPointer SlRestingPointer;

SlRestingPointer *sl_resting_pointer_new (GtkWidget *window);
void sl_resting_pointer_free (SlRestingPointer *self);

G_END_DECLS
