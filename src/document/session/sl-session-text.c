/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-session-text.h"

#include "sl-error.h"
#include "sl-file-reader.h"
#include "sl-key-file.h"
#include "sl-view-file.h"

/* Whoever has more of them wrote them by a program. */
#define MOST_FILES 1000

static SlViewFit
make_fit (SlTraceSet *set)
{
  SlSpan extent = sl_trace_set_get_span (set);

  /* A view needs a tick to show. */
  return (SlViewFit) { { extent.begin, MAX (extent.end, sl_time_add (extent.begin, 1)) },
                       sl_trace_set_get_size (set),
                       set,
                       NULL,
                       NULL };
}

static gboolean
find_in_rows (SlDocument *document, const SlTarget *target, SlSpan *span)
{
  g_autoptr (SlRows) all = NULL;
  SlRows *rows = sl_document_get_rows (document);
  guint row = 0;

  if (target->row != NULL && !sl_rows_find (rows, target->row, &row))
    {
      all = sl_document_dup_all_rows (document);
      rows = all;
    }
  if (target->row != NULL && (!sl_rows_find (rows, target->row, &row) ||
                              sl_rows_get (rows, row)->lane.trace != target->trace))
    return FALSE;

  *span = (SlSpan) { 0, 0 };
  return target->type == SL_TARGET_ROW || sl_rows_get_span (rows, target, span);
}

/**
 * sl_session_text_find_instant:
 *
 * Returns: the instant for which the picked item was gone to, in reference ticks; %SL_TIME_MAX for none
 */
SlTime
sl_session_text_find_instant (SlDocument *document)
{
  SlTime instant;

  return sl_document_get_led_to (document, &instant) ? instant : SL_TIME_MAX;
}

/**
 * sl_session_text_find_picked:
 * @place: (out): where it is; empty at 0 for a row; undefined on failure
 *
 * Returns: whether something is picked that is there
 */
gboolean
sl_session_text_find_picked (SlDocument *document, SlViewPlace *place)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));

  place->instant = sl_session_text_find_instant (document);
  return picked->type != SL_TARGET_NONE && find_in_rows (document, picked, &place->span);
}

/**
 * sl_session_text_lead_to:
 * @instant: from sl_session_text_read(), whose state is the document's now; %SL_TIME_MAX for none
 *
 * Shows the picked item as it was shown when its view was saved.
 */
void
sl_session_text_lead_to (SlDocument *document, SlTime instant)
{
  SlViewState *state = sl_document_get_state (document);

  if (instant != SL_TIME_MAX)
    sl_document_lead_to (document, sl_view_state_get_picked (state),
                         sl_view_state_get_visible (state), instant);
}

/**
 * sl_session_text_write_state:
 * @state: a view of @set
 * @picked: (nullable): where what is picked is
 *
 * Returns: (transfer full): @state, for sl_session_text_read()
 */
char *
sl_session_text_write_state (const SlViewState *state, SlTraceSet *set, const SlViewPlace *picked)
{
  const SlViewFit fit = make_fit (set);

  return sl_view_file_write (state, picked, &fit);
}

/**
 * sl_session_text_write:
 *
 * Returns: (transfer full): the view of @document, for sl_session_text_read()
 */
char *
sl_session_text_write (SlDocument *document)
{
  SlViewPlace picked;
  gboolean is_found = sl_session_text_find_picked (document, &picked);

  return sl_session_text_write_state (sl_document_get_state (document),
                                      sl_document_get_trace_set (document),
                                      is_found ? &picked : NULL);
}

/* (transfer full): what was at @uri; beside the view, where both were moved together */
static GFile *
find_file (GFile *view, const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFile) folder = g_file_get_parent (view);
  g_autofree char *name = g_file_get_basename (file);

  if (g_file_query_exists (file, NULL) || folder == NULL || name == NULL)
    return g_steal_pointer (&file);

  return g_file_get_child (folder, name);
}

/**
 * sl_session_text_read_files:
 * @file: a saved view
 *
 * Only files of this computer are looked for: a view from elsewhere opens no connections.
 *
 * Fails with %SL_ERROR_MALFORMED where the view does not say what it is of.
 *
 * Returns: (transfer full) (element-type GFile): what the view was saved of; %NULL on error
 */
GPtrArray *
sl_session_text_read_files (GFile *file, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *text = NULL;
  g_auto (GStrv) uris = NULL;
  gsize length;

  text = sl_file_read (file, SL_FILE_READ_REGULAR, SL_VIEW_FILE_MOST, &length, error);
  if (text == NULL || !sl_key_file_load (keys, text, length, error))
    return NULL;

  uris = g_key_file_get_string_list (keys, "slackline-view", "files", NULL, NULL);
  for (guint i = 0; uris != NULL && uris[i] != NULL && i < MOST_FILES; i++)
    if (g_str_has_prefix (uris[i], "file:///"))
      g_ptr_array_add (files, find_file (file, uris[i]));
  if (files->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The view does not say which trace it is of: open the trace, then the view");
      return NULL;
    }

  return g_steal_pointer (&files);
}

/**
 * sl_session_text_read:
 * @text: (array length=length):
 * @missing: (nullable) (element-type utf8): takes the names of rows that the trace does not have
 * @odd: (nullable) (element-type utf8): takes the values that cannot be read, as "[view] look=pretty"
 * @instant: (out) (optional): for sl_session_text_lead_to(), once the state is the document's
 *
 * The item that was picked is numbered, and another trace has another one of that number: it is picked
 * only where it is found at the same place.
 *
 * Returns: (transfer full): the document's state with what @text says; %NULL on error, see
 *   sl_view_file_read()
 */
SlViewState *
sl_session_text_read (SlDocument *document,
                      const char *text,
                      gsize length,
                      GPtrArray *missing,
                      GPtrArray *odd,
                      SlTime *instant,
                      GError **error)
{
  SlViewFit fit = make_fit (sl_document_get_trace_set (document));
  SlViewPlace kept;
  SlSpan found;
  g_autoptr (SlViewState) state = NULL;
  const SlTarget *picked;

  if (instant != NULL)
    *instant = SL_TIME_MAX;
  fit.missing = missing;
  fit.odd = odd;
  state = sl_view_file_read (sl_document_get_state (document), text, length, &fit, &kept, error);
  if (state == NULL)
    return NULL;

  picked = sl_view_state_get_picked (state);
  if (picked->type == SL_TARGET_NONE)
    return g_steal_pointer (&state);
  if (!find_in_rows (document, picked, &found) || !sl_span_equal (found, kept.span))
    return sl_view_state_with_picked (state, NULL);

  if (instant != NULL)
    *instant = kept.instant;
  return g_steal_pointer (&state);
}
