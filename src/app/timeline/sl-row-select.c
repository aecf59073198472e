/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-select.h"

#include <math.h>

#include "sl-row-order.h"

/* By how much a row grows or shrinks at a time. */
#define HEIGHT_STEP 1.4

/* Pixels at scale 1, as sl-view-file.c reads them. */
#define LEAST_HEIGHT 12
#define MOST_HEIGHT  1000

/* A row, or all that are selected with it; their keys are kept by the document's sets. */
static GPtrArray *
find_meant (SlDocument *document, const char *row)
{
  SlRows *rows = sl_document_get_rows (document);
  SlViewState *state = sl_document_get_state (document);
  const char *const *selected = sl_view_state_get_names (state, SL_NAMES_SELECTED_ROWS);
  GPtrArray *meant = g_ptr_array_new ();
  guint number;

  if (row == NULL || !sl_rows_find (rows, row, &number) ||
      sl_rows_get (rows, number)->part == SL_ROW_HEADING)
    return meant;
  if (!sl_view_state_has_name (state, SL_NAMES_SELECTED_ROWS, row))
    {
      g_ptr_array_add (meant, (gpointer) sl_rows_get (rows, number)->key);
      return meant;
    }

  for (guint i = 0; selected[i] != NULL; i++)
    if (sl_rows_find (rows, selected[i], &number))
      g_ptr_array_add (meant, (gpointer) sl_rows_get (rows, number)->key);
  return meant;
}

/* @state with the names in the set, or without them. Takes @state. */
static SlViewState *
set_names (SlViewState *state, SlNameSet set, GPtrArray *names, gboolean present)
{
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (SlViewState) last = state;

      state = sl_view_state_with_name (last, set, names->pdata[i], present);
    }

  return state;
}

/* @state: of @document, or the one that follows it */
static void
toggle (SlDocument *document, SlViewState *state, const char *row)
{
  SlRows *rows = sl_document_get_rows (document);
  guint number;

  if (row != NULL && sl_rows_find (rows, row, &number) &&
      sl_rows_get (rows, number)->part != SL_ROW_HEADING)
    sl_document_take_state (
        document,
        sl_view_state_with_name (state, SL_NAMES_SELECTED_ROWS, row,
                                 !sl_view_state_has_name (state, SL_NAMES_SELECTED_ROWS, row)),
        SL_GESTURE_NONE);
}

/**
 * sl_row_select_toggle:
 * @row: key of a row; of another one nothing happens
 *
 * Selects the row besides those that are selected, or takes it out of them.
 */
void
sl_row_select_toggle (SlDocument *document, const char *row)
{
  toggle (document, sl_document_get_state (document), row);
}

/**
 * sl_row_select_extend:
 * @row: as in sl_row_select_toggle()
 *
 * As that; where none is selected, the row that is picked counts as the first.
 */
void
sl_row_select_extend (SlDocument *document, const char *row)
{
  SlViewState *state = sl_document_get_state (document);
  const SlTarget *picked = sl_view_state_get_picked (state);
  g_autoptr (SlViewState) with_first = NULL;

  if (sl_view_state_get_names (state, SL_NAMES_SELECTED_ROWS)[0] == NULL && picked != NULL &&
      picked->type == SL_TARGET_ROW && g_strcmp0 (picked->row, row) != 0)
    with_first = sl_view_state_with_name (state, SL_NAMES_SELECTED_ROWS, picked->row, TRUE);
  toggle (document, with_first != NULL ? with_first : state, row);
}

/**
 * sl_row_select_clear:
 */
void
sl_row_select_clear (SlDocument *document)
{
  static const SlNameSet set = SL_NAMES_SELECTED_ROWS;
  SlViewState *state = sl_document_get_state (document);

  if (sl_view_state_get_names (state, SL_NAMES_SELECTED_ROWS)[0] != NULL)
    sl_document_take_state (document, sl_view_state_without_names (state, &set, 1),
                            SL_GESTURE_NONE);
}

/**
 * sl_row_select_find:
 * @focused: (nullable): key of the row that has the keyboard's focus
 *
 * Returns: (nullable): key of the row that a key means: the first of the selected rows that are shown, with which the others
 *   are meant; @focused where there is none
 */
const char *
sl_row_select_find (SlDocument *document, const char *focused)
{
  SlRows *rows = sl_document_get_rows (document);
  SlViewState *state = sl_document_get_state (document);
  const char *const *selected = sl_view_state_get_names (state, SL_NAMES_SELECTED_ROWS);
  guint number;

  for (guint i = 0; selected[i] != NULL; i++)
    if (sl_rows_find (rows, selected[i], &number))
      return sl_rows_get (rows, number)->key;
  return focused;
}

/**
 * sl_row_select_count:
 *
 * Returns: how many rows are meant
 */
guint
sl_row_select_count (SlDocument *document, const char *row)
{
  g_autoptr (GPtrArray) meant = find_meant (document, row);

  return meant->len;
}

/**
 * sl_row_select_set:
 * @set: such as %SL_NAMES_PINNED_ROWS
 *
 * Puts the rows that are meant into the set, or takes them out of it, in one step of undo.
 */
void
sl_row_select_set (SlDocument *document, const char *row, SlNameSet set, gboolean present)
{
  g_autoptr (GPtrArray) meant = find_meant (document, row);

  sl_document_take_state (document,
                          set_names (sl_view_state_ref (sl_document_get_state (document)), set,
                                     meant, present),
                          SL_GESTURE_NONE);
}

