/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-completion.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-filter.h"
#include "sl-load.h"
#include "sl-open.h"

static SlTrace *
open_sample (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  SlOpenRequest request = { files, NULL, NULL };
  g_autoptr (GPtrArray) sources = NULL;
  SlTrace *trace;

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (g_ptr_array_index (sources, 0), sl_analyses_get_all (), NULL, NULL, NULL,
                       &error);
  g_assert_no_error (error);
  return trace;
}

static gboolean
offers (GPtrArray *found, const char *text)
{
  for (guint i = 0; i < found->len; i++)
    if (g_str_equal (((const SlCompletion *) g_ptr_array_index (found, i))->text, text))
      return TRUE;

  return FALSE;
}

typedef struct
{
  const char *text;
  guint begin;
  const char *first; /* NULL for nothing */
  const char *also;
  const char *never;
} Expected;

static const Expected expected[] = {
  { "", 0, "kind", "state", "mutex-lock" },
  { "ki", 0, "kind", NULL, "state" },
  { "mut", 0, "mutex-lock", "\"mutex 0x1720a40\"", "kind" },
  { "MUT", 0, "mutex-lock", "mutex-unlock", NULL },
  { "param", 0, "parameter-1", "parameter-2", NULL },
  { "field.", 0, "field.code", "field.parameter-1", "kind" },
  { "cpu = 0 and field.param", 12, "field.parameter-1", "field.parameter-2", "parameter-1" },
  { "field.parameter-1 ", 18, "=", "in", "~" },
  { "kind", 0, NULL, NULL, NULL },
  { "kind ", 5, "=", "~", "<" },
  { "tick ", 5, "=", "in", "~" },
  { "parameter-1 ", 12, "=", NULL, NULL },
  { "kind = lock", 7, "mutex-lock", NULL, "task-create" },
  { "kind = ", 7, "trace-start", "context-switch", NULL },
  { "family=mu", 7, "mutex", NULL, NULL },
  { "not (task = ctx", 12, "\"ctx 264 · pid 1\"", "\"ctx 296 · pid 5\"", "timer" },
  { "task = \"ctx 29", 7, "\"ctx 296 · pid 5\"", NULL, "\"ctx 288 · pid 4\"" },
  { "object = IRQ", 9, "\"IRQ 1\"", "\"IRQ 14\"", NULL },
  { "state != run", 9, "running", NULL, "ready" },
  { "cpu = ", 6, "0", NULL, NULL },
  { "flags = ga", 8, "gap", NULL, "guessed" },
  { "kind = mutex-lock ", 18, "and", "or", "kind" },
  { "kind = mutex-lock an", 18, "and", NULL, "or" },
  { "kind = mutex-lock and o", 22, "object", "offset", "or" },
  { "mutex lo", 6, NULL, NULL, "lane" },
  { "mutex ta", 6, "task-create", NULL, "task" },
  { "a in 3", 5, NULL, NULL, NULL },
  { "a = 1 and b < 2 or", 16, NULL, NULL, NULL },
};

static void
test_places (void)
{
  g_autoptr (SlTrace) trace = open_sample ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);
  g_autoptr (SlFilterVocabulary) vocabulary = sl_filter_vocabulary_new (set);

  g_test_summary ("What fits where the cursor is comes first if it begins like the word, in quotes "
                  "where it needs them; nothing else is offered.");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const Expected *now = &expected[i];
      guint begin;
      g_autoptr (GPtrArray) found =
          sl_filter_completion_list (vocabulary, now->text, (guint) g_utf8_strlen (now->text, -1),
                                     &begin);

      g_test_message ("%s: %s", now->text,
                      found->len > 0 ? ((SlCompletion *) found->pdata[0])->text : "-");
      if (now->first != NULL)
        {
          g_assert_cmpuint (found->len, >, 0);
          g_assert_cmpstr (((SlCompletion *) found->pdata[0])->text, ==, now->first);
          g_assert_cmpuint (begin, ==, now->begin);
        }
      else if (now->never == NULL)
        g_assert_cmpuint (found->len, ==, 0);
      if (now->also != NULL)
        g_assert_true (offers (found, now->also));
      if (now->never != NULL)
        g_assert_false (offers (found, now->never));
    }
}

