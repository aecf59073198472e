/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-unbroken.h"

#define NO_BREAK_SPACE "\u00a0"

/**
 * sl_unbroken_new:
 * @text: (nullable): of a label that wraps
 *
 * Returns: (transfer full) (nullable): @text, in which lines do not break between a number and its
 *   unit
 */
char *
sl_unbroken_new (const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new ("(?<=\\d) (?=(?:[kmµnp]?s|ticks|%)(?!\\w))",
                                          G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);

  return text != NULL ? g_regex_replace_literal (regex, text, -1, 0, NO_BREAK_SPACE,
                                                 G_REGEX_MATCH_DEFAULT, NULL)
                      : NULL;
}
