/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The course that comes with the program: every exercise runs in every language, and its figures
 * are those that were worked out by hand. "a0-2" says that a runs from 0 to 2 ms. */
#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "sl-error.h"
#include "sl-solution.h"

#define N_EXERCISES 16

typedef struct
{
  const char *exercise;
  const char *figures; /* of the answer, each in braces */
  const char *values;
} Example;

static const Example examples[] = {
  /* control0-3 logger3-10 control10-13 logger13-14: of 14 ms 8 are executed, 6 waited. */
  { "01-preemption",
    "{start logger 1}, {finish logger 1}, {response logger 1}, {execution logger 1}, "
    "{preempted logger 1}, {preempted-at logger 1}, {preempted-by logger 1}, "
    "{preemptions logger 1}",
    "3 ms, 14 ms, 14 ms, 8 ms, 6 ms, 10 ms, control, 1" },
  /* As given: display0-6 control6-8 (due at 5) control8-10 control10-12 logger12-15 control15-17
   * logger17-20, and so on from 20 on, where display comes again: 2 misses in 2 + 8 + 1 jobs. Rate
   * monotonic: control0-2 display2-5 control5-7 display7-10, none. */
  { "02-priorities",
    "{utilization @fp}, {misses @fp} of {jobs @fp}, {first-late @fp} {first-miss @fp}, "
    "{misses @rm}, {max-response control @fp}, {max-response control @rm}, "
    "{max-response display @fp}, {max-response display @rm}",
    "85 %, 2 of 11, control 5 ms, 0, 8 ms, 2 ms, 6 ms, 10 ms" },
  /* 2/8 + 3/12 + 4/20; 3 (∛2 − 1) = 0.7798; 120 ms have 15 + 10 + 6 jobs. sensor0-2 control2-5
   * radio5-8 sensor8-10 radio10-11. */
  { "03-utilization",
    "{utilization}, {bound}, {jobs}, {misses}, {max-response sensor}, {max-response control}, "
    "{max-response radio}",
    "70 %, 78.0 %, 31, 0, 2 ms, 5 ms, 11 ms" },
  /* 1/4 + 2/6 + 3/12. sensor0-1 control1-3 radio3-4 sensor4-5 radio5-6 control6-8 sensor8-9
   * radio9-10: 3 + 3 × 1 + 2 × 2. */
  { "04-response-time",
    "{utilization}, {bound}, {response radio 1}, {response-bound radio}, {misses}",
    "83.3 %, 78.0 %, 10 ms, 10 ms, 0" },
  /* Rate monotonic: control0-2 video2-4 control4-6 video6-7 (due at 6) video7-8 control8-10
   * video10-12. Earliest deadline: control0-2 video2-5 control5-7 video7-10 control10-12. */
  { "05-edf",
    "{utilization @edf}, {misses @rm} of {jobs @rm}, {first-miss @rm}, {deadline video 1 @rm}, "
    "{deadline control 2 @rm}, {misses @edf}, {start control 2 @edf}, {preemptions @rm}, "
    "{preemptions @edf}",
    "100 %, 1 of 5, 6 ms, 6 ms, 8 ms, 0, 5 ms, 2, 0" },
  /* 1/4 + 2/6 + 7/12. Earliest deadline, of equal ones the job released first: control0-1 video1-3
   * logger3-4 control4-5 logger5-11 video11-13 control13-14 (both due at 12) control14-15 video15-17
   * control17-18 logger18-25 video25-27 control27-28 (all due at 24) control28-29 (at 28)
   * video29-31 (at 30) control31-32 logger32-; at 36 one job of each is due and not done. Rate
   * monotonic: logger has 5 of its 7 ms in each 12, and is late at 12, 24 and 36. */
  { "06-domino",
    "{utilization}, {misses control @edf}, {misses video @edf}, {misses logger @edf}, "
    "{late-tasks @edf}, {first-miss @edf}, {misses control @rm}, {misses video @rm}, "
    "{misses logger @rm}, {late-tasks @rm}",
    "116.7 %, 4, 4, 2, 3, 12 ms, 0, 0, 3, 1" },
  /* sensor0-3 control3-6 radio6-10 sensor10-13 control13-16 radio16-17; released at 6 it runs at the
   * same times. */
  { "07-critical-instant",
    "{response radio 1 @together}, {preempted radio 1 @together}, {misses radio @together}, "
    "{release radio 1 @offsets}, {response radio 1 @offsets}, {misses radio @offsets}, "
    "{start radio 1 @offsets}, {preempted-at radio 1 @offsets}, {preempted radio 1 @offsets}, "
    "{response-bound radio @offsets}",
    "17 ms, 12 ms, 1, 6 ms, 11 ms, 0, 6 ms, 10 ms, 6 ms, 17 ms" },
  /* logger0-4, with the lock from 2 on and 6 ms of its section left; control4-5 asks; alarm5-6;
   * logger6-12 gives it back; control12-15. Without preemption logger0-10 alarm10-11 control11-15. */
  { "08-blocking",
    "{response control 1 @pip}, {blocked control 1 @pip}, {blocked-on control 1 @pip}, "
    "{blocked-by control 1 @pip}, {max-blocked alarm @pip}, {max-blocked alarm @npp}, "
    "{max-response alarm @pip}, {max-response alarm @npp}, {max-blocked control @npp}, "
    "{response-bound control @pip}",
    /* The bound: 4 ms, one alarm of 1 ms, a section of 8 ms. */
    "11 ms, 6 ms, state, logger, 0 ms, 5 ms, 1 ms, 6 ms, 6 ms, 13 ms" },
  /* logger0-2 takes “state” at 1; control2-5 takes “bus” at 3 and asks for “state” after 3 ms;
   * logger5-7 asks for “bus” after 4 ms. Ceiling: control2-3 is refused, logger3-8 gives “state”
   * back, its last section, after 7 ms; control8-13 logger13-14. */
  { "09-deadlock",
    "{blocked-on control 1 @none}, {blocked-by control 1 @none}, {blocked-on logger 1 @none}, "
    "{blocked-by logger 1 @none}, {last-run @none}, {finish control 1 @none}, "
    "{lock-taken logger state @none}, {lock-taken control bus @none}, "
    "{blocked control 1 @pcp}, {finish control 1 @pcp}, {finish logger 1 @pcp}",
    "state, logger, bus, control, 7 ms, never, 1 ms, 3 ms, 5 ms, 13 ms, 14 ms" },
  /* asi_met30-50 has the lock from 40 on, with 15 of 25 ms left; bc_dist50-52 asks; asi_met52-55;
   * comms55-125; bc_sched125-130; comms130-140; asi_met140-152; bc_dist152-170. With inheritance
   * asi_met52-67 and bc_dist67-85. */
  { "10-pathfinder",
    "{inversion-begin bc_dist @none}, {inversion-end bc_dist @none}, {inversion bc_dist @none}, "
    "{intruder bc_dist @none}, {intruder-time bc_dist @none}, {deadline bc_dist 1 @none}, "
    "{finish bc_dist 1 @none}, {start bc_sched 2 @none}, {inversion bc_dist @pip}, "
    "{finish bc_dist 1 @pip}, {misses @none}, {misses @pip}",
    "52 ms, 152 ms, 100 ms, comms, 80 ms, 125 ms, 170 ms, 125 ms, 15 ms, 85 ms, 1, 0" },
  /* S every 5 ms comes between sensor (4) and control (6). Polling, requests of 2, 1, 2, 1 ms:
   * sensor0-1 control1-3 sensor4-5 S5-7 control7-8 sensor8-9 control9-10 S10-11 (1 ms is lost)
   * sensor12-13 control13-15 S15-16 sensor16-17 S17-18 control18-20 sensor20-21 S21-22: as in the
   * book. Deferrable, full at 0, 5, 10, 15 and 20: sensor0-1 control1-2 S2-4 sensor4-5 control5-6-8
   * sensor8-9 S9-10 sensor12-13 S13-15 control15-16 sensor16-17 control17-18-19 S19-20 sensor20-21
   * control21-22. Of control with all released at 0, S as a periodic task: 2 + 2 × 1 + 2 × 2 = 8,
   * where nothing comes before 8. With S late by 5 - 2 = 3: 2 + 3 × 1 + 3 × 2 = 11, since 11 + 3
   * is not above 15, nor 11 above 12. */
  { "11-servers",
    "{response requests 1 @ps}, {response requests 2 @ps}, {response requests 3 @ps}, "
    "{response requests 4 @ps}, {start requests 1 @ps}, {response requests 1 @ds}, "
    "{response requests 2 @ds}, {response requests 3 @ds}, {response requests 4 @ds}, "
    "{max-response control @ps}, {max-response control @ds}, {misses @ps}, {misses @ds}, "
    "{response-bound control @ps}, {response-bound control @ds}, {budget S @ps}, "
    "{server-period S @ds}, {bandwidth S @ds}",
    "5 ms, 3 ms, 6 ms, 3 ms, 5 ms, 2 ms, 2 ms, 3 ms, 1 ms, 4 ms, 6 ms, 0, 0, 8 ms, 11 ms, 2 ms, "
    "5 ms, 40 %" },
  /* video executes 2, 7, 1, 2. No server: control0-3 video3-5 control6-9 video9-16 (due at 16)
   * control16-19 (due at 18) video19-20 (at 24, as control, but released before) … In S with 3 ms,
   * whose deadlines are 8, then from 8 on 16: control0-3 video3-5 control6-9 video9-12, used up, due
   * at 24; control12-15 video15-18, used up, due at 32; control18-21 video21-22. The next job of
   * video22-23, at 24 there is 1 ms left, which is too much for none but less than 3/8 of 8: it is
   * kept; control24-27 video27-28, used up, video28-29. */
  { "12-isolation",
    "{misses control @edf}, {misses video @edf}, {finish video 2 @edf}, {finish control 3 @edf}, "
    "{deadline control 3 @edf}, {misses control @cbs}, {misses video @cbs}, "
    "{finish video 2 @cbs}, {lateness video 2 @cbs}, {exhaustions S @cbs}, "
    "{first-exhausted S @cbs}, {bandwidth S @cbs}, {utilization @edf}",
    "1, 0, 16 ms, 19 ms, 18 ms, 0, 1, 22 ms, 6 ms, 3, 12 ms, 37.5 %, 75 %" },
  /* Jobs due by then: up to 4 one of sensor; up to 5 and of control; up to 7 and of radio; up to 10
   * two of sensor; up to 13 two of control; up to 16 three of sensor and two of radio: 6 + 4 + 6.
   * sensor0-2 control2-4 radio4-7 sensor7-9 control9-11 radio11-14 sensor14-16, and all is done.
   * 2/6 + 2/8 + 3/9; 2/4 + 2/5 + 3/7 = 1.3286. */
  { "13-demand",
    "{demand 3.9ms @seven}, {demand 4ms @seven}, {demand 5ms @seven}, {demand 7ms @seven}, "
    "{demand 10ms @seven}, {demand 13ms @seven}, {demand 16ms @seven}, {demand-horizon @seven}, "
    "{demand-excess @seven}, {misses @seven}, {finish radio 1 @seven}, {utilization @seven}, "
    "{density @seven}, {demand 6ms @six}, {demand-excess @six}, {misses @six}, "
    "{finish radio 1 @six}",
    "0 ms, 2 ms, 4 ms, 7 ms, 9 ms, 11 ms, 16 ms, 16 ms, 0 ms, 0, 7 ms, 91.7 %, 132.9 %, 7 ms, "
    "1 ms, 1, 7 ms" },
  /* Inheritance: logger0-2, “data” from 1 on; video2-4, “bus” from 3 on; control4-5 asks for “data”;
   * logger5-8; control8-10 asks for “bus”; video10-12; control12-14. Ceiling: logger0-2; video2-3 is
   * refused; logger3-4 control4-5 asks for “data”; logger5-7; control7-11. Stack resource policy:
   * logger0-5 control5-10 video10-15. Sections of 4 and 3 ms: both, or the longer one. In a circle:
   * logger0-2, “data” from 1 on; control2-5 has “bus” from 3 on and asks for “data”; logger5-7 asks
   * for “bus”. */
  { "14-inheritance",
    "{response control 1 @pip}, {blocked control 1 @pip}, {blocking-bound control @pip}, "
    "{response control 1 @pcp}, {blocked control 1 @pcp}, {blocking-bound control @pcp}, "
    "{start video 1 @pcp}, {start video 1 @srp}, {start control 1 @srp}, "
    "{blocked control 1 @srp}, {response control 1 @srp}, {preemptions control 1 @srp}, "
    "{blocking-bound control @srp}, {blocking-bound logger @pip}, "
    "{lock-taken logger data @circle}, {lock-taken control bus @circle}, {last-run @circle}, "
    "{finish control 1 @circle}, {finish logger 1 @circle}",
    "10 ms, 5 ms, 7 ms, 7 ms, 2 ms, 4 ms, 2 ms, 10 ms, 5 ms, 1 ms, 6 ms, 0, 4 ms, 0 ms, "
    "1 ms, 3 ms, 7 ms, never, never" },
  /* No protocol: logger0-2, “bus” from 1 on; sensor2-3 asks; control3-6 (due at 12, logger at 24);
   * logger6-8 gives it back; sensor8-9 (due at 7). Stack resource policy: logger0-4 sensor4-6
   * control6-9. A section of 3 ms of logger, whose deadline is the longest, has the ceiling of
   * sensor. Demand: up to 5 one of sensor; 9 one of control; 13 two of sensor; 21 three and two;
   * 24 and logger: 6 + 6 + 6. */
  { "15-edf-srp",
    "{finish sensor 1 @none}, {deadline sensor 1 @none}, {misses sensor @none}, "
    "{blocked-by sensor 1 @none}, {start sensor 1 @srp}, {finish sensor 1 @srp}, "
    "{misses @srp}, {blocking-bound sensor @srp}, {blocking-bound control @srp}, "
    "{blocking-bound logger @srp}, {max-blocked sensor @srp}, {max-blocked control @srp}, "
    "{demand 5ms @srp} {demand-blocking 5ms @srp}, {demand 9ms @srp} {demand-blocking 9ms @srp}, "
    "{demand 13ms @srp} {demand-blocking 13ms @srp}, {demand 21ms @srp} "
    "{demand-blocking 21ms @srp}, {demand 24ms @srp} {demand-blocking 24ms @srp}, "
    "{demand-excess @srp}",
    "9 ms, 7 ms, 1, logger, 4 ms, 6 ms, 0, 3 ms, 3 ms, 0 ms, 2 ms, 1 ms, 2 ms 3 ms, 5 ms 3 ms, "
    "7 ms 3 ms, 12 ms 3 ms, 18 ms 0 ms, 0 ms" },
  /* sensor0-2 control2-6; the one released at 40: control40-42 sensor42-44 control44-46. With jitter
   * of 2: 4 + ⌈(8 + 2)/6⌉ × 2 = 8. Worst: sensor2-4 control4-6 sensor6-8 control8-10. */
  { "16-jitter",
    "{response control 1 @none}, {response control 2 @none}, {max-response control @none}, "
    "{response-bound control @none}, {misses @none}, {jitter sensor @jitter}, "
    "{response-bound control @jitter}, {release control 1 @worst}, "
    "{preempted-at control 1 @worst}, {response control 1 @worst}, {misses control @worst}",
    "6 ms, 4 ms, 6 ms, 6 ms, 0, 2 ms, 8 ms, 2 ms, 6 ms, 8 ms, 1" },
};