static void
test_expects_value (void)
{
  static const struct
  {
    const char *text;
    gboolean expects;
  } texts[] = {
    { "task = ", TRUE },          { "family=", TRUE },   { "kind != ", TRUE },
    { "a = 1 and cpu = ", TRUE }, { "task = c", FALSE }, { "task ", FALSE },
    { "task = ctx ", FALSE },     { "", FALSE },
  };
  g_autoptr (SlTrace) trace = open_sample ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);
  g_autoptr (SlFilterVocabulary) vocabulary = sl_filter_vocabulary_new (set);

  g_test_summary ("A value that is not begun is expected behind an operator, and nowhere else.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (sl_filter_completion_expects_value (vocabulary, texts[i].text,
                                            (guint) strlen (texts[i].text)) != texts[i].expects)
      g_error ("“%s”: not %d", texts[i].text, texts[i].expects);
}

/* Whatever is offered in the place of the word. */
static void
try_all (SlFilterVocabulary *vocabulary, SlTrace *trace, const char *text, const char *rest)
{
  guint begin;
  g_autoptr (GPtrArray) found =
      sl_filter_completion_list (vocabulary, text, (guint) g_utf8_strlen (text, -1), &begin);
  g_autofree char *before = g_utf8_substring (text, 0, begin);

  g_assert_cmpuint (found->len, >, 0);
  for (guint i = 0; i < found->len; i++)
    {
      const SlCompletion *completion = g_ptr_array_index (found, i);
      g_autofree char *whole = g_strconcat (before, completion->text, rest, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlFilter) filter = sl_filter_parse (whole, &error);
      g_autoptr (SlFilterRun) run = NULL;

      g_test_message ("%s", whole);
      g_assert_no_error (error);
      run = sl_filter_run_new (filter, trace, &error);
      g_assert_no_error (error);
      g_assert_nonnull (completion->note);
    }
}

static void
test_right (void)
{
  g_autoptr (SlTrace) trace = open_sample ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);
  g_autoptr (SlFilterVocabulary) vocabulary = sl_filter_vocabulary_new (set);

  g_test_summary ("Every value and every name that is offered makes a filter that is right.");

  try_all (vocabulary, trace, "kind = ", "");
  try_all (vocabulary, trace, "family = ", "");
  try_all (vocabulary, trace, "object = ", "");
  try_all (vocabulary, trace, "task = ", "");
  try_all (vocabulary, trace, "lane = ", "");
  try_all (vocabulary, trace, "state = ", "");
  try_all (vocabulary, trace, "cpu = ", "");
  try_all (vocabulary, trace, "flags = ", "");
  try_all (vocabulary, trace, "mutex or i", "");
  try_all (vocabulary, trace, "mutex ", " timer");
}

static void
test_cursor (void)
{
  g_autoptr (SlTrace) trace = open_sample ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);
  g_autoptr (SlFilterVocabulary) vocabulary = sl_filter_vocabulary_new (set);
  static const char text[] = "kind = mutex-lock and object ~ \"µ·\" or (t";

  g_test_summary ("At any place of any text there is an answer, and its word ends at the cursor.");

  for (guint cursor = 0; cursor <= sizeof text + 2; cursor++)
    {
      guint begin;
      g_autoptr (GPtrArray) found = sl_filter_completion_list (vocabulary, text, cursor, &begin);

      g_assert_nonnull (found);
      g_assert_cmpuint (begin, <=, cursor);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/filter-completion/places", test_places);
  g_test_add_func ("/app/filter-completion/expects-value", test_expects_value);
  g_test_add_func ("/app/filter-completion/right", test_right);
  g_test_add_func ("/app/filter-completion/cursor", test_cursor);
  return g_test_run ();
}
