/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the list of intervals says of one of them, column by column. */

#include "sl-document.h"
#include "sl-interval-model.h"

G_BEGIN_DECLS

char *sl_interval_cell_dup_text (SlDocument *document,
                                 SlIntervalColumn column,
                                 SlIntervalSame same,
                                 const SlInterval *interval) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
