/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which addresses the maps of a picture show, as options say it. */

#include "sl-cli-traces.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

gboolean sl_cli_addresses_parse (const char *scale,
                                 const char *addresses,
                                 const char *ports,
                                 SlAddressView views[SL_N_PLANES],
                                 GError **error);
SlViewState *
sl_cli_addresses_apply (SlViewState *state, guint n_traces, const SlAddressView views[SL_N_PLANES]);

gboolean sl_cli_addresses_check (const SlCliTraces *set,
                                 const char *scale,
                                 const char *addresses,
                                 const char *ports,
                                 GError **error);

G_END_DECLS
