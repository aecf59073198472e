/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kind.h"

#include <string.h>

static void
test_table (void)
{
  g_test_summary ("Every built-in kind is found by its id, or the first that shares it, and has "
                  "what people need.");

  g_assert_cmpuint (sl_kind_get_count (), >=, SL_N_BUILTIN_KINDS);
  for (guint i = 0; i < SL_N_BUILTIN_KINDS; i++)
    {
      const SlKind *kind = sl_kind_get (i);
      guint16 found;
      guint family;

      g_assert_true (sl_kind_find (kind->id, &found));
      g_assert_cmpuint (found, <=, i);
      g_assert_cmpstr (sl_kind_get (found)->id, ==, kind->id);
      g_assert_true (sl_family_find (kind->family, &family));
      g_assert_cmpuint (family, ==, sl_kind_get_family (i));
      g_assert_cmpuint (strlen (kind->title), >, 0);
      g_assert_true ((kind->a.form == SL_FIELD_NONE) == (kind->a.name == NULL));
      g_assert_true ((kind->object_type == SL_OBJECT_NONE) ==
                     (kind->object_source == SL_FROM_NOWHERE));
    }
}

static void
test_families (void)
{
  static const char *const order[] = { "general", "ipoint", "task", "interrupt", "cpu" };

  g_test_summary ("Families are in the order of the table, and each has a title.");

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    g_assert_cmpstr (sl_family_get_id (i), ==, order[i]);
  for (guint i = 0; i < sl_family_get_count (); i++)
    g_assert_nonnull (sl_family_get_title (i));
  g_assert_true (sl_family_find ("unknown", NULL));
  g_assert_false (sl_family_find ("no-such", NULL));
}

static void
test_unknown (void)
{
  static const char *const wrong[] = { "unknown-0x",     "unknown-0x01f", "unknown-0x1F",
                                       "unknown-0x8000", "unknown-1f",    "unknown-0x-1" };
  guint16 kind;

  g_test_summary ("Unknown codes have a name of their own, in one form only.");

  g_assert_cmpstr (sl_kind_get (SL_KIND_UNKNOWN + 0x1f)->id, ==, "unknown-0x1f");
  g_assert_cmpstr (sl_kind_get (SL_KIND_UNKNOWN)->id, ==, "unknown-0x0");
  g_assert_cmpstr (sl_kind_get (G_MAXUINT16)->id, ==, "unknown-0x7fff");
  g_assert_cmpstr (sl_kind_get (SL_KIND_UNKNOWN_BUS + 0x30)->id, ==, "unknown-0x30");
  g_assert_cmpstr (sl_kind_get (SL_KIND_UNKNOWN_BUS + 0xff)->id, ==, "unknown-0xff");
  g_assert_true (sl_kind_get (SL_KIND_UNKNOWN + 7) == sl_kind_get (SL_KIND_UNKNOWN + 7));
  g_assert_cmpstr (sl_family_get_id (sl_kind_get_family (SL_KIND_UNKNOWN + 3)), ==, "unknown");
  g_assert_true (sl_kind_find ("unknown-0x1f", &kind));
  g_assert_cmpuint (kind, ==, SL_KIND_UNKNOWN + 0x1f);
  g_assert_true (sl_kind_find ("unknown-0x0", &kind));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (sl_kind_find (wrong[i], NULL));
}

static void
test_all_unknown (void)
{
  g_test_summary ("A trace may hold every code: the names of all are kept, and a leak checker "
                  "finds each.");

  for (guint code = 0; SL_KIND_UNKNOWN + code <= G_MAXUINT16; code++)
    {
      g_autofree char *id = g_strdup_printf ("unknown-0x%x", code);

      g_assert_cmpstr (sl_kind_get ((guint16) (SL_KIND_UNKNOWN + code))->id, ==, id);
    }
}

