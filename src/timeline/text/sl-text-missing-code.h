/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is said of code that was missing when the flow through it was decoded. */

#include "sl-missing-code.h"

G_BEGIN_DECLS

char *sl_text_missing_code (const SlMissingCode *missing) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_missing_place (const SlMissingRange *range) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_missing_count (const SlMissingRange *range) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_missing_wrong (const SlMissingCode *missing) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
