/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Says how far something is that the user waits for, and stops it; what is over soon is not seen. */
typedef struct _SlProgressDialog SlProgressDialog;

typedef void (*SlProgressStopFunc) (gpointer user_data);

SlProgressDialog *sl_progress_dialog_new (GtkWidget *widget,
                                          const char *heading,
                                          SlProgressStopFunc stop,
                                          gpointer user_data);
void sl_progress_dialog_free (SlProgressDialog *self);
void sl_progress_dialog_set_fraction (SlProgressDialog *self, double fraction);

G_END_DECLS
