/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Neutral events as text, that a short script in any language can write. Either comma-separated values
 *
 *   # slackline-events 1, unit us
 *   time,cpu,action,task,object,value,deadline,nominal,text
 *   0,0,release,control,,,10000,,
 *   12.5,0,run,control
 *
 * or JSON Lines
 *
 *   {"format":"slackline-events","version":1,"unit":"us"}
 *   {"time":0,"action":"release","task":"control","deadline":10000}
 *
 * The unit is s, ms, us, ns or ticks, maybe with the rate of the ticks: "unit ticks, rate 1193182"; the origin is the time
 * that the trace begins at: "origin 1674341022664". Words behind these, or members such as "wakeups":true, say more:
 *
 *   wakeups    every change of a task's state has a line of its own     SL_TELLS_WAKEUPS
 *   places     a ready task is in the queue of the line's processor     SL_TELLS_PLACES
 *   jobs       all jobs are in the lines                                SL_TELLS_JOBS
 *   classes    priorities are those of Linux                            SL_TRAIT_LINUX_CLASSES
 *   concluded  some changes of states were concluded, not recorded      sl_source_extras_set_concluded()
 *
 * Columns are known by their names, in any order; time and action are needed, the others where an action takes them. The
 * actions and what they take are in sl-action-table.h, and on one page of ../README.md. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-acted-source.h"
#include "sl-error.h"
#include "sl-events-csv.h"
#include "sl-events-json.h"
#include "sl-json-line.h"
#include "sl-source-extras.h"

#define WORD            "slackline-events"
#define VERSION         "1"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Of the first line, which is short. */
#define MOST_HEAD 512

/* Words of the first line, and what the lines say with them. */
static const struct
{
  const char *word;
  SlActionGroups says;
} words[] = {
  { "wakeups", SL_TELLS_WAKEUPS },
  { "places", SL_TELLS_PLACES },
  { "jobs", SL_TELLS_JOBS },
};

#define CONCLUDED "concluded"
#define CLASSES   "classes"

/* What the first line says. */
typedef struct
{
  gboolean is_json;
  SlActionGroups more;
  gboolean is_concluded;
  gboolean has_classes;
  char version[16];
  char unit[16];
  char rate[64];
  char origin[64];
} Head;

static gsize
skip_mark (const char *data, gsize size)
{
  gsize length = strlen (BYTE_ORDER_MARK);

  return size >= length && memcmp (data, BYTE_ORDER_MARK, length) == 0 ? length : 0;
}

static void
copy (char *to, gsize room, const char *from, gsize length)
{
  length = MIN (length, room - 1);
  if (length > 0)
    memcpy (to, from, length);
  to[length] = '\0';
}

/* The word behind @name in a comment; empty where there is none. */
static void
find_word (const char *line, const char *name, char *word, gsize room)
{
  const char *at = strstr (line, name);
  gsize length = 0;

  word[0] = '\0';
  if (at == NULL)
    return;

  at += strlen (name);
  while (*at == ' ' || *at == ':' || *at == '=')
    at++;
  length = strcspn (at, ", \t\r");
  copy (word, room, at, length);
}

static gboolean
read_comment (const char *line, Head *head)
{
  line++;
  while (*line == ' ')
    line++;
  if (!g_str_has_prefix (line, WORD))
    return FALSE;

  find_word (line, WORD, head->version, sizeof head->version);
  find_word (line, "unit", head->unit, sizeof head->unit);
  find_word (line, "rate", head->rate, sizeof head->rate);
  find_word (line, "origin", head->origin, sizeof head->origin);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (line, words[i].word) != NULL)
      head->more |= words[i].says;
  head->is_concluded = strstr (line, CONCLUDED) != NULL;
  head->has_classes = strstr (line, CLASSES) != NULL;
  return TRUE;
}

static void
add_word (Head *head, const SlTextCell *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (sl_text_cell_is (word, words[i].word))
      head->more |= words[i].says;
  head->is_concluded |= sl_text_cell_is (word, CONCLUDED);
  head->has_classes |= sl_text_cell_is (word, CLASSES);
}

static gboolean
read_object (const char *line, gsize length, Head *head)
{
  SlTextPlace place = { 0, length, 1, 0 };
  gboolean is_ours = FALSE;
  SlTextCell key, value;
  SlJsonLine object;
  SlTextRow row;

  head->is_json = TRUE;
  sl_text_row_init (&row, &place);
  sl_json_line_init (&object, line, length);
  while (sl_json_line_next (&object, &row, &key, &value))
    {
      if (sl_text_cell_is (&key, "format"))
        is_ours = sl_text_cell_is (&value, WORD);
      else if (sl_text_cell_is (&key, "version"))
        copy (head->version, sizeof head->version, value.begin, value.length);
      else if (sl_text_cell_is (&key, "unit"))
        copy (head->unit, sizeof head->unit, value.begin, value.length);
      else if (sl_text_cell_is (&key, "rate"))
        copy (head->rate, sizeof head->rate, value.begin, value.length);
      else if (sl_text_cell_is (&key, "origin"))
        copy (head->origin, sizeof head->origin, value.begin, value.length);
      else if (sl_text_cell_is (&value, "true"))
        add_word (head, &key);
    }

  return is_ours && row.fault[0] == '\0';
}

