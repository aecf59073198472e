/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-words.h"

#include <glib/gi18n.h>

/**
 * sl_task_model_words_get_title:
 * @word: of a task model, such as "edf"
 *
 * Returns: (nullable) (transfer none): what people call it, translated; %NULL for an unknown word
 */
const char *
sl_task_model_words_get_title (const char *word)
{
  static const struct
  {
    const char *word;
    const char *title;
  } titles[] = {
    { "rm", N_ ("Rate monotonic") },
    { "dm", N_ ("Deadline monotonic") },
    { "fp", N_ ("Fixed priorities") },
    { "edf", N_ ("Earliest deadline first") },
    { "fifo", N_ ("First come, first served") },
    { "rr", N_ ("Round robin") },
    { "none", N_ ("No protocol") },
    { "npp", N_ ("Non-preemptive sections") },
    { "pip", N_ ("Priority inheritance") },
    { "pcp", N_ ("Priority ceiling") },
    { "icpp", N_ ("Immediate priority ceiling") },
    { "srp", N_ ("Stack resource policy") },
    { "cbs", N_ ("Constant bandwidth") },
    { "hcbs", N_ ("Hard constant bandwidth") },
    { "ps", N_ ("Polling") },
    { "ds", N_ ("Deferrable") },
    { "ss", N_ ("Sporadic") },
    { "grub", N_ ("Greedy reclaiming") },
    { "tbs", N_ ("Total bandwidth") },
    { "continue", N_ ("Continue") },
    { "skip", N_ ("Skip releases") },
    { "abort", N_ ("Abort") },
    { "throttle", N_ ("Throttle") },
    { "no", N_ ("No") },
    { "yes", N_ ("Yes") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (g_str_equal (titles[i].word, word))
      return _ (titles[i].title);

  return NULL;
}
