/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-edit.h"

#include <glib/gi18n.h>

#include "sl-row-select.h"
#include "sl-widget-util.h"

/* The row and, where it has one, its lane. Headings have none. */
static const SlRow *
find_row (SlDocument *document, const char *row)
{
  SlRows *rows = sl_document_get_rows (document);
  guint number;

  return row != NULL && sl_rows_find (rows, row, &number) ? sl_rows_get (rows, number) : NULL;
}

static const SlRow *
find_lane_row (SlDocument *document, const char *row)
{
  const SlRow *found = find_row (document, row);

  return found != NULL && found->part != SL_ROW_HEADING ? found : NULL;
}

static void
toggle_name (SlDocument *document, SlNameSet set, const char *name)
{
  SlViewState *state = sl_document_get_state (document);

  sl_document_take_state (document,
                          sl_view_state_with_name (state, set, name,
                                                   !sl_view_state_has_name (state, set, name)),
                          SL_GESTURE_NONE);
}

/**
 * sl_row_edit_toggle_group:
 *
 * Folds or unfolds the group whose heading the row is.
 */
void
sl_row_edit_toggle_group (SlDocument *document, const char *row)
{
  const SlRow *found = find_row (document, row);

  gboolean collapses;

  if (found != NULL && found->part == SL_ROW_HEADING)
    toggle_name (document, sl_row_group_get_fold_set (found->group, &collapses), found->key);
}

/**
 * sl_row_edit_toggle_pin:
 * @row: key of a row; of another one nothing happens
 *
 * Puts the row, and those that are selected with it, above all others, or back to where they belong.
 */
void
sl_row_edit_toggle_pin (SlDocument *document, const char *row)
{
  const SlRow *found = find_lane_row (document, row);

  if (found != NULL)
    sl_row_select_set (document, found->key, SL_NAMES_PINNED_ROWS, !found->pinned);
}

/**
 * sl_row_edit_hide:
 * @row: key of a row; of another one nothing happens
 *
 * Hides the row, and those that are selected with it.
 */
void
sl_row_edit_hide (SlDocument *document, const char *row)
{
  sl_row_select_set (document, row, SL_NAMES_HIDDEN_ROWS, TRUE);
}

/**
 * sl_row_edit_toggle_separator:
 * @row: key of a row; of another one nothing happens
 *
 * Sets the row, and those that are selected with it, apart from the one above by a line, or takes the lines away.
 */
void
sl_row_edit_toggle_separator (SlDocument *document, const char *row)
{
  const SlRow *found = find_lane_row (document, row);

  if (found != NULL)
    sl_row_select_set (document, found->key, SL_NAMES_SEPARATED_ROWS, found->gap == 0);
}

/**
 * sl_row_edit_toggle_part:
 * @row: key of a row of a processor; of another one nothing happens
 * @part: one that is not shown by itself
 *
 * Shows the row of that part of the processor, or hides it again.
 */
void
sl_row_edit_toggle_part (SlDocument *document, const char *row, SlRowPart part)
{
  SlRows *rows = sl_document_get_rows (document);
  SlViewState *state = sl_document_get_state (document);
  g_autoptr (SlViewState) unhidden = NULL;
  const char *key = NULL;
  gboolean is_shown;
  guint number;

  if (sl_rows_find (rows, row, &number))
    key = sl_rows_get_part_key (rows, number, part);
  if (key == NULL)
    return;

  is_shown = sl_rows_find (rows, key, &number);
  /* Some are shown by themselves where there are few processors. */
  unhidden = sl_view_state_with_name (state, SL_NAMES_HIDDEN_ROWS, key, is_shown);
  sl_document_take_state (document,
                          sl_view_state_with_name (unhidden, SL_NAMES_SHOWN_ROWS, key, !is_shown),
                          SL_GESTURE_NONE);
}

static SlViewState *
unhide (SlViewState *state)
{
  static const SlNameSet sets[] = { SL_NAMES_HIDDEN_ROWS, SL_NAMES_ONLY_ROWS };
  g_autoptr (SlViewState) shown = sl_view_state_without_names (state, sets, G_N_ELEMENTS (sets));

  return sl_view_state_with_name (shown, SL_NAMES_SHOWN_SIGNS, SL_HIDE_QUIET_ROWS, FALSE);
}

/**
 * sl_row_edit_show_hidden:
 *
 * Shows the rows that were hidden again. Groups stay folded.
 */
void
sl_row_edit_show_hidden (SlDocument *document)
{
  sl_document_take_state (document, unhide (sl_document_get_state (document)), SL_GESTURE_NONE);
}

/**
 * sl_row_edit_show_all:
 *
 * Shows the rows that were hidden again, and unfolds all groups.
 */
void
sl_row_edit_show_all (SlDocument *document)
{
  static const SlNameSet collapsed = SL_NAMES_COLLAPSED;
  g_autoptr (SlViewState) shown = unhide (sl_document_get_state (document));
  g_autoptr (SlViewState) state = sl_view_state_without_names (shown, &collapsed, 1);

  for (guint i = 0; i < sl_trace_set_get_size (sl_document_get_trace_set (document)); i++)
    for (SlRowGroup group = 0; group < SL_N_GROUPS; group++)
      {
        g_autoptr (SlViewState) before = g_steal_pointer (&state);

        state = sl_row_group_unfold (group, i, before);
      }
  sl_document_take_state (document, g_steal_pointer (&state), SL_GESTURE_NONE);
}

