/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-kinds.h"

#include "sl-kind.h"

static SlObjectType
get_object_type (SlAction action)
{
  switch ((guint) sl_action_get_group (action))
    {
    case SL_TELLS_LOCKS:
      return action == SL_ACTION_WAIT || action == SL_ACTION_POST ? SL_OBJECT_SEMAPHORE
                                                                  : SL_OBJECT_MUTEX;
    case SL_TELLS_SERVERS:
      return SL_OBJECT_SERVER;
    case SL_TELLS_INTERRUPTS:
      return SL_OBJECT_IRQ;
    default:
      return action == SL_ACTION_BLOCK ? SL_OBJECT_MUTEX : SL_OBJECT_NONE;
    }
}

/**
 * sl_action_kinds_register:
 * @family: of the kinds; no other test of the program has it
 *
 * The task is in a, the object, the value or the deadline of a release in b.
 *
 * Returns: the kind of the first action after %SL_ACTION_NONE; the others follow
 */
guint16
sl_action_kinds_register (const char *family)
{
  SlKind kinds[SL_N_ACTIONS - 1];
  guint16 base;

  for (guint i = SL_ACTION_NONE + 1; i < SL_N_ACTIONS; i++)
    kinds[i - 1] = (SlKind) {
      .id = g_strdup_printf ("%s-%s", family, sl_action_get_id (i)),
      .title = "Test",
      .family = family,
      .a = { "task", SL_FIELD_DECIMAL },
      .b = { i == SL_ACTION_RELEASE ? "deadline" : "object", SL_FIELD_DECIMAL },
      .object_type = get_object_type (i),
      .object_source = get_object_type (i) != SL_OBJECT_NONE ? SL_FROM_B : SL_FROM_NOWHERE,
      .action = i,
    };

  base = sl_kind_register (kinds, G_N_ELEMENTS (kinds));
  g_assert_cmpuint (base, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_free ((char *) kinds[i].id);
  return base;
}
