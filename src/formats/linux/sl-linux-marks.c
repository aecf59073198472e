/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One row of the table for each text that programs in use are known to write. A pattern is compared from the beginning of the
 * text; what it has to have in a place:
 *
 *   %n  a name: up to the next space or bar
 *   %r  a name: the rest of the text
 *   %d  the mark's number
 *   %p  a period in nanoseconds
 *   %b  a budget in nanoseconds
 *   %u  a period in microseconds, which is the deadline too
 *   %i  any number, which says nothing
 *   %*  anything up to what follows
 *
 * Text behind a pattern does not matter. */

#include "sl-linux-marks.h"

#include <string.h>

#include "sl-linux-kinds.h"

static const struct
{
  SlLinuxVerb verb;
  const char *pattern;
} patterns[] = {
  /* rt-app 1.0; its "end loop" comes after the wait that closes the loop, so the wait ends the job. */
  { SL_LINUX_VERB_JOB_ENDED, "[%i] end loop %d" },
  { SL_LINUX_VERB_JOB_BEGIN, "[%i] begins loop %d phase %i" },
  /* newer rt-app */
  { SL_LINUX_VERB_JOB_BEGIN, "rtapp_loop: event=start thread_loop=%d" },
  { SL_LINUX_VERB_JOB_END, "rtapp_loop: event=end thread_loop=%d" },
  { SL_LINUX_VERB_MISS, "rtapp_stats: %*slack=-%i c_period=%u" },
  { SL_LINUX_VERB_MISS, "rtapp_stats: %*slack=-%i" },
  { SL_LINUX_VERB_DEADLINE, "rtapp_stats: %*c_period=%u" },
  /* plain */
  { SL_LINUX_VERB_DEADLINE, "task %n tid %i period %p deadline %d runtime %b" },
  { SL_LINUX_VERB_DEADLINE, "task %n tid %i period %p deadline %d" },
  { SL_LINUX_VERB_JOB_BEGIN, "begin job %n %d" },
  { SL_LINUX_VERB_JOB_END, "end job %n %d" },
  { SL_LINUX_VERB_LOCKED, "locked %n" },
  { SL_LINUX_VERB_UNLOCK, "unlock %n" },
  /* Android */
  { SL_LINUX_VERB_SPAN_BEGIN, "B|%i|%r" },
  { SL_LINUX_VERB_SPAN_END, "E" },
  { SL_LINUX_VERB_VALUE, "C|%i|%n|%d" },
  { SL_LINUX_VERB_SPAN_BEGIN, "S|%i|%n|%d" },
  { SL_LINUX_VERB_SPAN_END, "F|%i|%n|%d" },
  /* cyclictest --tracemark */
  { SL_LINUX_VERB_MISS, "hit latency threshold (%i > %i" },
  /* timerlat and osnoise, as they stop */
  { SL_LINUX_VERB_TIMER_MISS, "stop tracing hit on cpu %d" },
};

/* Of each rule of three that are packed, and the bit that says that these are two. */
#define RULES_BITS 21
#define LONG_RULES (G_GUINT64_CONSTANT (1) << 63)

/* Two have 30 bits each, in a unit of up to 10⁷ microseconds. */
#define LONG_BITS 30
#define MOST_UNIT 7
#define REFUSED   G_MAXUINT64

/* What is as long may be longer, and is refused. */
#define MOST_NS G_MAXINT64

/* Of a mark's name. */
#define MOST_KEPT 256

typedef struct
{
  const char *at;
  const char *end;
} Text;

static gboolean
take_number (Text *text, gint64 *number)
{
  gboolean is_negative = text->at < text->end && *text->at == '-';
  const char *at = text->at + (is_negative ? 1 : 0);
  guint64 value = 0;
  guint n_digits = 0;

  for (; at < text->end && g_ascii_isdigit (*at); at++, n_digits++)
    value = value <= (MOST_NS - 9) / 10 ? value * 10 + (guint) (*at - '0') : MOST_NS;
  if (n_digits == 0)
    return FALSE;

  text->at = at;
  *number = is_negative ? -(gint64) value : (gint64) value;
  return TRUE;
}

