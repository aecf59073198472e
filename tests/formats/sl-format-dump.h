/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Opens bytes with a format, and writes all that its source tells as text. */

#include "sl-format-registry.h"

G_BEGIN_DECLS

SlSource *sl_test_open_bytes (GBytes *const *files,
                              const char *const *names,
                              guint n_files,
                              const char *format_id,
                              GError **error);
char *sl_test_dump_source (SlSource *source) G_GNUC_WARN_UNUSED_RESULT;
GArray *sl_test_read_events (SlSource *source) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
