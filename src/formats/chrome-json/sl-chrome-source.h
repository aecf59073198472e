/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Events of a file of Chrome's trace event format. */

#include "sl-input.h"
#include "sl-source.h"

G_BEGIN_DECLS

extern const SlTranslator sl_chrome_translator;

#define SL_TYPE_CHROME_SOURCE (sl_chrome_source_get_type ())
G_DECLARE_FINAL_TYPE (SlChromeSource, sl_chrome_source, SL, CHROME_SOURCE, SlSource)

SlSource *sl_chrome_source_open (SlInput *input, GCancellable *cancellable, GError **error);

G_END_DECLS
