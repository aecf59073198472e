/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Flows between threads of Chrome's traces: random ones, whose arrows are known as they are made, and where keys lead from
 * one end to the other. */

#include "sl-flow-arrows.h"
#include "sl-job-link.h"
#include "sl-wake-link.h"
#include "text-document.h"

#define N_THREADS 4
#define N_SPANS   12
#define N_FLOWS   16

/* In microseconds. Spans are at even times, flows at odd ones. */
typedef struct
{
  int begin;
  int end;
} Span;

typedef struct
{
  Span spans[N_THREADS][N_SPANS];
  GString *json;
  GArray *arrows; /* of SlFlowArrow, with numbers of threads and microseconds */
} Recording;

static void G_GNUC_PRINTF (5, 6)
    put (Recording *self, const char *phase, guint thread, int time, const char *format, ...)
{
  g_autofree char *rest = NULL;
  va_list list;

  va_start (list, format);
  rest = g_strdup_vprintf (format, list);
  va_end (list);
  g_string_append_printf (self->json, "%s{\"ph\":\"%s\",\"pid\":1,\"tid\":%u,\"ts\":%d%s}",
                          self->json->len > 16 ? "," : "", phase, thread + 1, time, rest);
}

static void
make_spans (Recording *self)
{
  for (guint thread = 0; thread < N_THREADS; thread++)
    for (guint i = 0, at = 0; i < N_SPANS; i++)
      {
        Span *span = &self->spans[thread][i];

        span->begin =
            (int) (at + (guint) g_test_rand_int_range (thread == 0 && i == 0 ? 0 : 1, 8)) / 2 * 2;
        if (thread == 0 && i == 0)
          span->begin = 0;
        span->end = span->begin + 2 * g_test_rand_int_range (2, 12);
        at = (guint) span->end + 2;
      }
}

static void
add_arrow (Recording *self, guint sender, int sent, guint receiver, int arrived)
{
  SlFlowArrow arrow = { sender, receiver, sent, arrived };

  g_array_append_val (self->arrows, arrow);
}

/* Some time in one of the later spans, before its end. */
static int
choose_time (Recording *self, guint thread, guint from)
{
  const Span *span = &self->spans[thread][g_test_rand_int_range ((int) from, N_SPANS)];

  return span->begin + 1 + 2 * g_test_rand_int_range (0, (span->end - span->begin) / 2);
}

/* Where a flow arrives that does not say that it is in the span that is open; below zero for nowhere. */
static int
find_next (Recording *self, guint thread, int time)
{
  for (guint i = 0; i < N_SPANS; i++)
    if (self->spans[thread][i].begin > time)
      return self->spans[thread][i].begin;

  return -1;
}

/* Of its parts each is later than the one before. */
static void
make_flow (Recording *self, guint id)
{
  gboolean has_begin = g_test_rand_int_range (0, 6) > 0;
  gboolean has_step = g_test_rand_bit ();
  gboolean is_bound = g_test_rand_bit ();
  guint threads[3];
  int times[3] = { 0 };
  int arrived;

  for (guint i = 0; i < 3; i++)
    {
      threads[i] = (guint) g_test_rand_int_range (0, N_THREADS);
      for (guint n = 0; n < 100 && (i > 0 && times[i] <= times[i - 1]); n++)
        times[i] = choose_time (self, threads[i], 3 * i);
      if (i == 0)
        times[i] = choose_time (self, threads[i], 0);
      if (i > 0 && times[i] <= times[i - 1])
        return;
    }

  if (has_begin)
    put (self, "s", threads[0], times[0], ",\"id\":%u", id);
  if (has_step)
    put (self, "t", threads[1], times[1], ",\"id\":%u", id);
  put (self, "f", threads[2], times[2], ",\"id\":%u%s", id, is_bound ? ",\"bp\":\"e\"" : "");

  if (has_begin && has_step)
    add_arrow (self, threads[0], times[0], threads[1], times[1]);
  arrived = is_bound ? times[2] : find_next (self, threads[2], times[2]);
  if (arrived >= 0 && (has_begin || has_step))
    add_arrow (self, threads[has_step], times[has_step], threads[2], arrived);
}

/* A span, which may be an end of a flow itself. */
static void
put_span (Recording *self, guint thread, guint i)
{
  const Span *span = &self->spans[thread][i];
  gboolean sends = i == 1 && thread == 0, receives = i == 8 && thread > 0;
  int sent = self->spans[0][1].begin;

  put (self, "X", thread, span->begin, ",\"dur\":%d,\"name\":\"n\"%s", span->end - span->begin,
       sends      ? ",\"bind_id\":\"0x7777\",\"flow_out\":true"
       : receives ? ",\"bind_id\":\"0x7777\",\"flow_in\":true"
                  : "");
  if (receives && span->begin > sent)
    add_arrow (self, 0, sent, thread, span->begin);
}

static void
recording_init (Recording *self)
{
  *self = (Recording) { .json = g_string_new ("{\"traceEvents\":["),
                        .arrows = g_array_new (FALSE, FALSE, sizeof (SlFlowArrow)) };
  make_spans (self);
  for (guint thread = 0; thread < N_THREADS; thread++)
    for (guint i = 0; i < N_SPANS; i++)
      put_span (self, thread, i);
  for (guint i = 0; i < N_FLOWS; i++)
    make_flow (self, i + 1);
  g_string_append (self->json, "]}");
}

static void
recording_clear (Recording *self)
{
  g_string_free (self->json, TRUE);
  g_array_unref (self->arrows);
}

