/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The gaps in the recording of a trace, to be gone to one after the other. */

#include "sl-document.h"

G_BEGIN_DECLS

void sl_gap_list_go_to (SlDocument *document, guint trace, int direction);
char *
sl_gap_list_dup_text (SlDocument *document, guint trace, guint64 index) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
