/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_JOB_PANEL (sl_job_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlJobPanel, sl_job_panel, SL, JOB_PANEL, AdwBin)

void sl_job_panel_set_document (SlJobPanel *self, SlDocument *document);
gboolean sl_job_panel_is_for (SlDocument *document);

G_END_DECLS
