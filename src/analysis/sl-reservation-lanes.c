/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reservation-lanes.h"

#include <glib/gi18n-lib.h>

#include "sl-reservation-lane.h"
#include "sl-time-text.h"

/* The kernel reads its clock that much after the event of a wake-up. */
#define JITTER_US 20

/* Budgets are charged somewhat more or less than what lies between two switches. */
#define GRAIN_US    200
#define GRAIN_PARTS 20

typedef struct
{
  guint32 task;
  const char *name;
  SlReservation reservation;
} Asked;

static gint64
get_ticks (const SlClock *clock, gint64 microseconds)
{
  gint64 ticks;

  return sl_clock_from_seconds (clock, microseconds, G_USEC_PER_SEC, &ticks) ? ticks : 0;
}

/* 0 where it is not given, or not in a way that the clock of the trace can count; others say so. */
static gint64
get_duration (const SlTaskModel *model, const char *server, const char *key, const SlClock *clock)
{
  g_autofree char *value = sl_task_model_get (model, SL_MODEL_SERVER, server, key);
  gint64 ticks;

  return value != NULL && sl_duration_parse (value, clock, &ticks, NULL) ? ticks : 0;
}

static gboolean
is_constant_bandwidth (const SlTaskModel *model, const char *server)
{
  g_autofree char *policy = sl_task_model_get (model, SL_MODEL_SERVER, server, "policy");

  return policy == NULL || g_str_equal (policy, "cbs") || g_str_equal (policy, "hcbs");
}

/* @asked: (out): what the model reserves for @task
 *
 * Returns: whether it does */
static gboolean
find_reservation (const SlTaskModel *model,
                  const SlTaskRule *rule,
                  const SlClock *clock,
                  SlReservation *asked)
{
  *asked = (SlReservation) { .budget = get_duration (model, rule->server, "budget", clock),
                             .period = get_duration (model, rule->server, "period", clock) };
  if (asked->period == 0)
    asked->period = rule->period;
  if (asked->budget == 0 || asked->period == 0 || !is_constant_bandwidth (model, rule->server))
    return FALSE;

  asked->relative = rule->deadline_from == SL_DEADLINE_MODEL ? rule->deadline : asked->period;
  asked->jitter = get_ticks (clock, JITTER_US);
  asked->grain = MAX (get_ticks (clock, GRAIN_US), asked->budget / GRAIN_PARTS);
  return TRUE;
}

/* (transfer full) (element-type Asked): of the tasks that have no server in the trace itself */
static GArray *
find_asked (SlTrace *trace, const SlTaskModel *model, SlAnnotations *annotations)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Asked));
  g_auto (GStrv) servers = sl_task_model_list (model, SL_MODEL_SERVER);
  SlObjectTable *objects = sl_trace_get_objects (trace);
  g_autoptr (SlTaskRules) rules = NULL;
  g_autoptr (SlClock) clock = NULL;

  if (servers[0] == NULL ||
      !sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_LINUX_CLASSES))
    return all;

  rules = sl_task_model_get_rules (model, trace, annotations, NULL);
  clock = sl_annotations_dup_clock (annotations, trace);
  for (guint32 number = 1; rules != NULL && number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      const SlTaskRule *rule = sl_task_rules_get (rules, number);
      Asked asked = { number, rule->server, { 0 } };

      if (object->type == SL_OBJECT_TASK && rule->server != NULL &&
          sl_object_table_find (objects, SL_OBJECT_SERVER, object->id, object->life) == 0 &&
          find_reservation (model, rule, clock, &asked.reservation))
        g_array_append_val (all, asked);
    }
  return all;
}

/* As the kernel demands of each. */
static gboolean
is_possible (const SlReservation *reservation)
{
  return reservation->budget <= reservation->relative &&
         reservation->relative <= reservation->period;
}

static void
add_lane (SlTrace *trace,
          const Asked *asked,
          const SlReservationLane *made,
          SlObjectTableBuilder *objects,
          GArray *lanes)
{
  guint64 id = sl_object_table_get (sl_trace_get_objects (trace), asked->task)->id;
  SlLane lane = { .type = SL_LANE_SERVER, .tracks = made->tracks, .n_tracks = made->n_tracks };

  lane.object =
      sl_object_table_builder_begin_life (objects, SL_OBJECT_SERVER, id, made->span.begin);
  sl_object_table_builder_touch (objects, lane.object, made->span.end);
  sl_object_table_builder_name (objects, lane.object, asked->name);
  lane.name = sl_object_to_string (sl_object_table_builder_get (objects, lane.object));
  g_array_append_val (lanes, lane);
}

/* What is wrong is said once. */
static void
add_notes (SlNotes *notes, const SlReservationLane *made)
{
  if (made->n_odd > 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, made->n_odd,
        N_ ("A task with a server of the task model did what it cannot do with that budget and period, "
            "as far as was recorded: its budget was unknown for a while"));
  if (made->n_known == 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        N_ ("The budget of a server of the task model is never certain: the trace does not "
            "show when it is whole"));
}

/**
 * sl_reservation_lanes_add:
 * @trace: complete
 *
 * Each task of SCHED_DEADLINE that @model gives a server with a budget and a period gets the lane of that, as far as the
 * kernel's rules say what it does; all in it is computed. The task's deadline in the model is that of the server.
 *
 * Returns: (transfer full): a generation with these lanes and notes on what is wrong with them, or another reference to @trace
 */
SlTrace *
sl_reservation_lanes_add (SlTrace *trace, const SlTaskModel *model, SlAnnotations *annotations)
{
  g_autoptr (GArray) all = find_asked (trace, model, annotations);
  g_autoptr (SlClock) clock = NULL;
  g_autoptr (SlObjectTableBuilder) objects = NULL;
  g_autoptr (SlNotes) notes = NULL;
  g_autoptr (GArray) lanes = NULL;
  g_autoptr (SlTrace) noted = NULL;

  if (all->len == 0)
    return g_object_ref (trace);

  clock = sl_annotations_dup_clock (annotations, trace);
  objects = sl_object_table_builder_new_from (sl_trace_get_objects (trace));
  notes = sl_notes_new ();
  lanes = g_array_new (FALSE, FALSE, sizeof (SlLane));
  for (guint i = 0; i < all->len; i++)
    {
      const Asked *asked = &g_array_index (all, Asked, i);
      const SlLane *task = sl_trace_get_lane_of_object (trace, asked->task);
      SlReservationLane made;

      if (!is_possible (&asked->reservation))
        sl_notes_add (
            notes, SL_OFFSET_NONE, 1,
            N_ ("A server of the task model is not followed: no deadline may be below its "
                "budget or above its period"));
      else if (task != NULL &&
               sl_reservation_lane_make (trace, task, asked->reservation, clock, &made))
        {
          add_lane (trace, asked, &made, objects, lanes);
          add_notes (notes, &made);
        }
    }

  noted = sl_trace_with_more_notes (trace, notes);
  return sl_trace_with_lanes (noted, lanes, sl_object_table_builder_snapshot (objects));
}

/**
 * sl_reservation_lanes_print:
 *
 * Returns: all that the lanes depend on beside @trace, to be compared
 */
char *
sl_reservation_lanes_print (SlTrace *trace, const SlTaskModel *model, SlAnnotations *annotations)
{
  g_autoptr (GArray) all = find_asked (trace, model, annotations);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const Asked *asked = &g_array_index (all, Asked, i);

      g_string_append_printf (text,
                              "%u %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                              "\n",
                              asked->task, asked->name, asked->reservation.budget,
                              asked->reservation.relative, asked->reservation.period);
    }
  return g_string_free (text, FALSE);
}
