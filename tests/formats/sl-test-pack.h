/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Packs bytes as the files that users have are packed. */

#include <glib.h>

G_BEGIN_DECLS

GBytes *
sl_test_pack (const char *suffix, gconstpointer bytes, gsize size) G_GNUC_WARN_UNUSED_RESULT;
GBytes *sl_test_pack_zip (const char *const *names,
                          gconstpointer bytes,
                          gsize size) G_GNUC_WARN_UNUSED_RESULT;
GBytes *sl_test_pack_tar (const char *format,
                          const char *const *names,
                          gconstpointer bytes,
                          gsize size) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
