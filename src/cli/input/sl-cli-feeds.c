/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-feeds.h"

#include "sl-cli-error.h"
#include "sl-cli-words.h"

/**
 * sl_cli_filter_parse:
 * @option: that gives it, for errors
 * @text: (nullable): as given
 * @filter: (out) (nullable): %NULL where @text is
 *
 * Returns: %FALSE with @error, of usage, set
 */
gboolean
sl_cli_filter_parse (const char *option, const char *text, SlFilter **filter, GError **error)
{
  *filter = NULL;
  if (text == NULL)
    return TRUE;
  if (!sl_cli_check_text (option, text, error))
    return FALSE;

  *filter = sl_filter_parse (text, error);
  if (*filter == NULL)
    g_prefix_error (error, "%s: ", option);
  return *filter != NULL;
}

static void
free_run (gpointer run)
{
  if (run != NULL)
    sl_filter_run_free (run);
}

/**
 * sl_cli_filter_runs_new:
 * @option: that gives @filter, for errors
 * @filter: may name what only one of several traces has; in the others nothing matches
 *
 * Returns: (transfer full) (nullable) (element-type SlFilterRun): @filter bound to each trace, %NULL for
 *   those in which nothing matches; %NULL with @error, of usage, set where that is so in all
 */
GPtrArray *
sl_cli_filter_runs_new (const SlCliTraces *set,
                        const char *option,
                        SlFilter *filter,
                        GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (free_run);
  g_autoptr (GError) failure = NULL;
  gboolean is_understood = FALSE;

  for (guint i = 0; i < set->traces->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);
      SlFilterRun *run;

      g_clear_error (&failure);
      run = sl_filter_run_new_with_annotations (filter, trace->trace, trace->annotations, &failure);
      g_ptr_array_add (runs, run);
      is_understood = is_understood || run != NULL;
    }
  if (is_understood)
    return g_steal_pointer (&runs);

  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", option);
  return NULL;
}

/**
 * sl_cli_feeds_new:
 * @filter: (nullable): what sl_cli_feed_matches() goes by
 * @from: the first tick of the axis to begin at
 *
 * Returns: (transfer full) (nullable) (element-type SlCliFeed): by trace; %NULL with @error, of usage, set
 */
GArray *
sl_cli_feeds_new (const SlCliTraces *set, SlFilter *filter, SlTime from, GError **error)
{
  g_autoptr (GPtrArray) runs =
      filter != NULL ? sl_cli_filter_runs_new (set, "--filter", filter, error) : NULL;
  GArray *feeds;

  if (filter != NULL && runs == NULL)
    return NULL;

  feeds = g_array_new (FALSE, TRUE, sizeof (SlCliFeed));
  g_array_set_clear_func (feeds, sl_cli_feed_clear);
  g_array_set_size (feeds, set->traces->len);
  for (guint i = 0; i < feeds->len; i++)
    {
      SlFilterRun *run = runs != NULL ? g_steal_pointer (&runs->pdata[i]) : NULL;

      sl_cli_feed_init (&g_array_index (feeds, SlCliFeed, i), set->set, i, run,
                        filter != NULL && run == NULL, from);
    }
  return feeds;
}

/**
 * sl_cli_feeds_get_index:
 * @feeds: (element-type SlCliFeed): of all traces, in their order
 *
 * Returns: the position among the events of all traces of the one that comes first
 */
guint64
sl_cli_feeds_get_index (GArray *feeds)
{
  guint64 index = 0;

  for (guint i = 0; i < feeds->len; i++)
    index += g_array_index (feeds, SlCliFeed, i).index;

  return index;
}

static gboolean
report_loss (const SlCliTraces *set, const SlCliFeed *feed, GError **error)
{
  const SlCliTrace *trace = sl_cli_traces_get (set, feed->trace);

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_INPUT,
               "%s: %s: The file shrank while it was read: the events from index %" G_GUINT64_FORMAT
               " on are lost",
               trace->name, sl_source_get_format_title (sl_trace_get_source (trace->trace)),
               feed->lost_from);
  return FALSE;
}

/**
 * sl_cli_feeds_check:
 *
 * Returns: %FALSE with @error, of the input, set if one of the feeds ended before its trace
 */
gboolean
sl_cli_feeds_check (const SlCliTraces *set, GArray *feeds, GError **error)
{
  for (guint i = 0; i < feeds->len; i++)
    {
      const SlCliFeed *feed = &g_array_index (feeds, SlCliFeed, i);

      if (sl_cli_feed_is_lost (feed))
        return report_loss (set, feed, error);
    }

  return TRUE;
}