static void
take_name (SlLinuxMark *self, Text *text, gboolean is_rest)
{
  self->name = text->at;
  while (text->at < text->end && (is_rest || (*text->at != ' ' && *text->at != '|')))
    text->at++;
  self->length = (gsize) (text->at - self->name);
}

/* Goes on to where the letter @next, or another after it, could continue. */
static void
skip_to (Text *text, const char *rest)
{
  gsize length = strcspn (rest, "%");

  while (text->at < text->end &&
         ((gsize) (text->end - text->at) < length || memcmp (text->at, rest, length) != 0))
    text->at++;
}

static gboolean
match (SlLinuxMark *self, const char *pattern, Text text)
{
  gint64 ignored;

  for (; *pattern != '\0'; pattern++)
    {
      if (*pattern != '%')
        {
          if (text.at == text.end || *text.at != *pattern)
            return FALSE;
          text.at++;
          continue;
        }

      pattern++;
      if (strchr ("bdipu", *pattern) != NULL)
        {
          if (!take_number (&text, *pattern == 'd'   ? &self->number
                                   : *pattern == 'i' ? &ignored
                                   : *pattern == 'b' ? &self->budget
                                                     : &self->period))
            return FALSE;
          if (*pattern == 'u')
            self->number = self->period =
                self->period <= MOST_NS / 1000 ? MAX (self->period, 0) * 1000 : MOST_NS;
        }
      else if (*pattern == '*')
        {
          skip_to (&text, pattern + 1);
        }
      else
        {
          take_name (self, &text, *pattern == 'r');
          if (self->length == 0)
            return FALSE;
        }
    }

  return TRUE;
}

/**
 * sl_linux_mark_parse:
 * @text: (array length=length): without its newline; not NUL-terminated
 *
 * Returns: whether the text is one that is known; else the mark is the whole text
 */
gboolean
sl_linux_mark_parse (SlLinuxMark *self, const char *text, gsize length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      *self = (SlLinuxMark) { .verb = patterns[i].verb };
      /* An end without a name is the whole text, or is followed by a bar. */
      if (strcmp (patterns[i].pattern, "E") == 0 && length > 1 && text[1] != '|')
        continue;
      if (match (self, patterns[i].pattern, (Text) { text, text + length }))
        return TRUE;
    }

  *self = (SlLinuxMark) { .name = text, .length = length };
  return FALSE;
}

/* Texts that are told apart by numbers only, such as times, would each be a mark of their own: a # stands for any number,
 * and nothing for one at the end. @kept has room for %MOST_KEPT.
 *
 * Returns the length of what is kept. */
static gsize
keep_text (const SlLinuxMark *mark, char *kept)
{
  gsize length = 0, mark_end;

  for (gsize i = 0; i < MIN (mark->length, MOST_KEPT); i++)
    {
      gboolean is_digit = g_ascii_isdigit (mark->name[i]);

      if (!is_digit || mark->verb != SL_LINUX_VERB_TEXT)
        kept[length++] = mark->name[i];
      else if (length == 0 || kept[length - 1] != '#')
        kept[length++] = '#';
    }
  if (mark->verb != SL_LINUX_VERB_TEXT || length == 0 || kept[length - 1] != '#')
    return length;

  mark_end = length;
  while (length > 0 && strchr (" :=([#", kept[length - 1]) != NULL)
    length--;
  return length > 0 ? length : mark_end;
}

/**
 * sl_linux_mark_learn:
 *
 * Takes the name of a mark into the table, while the file is opened.
 */
void
sl_linux_mark_learn (SlLinuxNames *names, const char *text, gsize length)
{
  char kept[MOST_KEPT];
  SlLinuxMark mark;

  sl_linux_mark_parse (&mark, text, length);
  if (mark.length > 0)
    sl_linux_names_intern (names, kept, keep_text (&mark, kept));
}

