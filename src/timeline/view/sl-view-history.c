/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-history.h"

#include "sl-view-facts.h"

/* Enough for a long session; the oldest steps are forgotten. */
#define MAX_STEPS 500

struct _SlViewHistory
{
  GObject parent_instance;

  GPtrArray *states; /* of SlViewState, oldest first */
  guint current;     /* in states */
  guint gesture;     /* that made the current state; SL_GESTURE_NONE where none may go on */
  guint last_gesture;
};

enum
{
  PROP_STATE = 1,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (SlViewHistory, sl_view_history, G_TYPE_OBJECT)

static void
sl_view_history_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlViewHistory *self = SL_VIEW_HISTORY (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_boxed (value, sl_view_history_get_state (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, sl_view_history_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, sl_view_history_can_redo (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_view_history_finalize (GObject *object)
{
  SlViewHistory *self = SL_VIEW_HISTORY (object);

  g_clear_pointer (&self->states, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_view_history_parent_class)->finalize (object);
}

static void
sl_view_history_class_init (SlViewHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = sl_view_history_get_property;
  object_class->finalize = sl_view_history_finalize;

  properties[PROP_STATE] = g_param_spec_boxed ("state", NULL, NULL, SL_TYPE_VIEW_STATE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
sl_view_history_init (SlViewHistory *self)
{
  self->states = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_view_state_unref);
}

/**
 * sl_view_history_new:
 * @state: (transfer none): where it starts
 */
SlViewHistory *
sl_view_history_new (SlViewState *state)
{
  SlViewHistory *self = g_object_new (SL_TYPE_VIEW_HISTORY, NULL);

  g_ptr_array_add (self->states, sl_view_state_ref (state));
  return self;
}

/**
 * sl_view_history_get_state:
 *
 * Returns: (transfer none): the current state
 */
SlViewState *
sl_view_history_get_state (SlViewHistory *self)
{
  g_return_val_if_fail (SL_IS_VIEW_HISTORY (self), NULL);

  return g_ptr_array_index (self->states, self->current);
}

static void
notify_changes (SlViewHistory *self, gboolean could_undo, gboolean could_redo)
{
  GObject *object = G_OBJECT (self);

  g_object_notify_by_pspec (object, properties[PROP_STATE]);
  if (could_undo != sl_view_history_can_undo (self))
    g_object_notify_by_pspec (object, properties[PROP_CAN_UNDO]);
  if (could_redo != sl_view_history_can_redo (self))
    g_object_notify_by_pspec (object, properties[PROP_CAN_REDO]);
}

/**
 * sl_view_history_apply:
 * @state: (transfer none): what the user made of the current state
 * @gesture: %SL_GESTURE_NONE for a step of its own, or a number of
 *   sl_view_history_new_gesture(): changes that follow each other with the same number are one
 *   step
 *
 * Does nothing if @state equals the current one. What could be redone is gone.
 */
void
sl_view_history_apply (SlViewHistory *self, SlViewState *state, guint gesture)
{
  gboolean could_undo, could_redo;

  g_return_if_fail (SL_IS_VIEW_HISTORY (self));
  g_return_if_fail (state != NULL);

  if (sl_view_state_equal (state, sl_view_history_get_state (self)))
    return;

  could_undo = sl_view_history_can_undo (self);
  could_redo = sl_view_history_can_redo (self);
  sl_view_state_ref (state);
  g_ptr_array_set_size (self->states, (int) self->current + 1);
  if (gesture != SL_GESTURE_NONE && gesture == self->gesture)
    {
      g_ptr_array_remove_index (self->states, self->current);
      g_ptr_array_add (self->states, state);
    }
  else
    {
      g_ptr_array_add (self->states, state);
      if (self->states->len > MAX_STEPS)
        g_ptr_array_remove_index (self->states, 0);
      else
        self->current++;
    }

  self->gesture = gesture;
  notify_changes (self, could_undo, could_redo);
}

/**
 * sl_view_history_set_panels:
 * @everywhere: in all steps, so that undoing any of them changes nothing of it; else in the current state
 *   alone, as a part of the step that led to it
 *
 * Panels came or went by themselves: that is not a step.
 */
void
sl_view_history_set_panels (SlViewHistory *self, const SlViewPanels *panels, gboolean everywhere)
{
  gboolean is_new;

  g_return_if_fail (SL_IS_VIEW_HISTORY (self));

  is_new =
      !sl_view_panels_equal (sl_view_state_get_panels (sl_view_history_get_state (self)), panels);
  for (guint i = everywhere ? 0 : self->current;
       i < (everywhere ? self->states->len : self->current + 1); i++)
    {
      g_autoptr (SlViewState) before = g_ptr_array_index (self->states, i);

      self->states->pdata[i] = sl_view_state_with_panels (before, panels);
    }
  if (is_new)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/**
 * sl_view_history_turn_page:
 * @page: interned
 *
 * Shows @page in all steps, so that it stays whichever of them is undone. All else of the panels is left as each step
 * has it.
 */
void
sl_view_history_turn_page (SlViewHistory *self, const char *page)
{
  gboolean is_new;

  g_return_if_fail (SL_IS_VIEW_HISTORY (self));

  is_new = sl_view_state_get_panels (sl_view_history_get_state (self))->page != page;
  for (guint i = 0; i < self->states->len; i++)
    {
      SlViewState *before = g_ptr_array_index (self->states, i);
      SlViewPanels panels = *sl_view_state_get_panels (before);

      if (panels.page == page)
        continue;

      panels.page = page;
      self->states->pdata[i] = sl_view_state_with_panels (before, &panels);
      sl_view_state_unref (before);
    }
  if (is_new)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/**
 * sl_view_history_know_fact:
 * @value: (nullable): what holds before the user changes it for the first time
 *
 * Says so in each step in which nothing is said of it, so that it can be given back.
 */
void
sl_view_history_know_fact (SlViewHistory *self, const char *key, const char *value)
{
  g_return_if_fail (SL_IS_VIEW_HISTORY (self));

  for (guint i = 0; i < self->states->len; i++)
    {
      g_autoptr (SlViewState) before = g_ptr_array_index (self->states, i);

      self->states->pdata[i] = sl_view_state_find_fact (before, key) == NULL
                                   ? sl_view_state_with_fact (before, key, value)
                                   : sl_view_state_ref (before);
    }
}

/**
 * sl_view_history_reset:
 * @state: (transfer none): of another trace
 *
 * Forgets all steps.
 */
void
sl_view_history_reset (SlViewHistory *self, SlViewState *state)
{
  gboolean could_undo, could_redo;

  g_return_if_fail (SL_IS_VIEW_HISTORY (self));
  g_return_if_fail (state != NULL);

  could_undo = sl_view_history_can_undo (self);
  could_redo = sl_view_history_can_redo (self);
  sl_view_state_ref (state);
  g_ptr_array_set_size (self->states, 0);
  g_ptr_array_add (self->states, state);
  self->current = 0;
  self->gesture = SL_GESTURE_NONE;
  notify_changes (self, could_undo, could_redo);
}

/**
 * sl_view_history_new_gesture:
 *
 * Returns: a number that no gesture before had, for a drag or a run of wheel steps that begins
 */
guint
sl_view_history_new_gesture (SlViewHistory *self)
{
  g_return_val_if_fail (SL_IS_VIEW_HISTORY (self), SL_GESTURE_NONE);

  self->last_gesture++;
  if (self->last_gesture == SL_GESTURE_NONE)
    self->last_gesture++;

  return self->last_gesture;
}

/**
 * sl_view_history_can_undo:
 */
gboolean
sl_view_history_can_undo (SlViewHistory *self)
{
  g_return_val_if_fail (SL_IS_VIEW_HISTORY (self), FALSE);

  return self->current > 0;
}

/**
 * sl_view_history_can_redo:
 */
gboolean
sl_view_history_can_redo (SlViewHistory *self)
{
  g_return_val_if_fail (SL_IS_VIEW_HISTORY (self), FALSE);

  return self->current + 1 < self->states->len;
}

static gboolean
move (SlViewHistory *self, gboolean possible, int by)
{
  gboolean could_undo = sl_view_history_can_undo (self);
  gboolean could_redo = sl_view_history_can_redo (self);

  if (!possible)
    return FALSE;

  self->current = (guint) ((int) self->current + by);
  self->gesture = SL_GESTURE_NONE;
  notify_changes (self, could_undo, could_redo);
  return TRUE;
}

/**
 * sl_view_history_undo:
 *
 * Returns: whether there was a step to take back
 */
gboolean
sl_view_history_undo (SlViewHistory *self)
{
  return move (self, sl_view_history_can_undo (self), -1);
}

/**
 * sl_view_history_redo:
 *
 * Returns: whether there was a step to take again
 */
gboolean
sl_view_history_redo (SlViewHistory *self)
{
  return move (self, sl_view_history_can_redo (self), 1);
}

/**
 * sl_view_history_cancel:
 * @gesture: a number of sl_view_history_new_gesture()
 *
 * Returns to the state before the gesture as if it had not been made: it can be neither undone nor redone.
 *
 * Returns: whether the last change was made by the gesture
 */
gboolean
sl_view_history_cancel (SlViewHistory *self, guint gesture)
{
  gboolean could_redo;

  g_return_val_if_fail (SL_IS_VIEW_HISTORY (self), FALSE);

  if (gesture == SL_GESTURE_NONE || gesture != self->gesture || self->current == 0)
    return FALSE;

  could_redo = sl_view_history_can_redo (self);
  g_ptr_array_set_size (self->states, (int) self->current);
  self->current--;
  self->gesture = SL_GESTURE_NONE;
  notify_changes (self, TRUE, could_redo);
  return TRUE;
}
