/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Jobs by the name of their task and their number. */

#include "sl-go-to-place.h"

G_BEGIN_DECLS

SlGoTo *sl_go_to_job_find (SlDocument *document, const char *text, GError **error);

G_END_DECLS
