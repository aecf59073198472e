/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A folder that looks like a tracefs whose kernel recorded what a generated trace.dat holds. */

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SlPretendedTracefs:
 * @path: where it is
 *
 * Recorders see it as their tracefs with SLACKLINE_TRACEFS=@path and LD_PRELOAD=pretend-tracefs.so.
 */
typedef struct
{
  char *path;
} SlPretendedTracefs;

SlPretendedTracefs *sl_pretended_tracefs_new (GBytes *trace, guint n_cpus, guint n_lost);
void sl_pretended_tracefs_free (SlPretendedTracefs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPretendedTracefs, sl_pretended_tracefs_free)

G_END_DECLS
