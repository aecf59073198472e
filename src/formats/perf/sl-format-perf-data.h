/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-format.h"

G_BEGIN_DECLS

SlSource *sl_perf_data_open_input (SlInput *input,
                                   SlFormatOptions *user,
                                   GCancellable *cancellable,
                                   GError **error);

G_END_DECLS
