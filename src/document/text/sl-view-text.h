/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

char *sl_view_text_describe (SlDocument *document) G_GNUC_WARN_UNUSED_RESULT;
char *sl_view_text_describe_row (SlDocument *document, guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_view_text_describe_miss (SlDocument *document) G_GNUC_WARN_UNUSED_RESULT;
char *sl_view_text_sum_up_miss (SlDocument *document) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_view_text_explain_no_miss (SlDocument *document);
char *sl_view_text_describe_step (SlDocument *document,
                                  gboolean *is_behind) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
