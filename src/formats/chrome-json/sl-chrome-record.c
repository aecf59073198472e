/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-record.h"

#include <string.h>

/* From microseconds to nanoseconds: a power of ten. */
#define NS_SHIFT 3

/* Times beyond 146 years, and lengths beyond 73, are of no clock; what is that far before zero is not, either. Any two of them
 * have a difference. */
#define MOST_TIME     (G_GINT64_CONSTANT (1) << 62)
#define MOST_DURATION (G_GINT64_CONSTANT (1) << 61)
#define LEAST_TIME    (-(G_GINT64_CONSTANT (1) << 60))

static SlChromePhase
find_phase (char letter)
{
  static const struct
  {
    char letter;
    SlChromePhase phase;
  } phases[] = {
    { 'X', SL_CHROME_COMPLETE },    { 'B', SL_CHROME_BEGIN },       { 'E', SL_CHROME_END },
    { 'i', SL_CHROME_INSTANT },     { 'I', SL_CHROME_INSTANT },     { 'P', SL_CHROME_INSTANT },
    { 'R', SL_CHROME_INSTANT },     { 'C', SL_CHROME_COUNTER },     { 'b', SL_CHROME_ASYNC_BEGIN },
    { 'S', SL_CHROME_ASYNC_BEGIN }, { 'N', SL_CHROME_ASYNC_BEGIN }, { 'n', SL_CHROME_ASYNC_STEP },
    { 'T', SL_CHROME_ASYNC_STEP },  { 'p', SL_CHROME_ASYNC_STEP },  { 'O', SL_CHROME_ASYNC_STEP },
    { 'e', SL_CHROME_ASYNC_END },   { 'F', SL_CHROME_ASYNC_END },   { 'D', SL_CHROME_ASYNC_END },
    { 's', SL_CHROME_FLOW_BEGIN },  { 't', SL_CHROME_FLOW_STEP },   { 'f', SL_CHROME_FLOW_END },
    { 'M', SL_CHROME_METADATA },
  };

  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    if (phases[i].letter == letter)
      return phases[i].phase;

  return SL_CHROME_OTHER;
}

static gboolean
read_time (SlChromeRecord *self, const SlJsonSpan *value, SlTime *time)
{
  gboolean is_exact;

  if (!sl_json_span_read_decimal (value, NS_SHIFT, time, &is_exact) || *time > MOST_TIME ||
      *time < LEAST_TIME)
    return FALSE;

  self->is_exact &= is_exact;
  return TRUE;
}

/* "id2": {"local": "0x1"}: of one process, or of all. */
static void
read_second_id (SlChromeRecord *self, const SlJsonSpan *value)
{
  SlJsonCursor cursor;
  SlJsonSpan key;

  sl_json_cursor_init (&cursor, value->begin, value->length, 0);
  if (!sl_json_cursor_enter (&cursor, '{') || !sl_json_cursor_next_member (&cursor, &key))
    return;

  sl_json_cursor_read (&cursor, &self->id);
}

static void
take_member (SlChromeRecord *self, const SlJsonSpan *key, const SlJsonSpan *value)
{
  SlJsonSpan *const spans[] = { &self->name, &self->category, &self->pid,
                                &self->tid,  &self->id,       &self->bind };
  static const char *const names[] = { "name", "cat", "pid", "tid", "id", "bind_id" };

  if (sl_json_span_is (key, "ph"))
    {
      self->letter = value->length == 1 ? value->begin[0] : '\0';
      self->phase = find_phase (self->letter);
    }
  else if (sl_json_span_is (key, "s"))
    self->scope = value->length == 1 ? value->begin[0] : '\0';
  else if (sl_json_span_is (key, "bp"))
    self->binding = value->length == 1 ? value->begin[0] : '\0';
  else if (sl_json_span_is (key, "ts"))
    self->has_time = read_time (self, value, &self->time);
  else if (sl_json_span_is (key, "dur"))
    {
      if (!read_time (self, value, &self->duration) || self->duration < 0 ||
          self->duration > MOST_DURATION)
        self->duration = -1;
    }
  else if (sl_json_span_is (key, "args"))
    self->arguments = *value;
  else if (sl_json_span_is (key, "id2"))
    read_second_id (self, value);
  else if (sl_json_span_is (key, "flow_in"))
    self->flow_in = sl_json_span_is_true (value);
  else if (sl_json_span_is (key, "flow_out"))
    self->flow_out = sl_json_span_is_true (value);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (sl_json_span_is (key, names[i]))
      *spans[i] = *value;
}

