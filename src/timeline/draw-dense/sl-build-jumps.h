/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Branches with their addresses, where they are few. */

#include "sl-build-private.h"

G_BEGIN_DECLS

gboolean sl_build_jumps (SlRowPen *self, guint track);

G_END_DECLS
