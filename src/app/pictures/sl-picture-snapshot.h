/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-picture-style.h"

G_BEGIN_DECLS

void sl_picture_snapshot (SlPictureStyle *style,
                          SlScene *scene,
                          GtkWidget *widget,
                          GtkSnapshot *snapshot);

G_END_DECLS