/**
 * sl_chrome_record_read:
 * @self: (out caller-allocates)
 * @cursor: at the object, moved behind it
 *
 * Returns: %FALSE where there is no whole object; then the cursor has a fault, or the value at hand is something else
 */
gboolean
sl_chrome_record_read (SlChromeRecord *self, SlJsonCursor *cursor)
{
  SlJsonSpan key, value;

  *self = (SlChromeRecord) { .duration = -1, .is_exact = TRUE };
  if (!sl_json_cursor_enter (cursor, '{'))
    return FALSE;

  while (sl_json_cursor_next_member (cursor, &key))
    if (sl_json_cursor_read (cursor, &value))
      take_member (self, &key, &value);

  return cursor->fault == NULL;
}

/* FNV-1a. */
static guint64
hash (guint64 state, const SlJsonSpan *span)
{
  for (gsize i = 0; i < span->length; i++)
    state = (state ^ (guint8) span->begin[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return (state ^ 0xff) * G_GUINT64_CONSTANT (0x100000001b3);
}

/* A number, decimal or behind 0x, is itself; anything else a number made of its letters, with the top bit set. */
static guint64
get_number (const SlJsonSpan *span)
{
  char text[24] = "";
  guint64 number;

  if (span->length > 0 && span->length < sizeof text)
    {
      memcpy (text, span->begin, span->length);
      if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &number, NULL) ||
          (g_str_has_prefix (text, "0x") &&
           g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXINT64, &number, NULL)))
        return number;
    }

  return hash (G_GUINT64_CONSTANT (0xcbf29ce484222325), span) | G_GUINT64_CONSTANT (1) << 63;
}

/**
 * sl_chrome_record_get_id:
 *
 * Returns: a number that is the same for the events of one async span or flow, and of no others: by category and id
 */
guint64
sl_chrome_record_get_id (const SlChromeRecord *self)
{
  guint64 state = hash (G_GUINT64_CONSTANT (0xcbf29ce484222325), &self->category);

  if (self->phase >= SL_CHROME_FLOW_BEGIN)
    return get_number (&self->id);
  return hash (state, &self->id);
}

/**
 * sl_chrome_record_get_bind:
 *
 * Returns: the number of the flow that a span is an end of
 */
guint64
sl_chrome_record_get_bind (const SlChromeRecord *self)
{
  return get_number (&self->bind);
}

/**
 * sl_chrome_record_enter_arguments:
 * @arguments: (out caller-allocates): for sl_chrome_record_next_argument()
 */
void
sl_chrome_record_enter_arguments (const SlChromeRecord *self, SlJsonCursor *arguments)
{
  sl_json_cursor_init (arguments, self->arguments.begin, self->arguments.length, 0);
  if (self->arguments.type != SL_JSON_TYPE_OBJECT || !sl_json_cursor_enter (arguments, '{'))
    arguments->fault = "There are no arguments";
}

gboolean
sl_chrome_record_next_argument (SlJsonCursor *arguments, SlJsonSpan *key, SlJsonSpan *value)
{
  return sl_json_cursor_next_member (arguments, key) && sl_json_cursor_read (arguments, value);
}

gboolean
sl_chrome_record_find_argument (const SlChromeRecord *self, const char *name, SlJsonSpan *value)
{
  SlJsonCursor arguments;
  SlJsonSpan key;

  sl_chrome_record_enter_arguments (self, &arguments);
  while (sl_chrome_record_next_argument (&arguments, &key, value))
    if (sl_json_span_is (&key, name))
      return TRUE;

  return FALSE;
}
