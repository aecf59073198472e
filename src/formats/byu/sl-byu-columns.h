/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Records with times as columns: the one loop of a load that looks at every byte of the file. */

#include "sl-record-source.h"

G_BEGIN_DECLS

gboolean sl_byu_columns_fill (SlColumns *columns, const SlRecordBlock *block, gsize record_size);

G_END_DECLS
