/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a filter over events, lane items and zones. A comparison with something that has no
 * value (the parameter of a fast ipoint, the state of an event) fails whatever its operator;
 * "not" turns that round. What no item of a lane can have at all, since it belongs to the events
 * behind it (a, b, size, delta, offset, raw fields; of slices also kind and family), is unknown there, by Kleene's
 * logic: it is for those events to say whether the item matches. */

#include "sl-filter-run-private.h"

#include "sl-bus-kinds.h"
#include "sl-source-extras.h"

/* In this order "and" is the lesser and "or" the greater of two. */
typedef enum
{
  TRUTH_NO,
  TRUTH_UNKNOWN,
  TRUTH_YES,
} Truth;

/* What a comparison looks at: an event, an item, or all items of one code in a track. */
typedef struct
{
  const SlEvent *event; /* NULL for an item */
  SlTime previous;
  const SlLane *lane;
  const SlItem *item; /* of a group its code, from the first item's begin to the last one's end */
  gboolean is_cheap;  /* an event that is not described: what its raw fields say is unknown */
  gboolean is_slice;  /* or slices */
  gboolean is_group;
  Truth open; /* of a group, what is so for some of its items and not for others counts as */
} Subject;

/**
 * sl_filter_run_new_bound:
 * @binding: shared with other runs, of this thread or others
 *
 * Returns: (transfer full): what asks the filter of @binding
 */
SlFilterRun *
sl_filter_run_new_bound (SlFilterBinding *binding)
{
  SlFilterRun *self;

  g_return_val_if_fail (binding != NULL, NULL);

  self = g_new0 (SlFilterRun, 1);
  self->binding = sl_filter_binding_ref (binding);
  self->filter = binding->filter;
  self->trace = binding->trace;
  self->annotations = binding->annotations;
  self->conditions = binding->conditions;
  self->names = binding->names;
  self->processors = g_array_new (FALSE, FALSE, sizeof (SlFilterProcessor));
  sl_filter_run_find_processors (self);
  return self;
}

/**
 * sl_filter_run_new_with_annotations:
 *
 * Binds a filter for one run alone; takes and fails as sl_filter_bind().
 *
 * Returns: (transfer full) (nullable): the bound filter; %NULL with @error set
 */
SlFilterRun *
sl_filter_run_new_with_annotations (SlFilter *filter,
                                    SlTrace *trace,
                                    SlAnnotations *annotations,
                                    GError **error)
{
  g_autoptr (SlFilterBinding) binding = sl_filter_bind (filter, trace, annotations, error);

  return binding != NULL ? sl_filter_run_new_bound (binding) : NULL;
}

/**
 * sl_filter_run_new:
 *
 * As sl_filter_run_new_with_annotations(), with what @trace says alone.
 */
SlFilterRun *
sl_filter_run_new (SlFilter *filter, SlTrace *trace, GError **error)
{
  return sl_filter_run_new_with_annotations (filter, trace, NULL, error);
}

/**
 * sl_filter_run_free:
 * @self: (transfer full):
 */
void
sl_filter_run_free (SlFilterRun *self)
{
  g_return_if_fail (self != NULL);

  sl_filter_run_clear_blocks (self);
  sl_filter_run_clear_raw (self);
  for (guint i = 0; self->objects != NULL && i < self->conditions->len; i++)
    g_free (self->objects[i]);
  g_free (self->objects);
  g_clear_pointer (&self->lanes, g_hash_table_unref);
  g_array_unref (self->processors);
  sl_filter_binding_unref (self->binding);
  g_free (self);
}

/* What is known of an object, as a condition asks for it. */
enum
{
  NOT_ASKED,
  FAILS,
  PASSES,
};

/* A process is its tasks: no event acts on it otherwise. */
static gboolean
match_process_of (SlFilterRun *self, const SlFilterCondition *condition, const SlObject *task)
{
  guint64 id = sl_source_get_process_of (sl_trace_get_source (self->trace), task->id);
  const SlObject process = { .type = SL_OBJECT_PROCESS, .id = id, .life = 1 };

  return id != 0 && sl_filter_condition_object (condition, &process, NULL);
}

