/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who and what a trace of Chrome's format names: processes, threads, spans, counters. Filled by one thread while the file is
 * read the first time, then sealed, then read by any. */

#include "sl-chrome-record.h"
#include "sl-object.h"

G_BEGIN_DECLS

/* Names that are told apart; what a damaged file has beyond shares one. */
#define SL_CHROME_MOST_NAMES (1u << 20)

typedef struct _SlChromeNames SlChromeNames;

SlChromeNames *sl_chrome_names_new (void);
void sl_chrome_names_free (SlChromeNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlChromeNames, sl_chrome_names_free)

guint32 sl_chrome_names_add_thread (SlChromeNames *self, const SlChromeRecord *record);
void sl_chrome_names_add_metadata (SlChromeNames *self, const SlChromeRecord *record);
guint32 sl_chrome_names_add_label (SlChromeNames *self, const SlJsonSpan *name);
void sl_chrome_names_add_series (SlChromeNames *self,
                                 const SlChromeRecord *record,
                                 const SlJsonSpan *key,
                                 gboolean is_whole);
void sl_chrome_names_seal (SlChromeNames *self);

guint64 sl_chrome_names_get_thread (SlChromeNames *self, const SlChromeRecord *record);
guint32 sl_chrome_names_get_label (SlChromeNames *self, const SlJsonSpan *name);
guint32 sl_chrome_names_get_series (SlChromeNames *self,
                                    const SlChromeRecord *record,
                                    const SlJsonSpan *key,
                                    int *shift);
guint64 sl_chrome_names_get_process (SlChromeNames *self, guint64 thread);
char *sl_chrome_names_dup (SlChromeNames *self, SlObjectType type, guint64 id);

G_END_DECLS
