/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the records of a perf.data file tell of the files that were mapped as code. */

#include "sl-code-map.h"
#include "sl-perf-capture.h"

G_BEGIN_DECLS

GPtrArray *sl_perf_code_find (const SlPerfCapture *capture);

G_END_DECLS
