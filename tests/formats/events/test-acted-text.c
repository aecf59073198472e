/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-acted-source.h"
#include "sl-format-dump.h"
#include "sl-test-source.h"

static SlSource *
open_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  const char *name = "trace";
  SlSource *source = sl_test_open_bytes (&bytes, &name, 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (source);
  return source;
}

static GArray *
translate (SlSource *source)
{
  GArray *actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  g_autoptr (GArray) events = sl_test_read_events (source);

  sl_acted_translator.translate (NULL, source, (const SlEvent *) events->data, events->len,
                                 actions);
  return actions;
}

static void
assert_name (SlSource *source, SlObjectType type, guint64 id, SlTime time, const char *expected)
{
  g_autofree char *name = sl_source_get_object_name (source, type, id, time);

  g_assert_cmpstr (name, ==, expected);
}

static void
test_actions (void)
{
  g_autoptr (SlSource) source = open_text ("# slackline-events 1, unit us\n"
                                           "time,cpu,action,task,object,value,deadline,nominal\n"
                                           "1,0,release,a,,,11,0.5\n"
                                           "2,0,release,a\n"
                                           "3,2,ready,a,irq:7\n"
                                           "4,0,mark,a,loop,-3\n"
                                           "5,0,mark,,loop\n"
                                           "6,0,reclaim,,s,1.5\n"
                                           "7,0,priority,9,,-4\n"
                                           "8,0,run\n"
                                           "9,0,lost,,,5\n"
                                           "9,0,value,,speed,-8\n");
  g_autoptr (GArray) actions = translate (source);
  const SlActed *acted = (const SlActed *) actions->data;

  g_test_summary ("Each line is one action, with everything that the line says.");

  g_assert_cmpuint (actions->len, ==, 10);
  g_assert_cmpint (acted[0].action, ==, SL_ACTION_RELEASE);
  g_assert_cmpint (acted[0].time, ==, 1000);
  g_assert_cmpint (acted[0].deadline, ==, 11000);
  g_assert_cmpint (acted[0].nominal, ==, 500);
  g_assert_cmpint (acted[1].deadline, ==, SL_TIME_MAX);
  g_assert_cmpint (acted[1].nominal, ==, SL_TIME_MAX);
  g_assert_cmpuint (acted[1].task, ==, acted[0].task);
  g_assert_cmpint (acted[2].object_type, ==, SL_OBJECT_IRQ);
  g_assert_cmpuint (acted[2].object, ==, 7);
  g_assert_cmpuint (acted[2].cpu, ==, 2);
  g_assert_cmpint (acted[3].object_type, ==, SL_OBJECT_USER_EVENT);
  g_assert_cmpint (acted[3].value, ==, -3);
  g_assert_cmpuint (acted[4].task, ==, SL_ACTED_NOTHING);
  g_assert_cmpuint (acted[4].object, ==, acted[3].object);
  g_assert_cmpint (acted[4].value, ==, 0);
  g_assert_cmpint (acted[5].value, ==, 1500);
  g_assert_cmpint (acted[5].object_type, ==, SL_OBJECT_SERVER);
  g_assert_cmpint (acted[6].value, ==, -4);
  g_assert_cmpuint (acted[6].task, ==, 9);
  g_assert_cmpuint (acted[7].task, ==, SL_ACTED_NOTHING);
  g_assert_cmpint (acted[8].value, ==, 5);
  g_assert_cmpint (acted[9].value, ==, -8);
  g_assert_cmpuint (sl_source_get_tells (source), ==,
                    SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_SERVERS | SL_TELLS_MARKS |
                        SL_TELLS_RECORDING);
}

static void
test_names (void)
{
  g_autoptr (SlSource) source = open_text ("# slackline-events 1, unit ticks\n"
                                           "time,action,task,object,text\n"
                                           "0,run,first\n"
                                           "1,run,1\n"
                                           "2,run,0x2\n"
                                           "3,run,second\n"
                                           "4,acquire,second,first\n"
                                           "5,name,1,,one\n"
                                           "8,name,1,,uno\n"
                                           "9,name,,mutex:first,bus\n"
                                           "10,run,task:first\n");
  g_autoptr (GArray) actions = translate (source);
  const SlActed *acted = (const SlActed *) actions->data;

  g_test_summary (
      "Names have ids that no number of their type has, and are what objects are called.");

  g_assert_cmpuint (acted[0].task, ==, 3);
  g_assert_cmpuint (acted[1].task, ==, 1);
  g_assert_cmpuint (acted[2].task, ==, 2);
  g_assert_cmpuint (acted[3].task, ==, 4);
  g_assert_cmpuint (acted[4].object, ==, 1);
  g_assert_cmpuint (acted[8].task, ==, 3);
  assert_name (source, SL_OBJECT_TASK, 3, 0, "first");
  assert_name (source, SL_OBJECT_TASK, 4, 0, "second");
  assert_name (source, SL_OBJECT_TASK, 2, 0, NULL);
  assert_name (source, SL_OBJECT_TASK, 1, 0, "one");
  assert_name (source, SL_OBJECT_TASK, 1, 7, "one");
  assert_name (source, SL_OBJECT_TASK, 1, 8, "uno");
  assert_name (source, SL_OBJECT_MUTEX, 1, 9, "bus");
}

