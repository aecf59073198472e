/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-line.h"

#include <string.h>

#include "sl-ftrace-fields.h"
#include "sl-ftrace-noise.h"
#include "sl-ftrace-place-private.h"
#include "sl-linux-kinds.h"

/* A task's name, and what stands before it. */
#define MOST_COMM 20
#define MOST_HEAD 64

#define NS_DIGITS 9

/* What is printed of common_flags. */
#define LEAST_FLAGS 4
#define USUAL_FLAGS 5
#define MOST_FLAGS  8

/* Bare times with fewer digits have a space before them. */
#define GLUED_DIGITS 12

/* "(1234)" or "(-----)"; nothing at all is right as well. */
static gboolean
take_tgid (SlFtracePlace *place, guint32 *tgid)
{
  guint64 number;

  *tgid = 0;
  if (!sl_ftrace_take_char (place, '('))
    return TRUE;

  sl_ftrace_skip_spaces (place);
  if (sl_ftrace_take_number (place, &number))
    *tgid = (guint32) MIN (number, G_MAXUINT32);
  else
    while (sl_ftrace_take_char (place, '-'))
      continue;
  if (!sl_ftrace_take_char (place, ')'))
    return FALSE;
  sl_ftrace_skip_spaces (place);
  return TRUE;
}

static gboolean
is_flag (char c)
{
  return c == '.' || g_ascii_isalnum (c) || c == '#';
}

/* What the kernel prints of common_flags: interrupts off, need to reschedule, in which interrupt, then depths. */
static guint8
read_flags (const char *flags, gsize length)
{
  guint8 result = 0;

  if (length < 3)
    return 0;
  if (flags[0] == 'd' || flags[0] == 'D')
    result |= SL_LINUX_IRQS_OFF;
  if (flags[1] == 'N' || flags[1] == 'n' || flags[1] == 'B')
    result |= SL_LINUX_NEED_RESCHED;
  if (flags[2] == 'h' || flags[2] == 'H')
    result |= SL_LINUX_HARDIRQ;
  if (flags[2] == 's' || flags[2] == 'H')
    result |= SL_LINUX_SOFTIRQ;
  if (flags[2] == 'z' || flags[2] == 'Z')
    result |= SL_LINUX_NMI;
  return result;
}

/* Of the latency form, where the time is a bare number that fills its column: "d..2.1666005883301571:". The flags' own
 * depths may be digits too, then there are five flags. Returns: where the time begins; @end where it does not. */
static const char *
find_glued_time (const char *flags, const char *end)
{
  const char *at = end;

  while (at > flags && g_ascii_isdigit (at[-1]))
    at--;
  if (at - flags < LEAST_FLAGS)
    at = MIN (flags + USUAL_FLAGS, end);
  return end - at >= GLUED_DIGITS && at - flags <= MOST_FLAGS ? at : end;
}

/* "[000] d..2. ", "[001]" or, of the latency form, "1d..2.". */
static gboolean
take_cpu (SlFtracePlace *place, SlFtraceLine *line)
{
  gboolean is_framed = sl_ftrace_take_char (place, '[');
  const char *flags;
  guint64 cpu;

  if (!sl_ftrace_take_number (place, &cpu) || cpu > G_MAXUINT16 ||
      (is_framed && !sl_ftrace_take_char (place, ']')))
    return FALSE;

  line->cpu = (guint32) cpu;
  line->flags = 0;
  if (is_framed)
    sl_ftrace_skip_spaces (place);
  flags = place->at;
  while (place->at < place->end && is_flag (*place->at))
    place->at++;
  /* Without flags the time stands here. */
  if (is_framed && place->at - flags > 0 && place->at < place->end && *place->at == ':')
    place->at = flags;
  else if (!is_framed && place->at < place->end && *place->at == ':')
    {
      place->at = find_glued_time (flags, place->at);
      if (*place->at == ':')
        place->at = place->end;
      else
        line->flags = read_flags (flags, (gsize) (place->at - flags));
    }
  else if (place->at - flags < LEAST_FLAGS || place->at - flags > MOST_FLAGS ||
           place->at == place->end || *place->at != ' ')
    place->at = is_framed ? flags : place->end;
  else
    line->flags = read_flags (flags, (gsize) (place->at - flags));
  sl_ftrace_skip_spaces (place);
  return place->at < place->end;
}

