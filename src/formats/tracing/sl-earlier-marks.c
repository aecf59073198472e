/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-earlier-marks.h"

#include <string.h>

#include "sl-linux-kinds.h"
#include "sl-linux-marks.h"

/* "timer 0xffff888627c1c6f8 723592016926" */
static gboolean
parse_timer (const char *text, SlLinuxEarlierMark *mark)
{
  g_auto (GStrv) words = g_strsplit (text, " ", 4);

  *mark = (SlLinuxEarlierMark) { .tid = 0 };
  return g_strv_length (words) == 3 && g_str_equal (words[0], "timer") &&
         g_str_has_prefix (words[1], "0x") &&
         g_ascii_string_to_unsigned (words[1] + 2, 16, 1, G_MAXUINT64 - 1, &mark->timer, NULL) &&
         g_ascii_string_to_unsigned (words[2], 10, 0, G_MAXINT64, &mark->expires, NULL);
}

static gboolean
parse_line (const char *line, gsize length, SlLinuxEarlierMark *mark)
{
  g_autofree char *copy = g_strndup (line, MIN (length, SL_EARLIER_MOST_MARK));
  char *blank = strchr (copy, ' ');
  SlLinuxMark parsed;
  guint64 tid;

  if (blank == NULL)
    return FALSE;

  *blank = '\0';
  if (!g_ascii_string_to_unsigned (copy, 10, 0, SL_LINUX_PID_MASK, &tid, NULL))
    return FALSE;
  if (tid == 0)
    return parse_timer (blank + 1, mark);

  if (g_str_equal (blank + 1, SL_EARLIER_DEADLINE))
    {
      *mark = (SlLinuxEarlierMark) { .tid = (guint32) tid, .is_deadline = TRUE };
      return TRUE;
    }
  sl_linux_mark_parse (&parsed, blank + 1, strlen (blank + 1));
  *mark = (SlLinuxEarlierMark) { .tid = (guint32) tid, .verb = parsed.verb };
  if (sl_linux_verb_has_rules (parsed.verb))
    mark->rules = sl_linux_rules_pack (
        &(SlLinuxRules) { parsed.period, parsed.number, parsed.budget, FALSE });
  return sl_linux_verb_has_rules (parsed.verb) || sl_linux_verb_is_of_jobs (parsed.verb);
}

/**
 * sl_earlier_marks_parse:
 * @text: of the option; lines that say nothing that is known are passed over
 *
 * Returns: (transfer full) (element-type SlLinuxEarlierMark): its marks
 */
GArray *
sl_earlier_marks_parse (const char *text)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (SlLinuxEarlierMark));

  while (*text != '\0' && marks->len < SL_EARLIER_MOST_MARKS)
    {
      gsize length = strcspn (text, "\n");
      SlLinuxEarlierMark mark;

      if (parse_line (text, length, &mark))
        g_array_append_val (marks, mark);
      text += length + (text[length] != '\0');
    }

  return marks;
}