/**
 * sl_row_edit_set_idle:
 *
 * Makes the row's task the one that runs when nothing else does.
 */
void
sl_row_edit_set_idle (SlDocument *document, const char *row)
{
  const SlRow *found = find_lane_row (document, row);

  if (found != NULL && found->lane_type == SL_LANE_TASK)
    {
      SlTrace *trace =
          sl_trace_set_get_trace (sl_document_get_trace_set (document), found->lane.trace);

      sl_document_set_idle_task (document, found->lane.trace,
                                 sl_trace_get_lane (trace, found->lane.lane)->name);
    }
}

/**
 * sl_row_edit_find_idle:
 *
 * Goes back to the idle task that was found in the row's trace.
 */
void
sl_row_edit_find_idle (SlDocument *document, const char *row)
{
  const SlRow *found = find_lane_row (document, row);

  if (found != NULL)
    sl_document_set_idle_task (document, found->lane.trace, NULL);
}

/**
 * sl_row_edit_set_cursor:
 *
 * Sets a cursor; delta time counts from cursor A.
 */
void
sl_row_edit_set_cursor (SlDocument *document, SlCursor cursor, SlTime time)
{
  g_autoptr (SlViewState) state =
      sl_view_state_with_cursor (sl_document_get_state (document), cursor, &time);

  sl_document_take_state (document,
                          cursor == SL_CURSOR_A ? sl_view_state_with_origin (state, time)
                                                : sl_view_state_ref (state),
                          SL_GESTURE_NONE);
}

/* A name that is asked for. */
typedef struct
{
  SlDocument *document;
  char *row;
  GtkEditable *entry;
  void (*take) (SlDocument *document, const char *row, const char *name);
} Asking;

static void
asking_free (gpointer data, GClosure *closure)
{
  Asking *asking = data;

  g_object_unref (asking->document);
  g_free (asking->row);
  g_free (asking);
}

static void
name_response_cb (AdwMessageDialog *dialog, const char *response, Asking *asking)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (asking->entry));

  g_strstrip (name);
  if (strcmp (response, "take") == 0)
    asking->take (asking->document, asking->row, name);
}

/* Takes @dialog, which has its words already, but for the answers. */
static void
ask_name (GtkWidget *dialog,
          const char *answer,
          const char *name,
          SlDocument *document,
          const char *row,
          void (*take) (SlDocument *document, const char *row, const char *name))
{
  GtkWidget *entry = gtk_entry_new ();
  Asking *asking = g_new0 (Asking, 1);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "take",
                                    answer, NULL);
  sl_dialog_suggest (ADW_MESSAGE_DIALOG (dialog), "take");
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"),
                                  -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);

  asking->document = g_object_ref (document);
  asking->row = g_strdup (row);
  asking->entry = GTK_EDITABLE (entry);
  asking->take = take;
  g_signal_connect_data (dialog, "response", G_CALLBACK (name_response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The row may have gone meanwhile. */
static void
take_object_name (SlDocument *document, const char *row, const char *name)
{
  const SlRow *found = find_lane_row (document, row);
  SlTrace *trace;

  if (found == NULL)
    return;

  trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), found->lane.trace);
  sl_document_rename (document, found->lane.trace,
                      sl_trace_get_lane (trace, found->lane.lane)->name,
                      name[0] != '\0' ? name : NULL);
}

/**
 * sl_row_edit_rename:
 * @parent: in the window that asks for the name
 *
 * Asks for a name for the row's object.
 */
void
sl_row_edit_rename (SlDocument *document, const char *row, GtkWidget *parent)
{
  const SlRow *found = find_lane_row (document, row);
  GtkWidget *dialog;

  if (found == NULL || found->object == 0)
    return;

  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (parent)), NULL, NULL);
  adw_message_dialog_format_heading (ADW_MESSAGE_DIALOG (dialog), _ ("Rename “%s”"), found->title);
  adw_message_dialog_set_body (
      ADW_MESSAGE_DIALOG (dialog),
      _ ("Leave empty to use the name from the trace. The file is not changed."));
  ask_name (dialog, _ ("_Rename"), found->title, document, found->key, take_object_name);
}

static void
take_group_name (SlDocument *document, const char *row, const char *name)
{
  if (name[0] != '\0')
    sl_row_select_group (document, row, name);
}

/**
 * sl_row_edit_group:
 * @parent: in the window that asks for the name
 *
 * Asks for the name of a group for the row, and for those that are selected with it.
 */
void
sl_row_edit_group (SlDocument *document, const char *row, GtkWidget *parent)
{
  const SlRow *found = find_lane_row (document, row);
  GtkWidget *dialog;

  if (found == NULL)
    return;

  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (parent)), _ ("New Group"),
                                   _ ("Groups of your own are shown above all other rows."));
  ask_name (dialog, _ ("_Group"), "", document, found->key, take_group_name);
}
