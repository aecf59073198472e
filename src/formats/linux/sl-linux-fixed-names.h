/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What things of Linux are called in every trace, whatever its file says. */

#include "sl-object.h"

G_BEGIN_DECLS

gboolean sl_linux_is_kernel_name (const char *comm);
const char *sl_linux_get_fixed_name (SlObjectType type, guint64 id);
char *sl_linux_dup_reason (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
