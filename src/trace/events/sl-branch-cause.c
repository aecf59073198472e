/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-branch-cause.h"

#include "sl-kind.h"

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
 * Returns: whether events of the kind follow from branch trace messages, and are no bus cycles
 */
gboolean
sl_branch_is_kind (guint16 kind)
{
  return kind >= SL_KIND_BRANCH && kind <= SL_KIND_BRANCH_TARGET;
}