/* Names are compared once. */
static gboolean
match_object_number (SlFilterRun *self, const SlFilterCondition *condition, guint32 number)
{
  const SlObject *object;
  gsize place = (gsize) (condition - &g_array_index (self->conditions, SlFilterCondition, 0));
  guint8 *known;

  if (number == 0 || number > self->names->len)
    return FALSE;

  if (self->objects == NULL)
    self->objects = g_new0 (guint8 *, self->conditions->len);
  if (self->objects[place] == NULL)
    self->objects[place] = g_new0 (guint8, self->names->len);
  known = &self->objects[place][number - 1];
  if (*known != NOT_ASKED)
    return *known == PASSES;

  object = sl_object_table_get (sl_trace_get_objects (self->trace), number);
  if (condition->has_reference && condition->type == SL_OBJECT_PROCESS &&
      object->type == SL_OBJECT_TASK)
    *known = match_process_of (self, condition, object) ? PASSES : FAILS;
  else
    *known = sl_filter_condition_object (condition, object, self->names->pdata[number - 1]) ? PASSES
                                                                                            : FAILS;
  return *known == PASSES;
}

static gboolean
is_task (SlFilterRun *self, guint32 number)
{
  SlObjectTable *objects = sl_trace_get_objects (self->trace);

  return number != 0 && number <= self->names->len &&
         sl_object_table_get (objects, number)->type == SL_OBJECT_TASK;
}

/* The task that an item is about: whose lane it is, whom its slice names, else who runs. */
static guint32
get_task_of_item (SlFilterRun *self, const SlLane *lane, const SlItem *item, gboolean is_slice)
{
  if (is_task (self, lane->object))
    return lane->object;

  if (is_slice)
    return is_task (self, item->detail) ? item->detail : 0;

  if (self->processors->len != 1)
    return 0;

  return sl_filter_run_get_running_task (self, 0, item->begin);
}

/* What an event acts on, whether its object number was filled in or not. An object that the
 * table does not have goes by its native id. */
static gboolean
match_object_of_event (SlFilterRun *self, const SlFilterCondition *condition, const SlEvent *event)
{
  SlObject object = { .life = 1 };
  guint32 number = event->object;

  if (number == 0)
    {
      if (!sl_source_get_native_object (sl_trace_get_source (self->trace), event, &object.type,
                                        &object.id))
        return FALSE;
      number = sl_object_table_at (sl_trace_get_objects (self->trace), object.type, object.id,
                                   event->time);
    }

  return number != 0 ? match_object_number (self, condition, number)
                     : sl_filter_condition_object (condition, &object, NULL);
}

static gboolean
has_a (const SlEvent *event)
{
  return (event->flags & SL_EVENT_NO_A) == 0 && sl_filter_kind_has_a (event->kind);
}

static gboolean
has_b (const SlEvent *event)
{
  return (event->flags & (SL_EVENT_NO_B | SL_EVENT_FAST)) == 0 &&
         sl_filter_kind_has_b (event->kind);
}

static gboolean
has_delta (const SlEvent *event, SlTime previous)
{
  return previous != SL_TIME_MIN && (event->flags & SL_EVENT_GAP) == 0;
}

static gboolean
test_event (SlFilterRun *self,
            const SlFilterCondition *condition,
            const SlEvent *event,
            SlTime previous)
{
  switch (condition->field)
    {
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
      return sl_filter_condition_kind (condition, event->kind);
    case SL_FILTER_OBJECT:
      return match_object_of_event (self, condition, event);
    case SL_FILTER_LANE:
      return sl_filter_run_is_in_lane (self, condition, event)
                 ? !condition->is_negative
                 : match_object_of_event (self, condition, event);
    case SL_FILTER_TASK:
      return match_object_number (self, condition, sl_filter_run_get_task (self, event));
    case SL_FILTER_CPU:
      return sl_filter_condition_number (condition, event->cpu);
    case SL_FILTER_TICK:
      return sl_filter_condition_number (condition, event->time);
    case SL_FILTER_DELTA:
      return has_delta (event, previous) &&
             sl_filter_condition_number (condition, sl_time_subtract (event->time, previous));
    case SL_FILTER_A:
      return has_a (event) && sl_filter_condition_number (condition, event->a);
    case SL_FILTER_B:
      return has_b (event) && sl_filter_condition_number (condition, event->b);
    case SL_FILTER_SIZE:
      return sl_filter_kind_has_size (event->kind) &&
             sl_filter_condition_number (condition, sl_bus_event_get_bytes (event));
    case SL_FILTER_OFFSET:
      return event->offset != SL_OFFSET_NONE &&
             sl_filter_condition_number (condition, SL_OFFSET_BYTE (event->offset));
    case SL_FILTER_RAW:
      return sl_filter_run_test_raw (self, condition, event);
    case SL_FILTER_STATE:
    case SL_N_FILTER_FIELDS:
    default:
      return FALSE;
    }
}

