/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Recordings that by their clocks were made at the same time. */

#include "sl-trace-set.h"

G_BEGIN_DECLS

const char *sl_shared_clock_find_apart (SlTraceSet *set, guint trace);

G_END_DECLS
