/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of tracefs with the option “verbose”: "comm pid cpu flags preempt-count index [time] …". */

#include "sl-ftrace-place-private.h"

#include <string.h>

#include "sl-linux-kinds.h"

/* Bytes before the time. */
#define MOST_BEFORE 128

/* Takes the last word before the end off, which then is where that begins. */
static gboolean
take_last (SlFtracePlace *place, guint base, guint64 *number)
{
  char word[SL_FTRACE_MOST_DIGITS + 1] = "";
  const char *end = place->end;

  while (end > place->at && end[-1] == ' ')
    end--;
  place->end = end;
  while (place->end > place->at && place->end[-1] != ' ')
    place->end--;
  if ((gsize) (end - place->end) >= sizeof word)
    return FALSE;

  memcpy (word, place->end, (gsize) (end - place->end));
  return g_ascii_string_to_unsigned (word, base, 0, G_MAXUINT32, number, NULL);
}

/* "a8dc05e01] 45327867.393ms (+0.028ms):" or, of a clock that counts something else than time, "a8dc05e01] 45327867 (+28):". */
static gboolean
take_time (SlFtracePlace *place, SlFtraceLine *line)
{
  guint64 whole, fraction = 0;

  while (place->at < place->end && g_ascii_isxdigit (*place->at))
    place->at++;
  if (!sl_ftrace_take_word (place, "] ") || !sl_ftrace_take_number (place, &whole))
    return FALSE;

  line->is_whole = !sl_ftrace_take_char (place, '.');
  if (!line->is_whole && (!sl_ftrace_take_number (place, &fraction) || fraction > 999 ||
                          !sl_ftrace_take_word (place, "ms") || whole > G_MAXINT64 / 1000000))
    return FALSE;
  line->time = line->is_whole ? whole : whole * 1000000 + fraction * 1000;
  if (!sl_ftrace_take_word (place, " (+"))
    return FALSE;
  while (place->at < place->end && *place->at != ')')
    place->at++;
  return sl_ftrace_take_word (place, "):");
}

/**
 * sl_ftrace_verbose_read:
 * @line: (out): what comes before the name of the tracepoint; undefined where there is none
 * @place: (inout): the whole line; moves behind the time
 *
 * Returns: whether it is such a line
 */
gboolean
sl_ftrace_verbose_read (SlFtraceLine *line, SlFtracePlace *place)
{
  const char *bracket;
  SlFtracePlace head = *place;
  guint64 pid, cpu, flags, unused;

  while ((bracket = memchr (place->at, '[', (gsize) MIN (place->end - place->at, MOST_BEFORE))) !=
         NULL)
    {
      head.end = bracket;
      place->at = bracket + 1;
      if (take_time (place, line))
        break;
      place->at = bracket + 1;
    }
  if (bracket == NULL || !take_last (&head, 16, &unused) || !take_last (&head, 16, &unused) ||
      !take_last (&head, 10, &flags) || flags > G_MAXUINT8 || !take_last (&head, 10, &cpu) ||
      cpu > G_MAXUINT16 || !take_last (&head, 10, &pid) || pid > SL_LINUX_PID_MASK)
    return FALSE;

  sl_ftrace_skip_spaces (&head);
  while (head.end > head.at && head.end[-1] == ' ')
    head.end--;
  line->comm = (SlFtraceText) { head.at, (gsize) (head.end - head.at) };
  line->pid = (guint32) pid;
  line->cpu = (guint32) cpu;
  line->flags = (guint8) flags;
  return TRUE;
}