static gboolean
test_lane (SlFilterRun *self, const SlFilterCondition *condition, const SlLane *lane)
{
  if (lane->object != 0)
    return match_object_number (self, condition, lane->object);

  return sl_filter_condition_text (condition, lane->name);
}

static gboolean
test_cpu_of_item (SlFilterRun *self, const SlFilterCondition *condition, const SlLane *lane)
{
  if (lane->type == SL_LANE_CPU && lane->object != 0)
    return sl_filter_condition_number (condition,
                                       sl_object_table_get (sl_trace_get_objects (self->trace),
                                                            lane->object)
                                           ->id);

  return self->processors->len == 1 &&
         sl_filter_condition_number (condition,
                                     g_array_index (self->processors, SlFilterProcessor, 0).cpu);
}

static Truth
as_truth (gboolean is_so)
{
  return is_so ? TRUTH_YES : TRUTH_NO;
}

/* Of a group it is open which of its items have the ticks in question. */
static Truth
test_tick_of_item (const SlFilterCondition *condition, const Subject *subject)
{
  const SlItem *item = subject->item;
  SlFilterCondition opposite = *condition;
  SlTime last = item->end > item->begin ? item->end - 1 : item->begin;

  if (!sl_filter_condition_interval (condition, item->begin, last))
    return TRUTH_NO;

  opposite.is_negative = !condition->is_negative;
  return subject->is_group && sl_filter_condition_interval (&opposite, item->begin, last)
             ? subject->open
             : TRUTH_YES;
}

static Truth
test_task_of_item (SlFilterRun *self, const SlFilterCondition *condition, const Subject *subject)
{
  /* Who ran differs from instant to instant. */
  if (subject->is_group && !subject->is_slice && !is_task (self, subject->lane->object))
    return subject->open;

  return as_truth (match_object_number (self, condition,
                                        get_task_of_item (self, subject->lane, subject->item,
                                                          subject->is_slice)));
}

/* A plain word is also looked for in what can be read on a slice: the task that runs on a processor, or holds a lock. */
static gboolean
test_object_of_item (SlFilterRun *self, const SlFilterCondition *condition, const Subject *subject)
{
  if (match_object_number (self, condition, subject->lane->object))
    return TRUE;

  return condition->word != NULL && subject->is_slice && is_task (self, subject->item->detail) &&
         match_object_number (self, condition, subject->item->detail);
}

static Truth
test_item (SlFilterRun *self, const SlFilterCondition *condition, const Subject *subject)
{
  const SlLane *lane = subject->lane;
  guint32 code = subject->item->state;

  switch (condition->field)
    {
    /* Slices hold states; instants and values hold kinds, or nothing. */
    case SL_FILTER_STATE:
      return as_truth (subject->is_slice && sl_filter_condition_state (condition, code));
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
      return subject->is_slice ? TRUTH_UNKNOWN
                               : as_truth (code < G_MAXUINT16 &&
                                           sl_filter_condition_kind (condition, (guint16) code));
    case SL_FILTER_OBJECT:
      return as_truth (test_object_of_item (self, condition, subject));
    case SL_FILTER_LANE:
      return as_truth (test_lane (self, condition, lane));
    case SL_FILTER_CPU:
      return as_truth (test_cpu_of_item (self, condition, lane));
    case SL_FILTER_TASK:
      return test_task_of_item (self, condition, subject);
    case SL_FILTER_TICK:
      return test_tick_of_item (condition, subject);
    case SL_FILTER_DELTA:
    case SL_FILTER_A:
    case SL_FILTER_B:
    case SL_FILTER_SIZE:
    case SL_FILTER_OFFSET:
    case SL_FILTER_RAW:
    case SL_N_FILTER_FIELDS:
    default:
      return TRUTH_UNKNOWN;
    }
}

static Truth match_subject (SlFilterRun *self, const SlFilterNode *node, const Subject *subject);

static Truth
match_opposite (SlFilterRun *self, const SlFilterNode *node, const Subject *subject)
{
  Subject opposite;

  if (!subject->is_group)
    return TRUTH_YES - match_subject (self, node, subject);

  opposite = *subject;
  opposite.open = TRUTH_YES - subject->open;
  return TRUTH_YES - match_subject (self, node, &opposite);
}

