/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The words for schedulers, protocols and policies, which are those of the task model. */
#include "sl-sim-private.h"

#include "sl-error.h"

static const char *const schedulers[] = {
  [SL_SIM_RM] = "rm",   [SL_SIM_DM] = "dm",     [SL_SIM_FP] = "fp",
  [SL_SIM_EDF] = "edf", [SL_SIM_FIFO] = "fifo", [SL_SIM_RR] = "rr",
};
static const char *const protocols[] = {
  [SL_SIM_NONE] = "none", [SL_SIM_NPP] = "npp",   [SL_SIM_PIP] = "pip",
  [SL_SIM_PCP] = "pcp",   [SL_SIM_ICPP] = "icpp", [SL_SIM_SRP] = "srp",
};
static const char *const overruns[] = {
  [SL_SIM_CONTINUE] = "continue",
  [SL_SIM_SKIP] = "skip",
  [SL_SIM_ABORT] = "abort",
};

static gboolean
find_word (const char *const *words, guint n_words, const char *id, guint *found, GError **error)
{
  g_autoptr (GString) accepted = g_string_new (NULL);

  for (guint i = 0; i < n_words; i++)
    {
      if (g_str_equal (words[i], id))
        {
          *found = i;
          return TRUE;
        }
      g_string_append_printf (accepted, "%s%s", i > 0 ? ", " : "", words[i]);
    }

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is none of %s", id, accepted->str);
  return FALSE;
}

/**
 * sl_sim_scheduler_parse:
 *
 * Returns: %FALSE with %SL_ERROR_USAGE, which lists the words that are accepted
 */
gboolean
sl_sim_scheduler_parse (const char *id, SlSimScheduler *scheduler, GError **error)
{
  guint found;

  if (!find_word (schedulers, G_N_ELEMENTS (schedulers), id, &found, error))
    return FALSE;

  *scheduler = (SlSimScheduler) found;
  return TRUE;
}

/* As sl_sim_scheduler_parse(). */
gboolean
sl_sim_protocol_parse (const char *id, SlSimProtocol *protocol, GError **error)
{
  guint found;

  if (!find_word (protocols, G_N_ELEMENTS (protocols), id, &found, error))
    return FALSE;

  *protocol = (SlSimProtocol) found;
  return TRUE;
}

/* As sl_sim_scheduler_parse(). */
gboolean
sl_sim_overrun_parse (const char *id, SlSimOverrun *overrun, GError **error)
{
  guint found;

  if (!find_word (overruns, G_N_ELEMENTS (overruns), id, &found, error))
    return FALSE;

  *overrun = (SlSimOverrun) found;
  return TRUE;
}

/* Returns: (transfer none): the word of the task model */
const char *
sl_sim_protocol_get_id (SlSimProtocol protocol)
{
  return protocols[protocol];
}
