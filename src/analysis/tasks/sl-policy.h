/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Two of the priorities of %SL_TRAIT_LINUX_CLASSES. */
#define SL_LINUX_STOP     99
#define SL_LINUX_DEADLINE 100

/**
 * SlPolicy:
 *
 * By what the scheduler chooses, as the task model says; of a trace of Linux, else, as the classes of its tasks do.
 */
typedef enum
{
  SL_POLICY_UNKNOWN,
  SL_POLICY_RM,
  SL_POLICY_DM,
  SL_POLICY_FP,
  SL_POLICY_EDF,
  SL_POLICY_FIFO,
  SL_POLICY_RR,
} SlPolicy;

const char *sl_policy_get_id (SlPolicy policy);
SlPolicy sl_policy_from_id (const char *id);
gboolean sl_policy_is_fixed (SlPolicy policy);

G_END_DECLS
