/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document.h"

#include "sl-trace-align.h"
#include "sl-view.h"

#define ZONES_LOOKED_AT 256

/* What a window shows: the trace as far as it is loaded, what the user added to it, and the
 * history of the view. The panes change it through the functions here and hear of every change,
 * whoever made it, by the signal "changed". */
struct _SlDocument
{
  GObject parent_instance;

  SlTrace *trace; /* the first, which lists and statistics tell of and whose ticks count */
  SlOverlay *overlay;
  GArray *added; /* of Added: the traces that stand on the axis beside it */
  SlTraceSet *set;
  SlViewHistory *history;
  SlViewState *last; /* the state that "changed" was last emitted for */
  SlRows *rows;      /* NULL where they must be made anew */
  GPtrArray *tables; /* of SlJobTable, by trace: the jobs that were found last */
  SlJobSearch *search;
  SlMatchSearch *match_search; /* NULL where no filter stands, or nothing needs it */
  GPtrArray *matches;          /* of SlBusMatches, by trace; NULL while none are found */
  double font_scale;
  SlThing before; /* what was picked last in another trace than what is picked now */
};

typedef struct
{
  SlTrace *trace;
  SlOverlay *overlay;
} Added;

G_DEFINE_FINAL_TYPE (SlDocument, sl_document, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
added_clear (gpointer added)
{
  Added *self = added;

  g_clear_object (&self->trace);
  g_clear_pointer (&self->overlay, sl_overlay_unref);
}

static SlTraceSet *
make_set (SlDocument *self, SlViewState *state)
{
  g_autofree SlTracePlace *places = g_new0 (SlTracePlace, self->added->len + 1);

  places[0] = (SlTracePlace) { self->trace, self->overlay, 0 };
  for (guint i = 0; i < self->added->len; i++)
    {
      const Added *added = &g_array_index (self->added, Added, i);

      places[i + 1] =
          (SlTracePlace) { added->trace, added->overlay,
                           state != NULL ? sl_view_state_get_offset (state, i + 1) : 0 };
    }

  return sl_trace_set_new_aligned (places, self->added->len + 1, SL_ALIGN_START);
}

static gboolean
differs_but_for_visible (SlViewState *one, SlViewState *other)
{
  g_autoptr (SlViewState) same =
      sl_view_state_with_visible (one, sl_view_state_get_visible (other));

  return !sl_view_state_equal (same, other);
}

static gboolean
filter_differs (SlViewState *one, SlViewState *other)
{
  return g_strcmp0 (sl_view_state_get_filter (one), sl_view_state_get_filter (other)) != 0 ||
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
  if (!sl_thing_equal (sl_view_state_get_picked (one), sl_view_state_get_picked (other)))
    changes |= SL_CHANGED_PICKED | SL_CHANGED_VIEW;
  if (filter_differs (one, other))
    changes |= SL_CHANGED_FILTER | SL_CHANGED_VIEW;
  if (differs_but_for_visible (one, other))
    changes |= SL_CHANGED_VIEW;
  if (!sl_view_state_has_same_offsets (one, other))
    changes |= SL_CHANGED_SET;
  return changes;
}

static gboolean
has_place (const SlThing *thing)
{
  return thing->type == SL_THING_EVENT || thing->type == SL_THING_ITEMS;
}

/* To align two events is to pick one, and then the other. */
static void
remember_picked (SlDocument *self, const SlThing *last, const SlThing *now)
{
  if (has_place (last) && has_place (now) && last->trace != now->trace)
    self->before = *last;
  else if (has_place (now) && self->before.trace == now->trace)
    self->before = (SlThing) { .type = SL_THING_NONE };
}

static void
matches_found_cb (SlDocument *self)
{
  SlBusMatches *found = sl_match_search_get_matches (self->match_search);

  g_clear_pointer (&self->matches, g_ptr_array_unref);
  self->matches = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_bus_matches_unref);
  g_ptr_array_add (self->matches, sl_bus_matches_ref (found));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, SL_CHANGED_MATCHES);
}

static void
forget_matches (SlDocument *self)
{
  if (self->match_search != NULL)
    {
      sl_match_search_stop (self->match_search);
      g_signal_handlers_disconnect_by_func (self->match_search, matches_found_cb, self);
    }
  g_clear_object (&self->match_search);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
}