static GFile *
get_folder (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "course", NULL);

  return g_file_new_for_path (path);
}

static SlSolution *
solve_file (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlExercise) exercise = sl_exercise_load (file, &error);
  SlSolution *solution;

  g_assert_no_error (error);
  solution = sl_solution_new (exercise, NULL, &error);
  g_assert_no_error (error);
  return solution;
}

static SlSolution *
solve (const char *name)
{
  g_autofree char *base = g_strconcat (name, SL_EXERCISE_SUFFIX, NULL);
  g_autoptr (GFile) folder = get_folder ();
  g_autoptr (GFile) file = g_file_get_child (folder, base);

  return solve_file (file);
}

static char *
fill (const SlSolution *solution, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *filled = sl_solution_fill (solution, text, &error);

  g_assert_no_error (error);
  g_assert_null (strpbrk (filled, "{}"));
  return filled;
}

/* Whether the set of the look's run has what it names. */
static void
assert_look (const SlSolution *solution, const SlExerciseLook *look)
{
  const SlExerciseTrace *trace = sl_solution_get_trace (solution, look->run);
  guint task;
  g_autofree char *text = fill (solution, look->text);

  g_test_message ("  Look: %s", text);
  if (look->row != NULL)
    g_assert_true (sl_exercise_trace_find_task (trace, look->row, &task));
  g_assert_cmpint (look->span.end, <=, sl_trace_get_span (trace->trace).end + 2000000);
}

