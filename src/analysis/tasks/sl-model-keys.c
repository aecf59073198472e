/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-keys.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-time-text.h"

static const char *const protocols[] = { "none", "npp", "pip", "pcp", "icpp", "srp", NULL };
static const char *const schedulers[] = { "rm", "dm", "fp", "edf", "fifo", "rr", NULL };
static const char *const overruns[] = { "continue", "skip", "abort", "throttle", NULL };
static const char *const answers[] = { "no", "yes", NULL };
static const char *const policies[] = { "cbs", "hcbs", "ps", "ds", "ss", "grub", "tbs", NULL };

static const SlModelKey keys[] = {
  { SL_MODEL_TASK, "match", SL_MODEL_TEXT, N_ ("Applies to"),
    N_ ("A number, task:ID, a name or NAME/PROCESS, where * matches any characters and ? exactly "
        "one"),
    NULL },
  { SL_MODEL_TASK, "period", SL_MODEL_DURATION, N_ ("Period"),
    N_ ("Time from one release to the next; the minimum for a sporadic task"), NULL },
  { SL_MODEL_TASK, "deadline", SL_MODEL_DURATION, N_ ("Deadline"),
    N_ ("Relative to the release; the period if not set"), NULL },
  { SL_MODEL_TASK, "wcet", SL_MODEL_DURATION, N_ ("WCET"),
    N_ ("Worst-case execution time of a job; execution beyond it is shown separately"), NULL },
  { SL_MODEL_TASK, "priority", SL_MODEL_NUMBER, N_ ("Priority"),
    N_ ("Larger is more urgent; used to find inversions and to order textbook rows"), NULL },
  { SL_MODEL_TASK, "level", SL_MODEL_NUMBER, N_ ("Preemption level"),
    N_ ("Compared with the ceilings of locks; the priority if not set"), NULL },
  { SL_MODEL_TASK, "server", SL_MODEL_TEXT, N_ ("Server"), N_ ("The server that the task runs in"),
    NULL },
  { SL_MODEL_TASK, "offset", SL_MODEL_DELAY, N_ ("Offset"),
    N_ ("Time of the first release after the start (simulator only)"), NULL },
  { SL_MODEL_TASK, "jitter", SL_MODEL_DELAY, N_ ("Jitter"),
    N_ ("Maximum delay of each release (simulator only)"), NULL },
  { SL_MODEL_TASK, "sporadic", SL_MODEL_DELAY, N_ ("Sporadic"),
    N_ ("Maximum extra time between releases beyond the period (simulator only)"), NULL },
  { SL_MODEL_TASK, "arrivals", SL_MODEL_TEXT, N_ ("Arrivals"),
    N_ ("The releases of an aperiodic task, such as 0, 7ms, 9ms (simulator only)"), NULL },
  { SL_MODEL_TASK, "execution", SL_MODEL_TEXT, N_ ("Execution"),
    N_ ("Execution times of jobs: 1ms..3ms for anything in between, 1ms, 2ms in turn, normal "
        "50%..100% of the WCET, or 90%: 1ms, 10%: 8ms; the WCET if not set (simulator only)"),
    NULL },
  { SL_MODEL_TASK, "sections", SL_MODEL_TEXT, N_ ("Critical sections"),
    N_ ("LOCK@BEGIN+LENGTH in execution time, such as bus@1ms+2ms, pipe@2ms+500us (simulator only)"),
    NULL },
  { SL_MODEL_TASK, "begin", SL_MODEL_TEXT, N_ ("Job begins"),
    N_ ("Mark that the task writes when a job begins, such as cycle * start; * also stands for numbers"),
    NULL },
  { SL_MODEL_TASK, "end", SL_MODEL_TEXT, N_ ("Job ends"),
    N_ ("Mark that the task writes when a job is finished; without it a job ends where the task sleeps last"),
    NULL },
  { SL_MODEL_TASK, "colour", SL_MODEL_COLOUR, N_ ("Colour"),
    N_ ("The row uses the nearest colour in each palette"), NULL },
  { SL_MODEL_LOCK, "match", SL_MODEL_TEXT, N_ ("Applies to"),
    N_ ("A number, mutex:ID, semaphore:ID or a name, where * matches any characters and ? "
        "exactly one"),
    NULL },
  { SL_MODEL_LOCK, "protocol", SL_MODEL_CHOICE, N_ ("Protocol"),
    N_ ("Under npp, icpp and srp a task that needs a lock held by another waits before it starts"),
    protocols },
  { SL_MODEL_LOCK, "ceiling", SL_MODEL_NUMBER, N_ ("Ceiling"),
    N_ ("While the lock is held, tasks up to this preemption level cannot run"), NULL },
  { SL_MODEL_SERVER, "match", SL_MODEL_TEXT, N_ ("Applies to"),
    N_ ("A number, server:ID or a name, where * matches any characters and ? exactly one"), NULL },
  { SL_MODEL_SERVER, "budget", SL_MODEL_DURATION, N_ ("Budget"),
    N_ ("Execution time available to its tasks in each period"), NULL },
  { SL_MODEL_SERVER, "period", SL_MODEL_DURATION, N_ ("Period"),
    N_ ("Time from one replenishment to the next"), NULL },
  { SL_MODEL_SERVER, "policy", SL_MODEL_CHOICE, N_ ("Policy"), N_ ("How its budget is replenished"),
    policies },
  { SL_MODEL_SERVER, "priority", SL_MODEL_NUMBER, N_ ("Priority"),
    N_ ("Under fixed priorities, the priority of all its tasks"), NULL },
  { SL_MODEL_INTERRUPT, "match", SL_MODEL_TEXT, N_ ("Applies to"),
    N_ ("A number from 1 to 15 or irq:ID; if not set, the simulator uses a free line"), NULL },
  { SL_MODEL_INTERRUPT, "period", SL_MODEL_DURATION, N_ ("Period"),
    N_ ("Time from one interrupt to the next; the minimum for a sporadic one"), NULL },
  { SL_MODEL_INTERRUPT, "wcet", SL_MODEL_DURATION, N_ ("WCET"),
    N_ ("Worst-case execution time of its handler"), NULL },
  { SL_MODEL_INTERRUPT, "offset", SL_MODEL_DELAY, N_ ("Offset"),
    N_ ("Time of the first interrupt after the start (simulator only)"), NULL },
  { SL_MODEL_INTERRUPT, "jitter", SL_MODEL_DELAY, N_ ("Jitter"),
    N_ ("Maximum delay of each interrupt (simulator only)"), NULL },
  { SL_MODEL_INTERRUPT, "sporadic", SL_MODEL_DELAY, N_ ("Sporadic"),
    N_ ("Maximum extra time between interrupts beyond the period (simulator only)"), NULL },
  { SL_MODEL_INTERRUPT, "arrivals", SL_MODEL_TEXT, N_ ("Arrivals"),
    N_ ("Interrupts without a period, such as 0, 7ms, 9ms (simulator only)"), NULL },
  { SL_MODEL_INTERRUPT, "execution", SL_MODEL_TEXT, N_ ("Execution"),
    N_ ("Execution times of its handler, written as for tasks; the WCET if not set (simulator only)"),
    NULL },
  { SL_MODEL_INTERRUPT, "nested", SL_MODEL_CHOICE, N_ ("Nested"),
    N_ ("Whether the timer and lower-numbered lines may interrupt its handler (simulator only)"),
    answers },
  { SL_MODEL_INTERRUPT, "task", SL_MODEL_TEXT, N_ ("Releases"),
    N_ ("The task that is released when its handler ends (simulator only)"), NULL },
  { SL_MODEL_SCHEDULER, "policy", SL_MODEL_CHOICE, N_ ("Policy"), N_ ("How tasks are scheduled"),
    schedulers },
  { SL_MODEL_SCHEDULER, "protocol", SL_MODEL_CHOICE, N_ ("Protocol"),
    N_ ("For locks without a protocol of their own"), protocols },
  { SL_MODEL_SCHEDULER, "overrun", SL_MODEL_CHOICE, N_ ("Overrun"),
    N_ ("What happens to late jobs"), overruns },
  { SL_MODEL_SCHEDULER, "quantum", SL_MODEL_DURATION, N_ ("Quantum"),
    N_ ("Time slice of round robin"), NULL },
  { SL_MODEL_SCHEDULER, "overhead", SL_MODEL_DELAY, N_ ("Overhead"),
    N_ ("Time that each kernel operation takes (simulator only)"), NULL },
  { SL_MODEL_SCHEDULER, "until", SL_MODEL_DURATION, N_ ("Until"),
    N_ ("When the trace ends (simulator only)"), NULL },
  { SL_MODEL_SCHEDULER, "seed", SL_MODEL_NUMBER, N_ ("Seed"),
    N_ ("Seed of the random numbers (simulator only)"), NULL },
  { SL_MODEL_EVENT, "match", SL_MODEL_TEXT, N_ ("Applies to"),
    N_ ("ipoint:NUMBER or user-event:NUMBER; named events have a row of their own"), NULL },
  { SL_MODEL_LEVEL, "match", SL_MODEL_TEXT, N_ ("Applies to"),
    N_ ("The number of a scheduling module, or level:NUMBER"), NULL },
  { SL_MODEL_SPAN, "from", SL_MODEL_TEXT, N_ ("From"),
    N_ ("The event that begins a span: its name, ipoint:NUMBER or user-event:NUMBER"), NULL },
  { SL_MODEL_SPAN, "to", SL_MODEL_TEXT, N_ ("To"),
    N_ ("The event that ends the span; may be the same one"), NULL },
};

