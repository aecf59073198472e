/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers of tasks of SCHED_DEADLINE that follow from a task model, in real recordings, as far as they are here: against what
 * the kernel itself says of budgets and deadlines through its timers. */

#include <string.h>

#include "sl-kind-action.h"
#include "sl-linux-recording.h"
#include "sl-reservation-lane.h"
#include "sl-reservation-lanes.h"

#define US 1000
#define MS 1000000

static const SlLane *
find_lane (SlTrace *trace, SlObjectType type, guint64 id)
{
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);

  g_assert_cmpuint (number, >, 0);
  return sl_trace_get_lane_of_object (trace, number);
}

/* For how long a task had its processor. */
static gint64
sum_run (const SlLane *task, SlSpan span)
{
  gint64 sum = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, sl_lane_get_track (task, SL_ROLE_STATES), span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    {
      SlSpan part = sl_span_intersect (span, (SlSpan) { item.begin, item.end });

      if (item.state == SL_STATE_RUNNING || item.state == SL_STATE_INTERRUPTED)
        sum += sl_span_duration (part);
    }
  return sum;
}

/* What the budget of 3 ms is, as it is replenished at @time. */
static gint64
get_filled (const SlLane *server, SlTime time)
{
  SlTrackIter iter;
  SlItem mark;

  sl_track_iter_init (&iter, sl_lane_get_track (server, SL_ROLE_MARKS), time);
  while (sl_track_iter_next (&iter, &mark) && mark.begin == time)
    if (sl_kind_get_action (mark.state) == SL_ACTION_REPLENISH)
      return sl_server_get_amount (mark.detail) > 0
                 ? (gint64) sl_server_get_amount (mark.detail) * US
                 : 3 * MS;

  g_assert_not_reached ();
}

static SlState
find_state (const SlLane *server, SlTime time)
{
  SlItem item;

  return sl_track_find_at (sl_lane_get_track (server, SL_ROLE_STATES), time, &item)
             ? (SlState) item.state
             : SL_STATE_NONE;
}

typedef struct
{
  guint64 asleep;
  guint64 expires;
} ZeroLag;

/* When tau1 of edf-trace.dat fell asleep, and until when the kernel then kept its bandwidth, as trace-cmd report -t says of
 * inactive_task_timer in hrtimer_start: d - q T / Q (task_non_contending() in kernel/sched/deadline.c). */
static const ZeroLag zero_lags[] = {
  { 688988119822, 688994122297 }, { 689008110046, 689014085659 }, { 689028415627, 689035105148 },
  { 689048156285, 689054167745 }, { 689068200249, 689074384617 }, { 689088123497, 689094098685 },
  { 689108107506, 689114080105 }, { 689128630446, 689135809103 }, { 689148110209, 689154088840 },
  { 689168107619, 689174071927 }, { 689188120582, 689194124152 }, { 689208254278, 689214272214 },
  { 689228119764, 689234114851 }, { 689248142965, 689254190629 }, { 689268160414, 689274185035 },
  { 689288117235, 689294106769 }, { 689308136420, 689314167312 }, { 689328149077, 689334209429 },
  { 689348135352, 689354165371 }, { 689368185196, 689374209179 }, { 689388154213, 689394199260 },
  { 689408117873, 689414106193 }, { 689428524600, 689435310424 }, { 689448184878, 689454235917 },
  { 689468154298, 689474222472 }, { 689488160829, 689494254722 }, { 689508151024, 689514205155 },
  { 689528640759, 689535831137 }, { 689548185331, 689554217749 }, { 689568114589, 689574092157 },
  { 689588113492, 689594094193 }, { 689608133751, 689614152128 }, { 689628104540, 689634070977 },
  { 689648123661, 689654128706 }, { 689668185393, 689674329996 }, { 689688114969, 689694094902 },
  { 689708103728, 689714067417 }, { 689728136152, 689734168190 }, { 689748219197, 689754306788 },
  { 689768121445, 689774124356 }, { 689788119843, 689794117905 }, { 689808120774, 689814118851 },
  { 689828130775, 689834149470 }, { 689848133851, 689854572441 }, { 689868124313, 689874107987 },
  { 689889069772, 689897259341 }, { 689908920469, 689917192914 }, { 689928410599, 689935345179 },
  { 689948121997, 689954117691 }, { 689968146774, 689975249448 }, { 689988153613, 689994231418 },
  { 690008168941, 690014261638 }, { 690028126895, 690034129694 }, { 690048165439, 690054253572 },
  { 690068128351, 690074141004 }, { 690088135898, 690094165011 }, { 690108238854, 690115270441 },
  { 690128125883, 690134109324 }, { 690148192489, 690154344839 }, { 690168099062, 690174053135 },
  { 690188196837, 690194218975 }, { 690208148159, 690214778899 },
};

