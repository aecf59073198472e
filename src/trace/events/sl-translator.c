/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-translator.h"

#include "sl-branch-cause.h"
#include "sl-kind-action.h"

/* The object in b: of the type that the kind names, where it names one that is not a task. */
static void
set_object (SlActed *acted, const SlEvent *event, SlActionParts parts)
{
  SlObjectType type;
  guint64 id;

  if (sl_event_get_native_object (event, &type, &id) && type != SL_OBJECT_TASK &&
      type != SL_OBJECT_CPU)
    {
      acted->object_type = type;
      acted->object = id;
    }
  else if ((parts & SL_ACTION_HAS_TASK) != 0 && (event->flags & SL_EVENT_NO_B) == 0)
    {
      acted->object_type = SL_OBJECT_TASK;
      acted->object = event->b;
    }
}

/* Cycles and branches have an address in a, and in b what is known of it. */
static void
set_address (SlActed *acted, const SlEvent *event)
{
  const SlKind *kind = sl_kind_get (event->kind);
  SlBranchEnds ends;

  if (acted->action == SL_ACTION_BRANCH)
    {
      ends = sl_branch_get_ends (event);
      acted->object = ends.has_source ? ends.source : SL_ACTED_NOTHING;
      acted->value = ends.has_target ? (gint64) ends.target : SL_ACTED_NOWHERE;
      return;
    }

  if (acted->action == SL_ACTION_SPACE)
    {
      acted->value = (gint64) event->a;
      return;
    }

  if ((event->flags & SL_EVENT_NO_A) == 0)
    acted->object = event->a;
  if (g_strcmp0 (kind->b.name, "byte-enables") == 0)
    acted->value = event->detail;
  else if ((event->flags & SL_EVENT_NO_B) == 0)
    acted->value = (gint64) event->b;
}

/* What may be left out is b only where the kind calls it so. */
static void
set_value (SlActed *acted, const SlEvent *event)
{
  const char *name = sl_kind_get (event->kind)->b.name;

  if (sl_action_has_job_number (acted->action))
    acted->value =
        g_strcmp0 (name, "number") == 0 && event->b < G_MAXUINT32 ? (gint64) event->b + 1 : 0;
  else if (acted->action != SL_ACTION_THROTTLE || g_strcmp0 (name, "budget") == 0)
    acted->value = (gint64) event->b;
}

static void
set_parts (SlActed *acted, const SlEvent *event)
{
  SlActionParts parts = sl_action_get_parts (acted->action);

  if (sl_action_is_of_addresses (acted->action))
    {
      set_address (acted, event);
      return;
    }

  if ((parts & SL_ACTION_HAS_TASK) != 0 && (event->flags & SL_EVENT_NO_A) == 0)
    acted->task = event->a;
  if ((parts & SL_ACTION_HAS_OBJECT) != 0)
    set_object (acted, event, parts);
  if ((parts & SL_ACTION_HAS_VALUE) != 0 && (event->flags & SL_EVENT_NO_B) == 0)
    set_value (acted, event);
  if (acted->action == SL_ACTION_RELEASE && (event->flags & SL_EVENT_NO_B) == 0 &&
      g_strcmp0 (sl_kind_get (event->kind)->b.name, "deadline") == 0)
    acted->deadline = (SlTime) MIN (event->b, (guint64) SL_TIME_MAX);
}

/**
 * sl_translate_by_kinds:
 * @state: ignored
 * @source: ignored
 *
 * Translates by the actions that the kinds of the events have in the registry: the task is in a, the object or the
 * value in b. Of a release b is the absolute deadline in ticks, where the kind calls it "deadline"; of a release, a start or a
 * finish it is the number of the job, where it is called "number", and of a throttle the budget, where it is called "budget". Of cycles and
 * branches the object is in a; where b is "byte-enables", the bytes are in the detail.
 */
void
sl_translate_by_kinds (gpointer state,
                       SlSource *source,
                       const SlEvent *events,
                       gsize n_events,
                       GArray *actions)
{
  for (gsize i = 0; i < n_events; i++)
    {
      SlAction action = sl_kind_get_action (events[i].kind);
      SlActed acted;

      if (action == SL_ACTION_NONE)
        continue;
      sl_acted_init (&acted, &events[i], action);
      set_parts (&acted, &events[i]);
      g_array_append_val (actions, acted);
    }
}
