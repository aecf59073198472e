/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The flow of an Intel PT stream through the code, by Intel's block decoder (libipt). Built without
 * libipt there is none. */

#include "sl-flow.h"
#include "sl-pt-stream-private.h"

G_BEGIN_DECLS

SlFlowStream *sl_pt_flow_new (SlPtStream *stream);

G_END_DECLS
