/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error.h"
#include "sl-format-registry.h"

typedef struct
{
  const SlFormat *format;
  guint score;
} Candidate;

static GArray *
ask_all (const SlProbe *probe, guint *best)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint n_formats = sl_formats_get_count ();

  *best = 0;
  for (guint i = 0; i < n_formats; i++)
    {
      const SlFormat *format = sl_formats_get (i)->format;
      Candidate candidate = { format, 0 };

      if (format != NULL)
        candidate.score = MIN (format->probe (probe), SL_PROBE_MAGIC);
      if (candidate.score < SL_PROBE_LEAST)
        continue;

      *best = MAX (*best, candidate.score);
      g_array_append_val (candidates, candidate);
    }

  return candidates;
}

static void
drop_losers (GArray *candidates, guint best)
{
  for (guint i = candidates->len; i > 0; i--)
    {
      if (g_array_index (candidates, Candidate, i - 1).score + SL_PROBE_TIE < best)
        g_array_remove_index (candidates, i - 1);
    }
}

static gboolean
yields (const Candidate *candidate, GArray *rivals)
{
  for (guint i = 0; i < rivals->len; i++)
    {
      const SlFormat *rival = g_array_index (rivals, Candidate, i).format;

      if (g_strcmp0 (candidate->format->yields_to, rival->id) == 0)
        return TRUE;
    }

  return FALSE;
}

/* The only one of a tie that gives way to no other; %NULL if there are more of them, or none. */
static const SlFormat *
break_tie (GArray *rivals)
{
  const SlFormat *winner = NULL;

  for (guint i = 0; i < rivals->len; i++)
    {
      const Candidate *candidate = &g_array_index (rivals, Candidate, i);

      if (yields (candidate, rivals))
        continue;
      if (winner != NULL)
        return NULL;
      winner = candidate->format;
    }

  return winner;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (((const Candidate *) a)->format->id, ((const Candidate *) b)->format->id);
}

static void
set_ambiguous (GArray *rivals, GError **error)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  g_autoptr (GString) options = g_string_new (NULL);

  g_array_sort (rivals, compare_ids);
  for (guint i = 0; i < rivals->len; i++)
    {
      const SlFormat *format = g_array_index (rivals, Candidate, i).format;

      g_string_append_printf (titles, "%s%s", i > 0 ? " or " : "", format->title);
      g_string_append_printf (options, "%s--format %s", i > 0 ? " or " : "", format->id);
    }

  g_set_error (error, SL_ERROR, SL_ERROR_AMBIGUOUS_FORMAT, "The file could be %s: choose with %s",
               titles->str, options->str);
}

/**
 * sl_formats_detect:
 * @probe: the head of the file
 *
 * Asks every format and takes the surest, if it is sure enough. Scores within %SL_PROBE_TIE of the best are a tie, in
 * which those that yield to another of the tie give way. Safe from any thread.
 *
 * Returns: (transfer none) (nullable): the format, or %NULL with %SL_ERROR_UNKNOWN_FORMAT or, where
 *   a tie stays, with %SL_ERROR_AMBIGUOUS_FORMAT
 */
const SlFormat *
sl_formats_detect (const SlProbe *probe, GError **error)
{
  guint best;
  g_autoptr (GArray) candidates = ask_all (probe, &best);
  const SlFormat *winner;

  if (candidates->len == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_UNKNOWN_FORMAT,
                           "The file is not in a known format; “slackline-cli formats” lists them");
      return NULL;
    }

  drop_losers (candidates, best);
  winner = break_tie (candidates);
  if (winner == NULL)
    set_ambiguous (candidates, error);

  return winner;
}
