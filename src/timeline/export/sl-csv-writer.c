/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a picture shows as a table, for spreadsheets and plots: RFC 4180 with a header line.
 *
 *   lane    as the command line names it; empty for what goes through all rows
 *   what    box, fold, release, deadline, finish, miss, recorded-miss (at another time than the
 *           deadline in force), overrun, inherits, tick, gap, marker
 *   begin   absolute tick; of a server's deadline, when it was set
 *   end     first absolute tick after it; of an instant the same; of a server's deadline, the deadline
 *   state   of a box or fold; "inferred", "guessed" (a server's, whose period is not known) or
 *           "postponed" of a deadline, "aborted" of an overrun
 *   detail  reference of the object that it is about; the name of a marker
 *   count   what is drawn as one
 */
#include "sl-csv-writer.h"

#include "sl-csv.h"

#include "sl-kind-action.h"

typedef struct
{
  GString *text;
  SlScene *scene;
  SlRows *rows;
  const SlClock *clock;
} Writer;

static const char *
get_state (const Writer *self, const SlElement *element)
{
  if (element->type == SL_ELEMENT_BOX || element->type == SL_ELEMENT_GAP)
    return sl_state_get_id (element->state);
  if (element->type == SL_ELEMENT_DEADLINE &&
      sl_kind_get_action (element->state) == SL_ACTION_REPLENISH)
    return "postponed";
  if (element->type == SL_ELEMENT_DEADLINE && element->detail != 0)
    return sl_rows_get (self->rows, element->row)->lane_type == SL_LANE_SERVER &&
                   element->detail != SL_SERVER_COMPUTED
               ? "guessed"
               : "inferred";
  if (element->type == SL_ELEMENT_OVERRUN && sl_kind_get_action (element->state) == SL_ACTION_END)
    return "aborted";

  return "";
}

static gboolean
is_about_object (const SlElement *element)
{
  return element->type == SL_ELEMENT_BOX && element->detail != 0 &&
         (element->state == SL_STATE_RUNNING || element->state == SL_STATE_BLOCKED ||
          element->state == SL_STATE_HELD || element->state == SL_STATE_WAITED ||
          sl_state_is_interrupt (element->state) || element->state == SL_STATE_INHERITS);
}

static char *
make_detail (const Writer *self, const SlElement *element)
{
  const SlRow *row;
  SlTrace *trace;

  if (element->type == SL_ELEMENT_MARKER)
    return g_strdup (element->label);
  if (element->type == SL_ELEMENT_INHERITS)
    return g_strdup (sl_rows_get (self->rows, element->detail)->key);
  if (!is_about_object (element) || element->row == G_MAXUINT)
    return g_strdup ("");

  row = sl_rows_get (self->rows, element->row);
  trace = sl_trace_set_get_trace (sl_rows_get_set (self->rows), row->lane.trace);
  if (element->detail > sl_object_table_get_size (sl_trace_get_objects (trace)))
    return g_strdup ("");

  return sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), element->detail));
}

static void
append_element (Writer *self, const SlElement *element)
{
  g_autofree char *detail = make_detail (self, element);
  g_autofree char *begin = sl_clock_dup_absolute (self->clock, element->span.begin);
  g_autofree char *end = sl_clock_dup_absolute (self->clock, element->span.end);

  if (element->row != G_MAXUINT)
    sl_csv_append (self->text, sl_rows_get (self->rows, element->row)->key);
  g_string_append_printf (self->text, ",%s,%s,%s,%s,", sl_element_type_get_id (element->type),
                          begin, end, get_state (self, element));
  sl_csv_append (self->text, detail);
  g_string_append_printf (self->text, ",%" G_GUINT64_FORMAT "\n", MAX (element->count, 1));
}

static Writer
begin (SlScene *scene)
{
  SlRows *rows = sl_scene_get_rows (scene);

  return (Writer) { g_string_new ("lane,what,begin,end,state,detail,count\n"), scene, rows,
                    rows != NULL ? sl_trace_set_get_clock (sl_rows_get_set (rows)) : NULL };
}

/**
 * sl_csv_writer_write_element:
 * @element: of @scene, which has rows
 *
 * Returns: (transfer full): UTF-8, the line of this box or mark alone, below the titles
 */
GString *
sl_csv_writer_write_element (SlScene *scene, const SlElement *element)
{
  Writer self = begin (scene);

  g_return_val_if_fail (self.rows != NULL, self.text);

  append_element (&self, element);
  return self.text;
}

/**
 * sl_csv_writer_write:
 * @scene: with rows
 *
 * Returns: (transfer full): UTF-8, a line for each box and mark in the picture's order
 */
GString *
sl_csv_writer_write (SlScene *scene)
{
  Writer self = begin (scene);

  g_return_val_if_fail (self.rows != NULL, self.text);

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (sl_element_happens (element) ||
          (element->type == SL_ELEMENT_MARKER && element->detail == SL_MARKER_TAG))
        append_element (&self, element);
    }

  return self.text;
}
