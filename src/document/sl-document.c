/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include "sl-view-facts.h"
#include "sl-view.h"

G_DEFINE_FINAL_TYPE (SlDocument, sl_document, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gboolean
differs_in_picture (SlViewState *one, SlViewState *other)
{
  g_autoptr (SlViewState) with_facts = sl_view_state_with_facts_of (one, other);
  g_autoptr (SlViewState) with_panels =
      sl_view_state_with_panels (with_facts, sl_view_state_get_panels (other));
  g_autoptr (SlViewState) same =
      sl_view_state_with_visible (with_panels, sl_view_state_get_visible (other));

  return !sl_view_state_equal (same, other);
}

static gboolean
filter_differs (SlViewState *one, SlViewState *other)
{
  return !sl_filter_equal (sl_view_state_get_filter (one), sl_view_state_get_filter (other)) ||
         sl_view_state_get_filter_hides (one) != sl_view_state_get_filter_hides (other) ||
         !g_strv_equal (sl_view_state_get_names (one, SL_NAMES_HIDDEN_FAMILIES),
                        sl_view_state_get_names (other, SL_NAMES_HIDDEN_FAMILIES)) ||
         !g_strv_equal (sl_view_state_get_names (one, SL_NAMES_HIDDEN_KINDS),
                        sl_view_state_get_names (other, SL_NAMES_HIDDEN_KINDS));
}

static guint
compare_states (SlViewState *one, SlViewState *other)
{
  guint changes = 0;

  if (!sl_span_equal (sl_view_state_get_visible (one), sl_view_state_get_visible (other)))
    changes |= SL_CHANGED_VISIBLE;
  if (!sl_target_equal (sl_view_state_get_picked (one), sl_view_state_get_picked (other)))
    changes |= SL_CHANGED_PICKED | SL_CHANGED_VIEW;
  if (filter_differs (one, other))
    changes |= SL_CHANGED_FILTER | SL_CHANGED_VIEW;
  if (!sl_view_panels_equal (sl_view_state_get_panels (one), sl_view_state_get_panels (other)))
    changes |= SL_CHANGED_PANELS;
  if (differs_in_picture (one, other))
    changes |= SL_CHANGED_VIEW;
  if (!sl_view_state_has_same_offsets (one, other))
    changes |= SL_CHANGED_SET;
  if (sl_view_state_get_unit (one) != sl_view_state_get_unit (other))
    changes |= SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS;
  /* Lists then say the time of day, or no longer do. */
  if ((sl_view_state_get_axis (one) == SL_AXIS_WALL) !=
      (sl_view_state_get_axis (other) == SL_AXIS_WALL))
    changes |= SL_CHANGED_ANNOTATIONS;
  return changes;
}

/**
 * sl_document_hold_changes:
 *
 * Until sl_document_release_changes() is called as often, changes are collected instead of being said one by one: rows
 * and lists are made anew for each of them, which takes long where there are many.
 */
void
sl_document_hold_changes (SlDocument *self)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  self->n_holds++;
}

/**
 * sl_document_release_changes:
 *
 * The last release says all that was held at once.
 */
void
sl_document_release_changes (SlDocument *self)
{
  guint changes;

  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (self->n_holds > 0);

  if (--self->n_holds > 0)
    return;

  changes = self->held_changes;
  self->held_changes = 0;
  if (changes != 0)
    sl_document_emit_changed (self, changes);
}

/**
 * sl_document_emit_changed:
 * @changes: #SlChange bits
 */
void
sl_document_emit_changed (SlDocument *self, guint changes)
{
  if (self->n_holds > 0)
    {
      self->held_changes |= changes;
      return;
    }

  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, changes);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_VIEW | SL_CHANGED_JOBS |
                  SL_CHANGED_SET)) != 0)
    sl_document_follow_compared (self);
}

static gboolean
goes_by_attribute (const SlViewState *state)
{
  return sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_MAP_ATTRIBUTES);
}

static void
state_changed_cb (SlDocument *self)
{
  SlViewState *state = sl_view_history_get_state (self->history);
  g_autoptr (SlViewState) last = g_steal_pointer (&self->last);
  guint changes = compare_states (last, state);

  self->last = sl_view_state_ref (state);
  if (sl_rows_depend_on (self->set, last, state))
    {
      g_clear_pointer (&self->rows, sl_rows_unref);
      /* Where rows come and go with what is in sight, that is more than another span. */
      changes |= SL_CHANGED_VIEW;
    }
  if (!sl_view_state_has_same_offsets (last, state))
    sl_document_remake_set (self);
  sl_trace_set_show_unit (self->set, sl_view_state_get_unit (state));
  if ((changes & SL_CHANGED_PICKED) != 0)
    sl_document_remember_picked (self, sl_view_state_get_picked (last),
                                 sl_view_state_get_picked (state));
  if (!sl_filter_equal (sl_view_state_get_filter (last), sl_view_state_get_filter (state)))
    sl_document_search_matches (self, NULL);
  if (goes_by_attribute (last) != goes_by_attribute (state))
    {
      sl_document_search_attributes (self, NULL);
      sl_document_search_matches (self, NULL);
    }
  if (changes != 0)
    sl_document_emit_changed (self, changes);
  sl_document_follow_facts (self, last);
}

