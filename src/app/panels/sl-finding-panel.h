/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

typedef enum
{
  SL_FINDING_MISSES,
  SL_FINDING_INVERSIONS,
  SL_FINDING_OVERRUNS,
  SL_N_FINDING_KINDS,
} SlFindingKind;

#define SL_TYPE_FINDING_PANEL (sl_finding_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlFindingPanel, sl_finding_panel, SL, FINDING_PANEL, AdwBin)

void sl_finding_panel_set_document (SlFindingPanel *self, SlDocument *document);
guint sl_finding_panel_count (SlDocument *document, SlFindingKind kind);

G_END_DECLS
