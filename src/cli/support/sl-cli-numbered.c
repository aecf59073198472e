/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-numbered.h"

#include <string.h>

#include "sl-cli-error.h"

/**
 * sl_cli_numbered_split:
 * @number: (out): the number before the colon; %SL_CLI_ALL where there is none. Numbers that no
 *   file can have become one that none has
 *
 * Returns: (transfer none): what stands behind the number, or all of @value
 */
const char *
sl_cli_numbered_split (const char *value, guint *number)
{
  gsize n_digits = strspn (value, "0123456789");
  guint found = 0;

  *number = SL_CLI_ALL;
  if (n_digits == 0 || value[n_digits] != ':')
    return value;

  for (gsize i = 0; i < n_digits; i++)
    found = MIN (found, 100000000) * 10 + (guint) (value[i] - '0');
  *number = found;
  return value + n_digits + 1;
}

/**
 * sl_cli_numbered_find:
 * @values: (nullable): of one option, as given
 *
 * Returns: (transfer none) (nullable): the last value for @number, else the last for all, without
 *   its number
 */
const char *
sl_cli_numbered_find (char **values, guint number)
{
  const char *found = NULL;
  gboolean is_own = FALSE;

  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      guint meant;
      const char *value = sl_cli_numbered_split (values[i], &meant);

      if (meant != number && (meant != SL_CLI_ALL || is_own))
        continue;
      found = value;
      is_own = meant == number;
    }

  return found;
}

/**
 * sl_cli_numbered_check:
 * @option: what errors call it
 * @values: (nullable):
 * @count: how many there are to be meant
 * @what: what they are, such as "traces"
 *
 * Returns: whether all numbers are below @count; sets @error if not
 */
gboolean
sl_cli_numbered_check (const char *option,
                       char **values,
                       guint count,
                       const char *what,
                       GError **error)
{
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      guint meant;

      sl_cli_numbered_split (values[i], &meant);
      if (meant == SL_CLI_ALL || meant < count)
        continue;

      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s %s: The %s are numbered from 0 to %u", option, values[i], what, count - 1);
      return FALSE;
    }

  return TRUE;
}
