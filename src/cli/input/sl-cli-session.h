/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Views that were saved in the window. */

#include "sl-view-file.h"

G_BEGIN_DECLS

SlViewState *sl_cli_session_read (const char *path,
                                  const SlViewFit *fit,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
