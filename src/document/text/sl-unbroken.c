/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-unbroken.h"

#define NO_BREAK_SPACE "\u00a0"
#define WORD_JOINER    "\u2060"

/**
 * sl_unbroken_new_units:
 * @text: (nullable): of a label that wraps
 *
 * Returns: (transfer full) (nullable): @text, in which lines do not break between a number and its unit
 */
char *
sl_unbroken_new_units (const char *text)
{
  g_autoptr (GRegex) units = g_regex_new ("(?<=\\d) (?=(?:[kmµnp]?s|[kMG]?Hz|ticks?|%)(?!\\w))",
                                          G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);

  return text != NULL ? g_regex_replace_literal (units, text, -1, 0, NO_BREAK_SPACE,
                                                 G_REGEX_MATCH_DEFAULT, NULL)
                      : NULL;
}

/**
 * sl_unbroken_new:
 * @text: (nullable): of a label that wraps
 *
 * Returns: (transfer full) (nullable): @text, in which lines do not break between a number and its
 *   unit, nor in a range of numbers
 */
char *
sl_unbroken_new (const char *text)
{
  g_autoptr (GRegex) ranges =
      g_regex_new ("(?<=\\w)–(?=\\d)", G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);
  g_autofree char *joined = text != NULL
                                ? g_regex_replace_literal (ranges, text, -1, 0, "–" WORD_JOINER,
                                                           G_REGEX_MATCH_DEFAULT, NULL)
                                : NULL;

  return sl_unbroken_new_units (joined);
}