/**
 * sl_document_forget_rows:
 *
 * They are made anew when they are asked for: something has changed that is not of the view.
 */
void
sl_document_forget_rows (SlDocument *self)
{
  g_clear_pointer (&self->rows, sl_rows_unref);
  g_clear_pointer (&self->all_rows, sl_rows_unref);
  g_clear_pointer (&self->all_state, sl_view_state_unref);
}

static void
sl_document_finalize (GObject *object)
{
  SlDocument *self = SL_DOCUMENT (object);

  g_clear_object (&self->step_mode);
  g_clear_pointer (&self->hit, g_free);
  sl_document_forget_compared (self);
  g_clear_pointer (&self->traces, g_ptr_array_unref);
  g_clear_object (&self->history);
  g_clear_pointer (&self->last, sl_view_state_unref);
  sl_document_forget_rows (self);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_pointer (&self->whole_jobs, sl_job_table_unref);
  g_clear_object (&self->set);
  g_clear_pointer (&self->first_objects, sl_object_table_unref);
  g_clear_pointer (&self->filters, g_ptr_array_unref);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  g_clear_pointer (&self->attributes, g_ptr_array_unref);
  g_clear_pointer (&self->hits, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_document_parent_class)->finalize (object);
}

static void
sl_document_class_init (SlDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_document_finalize;

  /**
   * SlDocument::changed:
   * @changes: #SlChange bits
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SL_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
sl_document_init (SlDocument *self)
{
  self->font_scale = 1;
}

/**
 * sl_document_get_extent:
 *
 * Returns: the span of all traces, with a tick at least
 */
SlSpan
sl_document_get_extent (SlDocument *self)
{
  SlSpan span = sl_trace_set_get_span (self->set);

  /* A view needs a tick to show. */
  if (span.end <= span.begin)
    span.end = sl_time_add (span.begin, 1);
  return span;
}

/**
 * sl_document_new:
 * @trace: its first generation
 */
SlDocument *
sl_document_new (SlTrace *trace)
{
  SlDocument *self = g_object_new (SL_TYPE_DOCUMENT, NULL);

  sl_document_append (self, trace);
  sl_document_remake_set (self);
  self->last = sl_view_state_new (sl_document_get_extent (self));
  self->history = sl_view_history_new (self->last);
  g_signal_connect_object (self->history, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sl_document_trace_search_jobs (sl_document_get (self, 0));
  self->step_mode = sl_step_mode_new (self);
  return self;
}

/**
 * sl_document_get_step_mode:
 *
 * Returns: (transfer none): how the first trace is gone through step by step
 */
SlStepMode *
sl_document_get_step_mode (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->step_mode;
}

/**
 * sl_document_get_trace:
 *
 * Returns: (transfer none): the first trace
 */
SlTrace *
sl_document_get_trace (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return sl_document_get (self, 0)->trace;
}

SlTraceSet *
sl_document_get_trace_set (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->set;
}

SlAnnotations *
sl_document_get_annotations (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return sl_document_get (self, 0)->annotations;
}

/**
 * sl_document_get_clock:
 *
 * Returns: (transfer none): the clock with the user's rate
 */
SlClock *
sl_document_get_clock (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return sl_trace_set_get_clock (self->set);
}

SlViewHistory *
sl_document_get_history (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->history;
}

SlViewState *
sl_document_get_state (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return sl_view_history_get_state (self->history);
}

/**
 * sl_document_get_rows:
 *
 * Returns: (transfer none): the rows of the current state; good until the next change
 */
SlRows *
sl_document_get_rows (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  if (self->rows == NULL)
    {
      const SlRowFindings findings = {
        .tables = self->tables,
        .hits = self->hits,
        .filters = sl_document_bind_filter (self),
        .sets_apart = sl_document_get (self, 0)->whole == NULL || self->whole_jobs != NULL,
        .whole_jobs = self->whole_jobs,
      };

      self->rows = sl_rows_new_with_findings (self->set, sl_document_get_state (self),
                                              self->font_scale, &findings);
    }
  return self->rows;
}

/**
 * sl_document_get_font_scale:
 *
 * Returns: by how much rows are higher than with the ordinary interface font
 */
double
sl_document_get_font_scale (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), 1);

  return self->font_scale;
}

