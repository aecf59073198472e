/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-mode.h"

#include "sl-document.h"
#include "sl-step-obstacle.h"
#include "sl-step-search.h"
#include "sl-step-view.h"

struct _SlStepMode
{
  GObject parent_instance;

  SlDocument *document; /* which owns this */
  gboolean is_active;
  gboolean predicts;
  SlTime chosen;         /* how long a view was chosen to predict in; 0 for none */
  SlSpan shown;          /* the job to begin with; empty for none */
  gboolean is_following; /* the cursor follows the event, or the other way round */
  SlStepWalk walk;       /* without a replay while that is made */
  int settles;           /* as it is made: the direction of sl_step_mode_settle(); 0 to stay */
  SlBackground *search;
  guint gesture;
  double speed; /* decisions a second */
  guint timer;  /* 0 while nothing plays */
};

G_DEFINE_FINAL_TYPE (SlStepMode, sl_step_mode, G_TYPE_OBJECT)

enum
{
  PROP_ACTIVE = 1,
  PROP_PREDICT,
  PROP_PLAYING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_MOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Moves the cursor to the event, into view; what is hidden begins there. */
static void
show_index (SlStepMode *self)
{
  SlTime time = sl_replay_get_time (self->walk.replay, self->walk.index);

  self->is_following = TRUE;
  if (self->predicts)
    sl_document_hide_after (self->document, self->walk.index);
  sl_document_take_state (self->document,
                          sl_view_state_with_cursor (sl_document_get_state (self->document),
                                                     SL_CURSOR_A, &time),
                          self->gesture);
  if (self->predicts)
    sl_step_view_show (self->document, &self->walk, &self->chosen, self->gesture);
  else
    sl_document_reveal (self->document, (SlSpan) { time, sl_time_add (time, 1) });
  self->is_following = FALSE;
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

/* To begin with, where the user looks: at the cursor, unless a job is shown in which that is not; without both, at what is
 * seen first, but who shall foresee it all begins at the beginning. */
static guint64
find_first_index (SlStepMode *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlTime time = sl_view_state_get_visible (state).begin;
  gboolean has_cursor = sl_view_state_get_cursor (state, SL_CURSOR_A, &time);
  gboolean has_job = self->shown.begin < self->shown.end;

  if (self->predicts && !has_cursor && !has_job)
    return 0;

  if (has_job && (!has_cursor || time < self->shown.begin || time > self->shown.end))
    time = self->shown.begin;
  return sl_replay_find_index_in (sl_document_get_whole_trace (self->document), time);
}

/* The event is that of a decision: its own, or the next that way, or where there is none the next the other way. */
static void
go_to_decision (SlStepWalk *walk, int direction)
{
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));

  if (sl_decision_search_find_at (walk->decisions, walk->index, decisions) &&
      g_array_index (decisions, SlDecision, 0).index == walk->index)
    return;

  if (!sl_step_walk_move (walk, SL_STEP_DECISION, direction))
    sl_step_walk_move (walk, SL_STEP_DECISION, -direction);
}

static void
made_cb (gpointer owner, gpointer found, const GError *error)
{
  SlStepMode *self = owner;
  SlReplay *replay = found;
  gboolean is_first = self->walk.replay == NULL;

  if (replay == NULL)
    {
      sl_step_mode_set_active (self, FALSE);
      return;
    }

  sl_step_walk_take (&self->walk, replay);
  if (is_first && !self->predicts)
    self->walk.index = find_first_index (self);
  self->walk.index = MIN (self->walk.index, sl_replay_get_n_events (replay) - 1);
  if (self->settles != 0)
    go_to_decision (&self->walk, self->settles);
  self->settles = 0;
  show_index (self);
}

static void
start (SlStepMode *self)
{
  SlJobSearch *jobs = sl_document_get_job_search (self->document);
  SlTaskModelStore *store = sl_job_search_get_model_store (jobs);

  sl_step_search_start (self->search, sl_document_get_whole_trace (self->document),
                        sl_document_get_annotations (self->document),
                        sl_task_model_store_get_model (store), sl_job_search_get_table (jobs));
}

/* Who moves the cursor goes there, unless what lies there is to be foreseen. */
static void
follow_cursor (SlStepMode *self)
{
  SlTime time;

  if (self->predicts || self->walk.replay == NULL ||
      !sl_view_state_get_cursor (sl_document_get_state (self->document), SL_CURSOR_A, &time) ||
      time == sl_replay_get_time (self->walk.replay, self->walk.index))
    return;

  self->walk.index = sl_replay_find_index (self->walk.replay, time);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

static void
document_changed_cb (SlStepMode *self, guint changes)
{
  if (!self->is_active || self->is_following)
    return;

  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS)) != 0)
    start (self);
  else if ((changes & SL_CHANGED_VIEW) != 0)
    follow_cursor (self);
}

