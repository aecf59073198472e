/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The letters of a task's state as it leaves its processor. Bits and letters differ from kernel to kernel: those of a file
 * are in the print format of its sched_switch. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_LINUX_MOST_STATES 16

/**
 * SlLinuxStates:
 * @bits: of each state
 * @letters: of each
 * @preempted: the bit of a task that the kernel preempted; 0 for none
 * @is_index: the value is the number of a bit, from 1, instead of bits: some kernels 4.14
 */
typedef struct
{
  guint n_states;
  guint64 bits[SL_LINUX_MOST_STATES];
  char letters[SL_LINUX_MOST_STATES];
  guint64 preempted;
  gboolean is_index;
} SlLinuxStates;

void sl_linux_states_init (SlLinuxStates *self);
gboolean sl_linux_states_parse (SlLinuxStates *self, const char *print_format);
char sl_linux_states_get (const SlLinuxStates *self, guint64 state, gboolean *is_preempted);
char *sl_linux_states_dup_text (const SlLinuxStates *self, guint64 state) G_GNUC_WARN_UNUSED_RESULT;
char sl_linux_state_from_text (const char *text, gsize length, gboolean *is_preempted);

G_END_DECLS