/**
 * sl_row_select_move:
 * @direction: -1 for up, 1 for down
 *
 * Moves the rows that are meant by one place, in one step of undo.
 */
void
sl_row_select_move (SlDocument *document, const char *row, int direction)
{
  g_autoptr (GPtrArray) meant = find_meant (document, row);

  if (meant->len > 0)
    sl_document_take_state (document,
                            sl_row_order_step (sl_document_get_rows (document),
                                               sl_document_get_state (document), meant, direction),
                            SL_GESTURE_NONE);
}

static void
show_only (SlDocument *document, GPtrArray *meant)
{
  static const SlNameSet only = SL_NAMES_ONLY_ROWS;

  if (meant->len > 0)
    sl_document_take_state (document,
                            set_names (sl_view_state_without_names (sl_document_get_state (
                                                                        document),
                                                                    &only, 1),
                                       SL_NAMES_ONLY_ROWS, meant, TRUE),
                            SL_GESTURE_NONE);
}

/**
 * sl_row_select_show_only:
 *
 * Hides all rows but those that are meant.
 */
void
sl_row_select_show_only (SlDocument *document, const char *row)
{
  g_autoptr (GPtrArray) meant = find_meant (document, row);

  show_only (document, meant);
}

/* Whether @row is outside the group of @heading: groups are in their trace, and processes among the tasks. */
static gboolean
ends_group (const SlRow *heading, const SlRow *row)
{
  g_autofree char *group = sl_row_group_dup_key (heading->group, heading->lane.trace);

  if (row->part != SL_ROW_HEADING)
    return FALSE;
  if (heading->group == SL_GROUP_TRACE)
    return row->group == SL_GROUP_TRACE;

  return row->group != heading->group || strcmp (heading->key, group) != 0;
}

/**
 * sl_row_select_show_group:
 * @heading: key of a heading that is not folded; of another row nothing happens
 *
 * Hides all rows but those under the heading.
 */
void
sl_row_select_show_group (SlDocument *document, const char *heading)
{
  SlRows *rows = sl_document_get_rows (document);
  g_autoptr (GPtrArray) meant = g_ptr_array_new ();
  guint number;

  if (heading == NULL || !sl_rows_find (rows, heading, &number) ||
      sl_rows_get (rows, number)->part != SL_ROW_HEADING)
    return;

  for (guint i = number + 1; i < sl_rows_get_count (rows); i++)
    {
      if (ends_group (sl_rows_get (rows, number), sl_rows_get (rows, i)))
        break;
      if (sl_rows_get (rows, i)->part != SL_ROW_HEADING)
        g_ptr_array_add (meant, (gpointer) sl_rows_get (rows, i)->key);
    }
  show_only (document, meant);
}

/**
 * sl_row_select_group:
 * @group: (nullable): its name, not empty; %NULL to put the rows back to where they belong
 *
 * Puts the rows that are meant into a group of the user's, in one step of undo.
 */
void
sl_row_select_group (SlDocument *document, const char *row, const char *group)
{
  g_autoptr (GPtrArray) meant = find_meant (document, row);
  g_autoptr (SlViewState) state = sl_view_state_ref (sl_document_get_state (document));

  for (guint i = 0; i < meant->len; i++)
    {
      g_autoptr (SlViewState) last = g_steal_pointer (&state);

      state = sl_view_state_with_row_group (last, meant->pdata[i], group);
    }
  sl_document_take_state (document, g_steal_pointer (&state), SL_GESTURE_NONE);
}

/**
 * sl_row_select_set_height:
 * @height: in pixels; what is too small or too large becomes the least or the most that a row can have
 * @gesture: as in sl_document_take_state()
 *
 * Gives the rows that are meant one height.
 */
void
sl_row_select_set_height (SlDocument *document, const char *row, double height, guint gesture)
{
  double scale = sl_document_get_font_scale (document);
  int rounded = (int) lround (CLAMP (height / scale, LEAST_HEIGHT, MOST_HEIGHT));
  g_autoptr (GPtrArray) meant = find_meant (document, row);
  g_autoptr (SlViewState) state = sl_view_state_ref (sl_document_get_state (document));

  for (guint i = 0; i < meant->len; i++)
    {
      g_autoptr (SlViewState) last = g_steal_pointer (&state);

      state = sl_view_state_with_row_height (last, meant->pdata[i], rounded);
    }
  sl_document_take_state (document, g_steal_pointer (&state), gesture);
}

/**
 * sl_row_select_scale:
 * @direction: above zero for taller rows, below for lower ones, 0 for the heights that rows have by themselves
 *
 * Changes the heights of the rows that are meant, in one step of undo.
 */
void
sl_row_select_scale (SlDocument *document, const char *row, int direction)
{
  SlRows *rows = sl_document_get_rows (document);
  double scale = sl_document_get_font_scale (document);
  g_autoptr (GPtrArray) meant = find_meant (document, row);
  g_autoptr (SlViewState) state = sl_view_state_ref (sl_document_get_state (document));

  for (guint i = 0; i < meant->len; i++)
    {
      g_autoptr (SlViewState) last = g_steal_pointer (&state);
      double height = 0;
      guint number;

      if (direction != 0 && sl_rows_find (rows, meant->pdata[i], &number))
        height = CLAMP (sl_rows_get (rows, number)->height / scale * pow (HEIGHT_STEP, direction),
                        LEAST_HEIGHT, MOST_HEIGHT);
      state = sl_view_state_with_row_height (last, meant->pdata[i], (int) lround (height));
    }
  sl_document_take_state (document, g_steal_pointer (&state), SL_GESTURE_NONE);
}
