/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event.h"

#include "sl-kind-action.h"

/* Below this a number in a field of form LOCK is a semaphore's index. */
#define LOCK_FIRST_ADDRESS 256

/**
 * sl_event_get_native_object:
 * @type: (out): set where %TRUE is returned
 * @id: (out): set where %TRUE is returned
 *
 * Tells what @event acts on, as its record says it: which of several lives of that id is meant
 * is a question for the trace's table. Safe from any thread.
 *
 * Returns: whether it acts on anything; %FALSE too where the field that would name it means
 *   nothing in this event
 */
gboolean
sl_event_get_native_object (const SlEvent *event, SlObjectType *type, guint64 *id)
{
  const SlKind *kind = sl_kind_get (event->kind);

  g_return_val_if_fail (kind != NULL, FALSE);

  *type = kind->object_type;
  switch (kind->object_source)
    {
    case SL_FROM_FIXED:
      *id = 0;
      return TRUE;
    case SL_FROM_CPU:
      *id = event->cpu;
      return TRUE;
    case SL_FROM_A:
      *id = event->a;
      return (event->flags & SL_EVENT_NO_A) == 0;
    case SL_FROM_B_LOCK:
      *type = event->b < LOCK_FIRST_ADDRESS ? SL_OBJECT_SEMAPHORE : SL_OBJECT_MUTEX;
      *id = event->b;
      return (event->flags & (SL_EVENT_NO_B | SL_EVENT_FAST)) == 0;
    case SL_FROM_B_TYPED:
      if (SL_DETAIL_TYPE (event->detail) != SL_OBJECT_NONE &&
          SL_DETAIL_TYPE (event->detail) < SL_N_OBJECT_TYPES)
        *type = SL_DETAIL_TYPE (event->detail);
      *id = event->b;
      return (event->flags & SL_EVENT_NO_B) == 0;
    case SL_FROM_B:
      *id = event->b;
      return (event->flags & (SL_EVENT_NO_B | SL_EVENT_FAST)) == 0;
    case SL_FROM_NOWHERE:
    default:
      return FALSE;
    }
}

/**
 * sl_event_get_logged_number:
 * @type: (out): set where %TRUE is returned
 * @id: (out): set where %TRUE is returned
 *
 * Returns: whether the traced program logged @event under a number of its own
 */
gboolean
sl_event_get_logged_number (const SlEvent *event, SlObjectType *type, guint64 *id)
{
  if (event->kind == SL_KIND_IPOINT)
    {
      *type = SL_OBJECT_IPOINT;
      *id = event->a;
      return TRUE;
    }
  if (event->kind >= SL_KIND_USER_EVENT_0 && event->kind <= SL_KIND_USER_EVENT_14)
    {
      *type = SL_OBJECT_USER_EVENT;
      *id = event->kind - SL_KIND_USER_EVENT_0;
      return TRUE;
    }

  return sl_kind_get_action (event->kind) == SL_ACTION_MARK &&
         sl_event_get_native_object (event, type, id) && *type == SL_OBJECT_USER_EVENT;
}
