/* SPDX-License-Identifier: GPL-3.0-or-later */

/* "local_timer:236 start 1843.123456789 duration 5600 ns", behind the name of the tracepoint; and, without any name,
 * "#1 context thread timer_latency 11700 ns" of timerlat, and "1000000 1500 99.85000 25 0 0 12 5 3" of osnoise. */

#include "sl-ftrace-noise.h"

#include <string.h>

#include "sl-linux-kinds.h"

/* Of what is printed of one noise. */
#define MOST_LENGTH 160

static guint64
get_number_behind (const char *text, const char *word)
{
  const char *found = strstr (text, word);

  return found != NULL ? g_ascii_strtoull (found + strlen (word), NULL, 10) : 0;
}

/* "1843.123456789": in nanoseconds. */
static guint64
get_start (const char *text)
{
  static const char word[] = "start ";
  const char *found = strstr (text, word);
  char *end = NULL;
  guint64 seconds, fraction;

  if (found == NULL)
    return 0;

  seconds = g_ascii_strtoull (found + strlen (word), &end, 10);
  fraction = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  return seconds <= G_MAXUINT64 / G_USEC_PER_SEC / 1000 ? seconds * G_USEC_PER_SEC * 1000 + fraction
                                                        : 0;
}

/* "NAME:NUMBER start": the number, and the name before it. */
static guint
get_interrupt (const char *text, guint16 kind)
{
  const char *end = strstr (text, " start ");
  const char *colon = end != NULL ? g_strrstr_len (text, end - text, ":") : NULL;
  guint64 number = colon != NULL ? g_ascii_strtoull (colon + 1, NULL, 10) : G_MAXUINT64;

  if (kind == SL_KIND_LINUX_SOFTIRQ_NOISE)
    return (guint) (number & 0x1ff);

  return sl_linux_pack_noise (number, text, colon != NULL ? (gsize) (colon - text) : 0);
}

static guint
get_context (const char *text)
{
  if (strstr (text, "context:") != NULL)
    return (guint) MIN (get_number_behind (text, "context:"), SL_LINUX_TIMERLAT_USER);

  return strstr (text, " thread ") != NULL ? SL_LINUX_TIMERLAT_THREAD
         : strstr (text, " user ") != NULL ? SL_LINUX_TIMERLAT_USER
                                           : SL_LINUX_TIMERLAT_IRQ;
}

/* trace-cmd prints timerlat with colons. */
static guint64
get_of_timerlat (const char *text, const char *word, const char *word_of_trace_cmd)
{
  return strstr (text, word) != NULL ? get_number_behind (text, word)
                                     : get_number_behind (text, word_of_trace_cmd);
}

/**
 * sl_ftrace_noise_fill:
 * @event: (inout): of its kind; gets a, b and detail
 *
 * Returns: whether it is noise
 */
gboolean
sl_ftrace_noise_fill (const SlFtraceLine *line, SlEvent *event)
{
  g_autofree char *text = NULL;
  guint extra = 0;

  if (event->kind < SL_KIND_LINUX_NMI_NOISE || event->kind > SL_KIND_LINUX_TIMERLAT)
    return FALSE;

  text = g_strndup (line->rest.begin, MIN (line->rest.length, MOST_LENGTH));
  if (event->kind == SL_KIND_LINUX_TIMERLAT)
    {
      event->a = get_of_timerlat (text, "#", "seq:");
      event->b = get_of_timerlat (text, "timer_latency ", "timer_latency:");
      extra = get_context (text);
    }
  else if (event->kind != SL_KIND_LINUX_OSNOISE)
    {
      event->a = get_start (text);
      event->b = get_number_behind (text, "duration ");
      if (event->kind == SL_KIND_LINUX_IRQ_NOISE || event->kind == SL_KIND_LINUX_SOFTIRQ_NOISE)
        extra = get_interrupt (text, event->kind);
    }
  event->detail = SL_LINUX_DETAIL (line->pid, extra);
  return TRUE;
}

/* The numbers that osnoise prints of a period; all are there but for the fraction of the third, which follows from the first
 * two. */
static const char *const osnoise_fields[] = { "runtime",    "noise",         NULL,
                                              "max_sample", "hw_count",      "nmi_count",
                                              "irq_count",  "softirq_count", "thread_count" };

