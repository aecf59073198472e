/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-acted-types.h"

#include <string.h>

#include "sl-kind.h"

#define BIT(type) (1u << SL_OBJECT_##type)

/**
 * sl_acted_types_get:
 * @usual: (out): the type of an object that is a bare word
 *
 * Returns: the types that the action's object may have, a bit for each by its number
 */
guint
sl_acted_types_get (SlAction action, SlObjectType *usual)
{
  guint all = BIT (TASK) | BIT (CPU) | BIT (IRQ) | BIT (TIMER) | BIT (MUTEX) | BIT (SEMAPHORE) |
              BIT (SERVER) | BIT (PROCESS) | BIT (USER_EVENT) | BIT (SOFTIRQ) | BIT (VECTOR) |
              BIT (FUTEX);

  switch (sl_action_get_group (action))
    {
    case SL_TELLS_LOCKS:
      *usual = action == SL_ACTION_WAIT || action == SL_ACTION_POST ? SL_OBJECT_SEMAPHORE
                                                                    : SL_OBJECT_MUTEX;
      return BIT (MUTEX) | BIT (SEMAPHORE) | BIT (FUTEX);
    case SL_TELLS_SERVERS:
      *usual = SL_OBJECT_SERVER;
      return BIT (SERVER);
    case SL_TELLS_INTERRUPTS:
      *usual = SL_OBJECT_IRQ;
      return BIT (IRQ) | BIT (TIMER) | BIT (SOFTIRQ) | BIT (VECTOR);
    case SL_TELLS_MARKS:
      *usual = SL_OBJECT_USER_EVENT;
      return BIT (USER_EVENT) | BIT (IPOINT) | BIT (FUNCTION) | BIT (SPAN) |
             (action == SL_ACTION_VALUE ? BIT (CPU) : 0);
    case SL_TELLS_SCHEDULING:
    case SL_TELLS_JOBS:
    case SL_TELLS_BUS:
    case SL_TELLS_BRANCHES:
    case SL_TELLS_RECORDING:
    case SL_TELLS_WAKEUPS:
    case SL_TELLS_PLACES:
    default:
      break;
    }

  if (action == SL_ACTION_SLEEP || action == SL_ACTION_SLEEP_UNINTERRUPTIBLY)
    {
      *usual = SL_OBJECT_SYSCALL;
      return BIT (SYSCALL) | BIT (REASON);
    }

  *usual = action == SL_ACTION_BLOCK || action == SL_ACTION_NAME ? SL_OBJECT_MUTEX
           : action == SL_ACTION_FORGET                          ? SL_OBJECT_SERVER
                                                                 : SL_OBJECT_TASK;
  return action == SL_ACTION_CHOOSE || action == SL_ACTION_INHERIT ? BIT (TASK) : all;
}

/**
 * sl_acted_types_find:
 * @word: (array length=length): as it is before the colon of an object
 * @type: (out): set on success
 *
 * Returns: whether it is a type
 */
gboolean
sl_acted_types_find (const char *word, gsize length, SlObjectType *type)
{
  static const struct
  {
    const char *word;
    SlObjectType type;
  } others[] = { { "mark", SL_OBJECT_USER_EVENT }, { "variable", SL_OBJECT_USER_EVENT } };

  for (guint i = SL_OBJECT_NONE + 1; i < SL_N_OBJECT_TYPES; i++)
    {
      const char *id = sl_object_type_get_id (i);

      if (strlen (id) != length || memcmp (id, word, length) != 0)
        continue;
      *type = i;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      if (strlen (others[i].word) != length || memcmp (others[i].word, word, length) != 0)
        continue;
      *type = others[i].type;
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_acted_types_list:
 * @types: as sl_acted_types_get() returns them
 * @list: (array length=size): gets their words, as "mutex, semaphore or futex", as far as there is room
 */
void
sl_acted_types_list (guint types, char *list, gsize size)
{
  list[0] = '\0';
  for (guint i = SL_OBJECT_NONE + 1; i < SL_N_OBJECT_TYPES; i++)
    {
      if ((types & 1u << i) == 0)
        continue;
      if (list[0] != '\0')
        g_strlcat (list, types >> i == 1 ? " or " : ", ", size);
      g_strlcat (list, i == SL_OBJECT_USER_EVENT ? "mark" : sl_object_type_get_id (i), size);
    }
}
