/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From a file to an exercise. What it does not know is refused: who writes an exercise wants to
 * hear of a misspelt word. */
#include "sl-exercise-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-time-text.h"

typedef struct _Reader Reader;

typedef struct
{
  const char *name;
  gboolean (*begin) (Reader *self, const char **names, const char **values, GError **error);
  void (*end) (Reader *self, char *text);
} Element;

struct _Reader
{
  SlExercise *exercise;
  SlClock *clock;
  GMarkupParseContext *context;
  const Element *element; /* that is open inside the exercise; NULL for none */
  gboolean is_inside;
  GString *text;
};

static gboolean G_GNUC_PRINTF (3, 4)
    fail (const Reader *self, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  int line;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_markup_parse_context_get_position (self->context, &line, NULL);
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "Line %d, <%s>: %s", line,
               self->element != NULL ? self->element->name : "exercise", text);

  return FALSE;
}

/* @accepted: ended by NULL */
static gboolean
check_names (const Reader *self, const char **names, const char *const *accepted, GError **error)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (!g_strv_contains (accepted, names[i]))
      {
        g_autofree char *list = g_strjoinv (", ", (char **) accepted);

        return fail (self, error, "It has no attribute “%s”; its attributes are: %s", names[i],
                     accepted[0] != NULL ? list : "none");
      }

  return TRUE;
}

static const char *
find (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];

  return NULL;
}

/* @ticks stays as it is where there is no such attribute. */
static gboolean
read_time (const Reader *self,
           const char **names,
           const char **values,
           const char *name,
           gint64 *ticks,
           GError **error)
{
  const char *value = find (names, values, name);

  if (value == NULL || (sl_duration_parse (value, self->clock, ticks, NULL) && *ticks >= 0))
    return TRUE;

  return fail (self, error,
               "%s: “%s” is not a time of 0 or more: write a number with s, ms, us or ns", name,
               value);
}

static gboolean
read_flag (const Reader *self,
           const char **names,
           const char **values,
           const char *name,
           gboolean *flag,
           GError **error)
{
  const char *value = find (names, values, name);

  if (value == NULL)
    return TRUE;

  *flag = g_str_equal (value, "yes");
  return *flag || g_str_equal (value, "no") ||
         fail (self, error, "%s: “%s” is neither yes nor no", name, value);
}

static gboolean
begin_plain (Reader *self, const char **names, const char **values, GError **error)
{
  static const char *const accepted[] = { NULL };

  return check_names (self, names, accepted, error);
}

static void
end_title (Reader *self, char *text)
{
  g_free (self->exercise->title);
  self->exercise->title = text;
}

static void
end_subject (Reader *self, char *text)
{
  g_free (self->exercise->subject);
  self->exercise->subject = text;
}

/* @settings: takes both, where they make sense */
static gboolean
read_setting (const Reader *self,
              const char *key,
              const char *value,
              GPtrArray *settings,
              GError **error)
{
  const SlModelKey *known = sl_model_keys_find (SL_MODEL_SCHEDULER, key);
  g_autoptr (GError) form = NULL;

  if (known == NULL)
    return fail (self, error, "“%s” is neither id, tasks nor a key of [scheduler]", key);
  if (known->choices != NULL && !g_strv_contains (known->choices, value))
    {
      g_autofree char *list = g_strjoinv (", ", (char **) known->choices);

      return fail (self, error, "%s: “%s” is not one of: %s", key, value, list);
    }
  if (!sl_model_form_check (known->form, value, &form))
    return fail (self, error, "%s: %s", key, form->message);

  g_ptr_array_add (settings, g_strdup (key));
  g_ptr_array_add (settings, g_strdup (value));
  return TRUE;
}

static gboolean
begin_run (Reader *self, const char **names, const char **values, GError **error)
{
  g_autoptr (GPtrArray) settings = g_ptr_array_new_with_free_func (g_free);
  const char *id = find (names, values, "id");
  const char *tasks = find (names, values, "tasks");
  SlExerciseRun run = { 0 };
  guint other;

  if (id == NULL || tasks == NULL)
    return fail (self, error, "It has no %s", id == NULL ? "id" : "tasks");
  if (sl_exercise_find_run (self->exercise, id, &other))
    return fail (self, error, "There is a run “%s” already", id);
  for (guint i = 0; names[i] != NULL; i++)
    if (!g_str_equal (names[i], "id") && !g_str_equal (names[i], "tasks") &&
        !read_setting (self, names[i], values[i], settings, error))
      return FALSE;

  g_ptr_array_add (settings, NULL);
  run.id = g_strdup (id);
  run.tasks = g_strdup (tasks);
  run.settings = (char **) g_ptr_array_steal (settings, NULL);
  g_array_append_val (self->exercise->runs, run);
  return TRUE;
}

static void
end_run (Reader *self, char *text)
{
  GArray *runs = self->exercise->runs;

  g_array_index (runs, SlExerciseRun, runs->len - 1).title = text;
}

static gboolean
begin_question (Reader *self, const char **names, const char **values, GError **error)
{
  static const char *const accepted[] = { "asks", NULL };
  SlExerciseText question = { .asks = TRUE };

  if (!check_names (self, names, accepted, error) ||
      !read_flag (self, names, values, "asks", &question.asks, error))
    return FALSE;

  g_array_append_val (self->exercise->questions, question);
  return TRUE;
}