/* Whether the first line says that these are neutral events. Its end is *@next. */
static gboolean
read_head (const char *data, gsize size, Head *head, gsize *next)
{
  gsize begin = skip_mark (data, size);
  gsize length = sl_text_get_line (data, size, begin, next);
  char line[MOST_HEAD];

  *head = (Head) { 0 };
  copy (line, sizeof line, data + begin, length);
  if (line[0] == '{')
    return read_object (data + begin, length, head);

  return line[0] == '#' && read_comment (line, head);
}

static guint
events_probe (const SlProbe *probe)
{
  const char *data = (const char *) probe->head;
  Head head;
  gsize next;

  if (read_head (data, probe->head_length, &head, &next))
    return SL_PROBE_MAGIC;
  if (memchr (data, '\0', probe->head_length) != NULL)
    return 0;

  return sl_events_csv_has_head (data, probe->head_length, skip_mark (data, probe->head_length))
             ? SL_PROBE_SHAPE
             : 0;
}

static gboolean
read_unit (const Head *head, SlTextUnit *unit, GError **error)
{
  static const char *const examples[] = { "# " WORD " " VERSION ", unit us",
                                          "{\"format\":\"" WORD "\",\"version\":" VERSION
                                          ",\"unit\":\"us\"}" };
  char quoted[SL_TEXT_QUOTED];

  if (head->unit[0] == '\0')
    g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                 "Line 1: the unit of the times is missing; the first line should be as in %s",
                 examples[head->is_json]);
  else if (!sl_text_unit_parse (unit, head->unit))
    g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                 "Line 1: the unit “%s” is not one of s, ms, us, ns and ticks",
                 sl_text_quote (head->unit, strlen (head->unit), quoted));
  else if (head->rate[0] != '\0' && unit->exponent != SL_TEXT_UNIT_TICKS)
    g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                 "Line 1: times in %s have no rate; only ticks have one", head->unit);
  else
    return head->rate[0] == '\0' ||
           sl_clock_parse_rate (head->rate, &unit->rate, &unit->rate_denominator, error);

  return FALSE;
}

static gboolean
read_origin (const Head *head, SlTextUnit *unit, GError **error)
{
  gsize length = strlen (head->origin);
  char quoted[SL_TEXT_QUOTED];
  SlTextTimeResult result;

  if (length == 0)
    return TRUE;

  result = sl_text_unit_parse_time (unit, head->origin, length, &unit->origin);
  if (result == SL_TEXT_TIME_RIGHT || result == SL_TEXT_TIME_CUT)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Line 1: the origin “%s” is not a time in %s",
               sl_text_quote (head->origin, length, quoted), head->unit);
  return FALSE;
}

static SlSource *
events_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  SlMapping *file = sl_input_get_file (input, 0);
  const char *data = (const char *) sl_mapping_get_data (file);
  gsize size = sl_mapping_get_size (file);
  const SlTextReader *reader;
  char quoted[SL_TEXT_QUOTED];
  gpointer reader_data;
  SlTextPlace place = { 0, size, 2, 0 };
  SlSource *source;
  SlTextUnit unit;
  gsize next;
  Head head;

  if (!read_head (data, size, &head, &next) && head.is_json)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED,
                           "Line 1 does not say what follows, as in "
                           "{\"format\":\"" WORD "\",\"version\":" VERSION ",\"unit\":\"us\"}");
      return NULL;
    }
  if (head.version[0] != '\0' && strcmp (head.version, VERSION) != 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "Line 1: version “%s” is not read here, only version " VERSION,
                   sl_text_quote (head.version, strlen (head.version), quoted));
      return NULL;
    }
  if (!read_unit (&head, &unit, error) || !read_origin (&head, &unit, error))
    return NULL;

  place.offset = next;
  reader = head.is_json ? &sl_events_json_reader : &sl_events_csv_reader;
  reader_data = head.is_json ? sl_events_json_new (data, size)
                             : sl_events_csv_new (data, size, &place, error);
  if (reader_data == NULL)
    return NULL;

  source = sl_acted_source_new (input, 0, reader, reader_data, &unit, head.more, &place,
                                cancellable, error);
  if (source != NULL && head.is_concluded)
    sl_source_extras_set_concluded (sl_source_get_extras (source));
  if (source != NULL && head.has_classes)
    sl_source_set_traits (source, SL_TRAIT_LINUX_CLASSES);
  return source;
}

static const char *const extensions[] = { "csv", "jsonl", NULL };

/* Left out where a line of JSON has no such key. */
static const char *const some_fields[] = { "cpu",      "task",    "object", "value",
                                           "deadline", "nominal", "text",   NULL };

const SlFormat sl_format_events = {
  .struct_size = sizeof (SlFormat),
  .id = "slackline-events",
  .title = N_ ("Neutral events (CSV or JSON Lines)"),
  .extensions = extensions,
  .some_fields = some_fields,
  .translator = &sl_acted_translator,
  .tells = SL_ACTED_TELLS,
  .probe = events_probe,
  .open = events_open,
};