static SlTrace *
load_edf (const char *text)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("edf-trace.dat");
  g_autoptr (SlTaskModel) model = NULL;
  g_autoptr (SlAnnotations) annotations = NULL;

  if (trace == NULL)
    return NULL;

  model = sl_task_model_parse (text, "edf.slackline-tasks", NULL);
  annotations = sl_annotations_new ();
  return sl_reservation_lanes_add (trace, model, annotations);
}

#define TAU1 "[task t]\nmatch=task:9932\nperiod=10ms\nserver=s\n[server s]\nperiod=10ms\n"

/* The same of dl-a of dl-timers.dat. */
static const ZeroLag zero_lags_of_a[] = {
  { 3450311150066, 3450311189885 }, { 3450333876544, 3450340512068 },
  { 3450345004336, 3450354294377 }, { 3450355016934, 3450367549429 },
  { 3450363423135, 3450375405399 }, { 3450374162367, 3450385751122 },
  { 3450383057931, 3450392422501 }, { 3450426866391, 3450436776397 },
  { 3450434173942, 3450447147905 }, { 3450443072230, 3450453864966 },
  { 3450454192340, 3450464264978 }, { 3450475337793, 3450488272905 },
  { 3450483065768, 3450494952971 }, { 3450493090035, 3450501701280 },
  { 3450503041676, 3450508347781 }, { 3450513522631, 3450519350809 },
  { 3450523042058, 3450527758476 }, { 3450535881494, 3450547220947 },
  { 3450543078637, 3450553923538 }, { 3450553837240, 3450563197027 },
  { 3450563093212, 3450569951577 }, { 3450574986508, 3450584221813 },
  { 3450583062296, 3450590883978 }, { 3450593675407, 3450599873053 },
  { 3450623870552, 3450636932192 }, { 3450634696316, 3450649031724 },
  { 3450643058681, 3450655672343 }, { 3450654138377, 3450665980549 },
  { 3450663134895, 3450672916349 }, { 3450715173532, 3450725994283 },
  { 3450723262903, 3450733336606 }, { 3450733427374, 3450741247741 },
  { 3450755300848, 3450765204683 }, { 3450763676355, 3450773903682 },
  { 3450773651442, 3450782531839 }, { 3450783039071, 3450789160645 },
  { 3450794701388, 3450803288389 }, { 3450803068789, 3450809991277 },
  { 3450834802534, 3450849919699 }, { 3450843072045, 3450856559256 },
  { 3450854134959, 3450866847274 }, { 3450863232517, 3450874000948 },
  { 3450874195564, 3450884410536 }, { 3450895347587, 3450908398033 },
  { 3450903081584, 3450915073032 }, { 3450914288974, 3450925818265 },
};

/* Asserts that what is known of budget and deadline, of 3 ms each 10 ms, is right.
 *
 * Returns: of how many it is known */
static guint
count_right (SlTrace *trace, const SlLane *server, const SlLane *task, const ZeroLag *all, guint n)
{
  gint64 origin = (gint64) sl_clock_get_origin (sl_trace_get_clock (trace));
  guint n_known = 0;

  for (guint i = 0; i < n; i++)
    {
      SlTime time = (gint64) all[i].asleep - origin;
      SlItem filled;
      gint64 left;

      if (find_state (server, time - 1) != SL_STATE_ACTIVE)
        continue;

      n_known++;
      g_assert_true (
          sl_track_find_before (sl_lane_get_track (server, SL_ROLE_DEADLINES), time, &filled));
      left = get_filled (server, filled.begin) - sum_run (task, (SlSpan) { filled.begin, time });
      g_assert_cmpint (ABS (filled.value - left * 10 / 3 - (gint64) all[i].expires + origin), <,
                       1000 * US);
    }
  return n_known;
}

static void
test_zero_lag (void)
{
  g_autoptr (SlTrace) trace = load_edf (TAU1 "budget=3ms\n");

  g_test_summary (
      "Budget and deadline of a server that a model gives are those by which the kernel sets its timers.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  /* Most switches of this recording are lost, so that what it has executed is often uncertain. */
  g_assert_cmpuint (count_right (trace, find_lane (trace, SL_OBJECT_SERVER, 9932),
                                 find_lane (trace, SL_OBJECT_TASK, 9932), zero_lags,
                                 G_N_ELEMENTS (zero_lags)),
                    >=, 10);
}

static void
test_computed (void)
{
  g_autoptr (SlTrace) trace = load_edf (TAU1 "budget=3ms\n");
  guint64 n_replenished = 0;
  SlTrackIter iter;
  SlItem mark;

  g_test_summary ("All that is said of a server of the model is said to be computed.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  sl_track_iter_init (&iter,
                      sl_lane_get_track (find_lane (trace, SL_OBJECT_SERVER, 9932), SL_ROLE_MARKS),
                      SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &mark))
    if (sl_kind_get_action (mark.state) == SL_ACTION_REPLENISH)
      {
        n_replenished++;
        g_assert_true (sl_server_is_computed (mark.detail));
      }
  g_assert_cmpuint (n_replenished, >, 100);
}

