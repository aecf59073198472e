/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

guint sl_job_link_find_picked (SlDocument *document);
void sl_job_link_go_to (SlDocument *document, guint number);
void sl_job_link_go_to_slice (SlDocument *document, guint32 task, SlSpan span);
void sl_job_link_go_to_miss (SlDocument *document, guint number);
void sl_job_link_step_miss (SlDocument *document, int direction);

G_END_DECLS
