/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-kinds.h"

#include <glib/gi18n-lib.h>

guint16 sl_chrome_kind_base;

#define FLOW_KIND(word, name)                                                                 \
  {                                                                                           \
    .id = word, .title = name, .family = "flows", .a = { "task", SL_FIELD_DECIMAL },          \
    .b = { "flow", SL_FIELD_HEX }, .object_type = SL_OBJECT_TASK, .object_source = SL_FROM_A, \
  }

const SlKind sl_chrome_kinds[SL_N_CHROME_KINDS] = {
  [SL_CHROME_KIND_FLOW_BEGIN] = FLOW_KIND ("flow-begin", N_ ("Flow started")),
  [SL_CHROME_KIND_FLOW_STEP] = FLOW_KIND ("flow-step", N_ ("Flow went on")),
  [SL_CHROME_KIND_FLOW_END] = FLOW_KIND ("flow-end", N_ ("Flow ended")),
  [SL_CHROME_KIND_OTHER] = { .id = "trace-event",
                             .title = N_ ("Other trace event"),
                             .family = "flows",
                             .a = { "task", SL_FIELD_DECIMAL },
                             .object_type = SL_OBJECT_TASK,
                             .object_source = SL_FROM_A },
};
