/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pages that the kernel recorded on one CPU, taken into a growing trace.dat. */

#include "sl-growing-dat.h"

G_BEGIN_DECLS

typedef struct _SlCpuPages SlCpuPages;

SlCpuPages *sl_cpu_pages_new (const char *instance, guint32 cpu, GError **error);
void sl_cpu_pages_free (SlCpuPages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCpuPages, sl_cpu_pages_free)

gboolean sl_cpu_pages_take (SlCpuPages *self,
                            SlGrowingDat *dat,
                            int fd,
                            guint index,
                            guint64 *taken,
                            GError **error);
gboolean
sl_cpu_pages_take_rest (SlCpuPages *self, SlGrowingDat *dat, int fd, guint index, GError **error);

G_END_DECLS
