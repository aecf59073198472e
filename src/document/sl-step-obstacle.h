/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Why a document cannot be gone through step by step. */

#include "sl-document.h"

G_BEGIN_DECLS

const char *sl_step_obstacle_get (SlDocument *document);
const char *sl_step_obstacle_get_to_predict (SlDocument *document);

G_END_DECLS
