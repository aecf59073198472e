/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A receiver that runs in the background, and says in the main context what has come. */

#include "sl-live-capture.h"

G_BEGIN_DECLS

#define SL_TYPE_RECEPTION (sl_reception_get_type ())
G_DECLARE_FINAL_TYPE (SlReception, sl_reception, SL, RECEPTION, SlLiveCapture)

SlLiveCapture *sl_reception_new (const char *address, guint port, GFile *file, GError **error);

G_END_DECLS
