/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lecture.h"

#include <glib/gi18n.h>

#include "sl-job-link.h"
#include "sl-key-map.h"
#include "sl-message.h"
#include "sl-resting-pointer.h"
#include "sl-step-obstacle.h"
#include "sl-zoom-bin.h"

/* Text and strokes are to be seen from the last row of a room. */
#define FACTOR 1.5

/* As in the schema. */
#define LEAST_FACTOR 1.0

#define STEP        0.25
#define MOST_FACTOR 3.0

struct _SlLecture
{
  AdwBin parent_instance;

  SlZoomBin *zoom;
  double factor;
  GtkWidget *blank;
  GSimpleActionGroup *actions;
  SlDocument *document;
  gboolean is_active;
  gboolean is_sentence;
  gboolean was_fullscreen; /* the window, since the lecture began */
  gboolean began_steps;    /* they go on as long as the lecture */
  GtkWindow *window;       /* NULL while there is no lecture, as are the controllers in it */
  GtkEventController *keys;
  SlRestingPointer *pointer;
};

G_DEFINE_FINAL_TYPE (SlLecture, sl_lecture, ADW_TYPE_BIN)

enum
{
  PROP_ACTIVE = 1,
  PROP_SENTENCE,
  PROP_SIZE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* The keys of a menu that is open are its own. */
static void
focus_cb (SlLecture *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->window));
  gboolean is_in_menu = focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL;

  gtk_event_controller_set_propagation_phase (self->keys,
                                              is_in_menu ? GTK_PHASE_NONE : GTK_PHASE_CAPTURE);
}

/* The desktop may end it too. */
static void
fullscreen_cb (SlLecture *self)
{
  if (gtk_window_is_fullscreen (self->window))
    self->was_fullscreen = TRUE;
  else if (self->was_fullscreen)
    sl_lecture_set_active (self, FALSE);
}

/* Where nobody goes step by step yet, the sentence to begin with is of the event that the cursor goes to. */
static void
begin_steps (SlLecture *self, int direction)
{
  SlStepMode *mode = sl_document_get_step_mode (self->document);

  if (sl_step_mode_get_active (mode))
    return;

  sl_job_link_begin_steps (self->document);
  sl_step_mode_settle (mode, direction);
  self->began_steps = sl_step_mode_get_active (mode);
}

static void
begin (SlLecture *self)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));

  self->window = GTK_WINDOW (window);
  self->was_fullscreen = FALSE;
  self->keys = sl_key_map_make_controller (sl_key_map_get_default (), SL_KEY_SCOPE_LECTURE);
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (window, self->keys);
  gtk_widget_insert_action_group (window, "lecture", G_ACTION_GROUP (self->actions));
  g_signal_connect_object (window, "notify::focus-widget", G_CALLBACK (focus_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (window, "notify::fullscreened", G_CALLBACK (fullscreen_cb), self,
                           G_CONNECT_SWAPPED);
  self->pointer = sl_resting_pointer_new (window);
  gtk_window_fullscreen (self->window);
}

static void
end (SlLecture *self)
{
  GtkWidget *window = GTK_WIDGET (self->window);

  g_signal_handlers_disconnect_by_data (window, self);
  g_clear_pointer (&self->pointer, sl_resting_pointer_free);
  gtk_widget_insert_action_group (window, "lecture", NULL);
  gtk_widget_remove_controller (window, g_steal_pointer (&self->keys));
  gtk_widget_set_visible (self->blank, FALSE);
  gtk_window_unfullscreen (self->window);
  self->window = NULL;
  if (self->began_steps)
    sl_step_mode_set_active (sl_document_get_step_mode (self->document), FALSE);
}

/* Where no task can be followed, events are gone through: the next one after what is selected. */
static void
step_event (SlLecture *self, int direction, gboolean to_end)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->document));
  guint64 count = sl_trace_get_n_events (sl_document_get_trace (self->document));
  gboolean is_event = picked->type == SL_TARGET_EVENT && picked->trace == 0;
  guint64 index = is_event ? picked->index : 0;

  if (count == 0)
    return;

  if (to_end)
    index = direction > 0 ? count - 1 : 0;
  else if (is_event && direction > 0)
    index = MIN (index + 1, count - 1);
  else if (is_event && index > 0)
    index--;
  sl_document_pick_event (self->document, index);
}

