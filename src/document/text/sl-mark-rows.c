/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-mark-rows.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-event-text.h"

/* A menu of more choices is too long to use. */
#define MOST_CHOICES 24

static gboolean
is_number (SlTrace *trace, const SlLane *lane)
{
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), lane->object) : NULL;

  return object != NULL &&
         (object->type == SL_OBJECT_IPOINT || object->type == SL_OBJECT_USER_EVENT);
}

/* The lane of the row, where it is one of marks; NULL for others. */
static const SlLane *
find_lane (SlDocument *document, const char *row, SlTrace **trace, guint *number)
{
  SlRows *rows = sl_document_get_rows (document);
  const SlLane *lane;
  guint place;

  if (row == NULL || !sl_rows_find (rows, row, &place))
    return NULL;

  lane = sl_rows_get_lane (rows, place);
  if (lane == NULL || lane->type != SL_LANE_MARKS)
    return NULL;

  *number = sl_rows_get (rows, place)->lane.trace;
  *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), *number);
  return lane;
}

static gboolean
has_kind (const SlLane *lane, guint32 wanted)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);

  for (guint code = 0; marks != NULL && code < sl_track_get_n_codes (marks); code++)
    {
      guint32 kind, detail;

      sl_track_get_code (marks, code, &kind, &detail);
      if (kind == wanted)
        return TRUE;
    }
  return FALSE;
}

/* Whether @part has nothing but what also stands in @whole. */
static gboolean
is_part (const SlLane *whole, const SlLane *part)
{
  const SlTrack *marks = sl_lane_get_track (part, SL_ROLE_MARKS);
  guint32 kind, detail;

  if (marks == NULL || sl_track_get_n_codes (marks) == 0)
    return FALSE;

  sl_track_get_code (marks, 0, &kind, &detail);
  return has_kind (whole, kind);
}

/* (transfer full): keys of the rows of single numbers of what the row has all of */
static GPtrArray *
find_numbers (SlTrace *trace, guint number, const SlLane *whole)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      if (!is_number (trace, lane) || !is_part (whole, lane))
        continue;

      g_ptr_array_add (keys, number == 0 ? g_strdup (lane->name)
                                         : g_strdup_printf ("%u:%s", number, lane->name));
    }
  return keys;
}

/* Such a row is shown by itself. */
static gboolean
is_named (SlDocument *document, guint number, const char *key)
{
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (document), number);
  const char *reference = number == 0 ? key : strchr (key, ':') + 1;

  return sl_annotations_get_name (annotations, reference) != NULL;
}

static gboolean
are_shown (SlDocument *document, const GPtrArray *keys)
{
  SlRows *rows = sl_document_get_rows (document);
  guint row;

  for (guint i = 0; i < keys->len; i++)
    if (!sl_rows_find (rows, g_ptr_array_index (keys, i), &row))
      return FALSE;
  return TRUE;
}

/* Whatever the program logs can be the other end, also the same number again. */
static GMenuModel *
make_choices (SlDocument *document, SlTrace *trace, guint number)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      g_autofree char *name = NULL;
      g_autoptr (GMenuItem) item = NULL;

      if (!is_number (trace, lane))
        continue;
      if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) == MOST_CHOICES)
        break;

      name = sl_event_text_object (document, number, lane->object);
      item = g_menu_item_new (name, NULL);
      g_menu_item_set_action_and_target (item, "row.span", "s", lane->name);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

/**
 * sl_mark_rows_make_menu:
 *
 * Returns: (transfer full) (nullable): what can be done with a row of marks beside what can be done with all
 *   rows; %NULL for nothing
 */
GMenuModel *
sl_mark_rows_make_menu (SlDocument *document, const char *row)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  SlTrace *trace;
  guint number;
  const SlLane *lane = find_lane (document, row, &trace, &number);

  if (lane == NULL)
    return NULL;
  if (is_number (trace, lane))
    {
      g_autoptr (GMenuModel) choices = make_choices (document, trace, number);

      g_menu_append_submenu (menu, _ ("_Span to"), choices);
      return G_MENU_MODEL (g_steal_pointer (&menu));
    }
  if (lane->object == 0)
    {
      g_autoptr (GPtrArray) keys = find_numbers (trace, number, lane);

      if (keys->len == 0)
        return NULL;
      g_menu_append (menu,
                     are_shown (document, keys) ? _ ("Hide Rows of _Numbers")
                                                : _ ("Row for Each _Number"),
                     "row.numbers");
      return G_MENU_MODEL (g_steal_pointer (&menu));
    }

  return NULL;
}

/**
 * sl_mark_rows_toggle:
 *
 * Shows a row for each number that the row has all of, or hides them.
 */
void
sl_mark_rows_toggle (SlDocument *document, const char *row)
{
  g_autoptr (SlViewState) state = sl_view_state_ref (sl_document_get_state (document));
  g_autoptr (GPtrArray) keys = NULL;
  gboolean is_shown;
  SlTrace *trace;
  guint number;
  const SlLane *lane = find_lane (document, row, &trace, &number);

  if (lane == NULL || lane->object != 0)
    return;

  keys = find_numbers (trace, number, lane);
  is_shown = are_shown (document, keys);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      g_autoptr (SlViewState) shown =
          sl_view_state_with_name (state, SL_NAMES_SHOWN_ROWS, key, !is_shown);
      SlViewState *next = sl_view_state_with_name (shown, SL_NAMES_HIDDEN_ROWS, key,
                                                   is_shown && is_named (document, number, key));

      sl_view_state_unref (state);
      state = next;
    }
  sl_document_take_state (document, g_steal_pointer (&state), SL_GESTURE_NONE);
}

/* The span of the model with the name @name, as the key of its row. */
static char *
dup_span_key (const SlTaskModel *model, const char *name, guint number)
{
  g_auto (GStrv) names = sl_task_model_list (model, SL_MODEL_SPAN);
  guint place = 0;

  while (names[place] != NULL && !g_str_equal (names[place], name))
    place++;
  return number == 0 ? g_strdup_printf ("span:%u", place + 1)
                     : g_strdup_printf ("%u:span:%u", number, place + 1);
}

/**
 * sl_mark_rows_pair:
 * @row: of one number, which begins a span
 * @reference: of what ends it, such as "ipoint:2000"
 *
 * Adds the span to the task model of the row's trace. Its row comes some time later, with the jobs.
 *
 * Returns: (transfer full) (nullable): the key of that row; %NULL where nothing was added
 */
char *
sl_mark_rows_pair (SlDocument *document, const char *row, const char *reference)
{
  SlTrace *trace;
  guint number, end;
  const SlLane *lane = find_lane (document, row, &trace, &number);
  SlTaskModelStore *store;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *name = NULL;

  if (lane == NULL || !is_number (trace, lane) || !sl_trace_find_lane (trace, reference, &end))
    return NULL;

  store = sl_job_search_get_model_store (sl_document_get_job_search_of (document, number));
  from = sl_event_text_object (document, number, lane->object);
  to = sl_event_text_object (document, number, sl_trace_get_lane (trace, end)->object);
  /* A header holds no brackets. */
  name = g_strdelimit (g_strdup_printf ("%s – %s", from, to), "[]", '_');
  if (!sl_task_model_store_set (store, SL_MODEL_SPAN, name, NULL, "from", lane->name, NULL) ||
      !sl_task_model_store_set (store, SL_MODEL_SPAN, name, NULL, "to", reference, NULL))
    return NULL;

  return dup_span_key (sl_task_model_store_get_model (store), name, number);
}