static void
model_changed_cb (SlStepMode *self)
{
  if (self->is_active)
    start (self);
}

static gboolean
play_cb (gpointer user_data)
{
  SlStepMode *self = user_data;

  if (sl_step_mode_move (self, SL_STEP_DECISION, 1))
    return G_SOURCE_CONTINUE;

  self->timer = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYING]);
  return G_SOURCE_REMOVE;
}

static void
sl_step_mode_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlStepMode *self = SL_STEP_MODE (object);

  switch (id)
    {
    case PROP_ACTIVE:
      g_value_set_boolean (value, self->is_active);
      break;
    case PROP_PREDICT:
      g_value_set_boolean (value, self->predicts);
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, self->timer != 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_step_mode_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlStepMode *self = SL_STEP_MODE (object);

  switch (id)
    {
    case PROP_ACTIVE:
      sl_step_mode_set_active (self, g_value_get_boolean (value));
      break;
    case PROP_PREDICT:
      sl_step_mode_set_predict (self, g_value_get_boolean (value));
      break;
    case PROP_PLAYING:
      sl_step_mode_set_playing (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_step_mode_dispose (GObject *object)
{
  SlStepMode *self = SL_STEP_MODE (object);

  g_clear_pointer (&self->search, sl_background_free);
  g_clear_handle_id (&self->timer, g_source_remove);
  sl_step_walk_clear (&self->walk);

  G_OBJECT_CLASS (sl_step_mode_parent_class)->dispose (object);
}

static void
sl_step_mode_class_init (SlStepModeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sl_step_mode_dispose;
  object_class->get_property = sl_step_mode_get_property;
  object_class->set_property = sl_step_mode_set_property;

  /**
   * SlStepMode:active:
   *
   * Whether the trace is gone through step by step.
   */
  properties[PROP_ACTIVE] =
      g_param_spec_boolean ("active", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SlStepMode:predict:
   *
   * Whether everything after the event is hidden.
   */
  properties[PROP_PREDICT] =
      g_param_spec_boolean ("predict", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SlStepMode:playing:
   *
   * Whether the event advances from decision to decision by itself.
   */
  properties[PROP_PLAYING] =
      g_param_spec_boolean ("playing", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SlStepMode::moved:
   *
   * The event is another one, or more is known about it.
   */
  signals[SIGNAL_MOVED] = g_signal_new ("moved", SL_TYPE_STEP_MODE, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_step_mode_init (SlStepMode *self)
{
  self->speed = 1;
  self->search = sl_step_search_new (made_cb, self);
}

/**
 * sl_step_mode_new:
 * @document: whose part it is
 */
SlStepMode *
sl_step_mode_new (gpointer document)
{
  SlStepMode *self = g_object_new (SL_TYPE_STEP_MODE, NULL);

  self->document = document;
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sl_job_search_get_model_store (sl_document_get_job_search (document)),
                           "changed", G_CALLBACK (model_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * sl_step_mode_set_active:
 *
 * Begins at the cursor A, or at what is seen first; ends with all of the trace shown.
 */
void
sl_step_mode_set_active (SlStepMode *self, gboolean active)
{
  g_return_if_fail (SL_IS_STEP_MODE (self));

  active = active && sl_step_obstacle_get (self->document) == NULL;
  if (active == self->is_active)
    return;

  self->is_active = active;
  if (active)
    {
      self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->document));
      start (self);
    }
  else
    {
      self->shown = (SlSpan) { 0 };
      self->settles = 0;
      sl_step_mode_set_playing (self, FALSE);
      sl_step_mode_set_predict (self, FALSE);
      sl_background_stop (self->search);
      sl_step_walk_clear (&self->walk);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

/**
 * sl_step_mode_begin_in:
 * @job: from the release to the end of the job that is to be shown; empty for none
 *
 * As sl_step_mode_set_active(), but where the cursor A is not in @job begins with that.
 */
void
sl_step_mode_begin_in (SlStepMode *self, SlSpan job)
{
  g_return_if_fail (SL_IS_STEP_MODE (self));

  if (!self->is_active)
    self->shown = job;
  sl_step_mode_set_active (self, TRUE);
}

/**
 * sl_step_mode_settle:
 * @direction: 1 to look for it behind the event, -1 before it
 *
 * Where nothing is decided at the event, goes to the nearest one that way at which something is, or where there is none
 * the other way: what was decided is then said of the event itself. Only while the trace is gone through step by step.
 */
void
sl_step_mode_settle (SlStepMode *self, int direction)
{
  g_return_if_fail (SL_IS_STEP_MODE (self));
  g_return_if_fail (direction == 1 || direction == -1);

  if (!self->is_active)
    return;

  if (self->walk.replay == NULL)
    {
      self->settles = direction;
      return;
    }
  go_to_decision (&self->walk, direction);
  show_index (self);
}

gboolean
sl_step_mode_get_active (SlStepMode *self)
{
  g_return_val_if_fail (SL_IS_STEP_MODE (self), FALSE);

  return self->is_active;
}

/**
 * sl_step_mode_set_predict:
 *
 * Hides everything after the event, and begins to go step by step where that was not so: then at the cursor A, or at
 * the beginning of the trace.
 */
void
sl_step_mode_set_predict (SlStepMode *self, gboolean predict)
{
  g_return_if_fail (SL_IS_STEP_MODE (self));

  predict = predict && sl_step_obstacle_get_to_predict (self->document) == NULL;
  if (predict == self->predicts)
    return;

  self->predicts = predict;
  self->chosen = 0;
  self->is_following = TRUE;
  if (predict && self->walk.replay == NULL)
    self->walk.index = find_first_index (self);
  if (!predict)
    sl_document_show_all (self->document);
  else
    sl_document_hide_after (self->document, self->walk.index);
  self->is_following = FALSE;
  if (predict)
    sl_step_mode_set_active (self, TRUE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PREDICT]);
  if (self->walk.replay != NULL)
    show_index (self);
}

/**
 * sl_step_mode_set_playing:
 *
 * Goes on from decision to decision by itself, as fast as sl_step_mode_set_speed() says, up to the last one;
 * only while the trace is gone through step by step.
 */
void
sl_step_mode_set_playing (SlStepMode *self, gboolean playing)
{
  g_return_if_fail (SL_IS_STEP_MODE (self));

  playing = playing && self->is_active;
  if (playing == (self->timer != 0))
    return;

  if (playing)
    self->timer = g_timeout_add ((guint) (1000 / self->speed), play_cb, self);
  else
    g_clear_handle_id (&self->timer, g_source_remove);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYING]);
}

gboolean
sl_step_mode_get_playing (SlStepMode *self)
{
  g_return_val_if_fail (SL_IS_STEP_MODE (self), FALSE);

  return self->timer != 0;
}

/**
 * sl_step_mode_set_speed:
 * @speed: decisions a second
 */
void
sl_step_mode_set_speed (SlStepMode *self, double speed)
{
  g_return_if_fail (SL_IS_STEP_MODE (self));
  g_return_if_fail (speed > 0);

  if (speed == self->speed)
    return;

  self->speed = speed;
  if (self->timer != 0)
    {
      g_clear_handle_id (&self->timer, g_source_remove);
      self->timer = g_timeout_add ((guint) (1000 / speed), play_cb, self);
    }
}

/**
 * sl_step_mode_get_replay:
 *
 * Returns: (transfer none) (nullable): of the whole trace; %NULL until it was gone through once
 */
SlReplay *
sl_step_mode_get_replay (SlStepMode *self)
{
  g_return_val_if_fail (SL_IS_STEP_MODE (self), NULL);

  return self->walk.replay;
}

/**
 * sl_step_mode_get_decisions:
 *
 * Returns: (transfer none) (nullable): the search that the steps go by, which stays near the event; %NULL where there is
 *   no replay
 */
SlDecisionSearch *
sl_step_mode_get_decisions (SlStepMode *self)
{
  g_return_val_if_fail (SL_IS_STEP_MODE (self), NULL);

  return self->walk.decisions;
}

/**
 * sl_step_mode_get_index:
 *
 * Returns: the event after which everything stands
 */
guint64
sl_step_mode_get_index (SlStepMode *self)
{
  g_return_val_if_fail (SL_IS_STEP_MODE (self), 0);

  return self->walk.index;
}

/**
 * sl_step_mode_move:
 * @direction: 1 for the next, -1 for the one before
 *
 * Returns: whether there is one; else the event stays the same
 */
gboolean
sl_step_mode_move (SlStepMode *self, SlStepUnit unit, int direction)
{
  g_return_val_if_fail (SL_IS_STEP_MODE (self), FALSE);

  if (!self->is_active || !sl_step_walk_move (&self->walk, unit, direction))
    return FALSE;

  show_index (self);
  return TRUE;
}