static int
compare_arrows (gconstpointer one, gconstpointer other)
{
  const SlFlowArrow *a = one, *b = other;
  gint64 differences[] = { (gint64) a->receiver - b->receiver, a->arrived - b->arrived,
                           (gint64) a->sender - b->sender, a->sent - b->sent };

  for (guint i = 0; i < G_N_ELEMENTS (differences); i++)
    if (differences[i] != 0)
      return differences[i] < 0 ? -1 : 1;
  return 0;
}

/* Those that are known, and those of the trace, in one order. */
static void
check_arrows (Recording *self, SlDocument *document, gboolean from)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), 0);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlFlowArrow));
  g_autoptr (GArray) wanted = g_array_copy (self->arrows);
  guint32 objects[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    {
      objects[i] = sl_text_document_find (document, SL_OBJECT_TASK, i + 1);
      if (from)
        sl_flow_arrows_add_from (found, trace, objects[i], sl_trace_get_span (trace), G_MAXUINT);
      else
        sl_flow_arrows_add_to (found, trace, objects[i], sl_trace_get_span (trace), G_MAXUINT);
    }
  for (guint i = 0; i < wanted->len; i++)
    {
      SlFlowArrow *arrow = &g_array_index (wanted, SlFlowArrow, i);

      *arrow = (SlFlowArrow) { objects[arrow->sender], objects[arrow->receiver], arrow->sent * 1000,
                               arrow->arrived * 1000 };
    }

  g_array_sort (found, compare_arrows);
  g_array_sort (wanted, compare_arrows);
  g_assert_cmpuint (found->len, ==, wanted->len);
  g_assert_cmpmem (found->data, found->len * sizeof (SlFlowArrow), wanted->data,
                   wanted->len * sizeof (SlFlowArrow));
}

static void
test_law (void)
{
  guint n_arrows = 0;

  g_test_summary (
      "A flow leads from where it was sent to where it arrives, be it in the span that is open, in the next one or "
      "in one that says so itself; one without a begin leads nowhere.");
  for (guint i = 0; i < 40; i++)
    {
      Recording recording;
      g_autoptr (SlDocument) document = NULL;

      recording_init (&recording);
      document = sl_text_document_new (recording.json->str);
      check_arrows (&recording, document, FALSE);
      check_arrows (&recording, document, TRUE);
      n_arrows += recording.arrows->len;
      recording_clear (&recording);
    }
  g_assert_cmpuint (n_arrows, >, 300);
}

static const char two[] =
    "{\"traceEvents\":["
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":10,\"name\":\"send\"},"
    "{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"ts\":5,\"id\":1},"
    "{\"ph\":\"f\",\"pid\":1,\"tid\":2,\"ts\":18,\"id\":1},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":20,\"dur\":10,\"name\":\"receive\"}]}";

static void
assert_picked (SlDocument *document, guint32 task)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  guint row;

  g_assert_true (sl_rows_find_object (sl_document_get_rows (document), 0, task, &row));
  g_assert_cmpint (picked->type, ==, SL_TARGET_ITEMS);
  g_assert_cmpstr (picked->row, ==, sl_rows_get (sl_document_get_rows (document), row)->key);
}

static SlWakeStep
step (SlDocument *document, int direction)
{
  SlSpan delay;

  return sl_wake_link_step (document, direction, &delay);
}

static void
test_steps (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (two);
  guint32 sender = sl_text_document_find (document, SL_OBJECT_TASK, 1);
  guint32 receiver = sl_text_document_find (document, SL_OBJECT_TASK, 2);
  SlTarget target;

  g_test_summary ("Where no wake-ups are recorded, the keys that go along them go along flows.");
  g_assert_true (
      sl_job_link_find_box (sl_document_get_rows (document), 0, receiver, 25000, &target));
  sl_document_pick (document, &target);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_DONE);
  assert_picked (document, sender);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_UNKNOWN);
  g_assert_cmpint (step (document, 1), ==, SL_WAKE_STEP_DONE);
  assert_picked (document, receiver);
  g_assert_cmpint (step (document, 1), ==, SL_WAKE_STEP_UNKNOWN);
}

static const char scheduled[] = "# slackline-events 1, unit us\n"
                                "time,cpu,action,task,value\n"
                                "0,0,run,1,\n5,0,flow-begin,1,77\n10,0,run,2,\n"
                                "15,0,flow-step,2,77\n20,0,run,3,\n22,0,flow-end,3,77\n"
                                "25,0,flow-end,3,78\n30,0,run,,\n";

static void
test_scheduled (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (scheduled);
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), 0);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlFlowArrow));
  guint32 tasks[3];

  g_test_summary ("Tasks whose scheduling is recorded have flows as well.");
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      tasks[i] = sl_text_document_find (document, SL_OBJECT_TASK, i + 1);
      sl_flow_arrows_add_to (found, trace, tasks[i], sl_trace_get_span (trace), G_MAXUINT);
    }
  {
    const SlFlowArrow wanted[] = { { tasks[0], tasks[1], 5000, 15000 },
                                   { tasks[1], tasks[2], 15000, 22000 } };

    g_assert_cmpmem (found->data, found->len * sizeof (SlFlowArrow), wanted, sizeof wanted);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/flow-arrows/law", test_law);
  g_test_add_func ("/flow-arrows/steps", test_steps);
  g_test_add_func ("/flow-arrows/scheduled", test_scheduled);

  return g_test_run ();
}