static const char *const prefixes[] = {
  [SL_MODEL_TASK] = "task ",          [SL_MODEL_LOCK] = "lock ",
  [SL_MODEL_SERVER] = "server ",      [SL_MODEL_INTERRUPT] = "interrupt ",
  [SL_MODEL_SCHEDULER] = "scheduler", [SL_MODEL_EVENT] = "event ",
  [SL_MODEL_LEVEL] = "level ",        [SL_MODEL_SPAN] = "span ",
};

G_STATIC_ASSERT (G_N_ELEMENTS (prefixes) == SL_N_MODEL_GROUPS);

/**
 * sl_model_keys_get:
 *
 * Returns: (transfer none): all keys, those of a group in the order in which people read them
 */
const SlModelKey *
sl_model_keys_get (guint *n_keys)
{
  *n_keys = G_N_ELEMENTS (keys);
  return keys;
}

/**
 * sl_model_keys_find:
 *
 * Returns: (transfer none) (nullable): %NULL for a key that is not known here
 */
const SlModelKey *
sl_model_keys_find (SlModelGroup group, const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].group == group && g_str_equal (keys[i].id, id))
      return &keys[i];

  return NULL;
}

/**
 * sl_model_group_get_prefix:
 *
 * Returns: (transfer none): what stands before the name in the group's header, such as "task "
 */
