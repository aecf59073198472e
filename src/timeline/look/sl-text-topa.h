/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is said of tables of physical addresses, their regions and pointers. */

#include "sl-topa-layout.h"

G_BEGIN_DECLS

char *sl_text_topa_address (guint64 address) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_size (guint64 size) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_table (const SlTopaLayout *layout, guint64 table) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_target (const SlTopaLayout *layout, guint entry) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_region (const SlTopaLayout *layout, guint entry) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_fill (const SlTopaLayout *layout, guint entry) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_entry (const SlTopaLayout *layout, guint entry) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_topa_summary (const SlTopaLayout *layout) G_GNUC_WARN_UNUSED_RESULT;

char *sl_text_topa_place (const SlTopaLayout *layout, guint entry);
char *sl_text_topa_damage (const SlTopaLayout *layout);

G_END_DECLS
