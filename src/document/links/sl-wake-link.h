/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-wake.h"

G_BEGIN_DECLS

typedef enum
{
  SL_WAKE_STEP_DONE,
  SL_WAKE_STEP_NO_PICK,   /* what is picked is neither a job nor a slice */
  SL_WAKE_STEP_UNKNOWN,   /* no wake-up is recorded */
  SL_WAKE_STEP_INTERRUPT, /* it is an interrupt, which nothing wakes */
  SL_WAKE_STEP_AWAKE, /* nothing has woken it for the job that is picked: it was awake as that was released */
  SL_WAKE_STEP_NO_ROW, /* whom it leads to has no row: it is hidden, or an interrupt that was not recorded */
} SlWakeStep;

GArray *sl_wake_link_dup_picked (SlDocument *document, guint *n_first);
gboolean sl_wake_link_go_to (SlDocument *document, guint trace, const SlWake *wake);
SlWakeStep sl_wake_link_step (SlDocument *document, int direction, SlSpan *delay);

G_END_DECLS
