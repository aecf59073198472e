/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-record.h"

const guint16 sl_byu_kind_steps[256] = {
#define SL_BYU_CODE(code, symbol, name, kind) \
  [code] = (guint16) (SL_KIND_##kind - (SL_KIND_UNKNOWN_BUS + code)),
#include "sl-byu-code-table.h"
#undef SL_BYU_CODE
};

static const char *const names[256] = {
#define SL_BYU_CODE(code, symbol, name, kind) [code] = name,
#include "sl-byu-code-table.h"
#undef SL_BYU_CODE
};

/**
 * sl_byu_code_get_name:
 *
 * Returns: (nullable): as byutr.h spells it; %NULL for a code that it does not have
 */
const char *
sl_byu_code_get_name (guint8 code)
{
  return names[code];
}

/**
 * sl_byu_attribute_get_name:
 *
 * Returns: what the two lowest bits say; the others are not documented
 */
const char *
sl_byu_attribute_get_name (guint8 attribute)
{
  static const char *const memory_types[] = { "uncacheable", "write through", "write protect",
                                              "write back" };

  return memory_types[attribute & SL_BYU_ATTRIBUTE_TYPE];
}
