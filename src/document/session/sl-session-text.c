/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-session-text.h"

#include "sl-view-file.h"

static SlViewFit
make_fit (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlSpan extent = sl_trace_set_get_span (set);

  /* A view needs a tick to show. */
  return (SlViewFit) { { extent.begin, MAX (extent.end, sl_time_add (extent.begin, 1)) },
                       sl_trace_set_get_size (set) };
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
 * sl_session_text_find_picked:
 * @span: (out): reference ticks; empty at 0 for a row; undefined on failure
 *
 * Returns: whether something is picked that is there
 */
gboolean
sl_session_text_find_picked (SlDocument *document, SlSpan *span)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));

  return picked->type != SL_TARGET_NONE && find_in_rows (document, picked, span);
}

/**
 * sl_session_text_write:
 *
 * Returns: (transfer full): the view of @document, for sl_session_text_read()
 */
char *
sl_session_text_write (SlDocument *document)
{
  SlSpan span;
  gboolean is_found = sl_session_text_find_picked (document, &span);

  return sl_view_file_write (sl_document_get_state (document), is_found ? &span : NULL);
}

/**
 * sl_session_text_read:
 * @text: (array length=length):
 *
 * The item that was picked is numbered, and another trace has another one of that number: it is picked
 * only where it is found at the same place.
 *
 * Returns: (transfer full): the document's state with what @text says; %NULL on error, see
 *   sl_view_file_read()
 */
SlViewState *
sl_session_text_read (SlDocument *document, const char *text, gsize length, GError **error)
{
  const SlViewFit fit = make_fit (document);
  SlSpan kept, found;
  g_autoptr (SlViewState) state =
      sl_view_file_read (sl_document_get_state (document), text, length, &fit, &kept, error);
  const SlTarget *picked;

  if (state == NULL)
    return NULL;

  picked = sl_view_state_get_picked (state);
  if (picked->type == SL_TARGET_NONE ||
      (find_in_rows (document, picked, &found) && sl_span_equal (found, kept)))
    return g_steal_pointer (&state);

  return sl_view_state_with_picked (state, NULL);
}
