/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-event-script.h"
#include "sl-random-events.h"
#include "sl-row-look.h"
#include "sl-row-sides.h"

#define N_SEEDS 40

/* A set of two traces and the jobs of both. */
typedef struct
{
  SlTraceSet *set;
  GPtrArray *tables; /* of SlJobTable */
} Fixture;

static void
fixture_clear (Fixture *self)
{
  g_clear_object (&self->set);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static Fixture
make_fixture (SlTrace *one, SlTrace *other, SlAnnotations *annotations)
{
  SlTrace *const traces[] = { one, other };
  SlTraceSetMember members[2] = { 0 };
  Fixture self = { 0 };

  self.tables = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
  for (guint i = 0; i < 2; i++)
    {
      members[i] = (SlTraceSetMember) { .trace = traces[i], .annotations = annotations };
      g_ptr_array_add (self.tables, sl_job_table_new (traces[i], sl_trace_get_idle_task (traces[i]),
                                                      NULL, NULL, NULL));
    }
  self.set = sl_trace_set_new (members, 2);
  return self;
}

static SlTrace *
make_trace (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  return sl_random_trace (rand);
}

static SlViewState *
make_state (const Fixture *fixture, gboolean compares)
{
  static const guint traces[] = { 0, 1 };
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (fixture->set));

  return compares ? sl_view_state_with_compared (state, traces) : g_steal_pointer (&state);
}

static SlRows *
make_rows (const Fixture *fixture, gboolean compares)
{
  g_autoptr (SlViewState) state = make_state (fixture, compares);

  return sl_rows_new_with_jobs (fixture->set, state, 1, fixture->tables);
}

static const char *
skip_side (const SlRow *row)
{
  g_assert_true (row->side == 'A' || row->side == 'B');
  g_assert_cmpint (row->title[0], ==, row->side);

  return strstr (row->title, "· ") + strlen ("· ");
}

static void
test_same (void)
{
  g_test_summary ("Where a trace is compared with itself, each of its rows has the same one of the "
                  "other side right below it, under the heading of the first.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (SlTrace) trace = make_trace (seed);
      g_auto (Fixture) fixture = make_fixture (trace, trace, NULL);
      g_autoptr (SlRows) rows = make_rows (&fixture, TRUE);
      guint n_pairs = 0;

      g_test_message ("seed %u", seed);
      for (guint i = 0; i < sl_rows_get_count (rows); i++)
        {
          const SlRow *row = sl_rows_get (rows, i);
          const SlRow *below;

          if (row->part == SL_ROW_HEADING)
            continue;

          g_assert_cmpuint (i + 1, <, sl_rows_get_count (rows));
          below = sl_rows_get (rows, ++i);
          g_assert_cmpint (row->side, ==, 'A');
          g_assert_cmpint (below->side, ==, 'B');
          g_assert_cmpuint (below->lane.lane, ==, row->lane.lane);
          g_assert_cmpint (below->part, ==, row->part);
          g_assert_cmpuint (below->host, ==, 0);
          g_assert_cmpstr (skip_side (below), ==, skip_side (row));
          g_assert_cmpint (below->colour, ==, row->colour);
          n_pairs++;
        }
      g_assert_cmpuint (n_pairs, >, 0);
    }
}

static void
test_before (void)
{
  static const guint traces[] = { 1, 0 };
  g_autoptr (SlTrace) now = make_trace (1);
  g_autoptr (SlTrace) before = make_trace (2);
  g_auto (Fixture) fixture = make_fixture (now, before, NULL);
  g_autoptr (SlViewState) alone = make_state (&fixture, FALSE);
  g_autoptr (SlViewState) state = sl_view_state_with_compared (alone, traces);
  g_autoptr (SlRows) rows = sl_rows_new_with_jobs (fixture.set, state, 1, fixture.tables);
  gboolean has_left_a = FALSE;

  g_test_summary (
      "A is on top, also where it is the second trace, as after what was reloaded; what only B has comes below.");

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      if (row->part == SL_ROW_HEADING && row->group == SL_GROUP_TRACE)
        {
          g_assert_cmpint (row->title[0], ==, has_left_a ? 'B' : 'A');
          has_left_a = TRUE;
        }
    }
  g_assert_true (has_left_a);
}

static guint
count_rows (const SlRows *rows)
{
  guint n = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    n += sl_rows_get (rows, i)->part != SL_ROW_HEADING;
  return n;
}