static const struct
{
  const char *name;
  SlStepUnit unit;
  int direction;
} moves[] = {
  { "next", SL_STEP_DECISION, 1 },    { "previous", SL_STEP_DECISION, -1 },
  { "next-event", SL_STEP_EVENT, 1 }, { "previous-event", SL_STEP_EVENT, -1 },
  { "last", SL_STEP_TRACE, 1 },       { "first", SL_STEP_TRACE, -1 },
};

static void
move_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlLecture *self = user_data;
  SlStepMode *mode = sl_document_get_step_mode (self->document);
  guint i = 0;

  while (!g_str_equal (moves[i].name, g_action_get_name (G_ACTION (action))))
    i++;
  gtk_widget_set_visible (self->blank, FALSE);
  if (sl_step_obstacle_get (self->document) != NULL)
    step_event (self, moves[i].direction, moves[i].unit == SL_STEP_TRACE);
  else if (!sl_step_mode_get_active (mode))
    begin_steps (self, moves[i].direction);
  else
    {
      sl_step_mode_set_playing (mode, FALSE);
      sl_step_mode_move (mode, moves[i].unit, moves[i].direction);
    }
}

static void
blank_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlLecture *self = user_data;

  gtk_widget_set_visible (self->blank, !gtk_widget_get_visible (self->blank));
}

static void
set_size (SlLecture *self, double factor)
{
  if (factor == self->factor)
    return;

  self->factor = factor;
  sl_zoom_bin_set_factor (self->zoom, factor);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZE]);
}

static void
resize_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlLecture *self = user_data;
  double by = g_str_equal (g_action_get_name (G_ACTION (action)), "larger") ? STEP : -STEP;

  set_size (self, CLAMP (self->factor + by, LEAST_FACTOR, MOST_FACTOR));
}

static void
leave_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_lecture_set_active (user_data, FALSE);
}

/* Without steps there is nothing to read. */
static void
stepping_cb (SlLecture *self)
{
  if (sl_step_mode_get_active (sl_document_get_step_mode (self->document)))
    return;

  self->began_steps = FALSE;
  sl_lecture_set_sentence (self, FALSE);
}

