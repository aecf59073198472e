/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A return is known by where it goes: right behind a call. Programs do other things, too: they return
 * where nobody called from, leave many functions at once (longjmp, exceptions), and jump into another
 * function instead of calling it. So control is looked for on the stack before it is believed to be
 * somewhere new. */

#include "sl-call-stack.h"

/* The longest instruction. */
#define LONGEST_CALL 15

/* Deeper calls are not followed. */
#define MOST_DEPTH 4096

/* A function that was entered and not left. */
typedef struct
{
  guint64 function; /* its first address */
  guint64 site;     /* of the call; 0 if not known */
  guint32 object;
  SlTime since;
} Frame;

typedef struct
{
  SlTime begin;
  SlTime end;
  int row;
  guint32 object;
} Span;

struct _SlCallStack
{
  SlCallFunctions *functions;
  GArray *frames; /* of Frame, the outermost first */
  GArray *spans;  /* of Span */
  int bottom;     /* row of the outermost frame that is known, 0 or below */
  int lowest;     /* of the stretch at hand */
  guint first;    /* of its spans */
  SlTime begin;   /* of the stretch */
  SlTime now;
  gboolean is_open;  /* whether there is a stretch */
  gboolean is_off;   /* tracing is off: the stack waits */
  SlCodePlace place; /* that was looked up last */
  guint32 process;   /* in whose memory */
  guint32 object;
};

/**
 * sl_call_stack_new:
 * @functions: to which those are added that were called; outlives this
 */
SlCallStack *
sl_call_stack_new (SlCallFunctions *functions)
{
  SlCallStack *self = g_new0 (SlCallStack, 1);

  self->functions = functions;
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
  return self;
}

void
sl_call_stack_free (SlCallStack *self)
{
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->spans, g_array_unref);
  g_free (self);
}

/* Looks up whose code lies at @address of the process that the last step led to; returns its first address. */
static guint64
find_function (SlCallStack *self, guint64 address)
{
  if (address < self->place.begin || address >= self->place.end)
    self->object = sl_call_functions_find (self->functions, self->process, address, &self->place);
  return self->place.begin;
}

static void
set_process (SlCallStack *self, guint32 process)
{
  if (self->process != process)
    self->place = (SlCodePlace) { 0 };
  self->process = process;
}

static Frame *
get_frame (SlCallStack *self, guint number)
{
  return &g_array_index (self->frames, Frame, number);
}

static void
close_frame (SlCallStack *self, guint number, SlTime time)
{
  const Frame *frame = get_frame (self, number);
  Span span = { frame->since, time, self->bottom + (int) number, frame->object };

  if (time > frame->since && frame->object != 0)
    g_array_append_val (self->spans, span);
}

/* Leaves the functions from @depth on. */
static void
pop_to (SlCallStack *self, guint depth, SlTime time)
{
  for (guint i = self->frames->len; i > depth; i--)
    close_frame (self, i - 1, time);
  g_array_set_size (self->frames, MIN (depth, self->frames->len));
}

static void
push (SlCallStack *self, guint64 to, guint64 site, SlTime time)
{
  guint64 function = find_function (self, to);
  Frame frame = { function, site, self->object, time };

  if (self->frames->len < MOST_DEPTH)
    g_array_append_val (self->frames, frame);
}

static void
begin_stretch (SlCallStack *self, guint64 to, SlTime time)
{
  self->is_open = TRUE;
  self->is_off = FALSE;
  self->begin = time;
  self->bottom = 0;
  self->lowest = 0;
  self->first = self->spans->len;
  push (self, to, 0, time);
}

/* The outermost function that was known stands on row 0. */
static void
end_stretch (SlCallStack *self, SlTime time)
{
  if (!self->is_open)
    return;

  /* While tracing is off, all that was closed already. */
  if (self->is_off)
    g_array_set_size (self->frames, 0);
  else
    pop_to (self, 0, time);
  for (guint i = self->first; i < self->spans->len; i++)
    g_array_index (self->spans, Span, i).row -= self->lowest;
  self->is_open = FALSE;
}

/* Whether the frame is in the function that was looked up last: one address may be in two processes. */
static gboolean
is_in (SlCallStack *self, guint number, guint64 function)
{
  const Frame *frame = get_frame (self, number);

  return frame->function == function && frame->object == self->object;
}

/* The number of the innermost frame, below @below, that is in the function; G_MAXUINT for none. */
static guint
find_frame (SlCallStack *self, guint64 function, guint below)
{
  for (guint i = MIN (below, self->frames->len); i > 0; i--)
    {
      if (is_in (self, i - 1, function))
        return i - 1;
    }

  return G_MAXUINT;
}

/* Control is in a function that called what was the outermost one. */
static void
go_below (SlCallStack *self, guint64 to, SlTime time)
{
  pop_to (self, 0, time);
  self->bottom--;
  self->lowest = MIN (self->lowest, self->bottom);
  push (self, to, 0, self->begin);
}

static void
replace (SlCallStack *self, guint64 to, SlTime time)
{
  guint depth = self->frames->len - 1;
  guint64 site = get_frame (self, depth)->site;

  pop_to (self, depth, time);
  push (self, to, site, time);
}

static void
follow_return (SlCallStack *self, const SlFlowStep *step)
{
  guint64 function = find_function (self, step->to);
  guint found;

  for (guint i = self->frames->len; i > 0; i--)
    {
      guint64 site = get_frame (self, i - 1)->site;

      if (site == 0 || step->to < site || step->to - site > LONGEST_CALL ||
          (step->to == site && step->type != SL_FLOW_FAR_RETURN))
        continue;
      pop_to (self, i - 1, step->time);
      if (i == 1)
        go_below (self, step->to, step->time);
      else if (!is_in (self, i - 2, function))
        replace (self, step->to, step->time);
      return;
    }

  found = self->frames->len > 0 ? find_frame (self, function, self->frames->len - 1) : G_MAXUINT;
  if (found != G_MAXUINT)
    pop_to (self, found + 1, step->time);
  else
    go_below (self, step->to, step->time);
}

