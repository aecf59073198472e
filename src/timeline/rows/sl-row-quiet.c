/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-quiet.h"

#include "sl-row-stock.h"

/* Rows of a Linux trace from which on quiet ones are thin where the user did not choose: more than a window holds. Where there are
 * very many, to look at each of them at every change of the view would take too long. */
#define FEWEST_THIN 30
#define MOST_THIN   1000

static const struct
{
  const char *id;
  const char *name; /* among the signs that are shown */
} choices[SL_N_QUIETS] = {
  [SL_QUIET_FULL] = { "full", SL_FULL_QUIET_ROWS },
  [SL_QUIET_THIN] = { "thin", SL_THIN_QUIET_ROWS },
  [SL_QUIET_HIDDEN] = { "hidden", SL_HIDE_QUIET_ROWS },
};

/* A recording of Linux has all that the computer did, and most of its tasks hardly ever run. */
static SlRowQuiet
get_usual (SlTraceSet *set)
{
  const SlRowStock *stock = NULL;
  guint n_rows = 0;
  SlSpan hidden;

  /* While what comes is hidden, step by step more happens in sight: rows that grow with it would move all others. */
  if (sl_trace_set_get_hidden (set, &hidden))
    return SL_QUIET_FULL;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlSource *source = sl_trace_get_source (sl_trace_set_get_trace (set, i));
      guint n_here;

      if (source == NULL || !sl_source_has_trait (source, SL_TRAIT_LINUX_CLASSES))
        return SL_QUIET_FULL;
      if (stock == NULL)
        stock = sl_row_stock_get (set);
      sl_row_stock_get_rows (stock, i, &n_here);
      n_rows += n_here;
    }

  return n_rows >= FEWEST_THIN && n_rows <= MOST_THIN ? SL_QUIET_THIN : SL_QUIET_FULL;
}

/**
 * sl_row_quiet_get:
 *
 * Returns: what the user chose; else thin lines for a recording of Linux that has more rows than a window holds, unless what
 *   comes is hidden
 */
SlRowQuiet
sl_row_quiet_get (SlTraceSet *set, const SlViewState *state)
{
  for (guint i = SL_N_QUIETS; i-- > 0;)
    if (sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, choices[i].name))
      return (SlRowQuiet) i;

  return get_usual (set);
}

/**
 * sl_row_quiet_set:
 *
 * Returns: (transfer full): a copy of @state in which the user has chosen @quiet
 */
SlViewState *
sl_row_quiet_set (SlViewState *state, SlRowQuiet quiet)
{
  g_autoptr (SlViewState) next = sl_view_state_ref (state);

  for (guint i = 0; i < SL_N_QUIETS; i++)
    {
      g_autoptr (SlViewState) before = g_steal_pointer (&next);

      next = sl_view_state_with_name (before, SL_NAMES_SHOWN_SIGNS, choices[i].name, i == quiet);
    }

  return g_steal_pointer (&next);
}

/**
 * sl_row_quiet_get_id:
 *
 * Returns: (transfer none): "full", "thin" or "hidden"
 */
const char *
sl_row_quiet_get_id (SlRowQuiet quiet)
{
  g_return_val_if_fail ((guint) quiet < SL_N_QUIETS, "full");

  return choices[quiet].id;
}

/**
 * sl_row_quiet_find:
 * @quiet: (out): set where %TRUE is returned
 */
gboolean
sl_row_quiet_find (const char *id, SlRowQuiet *quiet)
{
  for (guint i = 0; i < SL_N_QUIETS; i++)
    if (g_str_equal (choices[i].id, id))
      {
        *quiet = (SlRowQuiet) i;
        return TRUE;
      }

  return FALSE;
}
