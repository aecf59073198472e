/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-record.h"

/* One more than the kind, so that 0 is a code that nobody defined. */
const guint16 sl_shark_kinds_plus_one[256] = {
#define SL_SHARK_CODE(code, symbol, name, kind) [code] = SL_KIND_##kind + 1,
#include "sl-shark-code-table.h"
#undef SL_SHARK_CODE
};

static const char *const names[256] = {
  [SL_SHARK_EMPTY] = "FTrace_EVT_empty",
#define SL_SHARK_CODE(code, symbol, name, kind) [code] = name,
#include "sl-shark-code-table.h"
#undef SL_SHARK_CODE
};

/**
 * sl_shark_code_is_known:
 * @code: with or without %SL_SHARK_FAST
 *
 * Returns: whether a document of the tracer defines it for a record; the empty slot is not
 */
gboolean
sl_shark_code_is_known (guint16 code)
{
  return (code & 0x7f00) == 0 && sl_shark_kinds_plus_one[code & 0xff] != 0;
}

/**
 * sl_shark_code_get_name:
 * @code: with or without %SL_SHARK_FAST
 *
 * Returns: (nullable): as the tracer's documents spell it
 */
const char *
sl_shark_code_get_name (guint16 code)
{
  return (code & 0x7f00) == 0 ? names[code & 0xff] : NULL;
}
