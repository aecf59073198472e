/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finds what was called in the part of a document's traces that is in sight, in the background: a
 * thread decodes for a while, hands over what there is, and goes on unless the view has moved. */

#include "sl-document.h"

G_BEGIN_DECLS

void sl_call_search_attach (SlDocument *document);

G_END_DECLS
