/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A receiver that runs in the background, and says in the main context what has come. */

#include "sl-receiver.h"

G_BEGIN_DECLS

#define SL_TYPE_RECEPTION (sl_reception_get_type ())
G_DECLARE_FINAL_TYPE (SlReception, sl_reception, SL, RECEPTION, GObject)

SlReception *sl_reception_new (const char *address, guint port, GFile *file, GError **error);

GFile *sl_reception_get_file (SlReception *self);
GFile *sl_reception_dup_growing_file (SlReception *self);
guint64 sl_reception_get_n_lost (SlReception *self);
char *sl_reception_dup_text (SlReception *self);
void sl_reception_stop (SlReception *self);
gboolean sl_reception_finish (SlReception *self, GError **error);

G_END_DECLS