static gpointer
read_unknown (gpointer data)
{
  for (guint code = 0x100; code < 0x400; code++)
    g_assert_cmpuint (sl_kind_get_family (SL_KIND_UNKNOWN + code), ==, GPOINTER_TO_UINT (data));

  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[4];
  guint family = 0;

  g_test_summary ("Threads may meet the same unknown codes at the same time.");

  g_assert_true (sl_family_find ("unknown", &family));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("kinds", read_unknown, GUINT_TO_POINTER (family));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
test_register (void)
{
  SlKind kinds[] = {
    { .id = "test-one", .title = "One", .family = "test" },
    { .id = "test-two", .title = "Two", .family = "task" },
  };
  SlKind taken = { .id = "task-create", .title = "Taken", .family = "task" };
  SlKind unknown = { .id = "unknown-0x5", .title = "Unknown", .family = "task" };
  SlKind shouting = { .id = "Shouting", .title = "Shouting", .family = "task" };
  SlKind twice[] = { { .id = "test-three", .title = "3", .family = "test" },
                     { .id = "test-three", .title = "3", .family = "test" } };
  guint count = sl_kind_get_count ();
  guint16 first;

  g_test_summary ("A plugin's kinds come in all or none, and no id is ever two kinds.");

  g_assert_cmpuint (sl_kind_register (&taken, 1), ==, 0);
  g_assert_cmpuint (sl_kind_register (&unknown, 1), ==, 0);
  g_assert_cmpuint (sl_kind_register (&shouting, 1), ==, 0);
  g_assert_cmpuint (sl_kind_register (twice, 2), ==, 0);
  g_assert_cmpuint (sl_kind_register (NULL, 0), ==, 0);
  g_assert_cmpuint (sl_kind_get_count (), ==, count);

  first = sl_kind_register (kinds, 2);
  g_assert_cmpuint (first, ==, count);
  g_assert_cmpuint (sl_kind_register (kinds, 2), ==, 0);
  g_assert_cmpstr (sl_kind_get (first + 1)->id, ==, "test-two");
  g_assert_cmpuint (sl_kind_get_family (first + 1), ==, sl_kind_get_family (SL_KIND_TASK_CREATE));
  g_assert_cmpstr (sl_family_get_title (sl_kind_get_family (first)), ==, "test");
}

typedef struct
{
  SlEvent event;
  SlObjectType type; /* SL_OBJECT_NONE where there is no object */
  guint64 id;
} NativeObject;

static const NativeObject native_objects[] = {
  { { .kind = SL_KIND_TASK_CREATE, .a = 296, .b = 5 }, SL_OBJECT_TASK, 296 },
  { { .kind = SL_KIND_TASK_SCHEDULE, .a = 296, .b = 264 }, SL_OBJECT_TASK, 296 },
  { { .kind = SL_KIND_MUTEX_LOCK, .a = 296, .b = 0x1720a40 }, SL_OBJECT_MUTEX, 0x1720a40 },
  { { .kind = SL_KIND_MUTEX_LOCK, .a = 296, .b = 255 }, SL_OBJECT_SEMAPHORE, 255 },
  { { .kind = SL_KIND_MUTEX_LOCK, .a = 296, .b = 256 }, SL_OBJECT_MUTEX, 256 },
  { { .kind = SL_KIND_SERVER_ACTIVE, .b = 0x40 }, SL_OBJECT_SERVER, 0x40 },
  { { .kind = SL_KIND_SERVER_ACTIVE, .b = 0x40, .flags = SL_EVENT_NO_B }, SL_OBJECT_NONE, 0 },
  { { .kind = SL_KIND_TASK_CREATE, .a = 296, .flags = SL_EVENT_NO_A }, SL_OBJECT_NONE, 0 },
  { { .kind = SL_KIND_CLI, .cpu = 3 }, SL_OBJECT_CPU, 3 },
  { { .kind = SL_KIND_TIMER_POST, .a = 9 }, SL_OBJECT_TIMER, 0 },
  { { .kind = SL_KIND_IPOINT, .a = 9 }, SL_OBJECT_NONE, 0 },
  { { .kind = SL_KIND_UNKNOWN + 5, .a = 9 }, SL_OBJECT_NONE, 0 },
  { { .kind = SL_KIND_UNKNOWN_BUS + 5, .cpu = 2 }, SL_OBJECT_AGENT, 2 },
  { { .kind = SL_KIND_BUS_FETCH, .a = 9, .cpu = 1 }, SL_OBJECT_AGENT, 1 },
};

static void
test_native_object (void)
{
  g_test_summary ("The object acted on is read from where the kind's table says.");

  for (guint i = 0; i < G_N_ELEMENTS (native_objects); i++)
    {
      const NativeObject *expected = &native_objects[i];
      SlObjectType type;
      guint64 id;
      gboolean found = sl_event_get_native_object (&expected->event, &type, &id);

      g_test_message ("case %u", i);
      g_assert_cmpint (found, ==, expected->type != SL_OBJECT_NONE);
      if (!found)
        continue;

      g_assert_cmpuint (type, ==, expected->type);
      g_assert_cmpuint (id, ==, expected->id);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/kind/table", test_table);
  g_test_add_func ("/model/kind/families", test_families);
  g_test_add_func ("/model/kind/unknown", test_unknown);
  g_test_add_func ("/model/kind/all-unknown", test_all_unknown);
  g_test_add_func ("/model/kind/threads", test_threads);
  g_test_add_func ("/model/kind/register", test_register);
  g_test_add_func ("/model/kind/native-object", test_native_object);
  return g_test_run ();
}
