/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which kinds and families of events the traces of an axis have, and how many of each. */

#include "sl-trace-set.h"

G_BEGIN_DECLS

guint64 sl_kind_counts_of_kind (SlTraceSet *set, guint16 kind);
GArray *sl_kind_counts_list (SlTraceSet *set);
GArray *sl_kind_counts_list_families (GArray *kinds);
guint64 sl_kind_counts_of_family (SlTraceSet *set, GArray *kinds, guint family);

G_END_DECLS
