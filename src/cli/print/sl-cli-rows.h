/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

SlViewState *sl_cli_rows_choose (const SlCliTraces *set,
                                 SlViewState *state,
                                 SlCliGlobs *globs) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