/* Those of the first trace come in the order in which they come alone. */
static void
check_order (const SlRows *rows, const SlRows *alone)
{
  guint next = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      const SlRow *before;

      if (row->part == SL_ROW_HEADING || row->lane.trace != 0)
        continue;

      do
        before = sl_rows_get (alone, next++);
      while (before->part == SL_ROW_HEADING);
      g_assert_cmpstr (row->key, ==, before->key);
    }
}

static void
test_any (void)
{
  guint n_beside = 0, n_alone = 0;

  g_test_summary ("Of any two traces no row is lost or comes twice, those of the first keep their "
                  "order, and one of the second under the first's heading is like the row above "
                  "it.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (SlTrace) one = make_trace (seed);
      g_autoptr (SlTrace) other = make_trace (seed + 1);
      g_auto (Fixture) fixture = make_fixture (one, other, NULL);
      g_autoptr (SlRows) alone = make_rows (&fixture, FALSE);
      g_autoptr (SlRows) rows = make_rows (&fixture, TRUE);
      g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

      g_test_message ("seed %u", seed);
      g_assert_cmpuint (count_rows (rows), ==, count_rows (alone));
      check_order (rows, alone);
      for (guint i = 0; i < sl_rows_get_count (rows); i++)
        {
          const SlRow *row = sl_rows_get (rows, i);
          const SlRow *above = i > 0 ? sl_rows_get (rows, i - 1) : NULL;
          guint number;

          if (row->part == SL_ROW_HEADING)
            continue;

          g_assert_true (g_hash_table_add (keys, (gpointer) row->key));
          g_assert_true (sl_rows_find (alone, row->key, &number));
          g_assert_cmpint (row->side, ==, row->lane.trace == 0 ? 'A' : 'B');
          n_alone += row->lane.trace == 1 && row->host == 1;
          if (row->lane.trace == 0 || row->host != 0)
            continue;

          g_assert_nonnull (above);
          g_assert_cmpuint (above->lane.trace, ==, 0);
          g_assert_cmpint (above->lane_type, ==, row->lane_type);
          g_assert_cmpint (above->part, ==, row->part);
          if (row->lane_type == SL_LANE_TASK)
            g_assert_cmpstr (skip_side (above), ==, skip_side (row));
          else
            g_assert_cmpstr (sl_rows_get_lane (rows, i - 1)->name, ==,
                             sl_rows_get_lane (rows, i)->name);
          n_beside++;
        }
    }

  g_assert_cmpuint (n_beside, >, N_SEEDS);
  g_assert_cmpuint (n_alone, >, 0);
}

static guint32
find_task (SlTrace *trace, guint64 context)
{
  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, context, 1);
}

static void
test_follow (void)
{
  g_autoptr (SlTrace) one = sl_event_script_load (
      "trace-start(256,1000) id(264,1) create(296,5) create(304,6) @100 trace-stop");
  g_autoptr (SlTrace) other = sl_event_script_load (
      "trace-start(256,1000) id(264,1) create(304,5) create(312,6) @100 trace-stop");
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  g_autoptr (SlAnnotations) both = sl_annotations_with_name (nothing, "task:304", "shared");
  g_autoptr (SlAnnotations) annotations = sl_annotations_with_name (both, "task:312", "alone");
  g_auto (Fixture) fixture = make_fixture (one, other, annotations);
  g_autoptr (SlViewState) state = make_state (&fixture, TRUE);
  g_autoptr (SlRowSides) sides = sl_row_sides_new (fixture.set, state, fixture.tables);
  g_autoptr (SlRowSides) without_jobs = sl_row_sides_new (fixture.set, state, NULL);
  guint trace = 1;
  guint32 object = find_task (other, 304);

  g_test_summary (
      "A task of B is matched with the one of A that has its name; one that A lacks, and "
      "A's own, stay what they are; without jobs none is matched.");

  sl_row_sides_follow (without_jobs, &trace, &object);
  g_assert_cmpuint (trace, ==, 1);
  sl_row_sides_follow (NULL, &trace, &object);
  g_assert_cmpuint (trace, ==, 1);

  sl_row_sides_follow (sides, &trace, &object);
  g_assert_cmpuint (trace, ==, 0);
  g_assert_cmpuint (object, ==, find_task (one, 304));
  sl_row_sides_follow (sides, &trace, &object);
  g_assert_cmpuint (object, ==, find_task (one, 304));

  trace = 1;
  object = find_task (other, 312);
  sl_row_sides_follow (sides, &trace, &object);
  g_assert_cmpuint (trace, ==, 1);
  g_assert_cmpuint (object, ==, find_task (other, 312));
}