/* A jump to the begin of a function stands for a call at the end; one into the middle goes back to
 * where that function waits. */
static void
follow_jump (SlCallStack *self, const SlFlowStep *step)
{
  guint64 function = find_function (self, step->to);
  guint found = find_frame (self, function, self->frames->len);

  if (found + 1 == self->frames->len && found != G_MAXUINT)
    return;
  if (found != G_MAXUINT && step->to != function)
    pop_to (self, found + 1, step->time);
  else
    replace (self, step->to, step->time);
}

/* Control is at @to, and it is not told how it came there. */
static void
enter (SlCallStack *self, guint64 to, SlTime time)
{
  guint64 function = find_function (self, to);
  guint found = find_frame (self, function, self->frames->len);

  if (found != G_MAXUINT)
    {
      pop_to (self, found + 1, time);
      return;
    }

  end_stretch (self, time);
  begin_stretch (self, to, time);
}

static void
switch_off (SlCallStack *self, SlTime time)
{
  if (self->is_off)
    return;

  for (guint i = self->frames->len; i > 0; i--)
    close_frame (self, i - 1, time);
  self->is_off = TRUE;
}

static void
switch_on (SlCallStack *self, guint64 to, SlTime time)
{
  if (self->is_off)
    {
      for (guint i = 0; i < self->frames->len; i++)
        get_frame (self, i)->since = time;
      self->is_off = FALSE;
    }
  enter (self, to, time);
}

static void
follow (SlCallStack *self, const SlFlowStep *step)
{
  if (!self->is_open)
    {
      if (step->type != SL_FLOW_OFF && step->type != SL_FLOW_LOST)
        begin_stretch (self, step->to, step->time);
      return;
    }

  if (self->is_off && step->type != SL_FLOW_OFF && step->type != SL_FLOW_LOST)
    {
      switch_on (self, step->to, step->time);
      return;
    }

  switch ((SlFlowType) step->type)
    {
    case SL_FLOW_CALL:
      /* Code that asks where it is calls what comes next. */
      if (step->to < step->from || step->to - step->from > LONGEST_CALL)
        push (self, step->to, step->from, step->time);
      break;
    case SL_FLOW_INTERRUPT:
    case SL_FLOW_FAR_CALL:
      push (self, step->to, step->from, step->time);
      break;
    case SL_FLOW_RETURN:
    case SL_FLOW_FAR_RETURN:
      follow_return (self, step);
      break;
    case SL_FLOW_JUMP:
      follow_jump (self, step);
      break;
    case SL_FLOW_ENTER:
      enter (self, step->to, step->time);
      break;
    case SL_FLOW_ON:
      switch_on (self, step->to, step->time);
      break;
    case SL_FLOW_OFF:
      switch_off (self, step->time);
      break;
    case SL_FLOW_LOST:
    default:
      end_stretch (self, step->time);
      break;
    }
}

/* How many steps of @flow are told before @next tells the same: it begins in one of the last
 * stretches of code, and what came behind that was only looked ahead. */
static guint
count_steps (const SlFlow *flow, const SlFlow *next)
{
  guint64 begin;

  if (next == NULL || next->steps->len == 0)
    return flow->steps->len;

  begin = g_array_index (next->steps, SlFlowStep, 0).to;
  for (guint i = 0; i < flow->tail->len; i++)
    {
      const SlFlowRun *run = &g_array_index (flow->tail, SlFlowRun, i);

      if (begin >= run->begin && begin <= run->last)
        return MIN (run->n_steps, flow->steps->len);
    }

  return flow->steps->len;
}

/**
 * sl_call_stack_add:
 * @flow: the next part
 * @next: (nullable): the one that goes on where @flow ends, if it is known
 *
 * Follows a part.
 */
void
sl_call_stack_add (SlCallStack *self, const SlFlow *flow, const SlFlow *next)
{
  guint n_steps = count_steps (flow, next);

  for (guint i = 0; i < n_steps; i++)
    {
      SlFlowStep step = g_array_index (flow->steps, SlFlowStep, i);

      step.time = self->now = MAX (step.time, self->now);
      set_process (self, step.process);
      follow (self, &step);
    }
}

/**
 * sl_call_stack_break:
 * @time: from which on nothing is known
 *
 * Ends what is open: what comes next does not follow from it.
 */
void
sl_call_stack_break (SlCallStack *self, SlTime time)
{
  end_stretch (self, MAX (time, self->now));
}

static int
compare_spans (gconstpointer one, gconstpointer other)
{
  const SlCallSpan *a = one, *b = other;

  if (a->row != b->row)
    return a->row < b->row ? -1 : 1;

  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/**
 * sl_call_stack_finish:
 *
 * Returns: (transfer full) (element-type SlCallSpan): by row, then by time; none overlap in a row
 */
GArray *
sl_call_stack_finish (SlCallStack *self)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SlCallSpan));

  sl_call_stack_break (self, self->now);
  for (guint i = 0; i < self->spans->len; i++)
    {
      const Span *span = &g_array_index (self->spans, Span, i);
      SlCallSpan call = { span->begin, span->end, (guint32) span->row, span->object };

      if (span->row < SL_CALL_ROWS)
        g_array_append_val (found, call);
    }

  g_array_sort (found, compare_spans);
  return found;
}
