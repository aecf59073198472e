/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/* Documents of short traces that are written out in a test as the text of ftrace. Failures fail the test. */

SlDocument *sl_text_document_new (const char *text); /* whose jobs are known */
guint32 sl_text_document_find (SlDocument *document, SlObjectType type, guint64 id);

G_END_DECLS
