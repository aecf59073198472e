/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-missing-code.h"

#include <glib/gi18n-lib.h>

#include "sl-text.h"
#include "sl-time-text.h"

/* A share as people read it; what is there is not called nothing. */
static char *
dup_share (guint64 part, guint64 whole)
{
  double percent = whole > 0 ? 100.0 * (double) part / (double) whole : 0;

  return sl_time_text_decimal (part > 0 && percent < 0.05 ? "%.3f" : "%.1f", percent);
}

/**
 * sl_text_missing_code:
 *
 * Returns: (transfer full) (nullable): how much could not be decoded for want of code; %NULL where none was
 *   missing
 */
char *
sl_text_missing_code (const SlMissingCode *missing)
{
  g_autofree char *branches = dup_share (missing->n_missing, missing->n_branches);
  g_autofree char *time = dup_share (missing->missing_ticks, missing->ticks);
  g_autofree char *looked = dup_share (missing->n_decoded, missing->n_bytes);

  if (missing->ranges->len == 0)
    return NULL;

  if (missing->n_decoded < missing->n_bytes)
    return g_strdup_printf (
        _ ("The code of %s %% of the branches and %s %% of the time is not known (estimated from %s %% of the "
           "packets, taken evenly from the whole trace)"),
        branches, time, looked);

  return g_strdup_printf (
      _ ("The code of %s %% of the branches and %s %% of the time is not known"), branches, time);
}

/**
 * sl_text_missing_place:
 *
 * Returns: (transfer full): whose code is missing: the file that the recording names, addresses, process
 */
char *
sl_text_missing_place (const SlMissingRange *range)
{
  g_autofree char *file = range->file != NULL ? g_filename_display_name (range->file) : NULL;
  g_autofree char *addresses =
      g_strdup_printf ("0x%" G_GINT64_MODIFIER "x–0x%" G_GINT64_MODIFIER "x", range->begin,
                       range->end);
  gboolean has_process = range->process != SL_CODE_ANY_PROCESS && range->process <= G_MAXINT32 &&
                         range->process != SL_CODE_NO_PROCESS;

  if (file != NULL && has_process)
    /* Translators: a file, a range of addresses, the number of a process */
    return g_strdup_printf (_ ("%s at %s in process %u"), file, addresses, range->process);
  if (file != NULL)
    /* Translators: a file, a range of addresses */
    return g_strdup_printf (_ ("%s at %s"), file, addresses);
  if (has_process)
    /* Translators: a range of addresses, the number of a process */
    return g_strdup_printf (_ ("%s in process %u, for which the recording names no file"),
                            addresses, range->process);

  /* Translators: a range of addresses */
  return g_strdup_printf (_ ("%s, for which the recording names no file"), addresses);
}

/**
 * sl_text_missing_count:
 *
 * Returns: (transfer full): how much the range is missed
 */
char *
sl_text_missing_count (const SlMissingRange *range)
{
  g_autofree char *stops = sl_time_text_ticks (range->n_stops);
  g_autofree char *branches = sl_time_text_ticks (range->n_branches);
  g_autofree char *first =
      g_strdup_printf (ngettext ("decoding stopped here %s time", "decoding stopped here %s times",
                                 (gulong) range->n_stops),
                       stops);
  g_autofree char *second =
      g_strdup_printf (ngettext ("%s branch not decoded", "%s branches not decoded",
                                 (gulong) range->n_branches),
                       branches);

  return g_strdup_printf ("%s, %s", first, second);
}

/**
 * sl_text_missing_wrong:
 *
 * Returns: (transfer full) (nullable): how often the code was not what had run; %NULL for never
 */
char *
sl_text_missing_wrong (const SlMissingCode *missing)
{
  g_autofree char *stops = sl_time_text_ticks (missing->n_wrong_stops);
  g_autofree char *branches = dup_share (missing->n_wrong, missing->n_branches);

  if (missing->n_wrong_stops == 0)
    return NULL;

  return g_strdup_printf (
      ngettext (
          "Decoding stopped %s time where the code does not fit the packets, which cost %s %% of the "
          "branches: is it what ran?",
          "Decoding stopped %s times where the code does not fit the packets, which cost %s %% of the "
          "branches: is it what ran?",
          (gulong) missing->n_wrong_stops),
      stops, branches);
}
