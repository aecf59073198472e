/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From one missed deadline to the next. */

#include "sl-document.h"

G_BEGIN_DECLS

gboolean sl_miss_link_step (SlDocument *document, int direction);
gboolean sl_miss_link_is_known (SlDocument *document);
SlDeadlineFrom sl_miss_link_find_deadlines (SlDocument *document, guint64 *n_jobs);

G_END_DECLS
