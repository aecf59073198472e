/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-step.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-namesakes.h"
#include "sl-time-text.h"

/**
 * sl_text_step_name:
 * @annotations: (nullable): names objects as the user does; %NULL for references such as task:296
 * @object: 0 for nobody knows what
 *
 * Where the user gave no name, that of the task model is taken.
 */
char *
sl_text_step_name (SlReplay *replay, SlAnnotations *annotations, guint32 object)
{
  SlTrace *trace = sl_replay_get_recorded (replay);
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  g_autofree char *given = NULL;
  g_autofree char *recorded = NULL;
  const char *modelled;

  if (object == 0)
    return g_strdup (_ ("something unknown"));
  if (annotations == NULL)
    return sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), object));

  given = sl_annotations_dup_object_name (annotations, trace, object);
  recorded = sl_annotations_dup_object_name (nothing, trace, object);
  modelled = sl_task_rules_get (rules, object)->name != NULL
                 ? sl_task_rules_get (rules, object)->name
                 : sl_task_rules_get_lock (rules, object)->name;
  return g_str_equal (given, recorded) && modelled != NULL
             ? g_strdup (modelled)
             : sl_namesakes_dup_title (annotations, trace, object);
}

/* The end of the digits behind @point, which may stand in groups. */
static char *
find_end (char *point)
{
  char *end = point + 1 + strspn (point + 1, "0123456789");
  gsize space = strlen (SL_GROUP_SPACE);

  while (strncmp (end, SL_GROUP_SPACE, space) == 0 && g_ascii_isdigit (end[space]))
    end += space + strspn (end + space, "0123456789");
  return end;
}

/* "20.500 ms" → "20.5 ms", "20.000 ms" → "20 ms", "1.250 000 s" → "1.25 s" */
static char *
trim (char *text)
{
  char *point = strpbrk (text, ".,");
  char *end = point != NULL ? find_end (point) : text;
  char *last = end;

  if (point == NULL)
    return text;

  while (last > point + 1 && !(g_ascii_isdigit (last[-1]) && last[-1] != '0'))
    last--;
  if (last == point + 1)
    last = point;
  memmove (last, end, strlen (end) + 1);
  return text;
}

/**
 * sl_text_step_length:
 *
 * Returns: how long that is, such as "20.5 ms"
 */
char *
sl_text_step_length (const SlClock *clock, gint64 ticks)
{
  return trim (sl_time_text_duration (clock, (SlSpan) { 0, ticks }));
}

/**
 * sl_text_step_time:
 * @time: in ticks of the recorded trace
 *
 * Returns: how long after the trace's origin that is, such as "20.5 ms"
 */
char *
sl_text_step_time (const SlClock *clock, SlTime time)
{
  g_autofree char *text = trim (sl_time_text_point (clock, ABS (time)));

  return time < 0 ? g_strconcat ("−", text, NULL) : g_steal_pointer (&text);
}