/* Looks again for what the filter lets through of bus cycles. */
static void
look_for_matches (SlDocument *self)
{
  const char *text = sl_view_state_get_filter (sl_view_history_get_state (self->history));
  g_autoptr (SlFilter) filter = NULL;
  SlFilterRun *run;

  forget_matches (self);
  if (text[0] == '\0' || !sl_bus_matches_are_wanted (self->trace))
    return;

  filter = sl_filter_parse (text, NULL);
  run = filter != NULL ? sl_filter_run_new_with_overlay (filter, self->trace, self->overlay, NULL)
                       : NULL;
  if (run == NULL)
    return;

  self->match_search = sl_match_search_new (self->trace, run);
  g_signal_connect_object (self->match_search, "advanced", G_CALLBACK (matches_found_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
state_changed_cb (SlDocument *self)
{
  SlViewState *state = sl_view_history_get_state (self->history);
  g_autoptr (SlViewState) last = g_steal_pointer (&self->last);
  guint changes = compare_states (last, state);

  self->last = sl_view_state_ref (state);
  g_clear_pointer (&self->rows, sl_rows_unref);
  if ((changes & SL_CHANGED_SET) != 0)
    {
      g_clear_object (&self->set);
      self->set = make_set (self, state);
    }
  if ((changes & SL_CHANGED_PICKED) != 0)
    remember_picked (self, sl_view_state_get_picked (last), sl_view_state_get_picked (state));
  if ((changes & SL_CHANGED_FILTER) != 0)
    look_for_matches (self);
  if (changes != 0)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0, changes);
}

static void
jobs_found_cb (SlDocument *self)
{
  SlJobTable *table = sl_job_search_get_table (self->search);

  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_pointer (&self->rows, sl_rows_unref);
  if (table != NULL)
    {
      self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
      g_ptr_array_add (self->tables, sl_job_table_ref (table));
    }
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, SL_CHANGED_JOBS);
}

static void
sl_document_finalize (GObject *object)
{
  SlDocument *self = SL_DOCUMENT (object);

  forget_matches (self);
  sl_job_search_stop (self->search);
  g_clear_object (&self->search);
  g_clear_object (&self->history);
  g_clear_pointer (&self->last, sl_view_state_unref);
  g_clear_pointer (&self->rows, sl_rows_unref);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_object (&self->set);
  g_clear_pointer (&self->added, g_array_unref);
  g_clear_pointer (&self->overlay, sl_overlay_unref);
  g_clear_object (&self->trace);

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
  self->added = g_array_new (FALSE, FALSE, sizeof (Added));
  g_array_set_clear_func (self->added, added_clear);
  self->search = sl_job_search_new ();
  g_signal_connect_object (self->search, "found", G_CALLBACK (jobs_found_cb), self,
                           G_CONNECT_SWAPPED);
}

static SlSpan
get_extent (SlDocument *self)
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

  self->trace = g_object_ref (trace);
  self->overlay = sl_overlay_new ();
  self->set = make_set (self, NULL);
  self->last = sl_view_state_new (get_extent (self));
  self->history = sl_view_history_new (self->last);
  g_signal_connect_object (self->history, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sl_job_search_start (self->search, self->trace, self->overlay);
  return self;
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

  return self->trace;
}

SlTraceSet *
sl_document_get_set (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->set;
}

SlOverlay *
sl_document_get_overlay (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->overlay;
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
    self->rows = sl_rows_new_with_jobs (self->set, sl_document_get_state (self), self->font_scale,
                                        self->tables);
  return self->rows;
}

/**
 * sl_document_get_matches:
 *
 * Returns: (transfer none) (nullable) (element-type SlBusMatches): by trace, what the filter lets
 *   through of bus cycles, as far as it was looked for
 */
GPtrArray *
sl_document_get_matches (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->matches;
}

/**
 * sl_document_get_jobs:
 *
 * Returns: (transfer none) (nullable): the jobs that were found last, maybe of the generation
 *   before; %NULL until the first are found
 */
SlJobTable *
sl_document_get_jobs (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return sl_job_search_get_table (self->search);
}

/**
 * sl_document_get_job_tables:
 *
 * Returns: (transfer none) (nullable) (element-type SlJobTable): the same by number of the trace
 *   in the set, for pictures
 */
GPtrArray *
sl_document_get_job_tables (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->tables;
}

SlJobSearch *
sl_document_get_job_search (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->search;
}

static void
remake_set (SlDocument *self, guint changes)
{
  g_clear_object (&self->set);
  self->set = make_set (self, sl_document_get_state (self));
  g_clear_pointer (&self->rows, sl_rows_unref);
  sl_job_search_start (self->search, self->trace, self->overlay);
  look_for_matches (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, changes);
}

/* A view of all there was becomes a view of all there is; any other stays where it is. */
static void
follow_extent (SlDocument *self, SlSpan before)
{
  g_autoptr (SlViewState) state = NULL;

  if (!sl_span_equal (before, sl_view_state_get_visible (sl_document_get_state (self))) ||
      sl_view_history_can_undo (self->history))
    return;

  state = sl_view_state_with_visible (sl_document_get_state (self), get_extent (self));
  sl_view_history_reset (self->history, state);
}

/**
 * sl_document_set_trace:
 * @trace: the next generation of the first trace
 *
 * A view of all there was becomes a view of all there is; any other stays where it is.
 */
void
sl_document_set_trace (SlDocument *self, SlTrace *trace)
{
  SlSpan before;

  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (SL_IS_TRACE (trace));

  before = get_extent (self);
  if (!g_set_object (&self->trace, trace))
    return;

  remake_set (self, SL_CHANGED_TRACE);
  follow_extent (self, before);
}

/* The first trace is what it was. */
static void
remake_added (SlDocument *self)
{
  g_clear_object (&self->set);
  self->set = make_set (self, sl_document_get_state (self));
  g_clear_pointer (&self->rows, sl_rows_unref);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, SL_CHANGED_SET | SL_CHANGED_VIEW);
}