static guint
count_notes (SlTrace *trace, const char *word)
{
  guint n_notes = 0;

  for (guint i = 0; i < sl_trace_get_n_notes (trace); i++)
    n_notes += strstr (sl_trace_get_note (trace, i)->text, word) != NULL;
  return n_notes;
}

static void
test_wrong (void)
{
  g_autoptr (SlTrace) right = load_edf (TAU1 "budget=3ms\n");
  g_autoptr (SlTrace) beyond = load_edf (TAU1 "budget=11ms\n");
  g_autoptr (SlTrace) none = load_edf ("[task t]\nmatch=task:9932\nperiod=10ms\n");

  g_test_summary (
      "A reservation that the kernel would refuse has no lane, and a note; no reservation has neither.");

  if (right == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  g_assert_cmpuint (count_notes (beyond, "is not followed"), ==, 1);
  g_assert_cmpuint (count_notes (right, "is not followed"), ==, 0);
  g_assert_cmpuint (sl_trace_get_n_lanes (beyond), ==, sl_trace_get_n_lanes (none));
  g_assert_cmpuint (sl_trace_get_n_lanes (right), ==, sl_trace_get_n_lanes (none) + 1);
}

static const struct
{
  guint64 tid;
  SlReservation reservation;
  guint n_least; /* deadlines that both know, at least */
} marked[] = {
  { 29425, { .budget = 3 * MS, .relative = 10 * MS, .period = 10 * MS }, 10 },
  { 29426, { .budget = 5 * MS, .relative = 15 * MS, .period = 20 * MS }, 10 },
  { 29427, { .budget = 4 * MS, .relative = 40 * MS, .period = 40 * MS }, 10 },
};

static void
test_recorded (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/dl-timers.dat");

  g_test_summary (
      "Deadlines that follow from the task's lane are those that the replenishment timers say, and so are budgets; a "
      "model that is right contradicts nothing.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (marked); i++)
    {
      const SlLane *recorded = find_lane (trace, SL_OBJECT_SERVER, marked[i].tid);
      SlReservation reservation = marked[i].reservation;
      SlReservationLane made;
      SlLane lane = { .type = SL_LANE_SERVER };
      guint n_same = 0, n_other = 0;
      SlTrackIter iter;
      SlItem told;

      reservation.jitter = 20 * US;
      reservation.grain = 200 * US;
      g_assert_true (sl_reservation_lane_make (trace,
                                               find_lane (trace, SL_OBJECT_TASK, marked[i].tid),
                                               reservation, sl_trace_get_clock (trace), &made));
      lane.tracks = made.tracks;
      lane.n_tracks = made.n_tracks;
      sl_track_iter_init (&iter, sl_lane_get_track (recorded, SL_ROLE_DEADLINES), SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &told))
        {
          SlTime settled = told.begin + 500 * US;
          SlItem followed;

          if (find_state (&lane, settled) == SL_STATE_UNKNOWN ||
              find_state (&lane, settled) == SL_STATE_EXHAUSTED ||
              !sl_track_find_before (sl_lane_get_track (&lane, SL_ROLE_DEADLINES), settled,
                                     &followed))
            continue;
          if (ABS (followed.value - told.value) < 200 * US)
            n_same++;
          else
            n_other++;
        }
      g_test_message ("%u same, %u other, %u odd", n_same, n_other, (guint) made.n_odd);
      g_assert_cmpuint (n_same, >=, marked[i].n_least);
      g_assert_cmpuint (n_other, ==, 0);
      g_assert_cmpuint (made.n_odd, ==, 0);
      if (i == 0)
        g_assert_cmpuint (count_right (trace, &lane,
                                       find_lane (trace, SL_OBJECT_TASK, marked[i].tid),
                                       zero_lags_of_a, G_N_ELEMENTS (zero_lags_of_a)),
                          >=, 5);
      sl_reservation_lane_clear (&made);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/linux/servers/zero-lag", test_zero_lag);
  g_test_add_func ("/linux/servers/computed", test_computed);
  g_test_add_func ("/linux/servers/wrong", test_wrong);
  g_test_add_func ("/linux/servers/recorded", test_recorded);
  return g_test_run ();
}
