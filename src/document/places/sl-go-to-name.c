/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-go-to-name.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-text-list.h"

/* The best fit. */
#define SAME_NAME 3

/* Names that a message says. */
#define MOST_NAMED 3

typedef struct
{
  const char *title; /* as it is written */
  const char *row;   /* its key, which lasts as long as the document; NULL for a marker */
  guint marker;
  gboolean is_task; /* the row is a task's, not that of its server, its interrupts or the like */
} Named;

/**
 * sl_go_to_name_rate:
 * @folded: what was typed, by g_utf8_casefold()
 *
 * Returns: how well @name fits that: 3 the same, 2 begins with it, 1 has it, 0 not at all
 */
int
sl_go_to_name_rate (const char *name, const char *folded)
{
  g_autofree char *own = g_utf8_casefold (name, -1);

  if (g_str_equal (own, folded))
    return SAME_NAME;
  if (g_str_has_prefix (own, folded))
    return 2;
  return strstr (own, folded) != NULL ? 1 : 0;
}

/* Keeps what fits best. */
static void
offer (GArray *found, int *best, const char *folded, Named named)
{
  int fit = sl_go_to_name_rate (named.title, folded);

  if (fit == 0 || fit < *best)
    return;
  if (fit > *best)
    g_array_set_size (found, 0);
  *best = fit;
  g_array_append_val (found, named);
}

static void
offer_rows (GArray *found, int *best, const char *folded, const SlRows *rows)
{
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      if (row->part != SL_ROW_HEADING)
        offer (found, best, folded,
               (Named) { row->title, row->key, 0,
                         row->lane_type == SL_LANE_TASK && row->part == SL_ROW_STATES });
    }
}

static void
offer_markers (GArray *found, int *best, const char *folded, SlMarkers *markers)
{
  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);

      offer (found, best, folded, (Named) { marker->name, NULL, marker->id, FALSE });
    }
}

/**
 * sl_go_to_name_set_ambiguous:
 * @names: (element-type utf8): what @text fits; the first of them are said
 *
 * Sets %SL_ERROR_USAGE.
 */
void
sl_go_to_name_set_ambiguous (const GPtrArray *names, const char *text, GError **error)
{
  g_autofree char *list = sl_text_list_join (names, MOST_NAMED);

  /* Translators: what was typed, and names */
  sl_go_to_set_error (error, g_strdup_printf (_ ("“%s” could be any of: %s"), text, list));
}

static SlGoTo *
make_named (const Named *named, gboolean is_hidden)
{
  SlGoTo *self;

  if (named->row == NULL)
    {
      self = sl_go_to_new (SL_GO_TO_MARKER,
                           g_strdup_printf (_ ("Goes to the marker “%s”"), named->title));
      self->number = named->marker;
      return self;
    }

  self = sl_go_to_new (SL_GO_TO_ROW,
                       g_strdup_printf (is_hidden ? _ ("Shows the hidden row “%s” and goes to it")
                                                  : _ ("Goes to the row “%s”"),
                                        named->title));
  self->row = named->row;
  self->is_hidden = is_hidden;
  return self;
}

/* A server may have the name of the one task that it serves: then the name is the task's. */
static void
prefer_task (GArray *found)
{
  guint n_tasks = 0, task = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const Named *named = &g_array_index (found, Named, i);

      if (!g_str_equal (named->title, g_array_index (found, Named, 0).title) || named->row == NULL)
        return;
      n_tasks += named->is_task;
      task = named->is_task ? i : task;
    }
  if (n_tasks != 1)
    return;

  g_array_index (found, Named, 0) = g_array_index (found, Named, task);
  g_array_set_size (found, 1);
}

/**
 * sl_go_to_name_find:
 * @text: a name or a part of it, in any case; the whole name is better than its beginning, and that than
 *   any other part. Of a task and its server of the same name it is the task. A row that is hidden is found where it fits
 *   better than all that is shown.
 *
 * Fails with %SL_ERROR_USAGE unless exactly one name fits best.
 *
 * Returns: (transfer full):
 */
SlGoTo *
sl_go_to_name_find (SlDocument *document, const char *text, GError **error)
{
  SlViewState *state = sl_document_get_state (document);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (Named));
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (Named));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (SlRows) all = NULL;
  GArray *found;
  int best = 0;

  offer_markers (shown, &best, folded, sl_view_state_get_markers (state));
  offer_rows (shown, &best, folded, sl_document_get_rows (document));
  if (best < SAME_NAME)
    {
      best++;
      all = sl_document_dup_unhidden_rows (document);
      offer_rows (hidden, &best, folded, all);
    }
  found = hidden->len > 0 ? hidden : shown;
  prefer_task (found);

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (names, (gpointer) g_array_index (found, Named, i).title);
  if (found->len == 0)
    sl_go_to_set_error (error, g_strdup_printf (_ ("No row and no marker is called “%s”"), text));
  else if (found->len > 1)
    sl_go_to_name_set_ambiguous (names, text, error);
  return found->len == 1 ? make_named (&g_array_index (found, Named, 0), found == hidden) : NULL;
}

/* Undoes what hides the row: where that is one thing alone, nothing else is changed. */
static void
show_row (SlDocument *document, const char *row, guint gesture)
{
  if (!sl_document_show_row (document, row, gesture))
    sl_document_take_state (document, sl_document_dup_unhidden_state (document), gesture);
}

/**
 * sl_go_to_row:
 * @row: key of a row, shown or hidden
 *
 * Shows the row and picks it, in one step of undo.
 */
void
sl_go_to_row (SlDocument *document, const char *row)
{
  guint gesture = sl_view_history_new_gesture (sl_document_get_history (document));
  SlTarget target = { .type = SL_TARGET_ROW, .row = row };
  SlRows *rows;
  guint number;

  if (!sl_rows_find (sl_document_get_rows (document), row, &number))
    show_row (document, row, gesture);
  rows = sl_document_get_rows (document);
  if (!sl_rows_find (rows, row, &number))
    return;

  target.trace = sl_rows_get (rows, number)->lane.trace;
  sl_document_take_state (document,
                          sl_view_state_with_picked (sl_document_get_state (document), &target),
                          gesture);
}

static void
free_row (gpointer row, GClosure *closure)
{
  g_free (row);
}

/* A span without a pair has no row: nothing is shown for it. */
static void
jobs_found_cb (SlDocument *document, guint changes, const char *row)
{
  g_autofree char *key = NULL;
  g_autoptr (SlRows) all = NULL;
  guint number;

  if ((changes & SL_CHANGED_JOBS) == 0)
    return;

  key = g_strdup (row);
  g_signal_handlers_disconnect_by_func (document, jobs_found_cb, (gpointer) row);
  all = sl_document_dup_unhidden_rows (document);
  if (sl_rows_find (all, key, &number))
    sl_go_to_row (document, key);
}

/**
 * sl_go_to_row_once_there:
 * @row: key of a row that the task model asks for
 *
 * Goes to the row, if need be as soon as the jobs of the model are found, which brings it.
 */
void
sl_go_to_row_once_there (SlDocument *document, const char *row)
{
  guint number;

  g_return_if_fail (SL_IS_DOCUMENT (document));

  if (sl_rows_find (sl_document_get_rows (document), row, &number))
    sl_go_to_row (document, row);
  else
    g_signal_connect_data (document, "changed", G_CALLBACK (jobs_found_cb), g_strdup (row),
                           free_row, G_CONNECT_AFTER);
}