static Truth
match_subject (SlFilterRun *self, const SlFilterNode *node, const Subject *subject)
{
  const SlFilterCondition *condition;
  Truth left;

  if (node->type == SL_FILTER_COMPARE)
    {
      condition = &g_array_index (self->conditions, SlFilterCondition, node->number);
      if (subject->event == NULL)
        return test_item (self, condition, subject);
      if (subject->is_cheap && condition->field == SL_FILTER_RAW)
        return TRUTH_UNKNOWN;
      return as_truth (test_event (self, condition, subject->event, subject->previous));
    }

  if (node->type == SL_FILTER_NOT)
    return match_opposite (self, node->left, subject);

  left = match_subject (self, node->left, subject);
  if (left == (node->type == SL_FILTER_AND ? TRUTH_NO : TRUTH_YES))
    return left;
  return node->type == SL_FILTER_AND ? MIN (left, match_subject (self, node->right, subject))
                                     : MAX (left, match_subject (self, node->right, subject));
}

/**
 * sl_filter_run_match_event:
 * @event: an event of the trace, resolved or not
 * @previous: time of the trace's event before it; %SL_TIME_MIN for the first
 */
gboolean
sl_filter_run_match_event (SlFilterRun *self, const SlEvent *event, SlTime previous)
{
  Subject subject = { .event = event, .previous = previous, .is_cheap = TRUE };
  Truth truth;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (event != NULL, FALSE);

  truth = match_subject (self, sl_filter_get_root (self->filter), &subject);
  if (truth != TRUTH_UNKNOWN)
    return truth == TRUTH_YES;

  /* It takes a description, which costs more than all the rest. */
  subject.is_cheap = FALSE;
  return match_subject (self, sl_filter_get_root (self->filter), &subject) == TRUTH_YES;
}

static SlFilterMatch
as_match (Truth truth)
{
  static const SlFilterMatch matches[] = {
    [TRUTH_NO] = SL_FILTER_NONE,
    [TRUTH_UNKNOWN] = SL_FILTER_SOME,
    [TRUTH_YES] = SL_FILTER_ALL,
  };

  return matches[truth];
}

/**
 * sl_filter_run_match_item:
 * @lane: a lane of the trace
 * @item: a slice (begin < end), an instant or a value of @lane
 *
 * A slice has a lane, an object, a task and a state, and to plain words the name of its task; "tick" holds where it does
 * for any tick of the slice. An instant has a kind in the place of the state. What only events have (kind and family of
 * a slice; a, b, size, delta, offset) is unknown.
 *
 * Returns: %SL_FILTER_ALL where it matches, %SL_FILTER_SOME where only its events can tell
 */
SlFilterMatch
sl_filter_run_match_item (SlFilterRun *self, const SlLane *lane, const SlItem *item)
{
  Subject subject = { .lane = lane, .item = item };

  g_return_val_if_fail (self != NULL, SL_FILTER_NONE);
  g_return_val_if_fail (lane != NULL && item != NULL, SL_FILTER_NONE);

  subject.is_slice = item->end > item->begin;
  return as_match (match_subject (self, sl_filter_get_root (self->filter), &subject));
}

/**
 * sl_filter_run_match_code:
 * @lane: a lane of the trace
 * @track: a track of @lane
 * @state: of a slice, kind of an instant
 * @detail: as %SlItem has it
 *
 * As sl_filter_run_match_item() for all items of that code at once.
 *
 * Returns: what the item of them is given that matches most
 */
SlFilterMatch
sl_filter_run_match_code (SlFilterRun *self,
                          const SlLane *lane,
                          const SlTrack *track,
                          guint32 state,
                          guint32 detail)
{
  SlSpan span = sl_track_get_span (track);
  SlItem item = { .begin = span.begin, .end = span.end, .state = state, .detail = detail };
  Subject subject = { .lane = lane, .item = &item, .is_group = TRUE, .open = TRUTH_YES };

  g_return_val_if_fail (self != NULL, SL_FILTER_NONE);
  g_return_val_if_fail (lane != NULL, SL_FILTER_NONE);

  subject.is_slice = sl_track_get_type_of_items (track) == SL_TRACK_SLICES;
  return as_match (match_subject (self, sl_filter_get_root (self->filter), &subject));
}
