/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-branch-cause.h"

#include "sl-kind-action.h"

/**
 * sl_branch_cause_get_id:
 *
 * Returns: (transfer none): the word of the command line
 */
const char *
sl_branch_cause_get_id (SlBranchCause cause)
{
  static const char *const ids[SL_N_BRANCH_CAUSES] = {
    [SL_BRANCH_JUMP] = "jump",
    [SL_BRANCH_STEP] = "serialising-or-short-jump",
    [SL_BRANCH_INTERRUPT] = "interrupt",
    [SL_BRANCH_HALT_EXIT] = "halt-exit",
    [SL_BRANCH_FORMAT] = "format-change",
  };

  g_return_val_if_fail ((guint) cause < SL_N_BRANCH_CAUSES, ids[SL_BRANCH_JUMP]);

  return ids[cause];
}

/**
 * sl_branch_is_kind:
 *
 * Returns: whether events of the kind are branches, each with what is known of its source and its target
 */
gboolean
sl_branch_is_kind (guint16 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_BRANCH;
}

/**
 * sl_branch_get_ends:
 * @event: of a branch, of any format: the source is in a and the target in b, or the only one of them in a, whose name
 *   says which
 */
SlBranchEnds
sl_branch_get_ends (const SlEvent *event)
{
  const SlKind *kind = sl_kind_get (event->kind);
  gboolean has_a = (event->flags & SL_EVENT_NO_A) == 0;
  gboolean has_b = (event->flags & SL_EVENT_NO_B) == 0 && kind->b.form != SL_FIELD_NONE;

  if (kind->b.form == SL_FIELD_NONE && g_strcmp0 (kind->a.name, "target") == 0)
    return (SlBranchEnds) { .target = has_a ? event->a : 0, .has_target = has_a };

  return (SlBranchEnds) { has_a ? event->a : 0, has_b ? event->b : 0, has_a, has_b };
}
