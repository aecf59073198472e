/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What holds for any trace that is gone through step by step. */

#include "sl-replay.h"

G_BEGIN_DECLS

guint sl_step_laws_assert_told (SlReplay *replay);
void sl_step_laws_assert_moves (SlReplay *replay, GRand *random);

G_END_DECLS