/* Returns: whether @rest is nine numbers, and the third has a fraction */
static gboolean
read_osnoise (const SlFtraceText *rest, guint64 *numbers)
{
  g_autofree char *text = g_strndup (rest->begin, MIN (rest->length, MOST_LENGTH));
  const char *at = text;

  for (gsize i = 0; i < G_N_ELEMENTS (osnoise_fields); i++)
    {
      char *end;

      while (*at == ' ' || *at == '\t')
        at++;
      if (!g_ascii_isdigit (*at))
        return FALSE;
      numbers[i] = g_ascii_strtoull (at, &end, 10);
      if ((*end == '.') != (osnoise_fields[i] == NULL))
        return FALSE;
      for (at = end + (*end == '.' ? 1 : 0); *end == '.' && g_ascii_isdigit (*at);)
        at++;
      if (*at != '\0' && *at != ' ' && *at != '\t')
        return FALSE;
    }
  return *at == '\0' || at[strspn (at, " \t")] == '\0';
}

static void
add_number (GArray *details, const char *name, guint64 number)
{
  sl_details_add (details, name, "%" G_GUINT64_FORMAT, number);
}

static void
describe_timerlat (const char *text, GArray *details)
{
  static const char *const contexts[] = { "irq", "thread", "user" };
  guint context = get_context (text);

  add_number (details, "seqnum", get_of_timerlat (text, "#", "seq:"));
  sl_details_add (details, "context", "%u (%s)", context, contexts[context]);
  sl_details_set_symbol (details, contexts[context]);
  add_number (details, "timer_latency", get_of_timerlat (text, "timer_latency ", "timer_latency:"));
}

static void
describe_osnoise (const SlFtraceLine *line, GArray *details)
{
  guint64 numbers[G_N_ELEMENTS (osnoise_fields)];

  if (!read_osnoise (&line->rest, numbers))
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (osnoise_fields); i++)
    if (osnoise_fields[i] != NULL)
      add_number (details, osnoise_fields[i], numbers[i]);
}

/* "NAME:NUMBER" before the start: an interrupt or a thread. */
static void
describe_cause (const char *text, const char *kind, GArray *details)
{
  const char *end = strstr (text, " start ");
  const char *colon = end != NULL ? g_strrstr_len (text, end - text, ":") : NULL;
  gboolean is_thread = strcmp (kind, "thread_noise") == 0;

  if (colon == NULL)
    return;

  if (strcmp (kind, "softirq_noise") != 0)
    {
      g_autofree char *bytes = g_strndup (text, (gsize) (colon - text));
      g_autofree char *name = g_utf8_make_valid (g_strstrip (bytes), -1);

      sl_details_add_field (details, is_thread ? "comm" : "desc", is_thread ? "comm" : "desc", name,
                            "%s", name);
    }
  add_number (details, is_thread ? "pid" : "vector", g_ascii_strtoull (colon + 1, NULL, 10));
}

/**
 * sl_ftrace_noise_describe:
 *
 * Appends the fields of noise by the names that the kernel gives them.
 *
 * Returns: whether it is noise
 */
gboolean
sl_ftrace_noise_describe (const SlFtraceLine *line, GArray *details)
{
  static const char *const names[] = { "nmi_noise",    "irq_noise",        "softirq_noise",
                                       "thread_noise", "sample_threshold", NULL };
  g_autofree char *text = NULL;

  if (strcmp (line->name, "osnoise") == 0)
    {
      describe_osnoise (line, details);
      return TRUE;
    }

  text = g_strndup (line->rest.begin, MIN (line->rest.length, MOST_LENGTH));
  if (strcmp (line->name, "timerlat") == 0)
    describe_timerlat (text, details);
  else if (!g_strv_contains (names, line->name) || strstr (text, "start ") == NULL)
    return FALSE;
  else
    {
      describe_cause (text, line->name, details);
      add_number (details, "start", get_start (text));
      add_number (details, "duration", get_number_behind (text, "duration "));
      if (strstr (text, "interference ") != NULL)
        add_number (details, "interference", get_number_behind (text, "interference "));
    }
  return TRUE;
}

/**
 * sl_ftrace_noise_find_name:
 * @rest: of a line, behind its time
 *
 * Returns: (nullable): the name of the event that is printed without one
 */
const char *
sl_ftrace_noise_find_name (const SlFtraceText *rest)
{
  guint64 numbers[G_N_ELEMENTS (osnoise_fields)];

  if (rest->length > 0 && g_ascii_isdigit (rest->begin[0]) && read_osnoise (rest, numbers))
    return "osnoise";

  return rest->length > 1 && rest->begin[0] == '#' && g_ascii_isdigit (rest->begin[1]) &&
                 memmem (rest->begin, rest->length, "timer_latency ", strlen ("timer_latency ")) !=
                     NULL
             ? "timerlat"
             : NULL;
}