/* "15us+:": microseconds, and a sign for a long time until the next. */
static gboolean
take_microseconds (SlFtracePlace *place, SlFtraceLine *line, guint64 whole)
{
  if (place->end - place->at < 2 || memcmp (place->at, "us", 2) != 0 || whole > G_MAXINT64 / 1000)
    return FALSE;

  place->at += 2;
  while (place->at < place->end && strchr (" +!#*@$", *place->at) != NULL && *place->at != '\0')
    place->at++;
  line->time = whole * 1000;
  line->is_whole = FALSE;
  return sl_ftrace_take_char (place, ':');
}

/* "1667.644677:", "1667.644677399:", "1674341022664:" or "15us :". */
static gboolean
take_time (SlFtracePlace *place, SlFtraceLine *line)
{
  guint64 whole, fraction;
  const char *begin;
  gsize n_digits;

  if (!sl_ftrace_take_number (place, &whole))
    return FALSE;
  if (place->at < place->end && *place->at == 'u')
    return take_microseconds (place, line, whole);
  line->is_whole = place->at < place->end && *place->at == ':';
  line->time = whole;
  if (!line->is_whole)
    {
      if (!sl_ftrace_take_char (place, '.'))
        return FALSE;
      begin = place->at;
      if (!sl_ftrace_take_number (place, &fraction))
        return FALSE;
      n_digits = (gsize) (place->at - begin);
      if (n_digits > NS_DIGITS || whole > G_MAXINT64 / 1000000000)
        return FALSE;
      for (; n_digits < NS_DIGITS; n_digits++)
        fraction *= 10;
      line->time = whole * 1000000000 + fraction;
    }

  return sl_ftrace_take_char (place, ':');
}

/* What follows the name of the task and its dash. */
static gboolean
take_head (SlFtraceLine *line, SlFtracePlace *place)
{
  guint64 pid;

  if (!sl_ftrace_take_number (place, &pid) || pid > SL_LINUX_PID_MASK)
    return FALSE;
  line->pid = (guint32) pid;
  if (place->at == place->end || *place->at != ' ')
    return FALSE;
  sl_ftrace_skip_spaces (place);
  return take_tgid (place, &line->tgid) && take_cpu (place, line) && take_time (place, line);
}

