/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From file names to sources: unpacks, maps, detects, joins and opens. */

#include "sl-format-registry.h"
#include "sl-input.h"

G_BEGIN_DECLS

/**
 * SlOpenRequest:
 * @files: (element-type GFile): files or folders
 * @format_id: (nullable): overrides detection
 * @options: (nullable): of the format
 */
typedef struct
{
  GPtrArray *files;
  const char *format_id;
  SlFormatOptions *options;
} SlOpenRequest;

GPtrArray *sl_open (const SlOpenRequest *request,
                    SlOpenProgress progress,
                    gpointer user_data,
                    GCancellable *cancellable,
                    GError **error);
SlSource *sl_open_bytes (GBytes *bytes,
                         const char *name,
                         const char *format_id,
                         GCancellable *cancellable,
                         GError **error);

G_END_DECLS
