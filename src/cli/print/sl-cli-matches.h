/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a picture shows of a filter, and of the types of memory: found trace by trace, all of it. */

#include "sl-cli-traces.h"
#include "sl-filter.h"

G_BEGIN_DECLS

GPtrArray *sl_cli_matches_find (const SlCliTraces *set, SlFilter *filter, gboolean by_attribute);
GPtrArray *sl_cli_attributes_find (const SlCliTraces *set);
GPtrArray *sl_cli_hits_find (const SlCliTraces *set, SlFilter *filter);
gboolean sl_cli_attributes_check (const SlCliTraces *set, GError **error);

G_END_DECLS