typedef struct
{
  gint64 ns;
  gint64 deadline;
  guint task;
  gboolean is_run;
} Thing;

/* As people write numbers: without zeros at the end, or with an exponent. */
static char *
print_time (gint64 ns, guint digits)
{
  gint64 unit = digits == 9 ? 1000000000 : digits == 6 ? 1000000 : digits == 3 ? 1000 : 1;

  if (digits == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, ns);
  if (g_test_rand_int_range (0, 8) == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT "e-%u", ns, digits);

  return g_strdup_printf ("%" G_GINT64_FORMAT ".%0*" G_GINT64_FORMAT, ns / unit, (int) digits,
                          ns % unit);
}

static void
add_csv (GString *text, const Thing *thing, guint digits)
{
  g_autofree char *time = print_time (thing->ns, digits);
  g_autofree char *deadline = thing->is_run ? g_strdup ("") : print_time (thing->deadline, digits);

  if (g_test_rand_int_range (0, 50) == 0)
    g_string_append (text, "# a comment, \"with a quote\n\r\n");
  g_string_append_printf (text, "%s,\"a \"\"quoted\"\"\nremark\",%s,\"task %u\",\" %s\"\n",
                          deadline, thing->is_run ? "run" : "release", thing->task, time);
}

static void
add_json (GString *text, const Thing *thing, guint digits)
{
  g_autofree char *time = print_time (thing->ns, digits);
  g_autofree char *deadline = print_time (thing->deadline, digits);

  g_string_append_printf (text, "{\"action\":\"%s\", \"time\" : %s,\"task\":\"t\\u0061sk %u\"",
                          thing->is_run ? "run" : "release", time, thing->task);
  if (!thing->is_run)
    g_string_append_printf (text, ",\"deadline\":\"%s\"", deadline);
  g_string_append (text, "}\n");
}

static void
check_things (const char *text, const Thing *things, guint n_things)
{
  g_autoptr (SlSource) source = open_text (text);
  g_autoptr (GArray) events = sl_test_read_all (source);
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));
  SlClock *clock = sl_source_get_clock (source);

  g_assert_cmpuint (notes->len, ==, 0);
  g_assert_cmpuint (events->len, ==, n_things);
  g_assert_cmpstr (sl_clock_get_unit_id (clock), ==, "ns");
  for (guint i = 0; i < n_things; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      g_autofree char *name = sl_source_get_object_name (source, SL_OBJECT_TASK, event->a, 0);
      g_autofree char *expected = g_strdup_printf ("task %u", things[i].task);

      g_assert_cmpint ((gint64) sl_clock_to_absolute (clock, event->time), ==, things[i].ns);
      g_assert_cmpuint (event->kind, ==,
                        things[i].is_run ? SL_KIND_ACTED_RUN : SL_KIND_ACTED_RELEASE);
      g_assert_cmpstr (name, ==, expected);
      if (!things[i].is_run)
        g_assert_cmpint ((gint64) sl_clock_to_absolute (clock, (SlTime) event->b), ==,
                         things[i].deadline);
    }
  sl_test_reread_at_random (source, events);
}

static void
test_forms (void)
{
  static const struct
  {
    const char *unit;
    guint digits;
  } units[] = { { "s", 9 }, { "ms", 6 }, { "us", 3 }, { "ns", 0 } };
  guint n_things = 20000;
  g_autofree Thing *things = g_new (Thing, n_things);
  gint64 ns = g_test_rand_int_range (0, 2) == 0 ? 0 : G_GINT64_CONSTANT (1700000000123456789);

  g_test_summary (
      "The same events are read from either form, in any unit, to the nanosecond, and from any place.");
  for (guint i = 0; i < n_things; i++)
    {
      ns += g_test_rand_int_range (0, 3) * g_test_rand_int_range (0, 1000000);
      things[i] =
          (Thing) { ns, ns + g_test_rand_int_range (0, 1000000),
                    (guint) g_test_rand_int_range (0, 500), g_test_rand_int_range (0, 2) == 0 };
    }

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GString) csv = g_string_new (NULL);
      g_autoptr (GString) json = g_string_new (NULL);

      g_string_printf (csv, "# slackline-events 1, unit %s\ndeadline,remark,action,task,time\n",
                       units[i].unit);
      g_string_printf (json, "{\"version\":1,\"format\":\"slackline-events\",\"unit\":\"%s\"}\n",
                       units[i].unit);
      for (guint j = 0; j < n_things; j++)
        {
          add_csv (csv, &things[j], units[i].digits);
          add_json (json, &things[j], units[i].digits);
        }
      check_things (csv->str, things, n_things);
      check_things (json->str, things, n_things);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/acted-text/actions", test_actions);
  g_test_add_func ("/acted-text/names", test_names);
  g_test_add_func ("/acted-text/forms", test_forms);
  return g_test_run ();
}
