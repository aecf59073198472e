/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-code.h"

/**
 * sl_text_code:
 * @n_digits: that an address without a name has at least
 *
 * Returns: (transfer full): what lies at @address, such as "main+0x12", else the address
 */
char *
sl_text_code (SlAnnotations *annotations, guint64 address, guint n_digits)
{
  char *name = sl_annotations_dup_code_text (annotations, address);

  return name != NULL ? name
                      : g_strdup_printf ("0x%0*" G_GINT64_MODIFIER "x", (int) n_digits, address);
}

/**
 * sl_text_code_with_name:
 *
 * Returns: (transfer full): the address, and behind it what lies there, where that is known
 */
char *
sl_text_code_with_name (SlAnnotations *annotations, guint64 address)
{
  g_autofree char *name = sl_annotations_dup_code_text (annotations, address);

  return name != NULL ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x %s", address, name)
                      : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
}