static void
assert_texts (const SlSolution *solution)
{
  const SlExercise *exercise = sl_solution_get_exercise (solution);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) answer = sl_solution_dup_answer (solution, &error);

  g_assert_no_error (error);
  g_test_message ("%s: %s", sl_exercise_get_title (exercise), sl_exercise_get_subject (exercise));
  for (guint i = 0; i < sl_exercise_get_n_runs (exercise); i++)
    g_assert_cmpstr (sl_exercise_get_run (exercise, i)->title, !=, "");
  for (guint i = 0; i < sl_exercise_get_n_questions (exercise); i++)
    {
      g_autofree char *text = fill (solution, sl_exercise_get_question (exercise, i)->text);

      g_test_message ("  %s", text);
    }
  for (guint i = 0; i < sl_exercise_get_n_looks (exercise); i++)
    assert_look (solution, sl_exercise_get_look (exercise, i));

  g_assert_cmpuint (answer->len, >, 0);
  for (guint i = 0; i < answer->len; i++)
    g_test_message ("  Answer: %s", (char *) g_ptr_array_index (answer, i));
}

static void
test_texts (void)
{
  static const char *const languages[] = { "C", "it" };
  const char *locales = g_getenv ("SL_TEST_LOCALES");
  g_autoptr (GFile) folder = get_folder ();
  g_autoptr (GPtrArray) files = sl_exercise_list (folder);
  g_autofree char *first = NULL;

  g_test_summary ("Every exercise runs, every figure in its texts is found, in every language");

  g_assert_nonnull (bindtextdomain (GETTEXT_PACKAGE, locales));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  g_assert_cmpuint (files->len, ==, N_EXERCISES);
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      g_setenv ("LANGUAGE", languages[i], TRUE);
      setlocale (LC_ALL, "");
      for (guint k = 0; k < files->len; k++)
        {
          g_autoptr (SlSolution) solution = solve_file (g_ptr_array_index (files, k));

          assert_texts (solution);
          if (i == 0 && k == 0)
            first = g_strdup (sl_exercise_get_title (sl_solution_get_exercise (solution)));
          else if (k == 0)
            g_assert_cmpstr (sl_exercise_get_title (sl_solution_get_exercise (solution)), !=,
                             first);
        }
    }
  g_setenv ("LANGUAGE", "C", TRUE);
  setlocale (LC_ALL, "");
}

