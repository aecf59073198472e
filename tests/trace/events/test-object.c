/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error.h"
#include "sl-object.h"

typedef struct
{
  SlObject object;
  const char *text;
} Reference;

static const Reference references[] = {
  { { .type = SL_OBJECT_TASK, .id = 296, .life = 1 }, "task:296" },
  { { .type = SL_OBJECT_TASK, .id = 296, .life = 2 }, "task:296#2" },
  { { .type = SL_OBJECT_TASK, .id = 0, .life = G_MAXUINT32 }, "task:0#4294967295" },
  { { .type = SL_OBJECT_CPU, .id = 0, .life = 1 }, "cpu:0" },
  { { .type = SL_OBJECT_IRQ, .id = 1, .life = 1 }, "irq:1" },
  { { .type = SL_OBJECT_TIMER, .id = 0, .life = 1 }, "timer" },
  { { .type = SL_OBJECT_MUTEX, .id = 0x1720a40, .life = 1 }, "mutex:0x1720a40" },
  { { .type = SL_OBJECT_SEMAPHORE, .id = 3, .life = 1 }, "semaphore:3" },
  { { .type = SL_OBJECT_SERVER, .id = 0xABCD, .life = 1 }, "server:0xabcd" },
  { { .type = SL_OBJECT_PROCESS, .id = G_MAXUINT64, .life = 1 }, "process:0xffffffffffffffff" },
  { { .type = SL_OBJECT_AGENT, .id = 0, .life = 1 }, "agent:0" },
};

