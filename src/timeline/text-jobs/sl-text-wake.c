/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-wake.h"

#include <glib/gi18n-lib.h>

#include "sl-text-cause.h"

/**
 * sl_text_waker:
 * @annotations: (nullable): as in sl_text_job_part()
 *
 * Returns: who did it
 */
char *
sl_text_waker (SlTrace *trace, SlAnnotations *annotations, const SlWake *wake)
{
  if (wake->waker != SL_WAKER_INTERRUPT)
    return sl_text_object (trace, annotations, wake->waker);

  return g_strdup (wake->nominal != SL_TIME_MAX ? _ ("a timer") : _ ("an interrupt"));
}

/**
 * sl_text_wake:
 * @annotations: (nullable): as in sl_text_job_part()
 *
 * Returns: one link of a chain: who woke whom
 */
char *
sl_text_wake (SlTrace *trace, SlAnnotations *annotations, const SlWake *wake)
{
  g_autofree char *waker = sl_text_waker (trace, annotations, wake);
  g_autofree char *task = sl_text_object (trace, annotations, wake->task);

  /* Translators: a task or an interrupt, a task */
  return g_strdup_printf (_ ("%s wakes %s"), waker, task);
}

/**
 * sl_text_wake_chain:
 * @annotations: (nullable): as in sl_text_job_part()
 * @wakes: (array length=n_wakes): each by the one that the link before woke, at least one
 *
 * Returns: the chain in one line: "IRQ 24 nvme0 → irq/24-nvme → control"
 */
char *
sl_text_wake_chain (SlTrace *trace, SlAnnotations *annotations, const SlWake *wakes, guint n_wakes)
{
  g_autofree char *first = sl_text_waker (trace, annotations, &wakes[0]);
  GString *text = g_string_new (first);

  for (guint i = 0; i < n_wakes; i++)
    {
      g_autofree char *task = sl_text_object (trace, annotations, wakes[i].task);

      g_string_append_printf (text, " → %s", task);
    }
  return g_string_free (text, FALSE);
}
