/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which files of a folder make one trace. Private to sl_open(). */

#include "sl-open.h"

G_BEGIN_DECLS

GPtrArray *sl_open_folder_choose (GFile *folder,
                                  const SlFormat *forced,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