static void
end_question (Reader *self, char *text)
{
  GArray *questions = self->exercise->questions;

  g_array_index (questions, SlExerciseText, questions->len - 1).text = text;
}

static gboolean
begin_look (Reader *self, const char **names, const char **values, GError **error)
{
  static const char *const accepted[] = { "run", "row", "from", "to", "steps", NULL };
  const char *id = find (names, values, "run");
  SlExerciseLook look = { 0 };

  if (!check_names (self, names, accepted, error) ||
      !read_time (self, names, values, "from", &look.span.begin, error) ||
      !read_time (self, names, values, "to", &look.span.end, error) ||
      !read_flag (self, names, values, "steps", &look.steps, error))
    return FALSE;
  if (self->exercise->runs->len == 0 ||
      (id != NULL && !sl_exercise_find_run (self->exercise, id, &look.run)))
    return fail (self, error, "There is no <run> “%s” above it", id != NULL ? id : "");
  if (look.span.end < look.span.begin)
    return fail (self, error, "It ends before it begins");

  look.row = g_strdup (find (names, values, "row"));
  g_array_append_val (self->exercise->looks, look);
  return TRUE;
}

static void
end_look (Reader *self, char *text)
{
  GArray *looks = self->exercise->looks;

  g_array_index (looks, SlExerciseLook, looks->len - 1).text = text;
}

static gboolean
begin_answer (Reader *self, const char **names, const char **values, GError **error)
{
  static const char *const accepted[] = { "when", NULL };
  SlExerciseText answer = { 0 };

  if (!check_names (self, names, accepted, error))
    return FALSE;

  answer.when = g_strdup (find (names, values, "when"));
  g_array_append_val (self->exercise->answers, answer);
  return TRUE;
}

static void
end_answer (Reader *self, char *text)
{
  GArray *answers = self->exercise->answers;

  g_array_index (answers, SlExerciseText, answers->len - 1).text = text;
}

static const Element elements[] = {
  { "title", begin_plain, end_title }, { "subject", begin_plain, end_subject },
  { "run", begin_run, end_run },       { "question", begin_question, end_question },
  { "look", begin_look, end_look },    { "answer", begin_answer, end_answer },
};

static void
start_element_cb (GMarkupParseContext *context,
                  const char *name,
                  const char **names,
                  const char **values,
                  gpointer user_data,
                  GError **error)
{
  Reader *self = user_data;

  if (!self->is_inside)
    {
      self->is_inside = g_str_equal (name, "exercise");
      if (!self->is_inside)
        fail (self, error, "Expected, not <%s>", name);
      else
        begin_plain (self, names, values, error);
      return;
    }
  if (self->element != NULL)
    {
      fail (self, error, "Contains only text, no <%s>", name);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (elements) && self->element == NULL; i++)
    if (g_str_equal (elements[i].name, name))
      self->element = &elements[i];
  if (self->element == NULL)
    fail (self, error, "Contains title, subject, run, question, look and answer, no <%s>", name);
  else
    self->element->begin (self, names, values, error);
}

/* (transfer full): @text with one space for any white space, as xgettext takes it, in the
 * language of the program where that is known. */
static char *
translate (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? " " : "", words[i]);

  return g_strdup (joined->len > 0 ? _ (joined->str) : "");
}

static void
end_element_cb (GMarkupParseContext *context, const char *name, gpointer user_data, GError **error)
{
  Reader *self = user_data;

  if (self->element == NULL)
    return;

  self->element->end (self, translate (self->text->str));
  self->element = NULL;
  g_string_truncate (self->text, 0);
}

static void
text_cb (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer user_data,
         GError **error)
{
  Reader *self = user_data;

  if (self->element != NULL)
    g_string_append_len (self->text, text, (gssize) length);
  else if (strspn (text, " \t\r\n") < length)
    fail (self, error, "There is text outside its elements");
}

static gboolean
is_complete (const SlExercise *self, GError **error)
{
  const char *missing = self->title == NULL         ? "title"
                        : self->subject == NULL     ? "subject"
                        : self->runs->len == 0      ? "run"
                        : self->questions->len == 0 ? "question"
                        : self->answers->len == 0   ? "answer"
                                                    : NULL;

  if (missing == NULL)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "It has no <%s>", missing);
  return FALSE;
}

/**
 * sl_exercise_parse:
 * @file: where @text comes from, and task sets stand
 *
 * As sl_exercise_load().
 *
 * Returns: (transfer full): %NULL on error
 */
SlExercise *
sl_exercise_parse (const char *text, gsize length, GFile *file, GError **error)
{
  static const GMarkupParser parser = { start_element_cb, end_element_cb, text_cb, NULL, NULL };
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlExercise) exercise = sl_exercise_new (file);
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  g_autoptr (GString) gathered = g_string_new (NULL);
  Reader reader = { .exercise = exercise, .clock = clock, .text = gathered };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &reader, NULL);
  g_autofree char *name = g_file_get_basename (file);

  reader.context = context;
  if (g_markup_parse_context_parse (context, text, (gssize) length, error) &&
      g_markup_parse_context_end_parse (context, error) && is_complete (exercise, error))
    return g_steal_pointer (&exercise);

  g_prefix_error (error, "%s: ", name);
  if (error != NULL && *error != NULL && (*error)->domain == G_MARKUP_ERROR)
    {
      (*error)->domain = SL_ERROR;
      (*error)->code = SL_ERROR_USAGE;
    }
  return NULL;
}