static void
test_example (gconstpointer data)
{
  const Example *example = data;
  g_autoptr (SlSolution) solution = solve (example->exercise);
  g_autofree char *values = fill (solution, example->figures);

  g_test_summary ("The figures are those of the schedule that was drawn by hand");

  g_assert_cmpstr (values, ==, example->values);
}

static char *
join_answer (const SlSolution *solution)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) answer = sl_solution_dup_answer (solution, &error);

  g_assert_no_error (error);
  g_ptr_array_add (answer, NULL);
  return g_strjoinv ("\n", (char **) answer->pdata);
}

/* What the answer to @name is when @task executes for @wcet instead. */
static char *
answer_changed (const char *name, const char *task, const char *wcet)
{
  g_autoptr (GFile) folder = get_folder ();
  g_autofree char *set = g_strconcat (name, SL_TASK_MODEL_SUFFIX, NULL);
  g_autofree char *text = g_strconcat (name, SL_EXERCISE_SUFFIX, NULL);
  g_autofree char *path = g_dir_make_tmp ("slackline-course-XXXXXX", NULL);
  g_autoptr (GFile) other = g_file_new_for_path (path);
  g_autoptr (GFile) old_set = g_file_get_child (folder, set);
  g_autoptr (GFile) old_text = g_file_get_child (folder, text);
  g_autoptr (GFile) new_set = g_file_get_child (other, set);
  g_autoptr (GFile) new_text = g_file_get_child (other, text);
  g_autoptr (SlTaskModel) model = sl_task_model_load (old_set, NULL);
  g_autoptr (SlSolution) solution = NULL;

  g_assert_true (sl_task_model_set (model, SL_MODEL_TASK, task, "wcet", wcet, NULL));
  g_assert_true (sl_task_model_save (model, new_set, NULL, NULL));
  g_assert_true (g_file_copy (old_text, new_text, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  solution = solve_file (new_text);
  g_file_delete (new_set, NULL, NULL);
  g_file_delete (new_text, NULL, NULL);
  g_file_delete (other, NULL, NULL);
  return join_answer (solution);
}

static void
test_changed (void)
{
  g_autoptr (SlSolution) solution = solve ("01-preemption");
  g_autofree char *before = join_answer (solution);
  g_autofree char *after = answer_changed ("01-preemption", "logger", "7ms");
  g_autofree char *rm = answer_changed ("05-edf", "video", "2ms");

  g_test_summary ("Another task set has another answer, and other paragraphs are true of it");

  g_assert_nonnull (strstr (before, "finishes at 14 ms"));
  g_assert_nonnull (strstr (before, "preempted by control"));
  /* control0-3 logger3-10: done when control comes again. */
  g_assert_nonnull (strstr (after, "finishes at 10 ms"));
  g_assert_null (strstr (after, "preempted by control"));
  g_assert_nonnull (strstr (after, "never preempted"));
  /* 2/4 + 2/6: control0-2 video2-4. */
  g_assert_nonnull (strstr (rm, "Under rate monotonic priorities no job is late"));
}

#define HEAD "<exercise><title>t</title><subject>s</subject>"
#define RUN  "<run id='a' tasks='a.slackline-tasks'>r</run>"
#define REST "<question>q</question><answer>a</answer></exercise>"

static void
test_fault (void)
{
  static const struct
  {
    const char *text;
    const char *part;
  } faults[] = {
    { "", "Document was empty" },
    { "<course></course>", "Line 1, <exercise>: Expected, not <course>" },
    { "<exercise><title>t</title></exercise>", "It has no <subject>" },
    { HEAD REST, "It has no <run>" },
    { HEAD "\n<run id='a'>r</run>" REST, "Line 2, <run>: It has no tasks" },
    { HEAD RUN RUN REST, "There is a run “a” already" },
    { HEAD "<run id='a' tasks='a' policy='lottery'>r</run>" REST,
      "policy: “lottery” is not one of: rm" },
    { HEAD "<run id='a' tasks='a' until='soon'>r</run>" REST, "until: " },
    { HEAD "<run id='a' tasks='a' speed='2'>r</run>" REST, "“speed” is neither" },
    { HEAD RUN "<look run='b'>l</look>" REST, "There is no <run> “b” above it" },
    { HEAD RUN "<look from='2ms' to='1ms'>l</look>" REST, "It ends before it begins" },
    { HEAD RUN "<look steps='perhaps'>l</look>" REST, "neither yes nor no" },
    { HEAD RUN "<look row='a' rows='b'>l</look>" REST, "no attribute “rows”" },
    { HEAD RUN "<question asks='perhaps'>q</question>" REST, "neither yes nor no" },
    { HEAD RUN "<hint>h</hint>" REST, "no <hint>" },
    { HEAD RUN "<question><b>q</b></question>" REST, "Contains only text, no <b>" },
    { HEAD RUN "stray" REST, "There is text outside" },
  };
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/one.slackline-exercise");

  g_test_summary (
      "A file that is not an exercise is refused, with the file, the line and the value");

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (sl_exercise_parse (faults[i].text, strlen (faults[i].text), file, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
      g_assert_true (g_str_has_prefix (error->message, "one.slackline-exercise: "));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, faults[i].part));
    }
}

static void
test_figure_fault (void)
{
  static const struct
  {
    const char *text;
    const char *part;
  } faults[] = {
    { "{response}", "no figure “response” followed by 0 words" },
    { "{mood control 1}", "no figure “mood”" },
    { "{response nobody 1}", "no task “nobody”" },
    { "{response logger 2}", "logger has no job “2”: it has 1 to 1" },
    { "{response logger 0}", "no job “0”" },
    { "{budget S}", "no server “S”" },
    { "{demand 0ms}", "“0ms” is not the length of an interval" },
    { "{demand soon}", "“soon” is not the length of an interval" },
    { "{lock-taken nobody bus}", "no task “nobody”" },
    { "{lock-taken logger bus}", "no lock “bus”" },
    { "{jobs @edf}", "There is no run “edf”" },
    { "{jobs", "is not closed" },
    { "{}", "no figure “”" },
    { "{\"}", "no figure “”" },
  };
  static const char *const conditions[] = { "jobs", "jobs == 3", "jobs = three", "= 3", "" };
  g_autoptr (SlSolution) solution = solve ("01-preemption");

  g_test_summary ("An unknown value is reported by its name");

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (sl_solution_fill (solution, faults[i].text, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, faults[i].part));
    }
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean holds;

      g_assert_false (sl_solution_holds (solution, conditions[i], &holds, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
    }
}

/* What is drawn at random is not known beforehand, but its limits are. */
static void
test_random (void)
{
  static const char *const conditions[] = {
    "max-release-lateness sensor @jitter > 1.9 ms", "max-release-lateness sensor @jitter <= 2 ms",
    "max-release-lateness sensor @none = 0 ms",     "max-response control @jitter > 6 ms",
    "max-response control @jitter <= 8 ms",
  };
  g_autoptr (SlSolution) solution = solve ("16-jitter");

  g_test_summary ("Of a hundred releases one is nearly as late as it may be, none is later, and "
                  "responses stay between the bounds");

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean holds;

      g_test_message ("%s", conditions[i]);
      g_assert_true (sl_solution_holds (solution, conditions[i], &holds, &error));
      g_assert_no_error (error);
      g_assert_true (holds);
    }
}