static void
sl_lecture_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlLecture *self = SL_LECTURE (object);

  switch (id)
    {
    case PROP_ACTIVE:
      g_value_set_boolean (value, self->is_active);
      break;
    case PROP_SENTENCE:
      g_value_set_boolean (value, self->is_sentence);
      break;
    case PROP_SIZE:
      g_value_set_double (value, self->factor);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_lecture_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlLecture *self = SL_LECTURE (object);

  switch (id)
    {
    case PROP_ACTIVE:
      sl_lecture_set_active (self, g_value_get_boolean (value));
      break;
    case PROP_SENTENCE:
      sl_lecture_set_sentence (self, g_value_get_boolean (value));
      break;
    case PROP_SIZE:
      set_size (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* With the window; there is nothing to give back. */
static void
sl_lecture_unroot (GtkWidget *widget)
{
  SlLecture *self = SL_LECTURE (widget);

  if (self->is_active)
    end (self);
  self->is_active = FALSE;

  GTK_WIDGET_CLASS (sl_lecture_parent_class)->unroot (widget);
}

static void
sl_lecture_dispose (GObject *object)
{
  SlLecture *self = SL_LECTURE (object);

  g_clear_object (&self->document);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (sl_lecture_parent_class)->dispose (object);
}

static void
sl_lecture_class_init (SlLectureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sl_lecture_dispose;
  object_class->get_property = sl_lecture_get_property;
  object_class->set_property = sl_lecture_set_property;
  GTK_WIDGET_CLASS (klass)->unroot = sl_lecture_unroot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lecture");

  /**
   * SlLecture:active:
   *
   * Whether there is a lecture.
   */
  properties[PROP_ACTIVE] =
      g_param_spec_boolean ("active", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SlLecture:sentence:
   *
   * Whether the sentence of the step is shown without the timeline.
   */
  properties[PROP_SENTENCE] =
      g_param_spec_boolean ("sentence", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SlLecture:size:
   *
   * By how much text and lines are enlarged.
   */
  properties[PROP_SIZE] =
      g_param_spec_double ("size", NULL, NULL, LEAST_FACTOR, MOST_FACTOR, FACTOR,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
add_actions (SlLecture *self)
{
  const GActionEntry others[] = { { .name = "blank", .activate = blank_cb },
                                  { .name = "larger", .activate = resize_cb },
                                  { .name = "smaller", .activate = resize_cb },
                                  { .name = "leave", .activate = leave_cb } };

  self->actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      const GActionEntry entry = { .name = moves[i].name, .activate = move_cb };

      g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &entry, 1, self);
    }
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), others, G_N_ELEMENTS (others),
                                   self);
}

static void
sl_lecture_init (SlLecture *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->factor = FACTOR;
  self->zoom = SL_ZOOM_BIN (sl_zoom_bin_new (FACTOR));
  gtk_overlay_set_child (GTK_OVERLAY (overlay), GTK_WIDGET (self->zoom));
  self->blank = g_object_new (ADW_TYPE_BIN, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->blank), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Blank screen"), -1);
  gtk_widget_add_css_class (self->blank, "blank");
  gtk_widget_set_visible (self->blank, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->blank);
  adw_bin_set_child (ADW_BIN (self), overlay);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  add_actions (self);
}

/**
 * sl_lecture_set_document:
 * @document: what the lecture is about; once
 */
void
sl_lecture_set_document (SlLecture *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_LECTURE (self));

  g_set_object (&self->document, document);
  g_signal_connect_object (sl_document_get_step_mode (document), "notify::active",
                           G_CALLBACK (stepping_cb), self, G_CONNECT_SWAPPED);
}

/**
 * sl_lecture_set_content:
 * @content: (nullable): what is shown, without a parent
 */
void
sl_lecture_set_content (SlLecture *self, GtkWidget *content)
{
  g_return_if_fail (SL_IS_LECTURE (self));

  sl_zoom_bin_set_child (self->zoom, content);
}

/**
 * sl_lecture_set_active:
 *
 * Takes the whole screen, or gives it back. Only in a window. Steps that were begun for it end with it.
 */
void
sl_lecture_set_active (SlLecture *self, gboolean active)
{
  g_return_if_fail (SL_IS_LECTURE (self));

  active = active && gtk_widget_get_root (GTK_WIDGET (self)) != NULL;
  if (active == self->is_active)
    return;

  /* GTK 4.8 loses a reference to what is hidden with the focus in it, if its content goes in the same frame. */
  if (!active)
    {
      sl_lecture_set_sentence (self, FALSE);
      gtk_root_set_focus (GTK_ROOT (self->window), NULL);
    }
  self->is_active = active;
  gtk_widget_set_visible (GTK_WIDGET (self), active);
  if (active)
    begin (self);
  else
    end (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

gboolean
sl_lecture_get_active (SlLecture *self)
{
  g_return_val_if_fail (SL_IS_LECTURE (self), FALSE);

  return self->is_active;
}

/**
 * sl_lecture_set_sentence:
 *
 * Shows the sentence of the step alone, and begins the lecture and the steps for it, or shows the
 * timeline again. Where the trace cannot be stepped through, says so.
 */
void
sl_lecture_set_sentence (SlLecture *self, gboolean sentence)
{
  const char *obstacle;

  g_return_if_fail (SL_IS_LECTURE (self));

  obstacle = sentence ? sl_step_obstacle_get (self->document) : NULL;
  if (obstacle != NULL)
    {
      sl_message_show (GTK_WIDGET (self), obstacle);
      return;
    }
  if (sentence == self->is_sentence)
    return;

  self->is_sentence = sentence;
  if (sentence)
    {
      begin_steps (self, -1);
      sl_lecture_set_active (self, TRUE);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SENTENCE]);
}

gboolean
sl_lecture_get_sentence (SlLecture *self)
{
  g_return_val_if_fail (SL_IS_LECTURE (self), FALSE);

  return self->is_sentence;
}

/**
 * sl_lecture_get_actions:
 *
 * Returns: (transfer none): those that the window has as "lecture." during a lecture
 */
GActionGroup *
sl_lecture_get_actions (SlLecture *self)
{
  g_return_val_if_fail (SL_IS_LECTURE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}
