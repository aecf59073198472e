/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-mark.h"

#include <glib/gi18n-lib.h>

#include "sl-kind-action.h"
#include "sl-row-levels.h"
#include "sl-time-text.h"

/* (transfer full): what the model or the user calls it; %NULL for nothing */
static char *
dup_given_name (const SlRows *rows, guint trace, SlObjectType type, guint64 id)
{
  SlObject object = { .type = type, .id = id, .life = 1 };
  g_autofree char *reference = sl_object_to_string (&object);

  return g_strdup (
      sl_annotations_get_name (sl_trace_set_get_annotations (sl_rows_get_set (rows), trace),
                               reference));
}

/* (transfer full): what the traced program logs, with its number or name */
static char *
describe_number (const SlRows *rows,
                 guint trace,
                 const SlLane *lane,
                 const SlItem *item,
                 SlObjectType type,
                 guint64 id)
{
  gboolean is_point = type == SL_OBJECT_IPOINT;
  const char *title = _ (sl_kind_get ((guint16) item->state)->title);
  g_autofree char *name = NULL;

  if (is_point && lane->object != 0)
    id = sl_object_table_get (sl_trace_get_objects (
                                  sl_trace_set_get_trace (sl_rows_get_set (rows), trace)),
                              lane->object)
             ->id;
  name = dup_given_name (rows, trace, type, id);
  if (is_point && name == NULL)
    return g_strdup_printf ("%s %u", title, (guint) id);
  if (is_point)
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s: %u", name != NULL ? name : title, item->detail);
}

/* What a mark is, where it names that: in the lane of a thread, in its own, or in that of all of them; 0 where it does not. */
static guint32
find_marked (SlTrace *trace, const SlLane *lane, const SlItem *item)
{
  const SlKind *kind = sl_kind_get ((guint16) item->state);
  guint32 marked = sl_lane_get_marked_object (lane, item);

  if (marked != 0 || kind == NULL || kind->object_type != SL_OBJECT_USER_EVENT ||
      sl_kind_get_action (item->state) != SL_ACTION_MARK)
    return marked;
  if (lane->object != 0)
    return lane->object;

  return kind->object_source == SL_FROM_A
             ? sl_object_table_find (sl_trace_get_objects (trace), kind->object_type, item->detail,
                                     1)
             : 0;
}

/* (transfer full) */
static char *
describe_level (const SlRows *rows, guint trace, const char *title, guint32 level)
{
  g_autofree char *name = dup_given_name (rows, trace, SL_OBJECT_LEVEL, level);

  if (name != NULL)
    /* Translators: what happened to a task, and the name of its scheduling module */
    return g_strdup_printf (_ ("%s (%s)"), title, name);

  /* Translators: what happened to a task, and the number of its scheduling module */
  return g_strdup_printf (_ ("%s (level %u)"), title, level);
}

/**
 * sl_text_mark:
 * @trace: number in the set of @rows
 * @item: an instant of @lane
 *
 * Returns: what happened, with the number that the record has for it
 */
char *
sl_text_mark (const SlRows *rows, guint trace, const SlLane *lane, const SlItem *item)
{
  const SlKind *kind = sl_kind_get ((guint16) item->state);
  const char *title = kind != NULL ? _ (kind->title) : "";
  SlEvent logged = { .kind = (guint16) item->state, .a = item->detail };
  SlTraceSet *set = sl_rows_get_set (rows);
  guint32 marked = find_marked (sl_trace_set_get_trace (set, trace), lane, item);
  SlObjectType type;
  guint64 id;

  if (marked != 0)
    return sl_annotations_dup_object_name (sl_trace_set_get_annotations (set, trace),
                                           sl_trace_set_get_trace (set, trace), marked);
  /* The lane of all points has the number of each, the lane of one has it for its own. */
  if (sl_event_get_logged_number (&logged, &type, &id))
    return describe_number (rows, trace, lane, item, type, id);

  if (sl_kind_get_action (item->state) == SL_ACTION_RECLAIM)
    return g_strdup_printf ("%s: %u µs", title, item->detail);
  if (sl_kind_get_action (item->state) == SL_ACTION_REPLENISH &&
      sl_server_is_computed (item->detail))
    /* Translators: “Budget replenished” */
    return g_strdup_printf (_ ("%s, inferred from the kernel’s rules for budgets"), title);
  if (lane->type == SL_LANE_TASK && sl_row_levels_are_named_by (item->state))
    return describe_level (rows, trace, title, item->detail);

  return g_strdup (title);
}

/**
 * sl_text_item_value:
 * @item: a value of @lane
 *
 * Returns: the value and what it is
 */
char *
sl_text_item_value (const SlLane *lane, const SlItem *item)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, item->value);

  if (lane->type == SL_LANE_IRQ && item->value == SL_COUNT_UNKNOWN)
    return g_strdup (_ ("not counted"));
  if (lane->type == SL_LANE_IRQ)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s interrupt", "%s interrupts",
                                         (gulong) item->value),
                            number);
  if (lane->type == SL_LANE_SERVER)
    return item->value == SL_COUNT_UNKNOWN ? g_strdup ("")
                                           : g_strdup_printf (_ ("%s µs reclaimed"), number);

  return g_steal_pointer (&number);
}