static guint64
pack_long (guint64 period, guint64 deadline)
{
  const guint64 most = (G_GUINT64_CONSTANT (1) << LONG_BITS) - 2;
  guint64 unit = 1;

  for (guint64 i = 0; i <= MOST_UNIT; i++, unit *= 10)
    if (period % unit == 0 && deadline % unit == 0 && MAX (period, deadline) / unit <= most)
      return LONG_RULES | i << 2 * LONG_BITS | period / unit << LONG_BITS | deadline / unit;

  return REFUSED;
}

/**
 * sl_linux_verb_has_rules:
 *
 * Returns: whether a mark may say what is required of the jobs that follow it
 */
gboolean
sl_linux_verb_has_rules (SlLinuxVerb verb)
{
  return verb == SL_LINUX_VERB_DEADLINE || verb == SL_LINUX_VERB_MISS;
}

/**
 * sl_linux_verb_is_of_jobs:
 *
 * Returns: whether a mark says that a job begins or ends
 */
gboolean
sl_linux_verb_is_of_jobs (SlLinuxVerb verb)
{
  return verb == SL_LINUX_VERB_JOB_BEGIN || verb == SL_LINUX_VERB_JOB_END ||
         verb == SL_LINUX_VERB_JOB_ENDED;
}

/**
 * sl_linux_rules_pack:
 *
 * In microseconds. Where the three are up to 2 s, they have 21 bits each; else the first two are in the unit of 1 µs to 10 s in
 * which both fit exactly, and the budget is left out. What fits in none is refused.
 *
 * Returns: what fits into the b of an event
 */
guint64
sl_linux_rules_pack (const SlLinuxRules *self)
{
  gint64 period = MAX (self->period / 1000, 0), deadline = MAX (self->deadline / 1000, 0);
  gint64 budget = MAX (self->budget / 1000, 0);

  if (MAX (period, MAX (deadline, budget)) < 1 << RULES_BITS)
    return (guint64) period << 2 * RULES_BITS | (guint64) deadline << RULES_BITS | (guint64) budget;

  return pack_long ((guint64) period, (guint64) deadline);
}

/**
 * sl_linux_rules_unpack:
 * @packed: of sl_linux_rules_pack()
 */
SlLinuxRules
sl_linux_rules_unpack (guint64 packed)
{
  const guint64 mask = (1 << RULES_BITS) - 1;
  const guint64 long_mask = (1 << LONG_BITS) - 1;
  gint64 unit = 1000;

  if (packed == REFUSED)
    return (SlLinuxRules) { .is_refused = TRUE };

  for (guint64 i = packed >> 2 * LONG_BITS & MOST_UNIT; i > 0; i--)
    unit *= 10;
  if ((packed & LONG_RULES) != 0)
    return (SlLinuxRules) { .period = (gint64) (packed >> LONG_BITS & long_mask) * unit,
                            .deadline = (gint64) (packed & long_mask) * unit };

  return (SlLinuxRules) { .period = (gint64) (packed >> 2 * RULES_BITS & mask) * 1000,
                          .deadline = (gint64) (packed >> RULES_BITS & mask) * 1000,
                          .budget = (gint64) (packed & mask) * 1000 };
}

/**
 * sl_linux_mark_set:
 * @names: that has learnt the mark
 * @event: of kind print, with the common_pid in its detail
 *
 * Sets a to the number of the mark's name among @names, b to the mark's number, or to sl_linux_rules_pack() of a deadline or a
 * miss, and adds the verb to the detail. Safe from any thread.
 */
void
sl_linux_mark_set (const SlLinuxNames *names, const char *text, gsize length, SlEvent *event)
{
  char kept[MOST_KEPT];
  SlLinuxMark mark;

  sl_linux_mark_parse (&mark, text, length);
  event->a = mark.length > 0 ? sl_linux_names_find (names, kept, keep_text (&mark, kept)) : 0;
  event->b = (guint64) mark.number;
  if (sl_linux_verb_has_rules (mark.verb))
    event->b = sl_linux_rules_pack (
        &(SlLinuxRules) { .period = mark.period, .deadline = mark.number, .budget = mark.budget });
  event->detail = SL_LINUX_DETAIL (event->detail, mark.verb);
  if (event->a == 0)
    event->flags |= SL_EVENT_NO_A;
}