static void
test_condition (void)
{
  static const struct
  {
    const char *text;
    gboolean holds;
  } conditions[] = {
    { "jobs = 3", TRUE },
    { "jobs < 3", FALSE },
    { "jobs >= 3 and jobs <= 3", TRUE },
    { "jobs = 3 and jobs > 3", FALSE },
    { "response logger 1 > 13.9 ms", TRUE },
    { "response logger 1 != 14ms", FALSE },
    { "utilization = 70 %", TRUE },
    { "bound > utilization", TRUE },
    { "preempted-by logger 1 = preempted-by logger 1", TRUE },
    /* Of different types, and what never was. */
    { "jobs = 3 ms", FALSE },
    { "preempted-at control 1 >= 0 ms", FALSE },
    { "preempted-at control 1 != 0 ms", TRUE },
  };
  g_autoptr (SlSolution) solution = solve ("01-preemption");

  g_test_summary ("Conditions compare times, counts, shares and names");

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean holds;

      g_test_message ("%s", conditions[i].text);
      g_assert_true (sl_solution_holds (solution, conditions[i].text, &holds, &error));
      g_assert_no_error (error);
      g_assert_cmpint (holds, ==, conditions[i].holds);
    }
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/course/texts", test_texts);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/course/example/", examples[i].exercise, NULL);

      g_test_add_data_func (path, &examples[i], test_example);
    }
  g_test_add_func ("/course/changed", test_changed);
  g_test_add_func ("/course/fault", test_fault);
  g_test_add_func ("/course/figure-fault", test_figure_fault);
  g_test_add_func ("/course/condition", test_condition);
  g_test_add_func ("/course/random", test_random);
  return g_test_run ();
}
