/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which arguments the events of a file have: each is a field of filters and lists. Filled by one thread, then sealed, then
 * read by any. */

#include "sl-chrome-record.h"

G_BEGIN_DECLS

typedef struct _SlChromeFields SlChromeFields;

SlChromeFields *sl_chrome_fields_new (void);
void sl_chrome_fields_free (SlChromeFields *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlChromeFields, sl_chrome_fields_free)

void sl_chrome_fields_add (SlChromeFields *self, const SlChromeRecord *record);
void sl_chrome_fields_seal (SlChromeFields *self);
const char *const *sl_chrome_fields_get_all (const SlChromeFields *self);
const char *sl_chrome_fields_find (const SlChromeFields *self, const SlJsonSpan *key);

G_END_DECLS