static void
assert_reads_back (const SlObject *object, const char *text)
{
  g_autoptr (GError) error = NULL;
  SlObjectType type = SL_OBJECT_NONE;
  guint64 id = 1;
  guint32 life = 77;

  g_assert_true (sl_object_parse_reference (text, &type, &id, &life, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (type, ==, object->type);
  g_assert_cmpuint (id, ==, object->id);
  g_assert_cmpuint (life, ==, object->life > 1 ? object->life : 0);
}

static void
test_references (void)
{
  g_test_summary ("References have exactly the forms that scripts rely on.");

  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_autofree char *text = sl_object_to_string (&references[i].object);

      g_assert_cmpstr (text, ==, references[i].text);
      assert_reads_back (&references[i].object, text);
    }
}

static void
test_round_trip (void)
{
  g_test_summary ("Whatever object is printed, its reference is read as the same object.");

  for (guint i = 0; i < 5000; i++)
    {
      SlObject object = {
        .type = g_test_rand_int_range (SL_OBJECT_NONE + 1, SL_N_OBJECT_TYPES),
        .id = ((guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >>
              g_test_rand_int_range (0, 64),
        .life = g_test_rand_int_range (1, 4),
      };
      g_autofree char *text = NULL;

      if (object.type == SL_OBJECT_TIMER)
        object.id = 0;
      if (object.type == SL_OBJECT_REASON)
        object.id = sl_reason_id_make ("read/folio_wait_bit.isra.0/io", 29);
      text = sl_object_to_string (&object);
      assert_reads_back (&object, text);
    }
}

static void
test_no_reference (void)
{
  static const char *const wrong[] = {
    "futex:",     "futex:/0x1", "futex:0/0x1", "futex:1/", "futex:1/2/3",
    "",           "task",       "task:",       "task:x",   "task:-1",
    "task:1#",    "task:1#0",   "task:1#x",    "timer:0",  "tasks:1",
    "none",       "none:1",     "TASK:1",      " task:1",  "task:1 ",
    "task: 1",    "296",        "task:1#-1",   "mutex:0x", "task:18446744073709551616",
    "task:1#1#1",
  };

  g_test_summary ("Text that is not a reference is refused with a reason.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      SlObjectType type;
      guint64 id;
      guint32 life;

      g_test_message ("“%s”", wrong[i]);
      g_assert_false (sl_object_parse_reference (wrong[i], &type, &id, &life, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
    }
}

static void
test_other_spellings (void)
{
  SlObjectType type;
  guint64 id;
  guint32 life;

  g_test_summary ("Ids may be given in decimal or hex, and life 1 may be asked for.");

  g_assert_true (sl_object_parse_reference ("mutex:24250944", &type, &id, &life, NULL));
  g_assert_cmpuint (id, ==, 0x1720a40);
  g_assert_true (sl_object_parse_reference ("task:0x128#1", &type, &id, &life, NULL));
  g_assert_cmpuint (id, ==, 296);
  g_assert_cmpuint (life, ==, 1);
}

static void
test_lives (void)
{
  g_autoptr (SlObjectTableBuilder) builder = sl_object_table_builder_new ();
  g_autoptr (SlObjectTable) table = NULL;
  guint32 one, two, three, other, softirq;

  g_test_summary (
      "A native id means the life that holds it at that time; that of a softirq, which is raised "
      "before it is entered, means the same all along.");

  g_assert_cmpuint (sl_object_table_builder_current (builder, SL_OBJECT_TASK, 296), ==, 0);
  one = sl_object_table_builder_begin_life (builder, SL_OBJECT_TASK, 296, 10);
  other = sl_object_table_builder_begin_life (builder, SL_OBJECT_IRQ, 296, 0);
  g_assert_cmpuint (sl_object_table_builder_current (builder, SL_OBJECT_TASK, 296), ==, one);
  sl_object_table_builder_end_life (builder, one, 20);
  g_assert_cmpuint (sl_object_table_builder_current (builder, SL_OBJECT_TASK, 296), ==, 0);
  two = sl_object_table_builder_begin_life (builder, SL_OBJECT_TASK, 296, 30);
  three = sl_object_table_builder_begin_life (builder, SL_OBJECT_TASK, 296, 40);
  sl_object_table_builder_touch (builder, three, 50);
  sl_object_table_builder_name (builder, three, "bad \xff name");
  softirq = sl_object_table_builder_begin_life (builder, SL_OBJECT_SOFTIRQ, 9, 30);
  sl_object_table_builder_begin_life (builder, SL_OBJECT_MUTEX, 9, 30);
  table = sl_object_table_builder_snapshot (builder);

  g_assert_cmpuint (sl_object_table_get_size (table), ==, 6);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_SOFTIRQ, 9, 29), ==, softirq);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_SOFTIRQ, 8, 29), ==, 0);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_MUTEX, 9, 29), ==, 0);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, 9), ==, 0);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, 10), ==, one);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, 20), ==, one);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, 21), ==, 0);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, 39), ==, two);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, 40), ==, three);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 296, SL_TIME_MAX), ==, three);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_IRQ, 296, 9), ==, other);
  g_assert_cmpuint (sl_object_table_at (table, SL_OBJECT_TASK, 297, 15), ==, 0);
  g_assert_cmpuint (sl_object_table_find (table, SL_OBJECT_TASK, 296, 2), ==, two);
  g_assert_cmpuint (sl_object_table_find (table, SL_OBJECT_TASK, 296, 0), ==, 0);
  g_assert_cmpuint (sl_object_table_find (table, SL_OBJECT_TASK, 296, 4), ==, 0);
  g_assert_cmpuint (sl_object_table_get (table, three)->life, ==, 3);
  g_assert_cmpint (sl_object_table_get (table, three)->last, ==, 50);
  g_assert_cmpint (sl_object_table_get (table, two)->gone, ==, 40);
  g_assert_true (g_utf8_validate (sl_object_table_get (table, three)->name, -1, NULL));
}

