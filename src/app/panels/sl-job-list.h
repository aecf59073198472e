/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_JOB_LIST (sl_job_list_get_type ())
G_DECLARE_FINAL_TYPE (SlJobList, sl_job_list, SL, JOB_LIST, AdwBin)

void sl_job_list_set_document (SlJobList *self, SlDocument *document);
gboolean sl_job_list_is_for (SlDocument *document);

G_END_DECLS
