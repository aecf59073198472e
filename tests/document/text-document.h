/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/* Documents of short traces that are written out in a test as the text of ftrace, as JSON of Chrome where they begin with
 * a brace, or as neutral events where they begin with what names these. Failures fail the test. */

SlDocument *sl_text_document_new (const char *text); /* whose jobs are known */
guint32 sl_text_document_find (SlDocument *document, SlObjectType type, guint64 id);

G_END_DECLS
