/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whose urgency a task has because it is in the way of others. */

#include "sl-instant.h"

G_BEGIN_DECLS

gboolean sl_inheritance_is_known (SlSteps *steps);
void sl_inheritance_find (SlInstant *instant);

G_END_DECLS