/**
 * sl_document_add_trace:
 * @trace: another one, as far as it is loaded
 *
 * Puts it on the axis, where the view's state has its place.
 *
 * Returns: its number in the set
 */
guint
sl_document_add_trace (SlDocument *self, SlTrace *trace)
{
  SlSpan before;
  Added added;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), 0);
  g_return_val_if_fail (SL_IS_TRACE (trace), 0);

  before = get_extent (self);
  added = (Added) { g_object_ref (trace), sl_overlay_new () };
  g_array_append_val (self->added, added);
  remake_added (self);
  follow_extent (self, before);
  return self->added->len;
}

static Added *
get_added (SlDocument *self, guint number)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (number > 0 && number <= self->added->len, NULL);

  return &g_array_index (self->added, Added, number - 1);
}

/**
 * sl_document_set_added_trace:
 * @number: as sl_document_add_trace() gave it
 * @trace: the next generation
 */
void
sl_document_set_added_trace (SlDocument *self, guint number, SlTrace *trace)
{
  Added *added = get_added (self, number);
  SlSpan before;

  g_return_if_fail (added != NULL);

  before = get_extent (self);
  if (!g_set_object (&added->trace, trace))
    return;

  remake_added (self);
  follow_extent (self, before);
}

/**
 * sl_document_remove_trace:
 * @number: as sl_document_add_trace() gave it; later ones count one less from then on
 *
 * Takes it off the axis. The view cannot be undone to what it was with it.
 */
void
sl_document_remove_trace (SlDocument *self, guint number)
{
  g_autoptr (SlViewState) state = NULL;

  g_return_if_fail (get_added (self, number) != NULL);

  state = sl_view_state_with_picked (sl_document_get_state (self), NULL);
  for (guint i = number; i <= self->added->len; i++)
    {
      g_autoptr (SlViewState) before = g_steal_pointer (&state);

      state = sl_view_state_with_offset (before, i, sl_view_state_get_offset (before, i + 1));
    }
  g_array_remove_index (self->added, number - 1);
  self->before = (SlThing) { .type = SL_THING_NONE };
  sl_view_history_reset (self->history, state);
  remake_added (self);
  sl_document_show (self, sl_view_state_get_visible (state), SL_GESTURE_NONE);
}

/**
 * sl_document_set_offset:
 * @number: as sl_document_add_trace() gave it
 * @offset: ticks of the axis by which the trace begins after the first one
 *
 * Moves the trace, as a change of the view that can be undone.
 */
void
sl_document_set_offset (SlDocument *self, guint number, gint64 offset, guint gesture)
{
  g_return_if_fail (get_added (self, number) != NULL);

  sl_document_take_state (self,
                          sl_view_state_with_offset (sl_document_get_state (self), number, offset),
                          gesture);
}

/**
 * sl_document_can_align:
 *
 * Returns: whether something is picked in one trace, and was before in another
 */
gboolean
sl_document_can_align (SlDocument *self)
{
  const SlThing *picked;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  picked = sl_view_state_get_picked (sl_document_get_state (self));
  return has_place (picked) && has_place (&self->before) && picked->trace != self->before.trace &&
         MAX (picked->trace, self->before.trace) <= self->added->len;
}

