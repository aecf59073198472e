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

#define SL_TYPE_FINDING_LIST (sl_finding_list_get_type ())
G_DECLARE_FINAL_TYPE (SlFindingList, sl_finding_list, SL, FINDING_LIST, AdwBin)

void sl_finding_list_set_document (SlFindingList *self, SlDocument *document);
guint sl_finding_list_count (SlDocument *document, SlFindingKind kind);

G_END_DECLS
