/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Events of S.Ha.R.K. in any order, for laws that hold whatever comes. */

#include "sl-trace.h"

G_BEGIN_DECLS

GArray *sl_random_events (GRand *rand);
SlTrace *sl_random_trace (GRand *rand);

G_END_DECLS
