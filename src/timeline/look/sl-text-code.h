/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Addresses of code for people: by name, where symbols are known. */

#include "sl-annotations.h"

G_BEGIN_DECLS

char *sl_text_code (SlAnnotations *annotations,
                    guint64 address,
                    guint n_digits) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_code_with_name (SlAnnotations *annotations,
                              guint64 address) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
