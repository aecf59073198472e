/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the list of jobs says of one of them. */

#include "sl-document.h"
#include "sl-job-list-model.h"

G_BEGIN_DECLS

char *sl_job_cell_dup_text (SlDocument *document,
                            SlJobListModel *model,
                            SlJobColumn column,
                            SlLine *line) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