/**
 * sl_document_align:
 *
 * Moves the trace of what is picked so that this begins where that begins which was picked before
 * in another trace. The first trace stays: where what is picked is one of its events, the other
 * trace comes to it.
 */
void
sl_document_align (SlDocument *self)
{
  const SlThing *picked;
  SlSpan span, target;
  guint trace;
  gint64 distance;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  picked = sl_view_state_get_picked (sl_document_get_state (self));
  if (!sl_document_can_align (self) ||
      !sl_rows_get_span (sl_document_get_rows (self), picked, &span) ||
      !sl_rows_get_span (sl_document_get_rows (self), &self->before, &target))
    return;

  trace = picked->trace;
  distance = sl_time_subtract (target.begin, span.begin);
  if (trace == 0)
    {
      trace = self->before.trace;
      distance = -distance;
    }
  sl_document_set_offset (self, trace,
                          sl_time_add (sl_view_state_get_offset (sl_document_get_state (self),
                                                                 trace),
                                       distance),
                          SL_GESTURE_NONE);
}

/**
 * sl_document_look_again:
 *
 * To be called when a file of the trace changed on the disk: reads blocks all over it, so that what
 * is no longer there is noted.
 *
 * Returns: (nullable) (transfer none): the newest note, where there is a new one
 */
const char *
sl_document_look_again (SlDocument *self)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  g_autoptr (SlTrace) next = NULL;
  guint n_zones, step;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  /* Backwards, since files shrink at their end; few enough to take no time in a large file. */
  n_zones = sl_trace_get_n_zones (self->trace);
  step = MAX (n_zones / ZONES_LOOKED_AT, 1);
  for (guint left = n_zones; left > 0; left -= MIN (left, step))
    sl_trace_read_zone (self->trace, left - 1, events);

  next = sl_trace_with_new_notes (self->trace);
  if (next == NULL)
    return NULL;

  sl_document_set_trace (self, next);
  return sl_trace_get_note (self->trace, sl_trace_get_n_notes (self->trace) - 1)->text;
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
  g_clear_pointer (&self->rows, sl_rows_unref);
}

/* Takes @overlay. */
static void
take_overlay (SlDocument *self, guint trace, SlOverlay *overlay)
{
  SlOverlay **kept =
      trace == 0 ? &self->overlay : &g_array_index (self->added, Added, trace - 1).overlay;

  sl_overlay_unref (*kept);
  *kept = overlay;
  if (trace == 0)
    remake_set (self, SL_CHANGED_OVERLAY);
  else
    remake_added (self);
}

/**
 * sl_document_set_overlay:
 * @overlay: what the user added to the first trace, as a whole
 */
void
sl_document_set_overlay (SlDocument *self, SlOverlay *overlay)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  take_overlay (self, 0, sl_overlay_ref (overlay));
}

static SlOverlay *
get_overlay (SlDocument *self, guint trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (trace <= self->added->len, NULL);

  return sl_trace_set_get_overlay (self->set, trace);
}

/**
 * sl_document_rename:
 * @trace: number in the set
 * @reference: of the object, such as "task:296"
 * @name: (nullable): what to call it; %NULL for the trace's own name
 */
void
sl_document_rename (SlDocument *self, guint trace, const char *reference, const char *name)
{
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_name (overlay, reference, name));
}

/**
 * sl_document_set_rate:
 * @trace: number in the set
 * @numerator: ticks a second, as a fraction; 0 for the recorded rate
 * @denominator: above zero
 */
void
sl_document_set_rate (SlDocument *self, guint trace, guint64 numerator, guint64 denominator)
{
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_rate (overlay, numerator, denominator));
}

/**
 * sl_document_set_idle_task:
 * @trace: number in the set
 * @reference: (nullable): the task that runs when nothing else does; %NULL for the one found
 */
void
sl_document_set_idle_task (SlDocument *self, guint trace, const char *reference)
{
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_idle_task (overlay, reference));
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
                                                      sl_view_clamp (get_extent (self), visible)),
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

  view = sl_view_make (get_extent (self), sl_view_state_get_visible (sl_document_get_state (self)),
                       1000);
  sl_document_show (self, sl_view_reveal (&view, span), SL_GESTURE_NONE);
}

/**
 * sl_document_pick:
 * @thing: (nullable): what the user picked; %NULL for nothing
 */
void
sl_document_pick (SlDocument *self, const SlThing *thing)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  sl_document_take_state (self, sl_view_state_with_picked (sl_document_get_state (self), thing),
                          SL_GESTURE_NONE);
}

