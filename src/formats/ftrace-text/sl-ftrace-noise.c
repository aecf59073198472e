/* SPDX-License-Identifier: GPL-3.0-or-later */

/* "local_timer:236 start 1843.123456789 duration 5600 ns", behind the name of the tracepoint; and, without any name,
 * "#1 context thread timer_latency 11700 ns". */

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
  return strstr (text, " thread ") != NULL ? SL_LINUX_TIMERLAT_THREAD
         : strstr (text, " user ") != NULL ? SL_LINUX_TIMERLAT_USER
                                           : SL_LINUX_TIMERLAT_IRQ;
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
      event->a = get_number_behind (text, "#");
      event->b = get_number_behind (text, "timer_latency ");
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

/**
 * sl_ftrace_noise_find_name:
 * @rest: of a line, behind its time
 *
 * Returns: (nullable): the name of the event that is printed without one
 */
const char *
sl_ftrace_noise_find_name (const SlFtraceText *rest)
{
  return rest->length > 1 && rest->begin[0] == '#' && g_ascii_isdigit (rest->begin[1]) &&
                 memmem (rest->begin, rest->length, "timer_latency ", strlen ("timer_latency ")) !=
                     NULL
             ? "timerlat"
             : NULL;
}