static void
set_name (SlFtraceLine *line, const char *prefix, const char *begin, gsize length)
{
  g_snprintf (line->name, sizeof line->name, "%s%.*s", prefix, (int) MIN (length, 80), begin);
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* "name: …"; of system calls in tracefs "sys_futex(…" and "sys_futex -> …"; of the function tracer anything. */
static void
take_name (SlFtraceLine *line, SlFtracePlace place)
{
  SlFtraceNumbered numbered;
  const char *begin, *noise;
  gsize length;

  sl_ftrace_skip_spaces (&place);
  begin = place.at;
  line->rest = (SlFtraceText) { begin, (gsize) (place.end - begin) };
  if (sl_ftrace_read_numbered (&line->rest, &numbered))
    {
      set_name (line, "sched_", numbered.is_switch ? "switch" : "wakeup", strlen ("switch"));
      return;
    }
  noise = sl_ftrace_noise_find_name (&line->rest);
  if (noise != NULL)
    {
      set_name (line, "", noise, strlen (noise));
      return;
    }
  while (place.at < place.end && is_name (*place.at))
    place.at++;
  length = (gsize) (place.at - begin);
  line->rest = (SlFtraceText) { begin, (gsize) (place.end - begin) };
  if (length == 0 || place.at == place.end)
    {
      set_name (line, "", "function", strlen ("function"));
      return;
    }

  if (*place.at == ':')
    {
      set_name (line, "", begin, length);
      place.at++;
    }
  else if (length > 4 && strncmp (begin, "sys_", 4) == 0 && *place.at == '(')
    {
      set_name (line, "sys_enter_", begin + 4, length - 4);
      place.at++;
    }
  else if (length > 4 && strncmp (begin, "sys_", 4) == 0 && place.end - place.at > 4 &&
           strncmp (place.at, " -> ", 4) == 0)
    {
      set_name (line, "sys_exit_", begin + 4, length - 4);
      place.at += 4;
    }
  else
    {
      set_name (line, "", "function", strlen ("function"));
      return;
    }
  sl_ftrace_skip_spaces (&place);
  line->rest = (SlFtraceText) { place.at, (gsize) (place.end - place.at) };
}

/* "NAME: " before the task, of a buffer other than the top one. */
static void
take_instance (SlFtraceLine *line, SlFtracePlace *place)
{
  const char *at = place->at;

  line->instance = (SlFtraceText) { at, 0 };
  while (at < place->end && (is_name (*at) || *at == '.'))
    at++;
  if (at == place->at || place->end - at < 2 || at[0] != ':' || at[1] != ' ')
    return;

  line->instance.length = (gsize) (at - place->at);
  place->at = at + 1;
  sl_ftrace_skip_spaces (place);
}

/* A name may have any characters, also what looks like the rest of a head: the last place that fits counts. */
static gboolean
read_event (SlFtraceLine *line, SlFtracePlace place)
{
  SlFtraceLine found = { .type = SL_FTRACE_OTHER };
  SlFtracePlace rest = place;
  const char *begin;

  sl_ftrace_skip_spaces (&place);
  take_instance (line, &place);
  begin = place.at;
  for (const char *at = begin; at < place.end && at - begin <= MOST_HEAD; at++)
    {
      SlFtracePlace tail = { at + 1, place.end };

      if (*at != '-' || at - begin > MOST_COMM || !take_head (line, &tail))
        continue;
      line->type = SL_FTRACE_EVENT;
      line->comm = (SlFtraceText) { begin, (gsize) (at - begin) };
      found = *line;
      rest = tail;
    }
  if (found.type == SL_FTRACE_OTHER)
    return FALSE;

  *line = found;
  take_name (line, rest);
  return TRUE;
}

static gboolean
read_verbose (SlFtraceLine *line, SlFtracePlace place)
{
  *line = (SlFtraceLine) { .type = SL_FTRACE_EVENT };
  if (!sl_ftrace_verbose_read (line, &place))
    return FALSE;

  take_name (line, place);
  return TRUE;
}

/* "CPU:1 [547 EVENTS DROPPED]", "CPU:1 [EVENTS DROPPED]", "CPU:3 [LOST 23 EVENTS]"; of an instance with its name before. */
static gboolean
read_loss (SlFtraceLine *line, SlFtracePlace place)
{
  guint64 cpu;

  sl_ftrace_skip_spaces (&place);
  if (!sl_ftrace_take_word (&place, "CPU:"))
    {
      take_instance (line, &place);
      if (!sl_ftrace_take_word (&place, "CPU:"))
        return FALSE;
    }

  if (!sl_ftrace_take_number (&place, &cpu) || cpu > G_MAXUINT16)
    return FALSE;
  sl_ftrace_skip_spaces (&place);
  if (!sl_ftrace_take_char (&place, '['))
    return FALSE;
  sl_ftrace_take_word (&place, "LOST ");
  if (!sl_ftrace_take_number (&place, &line->n_lost))
    line->n_lost = 0;
  sl_ftrace_skip_spaces (&place);
  if (!sl_ftrace_take_word (&place, "EVENTS"))
    return FALSE;

  line->type = SL_FTRACE_LOST;
  line->cpu = (guint32) cpu;
  return TRUE;
}

static gboolean
is_comment (const char *text, gsize length)
{
  static const char *const words[] = { "#", "cpus=", "version = ", "trace-cmd", "CPU " };
  gsize skip = 0;

  while (skip < length && g_ascii_isspace (text[skip]))
    skip++;
  if (skip == length)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (length - skip >= strlen (words[i]) &&
        memcmp (text + skip, words[i], strlen (words[i])) == 0)
      return TRUE;

  return FALSE;
}

/**
 * sl_ftrace_line_read:
 * @text: (array length=length): a line without its end
 *
 * Safe from any thread; texts in @self are parts of @text.
 *
 * Returns: what the line is
 */
SlFtraceLineType
sl_ftrace_line_read (SlFtraceLine *self, const char *text, gsize length)
{
  SlFtracePlace place = { text, text + length };

  *self = (SlFtraceLine) { .type = SL_FTRACE_OTHER };
  if (length > 0 && text[0] == '#')
    self->type = SL_FTRACE_COMMENT;
  else if (!read_event (self, place))
    {
      if (read_verbose (self, place))
        return self->type;
      *self = (SlFtraceLine) { .type = SL_FTRACE_OTHER };
      if (!read_loss (self, place) && is_comment (text, length))
        self->type = SL_FTRACE_COMMENT;
    }
  return self->type;
}

/**
 * sl_ftrace_line_measure:
 * @offset: of a line's first byte, below @size
 * @next: (out): of the line after it
 *
 * Returns: the length of the line without its end, which may be that of a string in a script ("\n\" and a line end)
 */
gsize
sl_ftrace_line_measure (const char *data, gsize size, gsize offset, gsize *next)
{
  const char *end = memchr (data + offset, '\n', size - offset);
  gsize length = end != NULL ? (gsize) (end - data) - offset : size - offset;

  *next = offset + length + (end != NULL ? 1 : 0);
  if (length > 0 && data[offset + length - 1] == '\r')
    length--;
  if (length >= 3 && memcmp (data + offset + length - 3, "\\n\\", 3) == 0)
    length -= 3;
  return length;
}