/**
 * sl_document_set_font_scale:
 * @scale: height of the interface font over that of the design, above zero
 */
void
sl_document_set_font_scale (SlDocument *self, double scale)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (scale > 0);

  if (self->font_scale == scale)
    return;

  self->font_scale = scale;
  sl_document_forget_rows (self);
}

/**
 * sl_document_take_state:
 * @state: (transfer full): what to show next
 * @gesture: changes of one gesture are one step of undo; %SL_GESTURE_NONE for a step of its own
 */
void
sl_document_take_state (SlDocument *self, SlViewState *state, guint gesture)
{
  g_autoptr (SlViewState) taken = state;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  sl_view_history_apply (self->history, taken, gesture);
}

#define PAGE_DIFFERS 1u

/* Bits for what differs. */
static guint
compare_panels (const SlViewPanels *one, const SlViewPanels *other)
{
  return (guint) !g_str_equal (one->page, other->page) |
         (guint) (one->has_list != other->has_list) << 1 |
         (guint) (one->is_maximized != other->is_maximized) << 2 |
         (guint) (one->list_height != other->list_height) << 3 |
         (guint) (one->has_details != other->has_details) << 4;
}

/**
 * sl_document_set_panels:
 * @panels: what is shown around the timeline
 *
 * Turning pages makes no step, and no step undoes it. While the trace is loaded the view is not the user's yet, and nothing
 * of this is a step.
 */
void
sl_document_set_panels (SlDocument *self, const SlViewPanels *panels, SlPanelChange change)
{
  g_autoptr (SlViewState) state = NULL;
  guint differing;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  if (change != SL_PANELS_BY_USER || !sl_trace_is_complete (sl_document_get_trace (self)))
    {
      sl_view_history_set_panels (self->history, panels, change != SL_PANELS_BY_STEP);
      return;
    }

  state = sl_view_state_with_panels (sl_document_get_state (self), panels);
  differing = compare_panels (sl_view_state_get_panels (sl_document_get_state (self)), panels);
  if ((differing & ~PAGE_DIFFERS) == 0)
    {
      sl_view_history_turn_page (self->history, panels->page);
      return;
    }
  if (differing != self->panels_changed)
    {
      self->panels_gesture = sl_view_history_new_gesture (self->history);
      self->panels_changed = differing;
    }
  sl_view_history_apply (self->history, state, self->panels_gesture);
  if ((differing & PAGE_DIFFERS) != 0)
    sl_view_history_turn_page (self->history, panels->page);
}

/**
 * sl_document_show:
 * @visible: span to show, clamped to the trace
 */
void
sl_document_show (SlDocument *self, SlSpan visible, guint gesture)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  sl_document_take_state (self,
                          sl_view_state_with_visible (sl_document_get_state (self),
                                                      sl_view_clamp (sl_document_get_extent (self),
                                                                     visible)),
                          gesture);
}

/**
 * sl_document_reveal:
 * @span: what must be seen
 *
 * Moves the view only where @span is not in it.
 */
void
sl_document_reveal (SlDocument *self, SlSpan span)
{
  SlView view;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  view = sl_view_make (sl_document_get_extent (self),
                       sl_view_state_get_visible (sl_document_get_state (self)), 1000);
  sl_document_show (self, sl_view_reveal (&view, span), SL_GESTURE_NONE);
}

/**
 * sl_document_pick:
 * @target: (nullable): what the user picked; %NULL for nothing
 */
void
sl_document_pick (SlDocument *self, const SlTarget *target)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  sl_document_take_state (self, sl_view_state_with_picked (sl_document_get_state (self), target),
                          SL_GESTURE_NONE);
}

static gpointer
release (gpointer object)
{
  g_object_unref (object);
  return NULL;
}

static gboolean
hand_over_cb (gpointer object)
{
  g_thread_unref (g_thread_new ("sl-release", release, object));
  return G_SOURCE_REMOVE;
}

/**
 * sl_document_release_late:
 * @object: (transfer full) (nullable): to be called in the main thread
 *
 * Gives the reference up in a thread of its own, once the main loop has nothing else to do: what is
 * freed with a long trace would take the window several frames. Until then those who go with it
 * have given up their references.
 */
void
sl_document_release_late (gpointer object)
{
  if (object != NULL)
    g_idle_add_full (G_PRIORITY_LOW, hand_over_cb, object, NULL);
}
