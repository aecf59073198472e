/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which span an end without a name ends: of those of its thread that have not ended, the one that began last. Filled by one
 * thread while the file is read the first time, then read by any. */

#include "sl-chrome-record.h"

G_BEGIN_DECLS

typedef struct _SlChromeEnds SlChromeEnds;

SlChromeEnds *sl_chrome_ends_new (void);
void sl_chrome_ends_free (SlChromeEnds *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlChromeEnds, sl_chrome_ends_free)

guint sl_chrome_ends_add (SlChromeEnds *self,
                          const SlChromeRecord *record,
                          guint32 thread,
                          guint32 label);
guint sl_chrome_ends_get_count (const SlChromeEnds *self);
void sl_chrome_ends_follow (SlChromeEnds *self, guint number, guint64 offset);
void sl_chrome_ends_seal (SlChromeEnds *self);

gboolean sl_chrome_ends_find (const SlChromeEnds *self, guint64 offset, guint32 *label);

G_END_DECLS
