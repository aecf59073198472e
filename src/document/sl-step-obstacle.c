/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-obstacle.h"

#include <glib/gi18n.h>

#include "sl-replay.h"

/* No trace of more events is cut off at the cursor: each step reads it again from its beginning. */
#define MOST_HIDDEN 2000000

/**
 * sl_step_obstacle_get:
 *
 * Returns: (nullable) (transfer none): why the first trace of @document cannot be gone through step by step, translated;
 *   %NULL where it can
 */
const char *
sl_step_obstacle_get (SlDocument *document)
{
  SlTrace *trace;

  g_return_val_if_fail (SL_IS_DOCUMENT (document), NULL);

  trace = sl_document_get_whole_trace (document);
  if (!sl_trace_is_complete (trace))
    return _ ("Steps come once the whole trace has been read");

  return sl_trace_get_n_events (trace) > 0 && sl_replay_is_for (trace)
             ? NULL
             : _ ("The trace does not record which task runs, so it has no steps");
}

/**
 * sl_step_obstacle_get_to_predict:
 *
 * Returns: (nullable) (transfer none): why what comes later in @document cannot be hidden, translated; %NULL where it can
 */
const char *
sl_step_obstacle_get_to_predict (SlDocument *document)
{
  const char *obstacle = sl_step_obstacle_get (document);

  if (obstacle != NULL)
    return obstacle;
  if (sl_trace_set_get_size (sl_document_get_trace_set (document)) > 1)
    return _ ("Predict First works on one trace: the others on this axis would show what comes");

  return sl_trace_get_n_events (sl_document_get_whole_trace (document)) > MOST_HIDDEN
             ? _ ("Predict First works on traces of up to 2 million events: cut out a span of this "
                  "one")
             : NULL;
}