const char *
sl_model_group_get_prefix (SlModelGroup group)
{
  g_return_val_if_fail ((guint) group < SL_N_MODEL_GROUPS, NULL);

  return prefixes[group];
}

/**
 * sl_model_group_find:
 * @header: without brackets, such as "task pilot"
 *
 * Returns: whether a group with that header means something here
 */
gboolean
sl_model_group_find (const char *header, SlModelGroup *group)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      if (i == SL_MODEL_SCHEDULER ? !g_str_equal (header, prefixes[i])
                                  : !g_str_has_prefix (header, prefixes[i]))
        continue;

      *group = (SlModelGroup) i;
      return TRUE;
    }

  return FALSE;
}

static gboolean
is_colour (const char *value)
{
  return strlen (value) == 7 && value[0] == '#' &&
         strspn (value + 1, "0123456789abcdefABCDEF") == 6;
}

/* Whether a time can be told in ticks shows only with a trace. */
static gboolean
check_duration (const char *value, gboolean may_be_zero, GError **error)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) any_clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  gint64 ticks;

  if (!sl_duration_parse (value, any_clock, &ticks, error))
    return FALSE;

  if (may_be_zero || strpbrk (value, "123456789") != NULL)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is not a duration above zero", value);
  return FALSE;
}

/**
 * sl_model_form_check:
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where @value has not that form
 */
gboolean
sl_model_form_check (SlModelForm form, const char *value, GError **error)
{
  switch (form)
    {
    case SL_MODEL_DURATION:
    case SL_MODEL_DELAY:
      return check_duration (value, form == SL_MODEL_DELAY, error);
    case SL_MODEL_NUMBER:
      if (g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, NULL, NULL))
        return TRUE;
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is not a whole number", value);
      return FALSE;
    case SL_MODEL_COLOUR:
      if (is_colour (value))
        return TRUE;
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is not a colour: write it as #rrggbb",
                   value);
      return FALSE;
    case SL_MODEL_TEXT:
    case SL_MODEL_CHOICE:
    default:
      return TRUE;
    }
}

/**
 * sl_model_form_get_range:
 *
 * Returns: (transfer none) (nullable): which values are accepted, to be translated; %NULL for any
 */
const char *
sl_model_form_get_range (SlModelForm form)
{
  switch (form)
    {
    case SL_MODEL_DURATION:
      return N_ ("a time above 0: a number with s, ms, us or ns, or plain ticks");
    case SL_MODEL_DELAY:
      return N_ ("a time of 0 or more: a number with s, ms, us or ns, or plain ticks");
    case SL_MODEL_NUMBER:
      return N_ ("a whole number");
    case SL_MODEL_COLOUR:
      return N_ ("#000000 to #ffffff");
    case SL_MODEL_TEXT:
    case SL_MODEL_CHOICE:
    default:
      return NULL;
    }
}
