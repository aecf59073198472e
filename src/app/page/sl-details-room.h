/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void sl_details_room_keep (AdwFlap *flap);

G_END_DECLS
