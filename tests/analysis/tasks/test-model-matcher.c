/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-event-script.h"
#include "sl-model-matcher.h"

#define MANY 2000

/* Tasks 296, 304 and 312, of which one is called pilot, and two mutexes. */
#define SCRIPT                                                                           \
  "trace-start(264,1000) @0 id(296,1) create(296,2) create(304,2) create(312,2) A(296) " \
  "S(296,296) C(296) @20 lock(296,0x1000) @30 lock(296,0x2000) @50 unlock(296,0x2000) "  \
  "unlock(296,0x1000) @90 trace-stop"

static SlTaskModel *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SlTaskModel *model = sl_task_model_parse (text, "a.slackline-tasks", &error);

  g_assert_no_error (error);
  return model;
}

static guint32
find_object (SlTrace *trace, SlObjectType type, guint64 id)
{
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);

  g_assert_cmpuint (number, !=, 0);
  return number;
}

/* One group after the other, as the file has them, each by what the manual says of it; those with wildcards, or those
 * without. */
static char *
find_slowly (const SlTaskModel *model,
             SlTrace *trace,
             SlAnnotations *annotations,
             guint32 number,
             gboolean has_wildcards)
{
  const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), number);
  g_autofree char *name = sl_annotations_dup_object_name (annotations, trace, number);
  g_autofree char *reference = sl_object_to_string (object);
  g_auto (GStrv) names = sl_task_model_list (model, SL_MODEL_TASK);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *match = sl_task_model_get (model, SL_MODEL_TASK, names[i], "match");
      const char *text = match != NULL ? match : names[i];
      SlObjectType type;
      guint64 id;
      guint32 life;

      if ((strpbrk (text, "*?") != NULL) != has_wildcards)
        continue;
      if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &id, NULL))
        {
          if (id == object->id)
            return g_strdup (names[i]);
        }
      else if (g_pattern_match_simple (text, name) || g_pattern_match_simple (text, reference) ||
               (sl_object_parse_reference (text, &type, &id, &life, NULL) && type == object->type &&
                id == object->id && (life == 0 || life == object->life)))
        return g_strdup (names[i]);
    }

  return NULL;
}

static void
test_first (void)
{
  static const char *const texts[] = { "296",        "304",        "0312",    "task:296",
                                       "task:304#1", "task:304#2", "pilot",   "pi*",
                                       "p?lot",      "*",          "task:3*", "mutex:0x1000",
                                       "nobody",     "task:0x130" };
  g_autoptr (SlTrace) trace = sl_event_script_load (SCRIPT);
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_with_name (plain, "task:296", "pilot");
  guint n_found = 0;

  g_test_summary (
      "A group without wildcards counts before those with some, and the first of either, whether it says a "
      "number, a reference or a name");

  for (guint round = 0; round < 500; round++)
    {
      GString *text = g_string_new (NULL);
      g_autoptr (SlTaskModel) model = NULL;
      g_autoptr (SlModelMatcher) matcher = NULL;

      for (guint i = 0; i < 4; i++)
        g_string_append_printf (text, "[task g%u]\nmatch=%s\n", i,
                                texts[g_test_rand_int_range (0, (gint32) G_N_ELEMENTS (texts))]);
      model = parse (text->str);
      matcher = sl_model_matcher_new (model);
      for (guint64 id = 296; id <= 312; id += 8)
        {
          guint32 number = find_object (trace, SL_OBJECT_TASK, id);
          g_autofree char *exact = find_slowly (model, trace, annotations, number, FALSE);
          g_autofree char *expected = exact != NULL
                                          ? g_strdup (exact)
                                          : find_slowly (model, trace, annotations, number, TRUE);

          g_assert_cmpstr (sl_model_matcher_find (matcher, SL_MODEL_TASK, trace, annotations,
                                                  number),
                           ==, expected);
          n_found += expected != NULL;
        }
      g_string_free (text, TRUE);
    }
  g_assert_cmpuint (n_found, >, 500);
}

static void
test_locks (void)
{
  const char *const names[] = { "bus", "mutex:0x2000", "mutex:*", "0x2000", "none", NULL };
  g_autoptr (SlTrace) trace = sl_event_script_load (SCRIPT);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskModel) model = parse ("[lock bus]\nmatch=mutex:0x1000\n");
  g_autoptr (SlModelMatcher) matcher = sl_model_matcher_new (model);
  g_autoptr (GHashTable) found = sl_model_matcher_find_locks (matcher, trace, annotations, names);
  guint32 bus = find_object (trace, SL_OBJECT_MUTEX, 0x1000);
  guint32 other = find_object (trace, SL_OBJECT_MUTEX, 0x2000);

  g_test_summary (
      "Sections name a lock as its group does, and one without a group as the trace does");

  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (found, "bus")), ==, bus);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (found, names[i])), ==, other);
  g_assert_false (g_hash_table_contains (found, "none"));
}

static void
test_work (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (SCRIPT);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SlTaskModel) model = NULL;
  g_autoptr (SlModelMatcher) matcher = NULL;
  guint32 number = find_object (trace, SL_OBJECT_TASK, 304);

  g_test_summary ("Groups without wildcards are found without trying one after the other");

  for (guint i = 0; i < MANY; i++)
    g_string_append_printf (text, "[task t%u]\nmatch=task:%u\n", i, 10000 + i);
  g_string_append (text, "[task late]\nmatch=task:304\n[task rest]\nmatch=task:*\n");
  model = parse (text->str);
  matcher = sl_model_matcher_new (model);
  for (guint i = 0; i < MANY; i++)
    g_assert_cmpstr (sl_model_matcher_find (matcher, SL_MODEL_TASK, trace, annotations, number), ==,
                     "late");
  g_assert_cmpuint (sl_model_matcher_get_n_tried (matcher), ==, 0);

  number = find_object (trace, SL_OBJECT_TASK, 312);
  for (guint i = 0; i < MANY; i++)
    g_assert_cmpstr (sl_model_matcher_find (matcher, SL_MODEL_TASK, trace, annotations, number), ==,
                     "rest");
  g_assert_cmpuint (sl_model_matcher_get_n_tried (matcher), ==, MANY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model-matcher/first", test_first);
  g_test_add_func ("/model-matcher/locks", test_locks);
  g_test_add_func ("/model-matcher/work", test_work);

  return g_test_run ();
}