static void
test_titles (void)
{
  g_autoptr (SlTrace) trace = make_trace (0);
  g_auto (Fixture) fixture = make_fixture (trace, trace, NULL);
  g_autoptr (SlViewState) alone = make_state (&fixture, FALSE);
  g_autoptr (SlViewState) state = make_state (&fixture, TRUE);
  g_autoptr (SlRowSides) sides = sl_row_sides_new (fixture.set, state, fixture.tables);
  g_autofree char *both = sl_row_sides_dup_title (sides, 0);
  g_autofree char *second = sl_row_sides_dup_title (sides, 1);

  g_test_summary ("The heading of A says that both stand below it, that of B only B; a trace that "
                  "is not compared has none.");

  g_assert_null (sl_row_sides_new (fixture.set, alone, fixture.tables));
  g_assert_null (sl_row_sides_dup_title (NULL, 0));
  g_assert_null (sl_row_sides_dup_title (sides, 2));
  g_assert_true (g_str_has_prefix (both, "A · "));
  g_assert_nonnull (strstr (both, "   B · "));
  g_assert_true (g_str_has_prefix (second, "B · "));
  /* One name for both: only their numbers tell them apart. */
  g_assert_nonnull (strstr (both, "0: "));
  g_assert_nonnull (strstr (second, "1: "));
}

static const SlRow *
find_row (const SlRows *rows, const char *key)
{
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    if (g_str_equal (sl_rows_get (rows, i)->key, key))
      return sl_rows_get (rows, i);

  g_assert_not_reached ();
}

static void
test_requests (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      "trace-start(272,1000) lock(272,0x1000) W R(280) S(280,280) /W(280) @100 lock(280,0x1000) "
      "S(272,280) C(272) @200 W R(288) S(272,280) /W(272) @300 unlock(272,0x1000) S(288,288) "
      "C(288) @400 lock(288,0x1000) - unlock(288,0x1000) S(280,280) C(280) @500 trace-stop");
  g_auto (Fixture) fixture = make_fixture (trace, trace, NULL);
  g_autoptr (SlRows) rows = make_rows (&fixture, FALSE);
  const SlRow *row = find_row (rows, "mutex:0x1000");
  const SlLane *lane = sl_trace_get_lane (trace, row->lane.lane);
  guint64 bare_count = 0;
  g_autofree char *figure =
      sl_row_look_figure (fixture.set, 0, lane, SL_ROW_STATES, 0, &bare_count);

  g_test_summary ("The row of a lock counts the requests that had to wait, not how often one was "
                  "refused.");

  g_assert_cmpuint (sl_track_get_count (sl_lane_get_track (lane, SL_ROLE_WAITERS)), ==, 2);
  g_assert_cmpstr (figure, ==, "1 wait");
}

static void
test_unknown_release (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      "trace-start(264,1000) id(264,1) @100 W R(272) S(272,272) /W(272) @200 E(272) S(264,264) "
      "C(264) @300 S(272,272) C(272) @400 E(272) S(264,264) C(264) @500 trace-stop");
  SlTraceSetMember member = { .trace = trace };
  g_autoptr (SlTraceSet) set = sl_trace_set_new (&member, 1);
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_get_span (trace));
  g_autoptr (SlViewState) textbook = sl_view_state_with_style (plain, SL_STYLE_TEXTBOOK);
  g_autoptr (GPtrArray) tables =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
  SlJobTable *table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  g_autoptr (SlRows) rows = NULL;

  g_test_summary ("A job whose release is not in the trace counts for no mean period.");

  g_ptr_array_add (tables, table);
  g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, 2);
  g_assert_cmpint (sl_job_table_get (table, 1)->release, ==, SL_JOB_NEVER);
  rows = sl_rows_new_with_jobs (set, textbook, 1, tables);
  g_assert_cmpint (find_row (rows, "task:272")->period, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/row-sides/same", test_same);
  g_test_add_func ("/row-sides/before", test_before);
  g_test_add_func ("/row-sides/any", test_any);
  g_test_add_func ("/row-sides/follow", test_follow);
  g_test_add_func ("/row-sides/requests", test_requests);
  g_test_add_func ("/row-sides/unknown-release", test_unknown_release);
  g_test_add_func ("/row-sides/titles", test_titles);

  return g_test_run ();
}
