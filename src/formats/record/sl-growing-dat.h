/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A trace.dat of version 7 that can be read at any time while pages are added to it, and is as dense in the end as trace-cmd
 * would have written it. While it grows, the pages of each CPU have a region of their own, far larger than what is in it, of
 * which the file system keeps only what was written; the table of CPUs, at the beginning, says how many there are. In the
 * end the regions are moved together. */

#include <gio/gio.h>

#include "sl-recorded-formats.h"

G_BEGIN_DECLS

/**
 * SlGrowingTail:
 * @cmdlines: (nullable): names of tasks, “pid name” a line
 * @symbols: (nullable): of the kernel, as /proc/kallsyms
 * @stats: (element-type utf8): for each CPU what was lost, as tracefs says it
 * @tsc: (nullable): the option TSC2NSEC
 *
 * What is known only in the end.
 */
typedef struct
{
  const char *cmdlines;
  const char *symbols;
  const GPtrArray *stats;
  const GByteArray *tsc;
} SlGrowingTail;

typedef struct _SlGrowingDat SlGrowingDat;

SlGrowingDat *
sl_growing_dat_new (int fd, const SlRecordedFormats *formats, const GArray *cpus, GError **error);
void sl_growing_dat_free (SlGrowingDat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlGrowingDat, sl_growing_dat_free)

guint32 sl_growing_dat_get_page_size (const SlGrowingDat *self);
guint64 sl_growing_dat_get_begin (const SlGrowingDat *self);
guint64 sl_growing_dat_get_end (const SlGrowingDat *self, guint cpu);
guint64 sl_growing_dat_get_room (const SlGrowingDat *self, guint cpu);
void sl_growing_dat_add (SlGrowingDat *self, guint cpu, guint64 size);
guint64 sl_growing_dat_get_size (const SlGrowingDat *self, guint cpu);
guint64 sl_growing_dat_get_total (const SlGrowingDat *self);
gboolean sl_growing_dat_publish (SlGrowingDat *self, GError **error);
gboolean sl_growing_dat_pack (SlGrowingDat *self, GError **error);
gboolean sl_growing_dat_finish (SlGrowingDat *self, const SlGrowingTail *tail, GError **error);

G_END_DECLS
