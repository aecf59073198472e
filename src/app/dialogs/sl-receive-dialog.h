/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-reception.h"

G_BEGIN_DECLS

/* Gets a reception that has begun. */
typedef void (*SlReceiveFunc) (GtkWindow *window, SlReception *reception);

void sl_receive_dialog_present (GtkWindow *parent, SlReceiveFunc begun);

G_END_DECLS
