/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

extern const SlAnalysis sl_span_tracks;

G_END_DECLS
