/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-annotations.h"
#include "sl-wake.h"

G_BEGIN_DECLS

char *sl_text_waker (SlTrace *trace,
                     SlAnnotations *annotations,
                     const SlWake *wake) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_wake (SlTrace *trace,
                    SlAnnotations *annotations,
                    const SlWake *wake) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_wake_chain (SlTrace *trace,
                          SlAnnotations *annotations,
                          const SlWake *wakes,
                          guint n_wakes) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