static void
test_futexes (void)
{
  g_autoptr (SlObjectTableBuilder) builder = sl_object_table_builder_new ();
  g_autoptr (SlObjectTable) table = NULL;
  guint64 later = sl_futex_id_make (8, 0x1000), sooner = sl_futex_id_make (7, 0x2000);
  guint64 shared = sl_futex_id_make (0, 0x1000), odd = 0x80f7000000000000;
  SlObject object = { .type = SL_OBJECT_FUTEX, .id = later, .life = 1 };
  g_autofree char *text = sl_object_to_string (&object);
  guint32 process, one, other;

  g_test_summary (
      "A futex is a process and an address, or an address alone: each pair has one id and one reference, "
      "and their order is that of the numbers, not that in which they were seen.");

  g_assert_cmpstr (text, ==, "futex:8/0x1000");
  assert_reads_back (&object, text);
  g_assert_cmpuint (later, ==, sl_futex_id_make (8, 0x1000));
  g_assert_cmpuint (shared, ==, 0x1000);
  g_assert_cmpuint (sl_futex_id_get_address (later, &process), ==, 0x1000);
  g_assert_cmpuint (process, ==, 8);
  g_assert_cmpuint (sl_futex_id_get_address (shared, &process), ==, 0x1000);
  g_assert_cmpuint (process, ==, 0);
  g_assert_cmpuint (sl_futex_id_get_address (sl_futex_id_make (0, odd), &process), ==, odd);
  g_assert_cmpuint (process, ==, 0);

  g_assert_true (sl_object_is_meant (&object, SL_OBJECT_FUTEX, later, 0));
  g_assert_true (sl_object_is_meant (&object, SL_OBJECT_FUTEX, shared, 0));
  g_assert_true (sl_object_is_meant (&object, SL_OBJECT_FUTEX, shared, 1));
  g_assert_false (sl_object_is_meant (&object, SL_OBJECT_FUTEX, shared, 2));
  g_assert_false (sl_object_is_meant (&object, SL_OBJECT_FUTEX, sooner, 0));
  g_assert_false (sl_object_is_meant (&object, SL_OBJECT_MUTEX, shared, 0));

  one = sl_object_table_builder_begin_life (builder, SL_OBJECT_FUTEX, later, 0);
  other = sl_object_table_builder_begin_life (builder, SL_OBJECT_FUTEX, sooner, 1);
  table = sl_object_table_builder_snapshot (builder);
  g_assert_cmpuint (sl_object_table_get (table, one)->rank, ==, 1);
  g_assert_cmpuint (sl_object_table_get (table, other)->rank, ==, 0);
}

static void
test_ranks (void)
{
  g_autoptr (SlObjectTableBuilder) builder = sl_object_table_builder_new ();
  g_autoptr (SlObjectTable) before = NULL;
  g_autoptr (SlObjectTable) after = NULL;
  guint32 high, low, again, cpu;

  g_test_summary ("Ranks follow the native id within the type; all lives share one; a snapshot "
                  "stays as it is.");

  high = sl_object_table_builder_begin_life (builder, SL_OBJECT_TASK, 304, 0);
  cpu = sl_object_table_builder_begin_life (builder, SL_OBJECT_CPU, 7, 0);
  before = sl_object_table_builder_snapshot (builder);
  low = sl_object_table_builder_begin_life (builder, SL_OBJECT_TASK, 296, 1);
  sl_object_table_builder_end_life (builder, high, 2);
  again = sl_object_table_builder_begin_life (builder, SL_OBJECT_TASK, 304, 3);
  after = sl_object_table_builder_snapshot (builder);

  g_assert_cmpuint (sl_object_table_get_size (before), ==, 2);
  g_assert_cmpuint (sl_object_table_get (before, high)->rank, ==, 0);
  g_assert_cmpint (sl_object_table_get (before, high)->gone, ==, SL_TIME_MAX);
  g_assert_cmpuint (sl_object_table_get (after, low)->rank, ==, 0);
  g_assert_cmpuint (sl_object_table_get (after, high)->rank, ==, 1);
  g_assert_cmpuint (sl_object_table_get (after, again)->rank, ==, 1);
  g_assert_cmpuint (sl_object_table_get (after, cpu)->rank, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/object/references", test_references);
  g_test_add_func ("/model/object/round-trip", test_round_trip);
  g_test_add_func ("/model/object/no-reference", test_no_reference);
  g_test_add_func ("/model/object/other-spellings", test_other_spellings);
  g_test_add_func ("/model/object/lives", test_lives);
  g_test_add_func ("/model/object/ranks", test_ranks);
  g_test_add_func ("/model/object/futexes", test_futexes);
  return g_test_run ();
}
