/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where one chunk of the tracer ends and the next one begins. */

#include "sl-shark-stretch.h"

G_BEGIN_DECLS

void sl_shark_seams_find (const SlSharkSegment *segments,
                          const GArray *stretches,
                          GArray *repairs,
                          SlNotes *notes);

G_END_DECLS
