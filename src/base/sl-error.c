/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error.h"

GQuark
sl_error_quark (void)
{
  return g_quark_from_static_string ("sl-error-quark");
}
