/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Some records of a page of the ring buffer, as a page of their own. */

#include "sl-ring-page.h"

G_BEGIN_DECLS

/**
 * SlCutPart:
 * @first: where in the page the head of the first record is that stays; 0 for all from the beginning, and the loss before them
 * @last: where that of the last one is; 0 for all up to the end
 * @begin: records before @first stay as well if they are not before this time
 * @end: records behind @last stay as well if they are before this time
 *
 * The part of a page that is kept. Records that are not events only move the time on.
 */
typedef struct
{
  gsize first;
  gsize last;
  guint64 begin;
  guint64 end;
} SlCutPart;

gboolean sl_cut_page (const SlRingLayout *layout,
                      const guint8 *bytes,
                      gsize size,
                      const SlCutPart *part,
                      guint8 *result,
                      gsize page_size);

G_END_DECLS