/**
 * sl_document_go_to:
 * @thing: what has a place in time
 *
 * Picks it and moves the view to it where it is out of sight, in one step of undo.
 */
void
sl_document_go_to (SlDocument *self, const SlThing *thing)
{
  g_autoptr (SlViewState) state = NULL;
  SlSpan span;
  SlView view;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  state = sl_view_state_with_picked (sl_document_get_state (self), thing);
  if (sl_rows_get_span (sl_document_get_rows (self), thing, &span))
    {
      g_autoptr (SlViewState) before = g_steal_pointer (&state);

      view = sl_view_make (get_extent (self), sl_view_state_get_visible (before), 1000);
      state = sl_view_state_with_visible (before, sl_view_reveal (&view, span));
    }
  sl_document_take_state (self, g_steal_pointer (&state), SL_GESTURE_NONE);
}

/**
 * sl_document_pick_event:
 * @index: of the event in the first trace
 *
 * Picks it and moves the view to it where it is out of sight.
 */
void
sl_document_pick_event (SlDocument *self, guint64 index)
{
  sl_document_pick_event_of (self, 0, index);
}

/**
 * sl_document_pick_event_of:
 * @trace: number in the set
 * @index: of the event in that trace
 *
 * Picks it and moves the view to it where it is out of sight.
 */
void
sl_document_pick_event_of (SlDocument *self, guint trace, guint64 index)
{
  SlThing thing = { .type = SL_THING_EVENT, .trace = trace, .index = index, .count = 1 };
  guint gesture;
  SlEvent event;
  SlTime time;
  guint row;
  g_autoptr (SlViewState) state = NULL;
  SlView view;

  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (trace < sl_trace_set_get_size (self->set));

  if (!sl_trace_read_event (sl_trace_set_get_trace (self->set, trace), index, &event))
    return;

  if (event.object != 0 &&
      sl_rows_find_object (sl_document_get_rows (self), trace, event.object, &row))
    thing.row = sl_rows_get (sl_document_get_rows (self), row)->key;

  time = sl_trace_set_to_reference (self->set, trace, event.time);
  gesture = sl_view_history_new_gesture (self->history);
  state = sl_view_state_with_picked (sl_document_get_state (self), &thing);
  view = sl_view_make (get_extent (self), sl_view_state_get_visible (state), 1000);
  sl_document_take_state (self,
                          sl_view_state_with_visible (state,
                                                      sl_view_reveal (&view,
                                                                      (SlSpan) { time, time })),
                          gesture);
}

/* The event that begins an item: the one at its first tick, of its kind where it is an instant,
 * else one that acts on the row's object where there is one. */
static gboolean
find_event_of_item (SlDocument *self, const SlThing *thing, guint64 *index)
{
  SlRows *rows = sl_document_get_rows (self);
  SlTrace *trace = sl_trace_set_get_trace (self->set, thing->trace);
  guint64 n_events = sl_trace_get_n_events (trace);
  const SlLane *lane;
  SlItem item;
  guint row;
  gboolean is_instant, found = FALSE;

  if (thing->row == NULL || !sl_rows_find (rows, thing->row, &row) ||
      !sl_rows_get_item (rows, thing, &item))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  is_instant = sl_track_get_type_of_items (lane->tracks[thing->track].track) == SL_TRACK_INSTANTS;
  for (guint64 i = sl_trace_index_at (trace, item.begin); i < n_events; i++)
    {
      SlEvent event;

      if (!sl_trace_read_event (trace, i, &event) || event.time > item.begin)
        break;

      if (is_instant ? event.kind == item.state : event.object == lane->object)
        {
          *index = i;
          return TRUE;
        }
      if (!found)
        *index = i;
      found = TRUE;
    }

  return found;
}

/**
 * sl_document_get_picked_event:
 * @trace: (out): number of its trace in the set
 * @index: (out): the event that is picked, or that begins what is picked
 *
 * Returns: whether there is one
 */
gboolean
sl_document_get_picked_event (SlDocument *self, guint *trace, guint64 *index)
{
  const SlThing *thing;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  thing = sl_view_state_get_picked (sl_document_get_state (self));
  if (thing->trace >= sl_trace_set_get_size (self->set))
    return FALSE;

  *trace = thing->trace;
  if (thing->type == SL_THING_EVENT)
    {
      *index = thing->index;
      return thing->index < sl_trace_get_n_events (sl_trace_set_get_trace (self->set, *trace));
    }

  return thing->type == SL_THING_ITEMS && find_event_of_item (self, thing, index);
}
