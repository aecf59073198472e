/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The first pass over a file of Chrome's format: where its events are, in order of time, and who is called how. */

#include <gio/gio.h>

#include "sl-chrome-ends.h"
#include "sl-chrome-fields.h"
#include "sl-chrome-names.h"
#include "sl-note.h"

G_BEGIN_DECLS

/* An object of JSON makes so many events at most: a counter one for each of its values. */
#define SL_CHROME_MOST_PARTS 4096

/* The events of a span with its length; the others of an object are numbered from 0 on. */
enum
{
  SL_CHROME_PART_BEGIN,
  SL_CHROME_PART_END,
  SL_CHROME_PART_FLOW,
};

/**
 * SlChromeEntry:
 * @time: in ns
 * @place: of the object, and which of its events
 */
typedef struct
{
  SlTime time;
  guint64 place;
} SlChromeEntry;

#define SL_CHROME_PLACE(offset, part) ((guint64) (offset) << 12 | (guint64) (part))
#define SL_CHROME_OFFSET(place)       ((place) >> 12)
#define SL_CHROME_PART(place)         ((guint) ((place) &0xfff))

/**
 * SlChromeScan:
 * @names: sealed once the pass is over
 * @fields: likewise
 * @ends: likewise
 * @entries: (array length=n_entries): all events, in order
 * @epoch: Unix time of what times count from, in ns; 0 where the file does not say it
 */
typedef struct
{
  SlChromeNames *names;
  SlChromeFields *fields;
  SlChromeEnds *ends;
  SlChromeEntry *entries;
  gsize n_entries;
  gint64 epoch;
} SlChromeScan;

SlChromeScan *sl_chrome_scan_new (void);
void sl_chrome_scan_free (SlChromeScan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlChromeScan, sl_chrome_scan_free)

gboolean sl_chrome_scan_run (SlChromeScan *self,
                             const char *data,
                             gsize size,
                             SlNotes *notes,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
