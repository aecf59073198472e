/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-kinds.h"

#include <glib/gi18n-lib.h>

guint16 sl_chrome_kind_base;

const SlKind sl_chrome_kinds[SL_N_CHROME_KINDS] = {
  [SL_CHROME_KIND_OTHER] = { .id = "trace-event",
                             .title = N_ ("Other trace event"),
                             .family = "flows",
                             .a = { "task", SL_FIELD_DECIMAL },
                             .object_type = SL_OBJECT_TASK,
                             .object_source = SL_FROM_A },
};
