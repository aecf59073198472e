/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Opens the formats whose records bear times: byu12 and byu16. */

#include "sl-format.h"

G_BEGIN_DECLS

/* Names of the raw fields that only some records of a kind have; NULL-ended. */
extern const char *const sl_byu_timed_some_fields[];

SlSource *sl_byu_timed_open (SlInput *input,
                             gsize record_size,
                             gboolean fold_second_packets,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
