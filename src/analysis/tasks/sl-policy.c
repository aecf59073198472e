/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-policy.h"

static const char *const policies[] = {
  [SL_POLICY_UNKNOWN] = "unknown", [SL_POLICY_RM] = "rm",   [SL_POLICY_DM] = "dm",
  [SL_POLICY_FP] = "fp",           [SL_POLICY_EDF] = "edf", [SL_POLICY_FIFO] = "fifo",
  [SL_POLICY_RR] = "rr",
};

const char *
sl_policy_get_id (SlPolicy policy)
{
  return policies[policy];
}

/**
 * sl_policy_from_id:
 * @id: (nullable): a word of the task model
 *
 * Returns: %SL_POLICY_UNKNOWN for other words
 */
SlPolicy
sl_policy_from_id (const char *id)
{
  for (guint i = 0; id != NULL && i < G_N_ELEMENTS (policies); i++)
    if (g_str_equal (policies[i], id))
      return (SlPolicy) i;

  return SL_POLICY_UNKNOWN;
}

/**
 * sl_policy_is_fixed:
 *
 * Returns: whether all jobs of a task have the same priority
 */
gboolean
sl_policy_is_fixed (SlPolicy policy)
{
  return policy == SL_POLICY_RM || policy == SL_POLICY_DM || policy == SL_POLICY_FP;
}
