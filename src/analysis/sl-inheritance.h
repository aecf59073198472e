/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whose urgency a task has because it is in the way of others. */

#include "sl-instant.h"

G_BEGIN_DECLS

void sl_inheritance_find (SlInstant *instant, SlSteps *steps);

G_END_DECLS
