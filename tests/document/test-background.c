/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-background.h"

/* Each request has a gate: the thread waits there until the test opens it, or until it is cancelled. */
typedef struct
{
  int number;
  gboolean is_open; /* atomic */
  int n_batches;    /* that are still to be done after this one */
  gboolean ran;
  gboolean finds; /* a text of its number; else the request is what is found */
  gboolean fails;
  int *n_freed;
} Request;

typedef struct
{
  SlBackground *background;
  GArray *delivered; /* of int */
  int n_freed;
  int n_made;
  gboolean frees; /* the background, when something is delivered */
  gboolean stops; /* after a batch, in spite of more of them */
  int wanted;     /* number of what is started when something is delivered; 0 for nothing */
} Fixture;

static int n_running; /* of threads; atomic */

static Request *
request_new (Fixture *fixture, int number, gboolean is_open)
{
  Request *request = g_new0 (Request, 1);

  request->number = number;
  request->is_open = is_open;
  request->n_freed = &fixture->n_freed;
  return request;
}

static void
request_free (gpointer data)
{
  Request *request = data;

  (*request->n_freed)++;
  g_free (request);
}

static gpointer
work (gpointer data, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Request *request = data;

  g_assert_cmpint (g_atomic_int_add (&n_running, 1), ==, 0);
  sl_background_report (run, 0.25);
  while (!g_atomic_int_get (&request->is_open) && !g_cancellable_is_cancelled (cancellable))
    g_usleep (200);
  request->ran = TRUE;
  g_atomic_int_add (&n_running, -1);
  if (request->fails)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "nothing");
  return request->finds ? g_strdup_printf ("%d", request->number) : request->fails ? NULL : data;
}

static void
done (gpointer owner, gpointer data, const GError *error)
{
  Request *request = data;
  Fixture *fixture = owner;

  g_assert_true (request->ran);
  g_array_append_val (fixture->delivered, request->number);
  if (fixture->stops)
    sl_background_stop (fixture->background);
  else if (request->n_batches-- > 0)
    {
      sl_background_start (fixture->background, request);
      g_assert_true (sl_background_is_busy (fixture->background));
      return;
    }
  if (fixture->wanted != 0)
    sl_background_start (fixture->background, request_new (fixture, fixture->wanted, TRUE));
  fixture->wanted = 0;
  if (fixture->frees)
    g_clear_pointer (&fixture->background, sl_background_free);
  request_free (request);
}

static gpointer
make (gpointer owner)
{
  Fixture *fixture = owner;

  return request_new (fixture, ++fixture->n_made, TRUE);
}

static const SlBackgroundKind newest = {
  .work = work,
  .free = request_free,
  .free_found = request_free,
};

static const SlBackgroundKind all = {
  .work = work,
  .free = request_free,
  .free_found = request_free,
  .finishes = TRUE,
};

static const SlBackgroundKind quiet = {
  .work = work,
  .free = request_free,
  .free_found = request_free,
  .make = make,
  .quiet_msec = 60,
};

static const SlBackgroundKind paced = {
  .work = work,
  .free = request_free,
  .free_found = request_free,
  .make = make,
  .quiet_msec = 60,
  .is_paced = TRUE,
};

static void
set_up (Fixture *fixture, gconstpointer kind)
{
  fixture->delivered = g_array_new (FALSE, FALSE, sizeof (int));
  fixture->background = sl_background_new (kind, done, fixture);
}

/* Until so many requests were freed: what was not delivered by then never is. */
static void
wait_freed (Fixture *fixture, int n_freed)
{
  while (fixture->n_freed < n_freed)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (fixture->n_freed, ==, n_freed);
}

static void
tear_down (Fixture *fixture, gconstpointer kind)
{
  g_clear_pointer (&fixture->background, sl_background_free);
  g_assert_cmpint (g_atomic_int_get (&n_running), ==, 0);
  g_array_unref (fixture->delivered);
}

static void
check_delivered (Fixture *fixture, guint n_numbers, const int *numbers)
{
  g_assert_cmpmem (fixture->delivered->data, fixture->delivered->len * sizeof (int), numbers,
                   n_numbers * sizeof (int));
}

static void
test_newest (Fixture *fixture, gconstpointer kind)
{
  g_test_summary ("Of several requests the newest is delivered, the others are freed.");

  for (int i = 1; i <= 5; i++)
    sl_background_start (fixture->background, request_new (fixture, i, i == 5));
  g_assert_true (sl_background_is_busy (fixture->background));
  wait_freed (fixture, 5);

  check_delivered (fixture, 1, (const int[]) { 5 });
  g_assert_false (sl_background_is_busy (fixture->background));
}

static void
test_finishes (Fixture *fixture, gconstpointer kind)
{
  Request *first = request_new (fixture, 1, FALSE);

  g_test_summary (
      "Where work is to be finished, the request under way is delivered, then the newest.");

  sl_background_start (fixture->background, first);
  for (int i = 2; i <= 4; i++)
    sl_background_start (fixture->background, request_new (fixture, i, TRUE));
  g_assert_cmpint (fixture->n_freed, ==, 2);
  g_atomic_int_set (&first->is_open, TRUE);
  wait_freed (fixture, 4);

  check_delivered (fixture, 2, (const int[]) { 1, 4 });
}

static void
test_stop (Fixture *fixture, gconstpointer kind)
{
  g_test_summary (
      "After a stop nothing is delivered, neither of what runs nor of what waits nor of what is "
      "on its way back; the next request is.");

  sl_background_start (fixture->background, request_new (fixture, 1, FALSE));
  sl_background_start (fixture->background, request_new (fixture, 2, TRUE));
  sl_background_stop (fixture->background);
  g_assert_false (sl_background_is_busy (fixture->background));
  wait_freed (fixture, 2);
  g_assert_cmpuint (fixture->delivered->len, ==, 0);

  sl_background_start (fixture->background, request_new (fixture, 3, TRUE));
  g_usleep (20000);
  sl_background_stop (fixture->background);
  wait_freed (fixture, 3);
  g_assert_cmpuint (fixture->delivered->len, ==, 0);

  sl_background_start (fixture->background, request_new (fixture, 4, TRUE));
  wait_freed (fixture, 4);
  check_delivered (fixture, 1, (const int[]) { 4 });
}

static void
test_progress (Fixture *fixture, gconstpointer kind)
{
  Request *request = request_new (fixture, 1, FALSE);

  g_test_summary ("The fraction is what the work reports, and 0 where there is none.");

  g_assert_cmpfloat (sl_background_get_fraction (fixture->background), ==, 0);
  sl_background_start (fixture->background, request);
  while (sl_background_get_fraction (fixture->background) != 0.25)
    g_usleep (200);
  g_atomic_int_set (&request->is_open, TRUE);
  wait_freed (fixture, 1);
  g_assert_cmpfloat (sl_background_get_fraction (fixture->background), ==, 0);
}

static void
test_batches (Fixture *fixture, gconstpointer kind)
{
  Request *request = request_new (fixture, 7, TRUE);

  g_test_summary ("A request that is handed back after a batch is delivered after each of them.");

  request->n_batches = 3;
  sl_background_start (fixture->background, request);
  wait_freed (fixture, 1);
  check_delivered (fixture, 4, (const int[]) { 7, 7, 7, 7 });

  request = request_new (fixture, 8, TRUE);
  request->n_batches = 3;
  fixture->stops = TRUE;
  sl_background_start (fixture->background, request);
  wait_freed (fixture, 2);
  check_delivered (fixture, 5, (const int[]) { 7, 7, 7, 7, 8 });
}

static void
test_start_in_done (Fixture *fixture, gconstpointer kind)
{
  g_test_summary ("Who hears of something may ask for the next.");

  fixture->wanted = 2;
  sl_background_start (fixture->background, request_new (fixture, 1, TRUE));
  wait_freed (fixture, 2);
  check_delivered (fixture, 2, (const int[]) { 1, 2 });
}

static void
test_free (Fixture *fixture, gconstpointer kind)
{
  g_test_summary ("Once the background is freed nothing is delivered, and nothing is left.");

  sl_background_start (fixture->background, request_new (fixture, 1, FALSE));
  sl_background_start (fixture->background, request_new (fixture, 2, TRUE));
  g_clear_pointer (&fixture->background, sl_background_free);
  wait_freed (fixture, 2);
  g_assert_cmpuint (fixture->delivered->len, ==, 0);

  fixture->background = sl_background_new (kind, done, fixture);
  sl_background_start (fixture->background, request_new (fixture, 3, TRUE));
  g_usleep (20000);
  g_clear_pointer (&fixture->background, sl_background_free);
  wait_freed (fixture, 3);
  g_assert_cmpuint (fixture->delivered->len, ==, 0);
}

static void
test_free_in_done (Fixture *fixture, gconstpointer kind)
{
  g_test_summary (
      "Who hears of something may free the background, and what was started then is dropped.");

  fixture->frees = TRUE;
  fixture->wanted = 2;
  sl_background_start (fixture->background, request_new (fixture, 1, TRUE));
  wait_freed (fixture, 2);
  check_delivered (fixture, 1, (const int[]) { 1 });
}

static void
take_text (gpointer owner, gpointer found, const GError *error)
{
  g_autofree char *text = found;
  Fixture *fixture = owner;
  int number = text != NULL ? (int) g_ascii_strtoll (text, NULL, 10) : -1;

  if (text == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  else
    g_assert_no_error (error);
  g_array_append_val (fixture->delivered, number);
}

static int n_texts_freed;

static void
free_text (gpointer text)
{
  n_texts_freed++;
  g_free (text);
}

static void
test_found (Fixture *fixture, gconstpointer kind)
{
  static const SlBackgroundKind texts = { .work = work,
                                          .free = request_free,
                                          .free_found = free_text };
  Request *request;

  g_test_summary (
      "What was found, or the error, is delivered apart from the request, which is freed.");

  g_clear_pointer (&fixture->background, sl_background_free);
  fixture->background = sl_background_new (&texts, take_text, fixture);
  for (int i = 1; i <= 2; i++)
    {
      request = request_new (fixture, i, TRUE);
      request->finds = i == 1;
      request->fails = i == 2;
      sl_background_start (fixture->background, request);
      wait_freed (fixture, i);
    }
  check_delivered (fixture, 2, (const int[]) { 1, -1 });

  request = request_new (fixture, 3, FALSE);
  request->finds = TRUE;
  sl_background_start (fixture->background, request);
  while (sl_background_get_fraction (fixture->background) == 0)
    g_usleep (200);
  sl_background_stop (fixture->background);
  wait_freed (fixture, 3);
  g_assert_cmpuint (fixture->delivered->len, ==, 2);
  g_assert_cmpint (n_texts_freed, ==, 1);
}

/* Asks five times, 20 ms apart, which is longer than the quiet time in all. */
static void
ask_often (Fixture *fixture)
{
  for (guint i = 0; i < 5; i++)
    {
      gint64 end = g_get_monotonic_time () + 20000;

      sl_background_ask (fixture->background);
      while (g_get_monotonic_time () < end)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (500);
    }
}

static void
test_quiet (Fixture *fixture, gconstpointer kind)
{
  gint64 start = g_get_monotonic_time ();

  g_test_summary (
      "Where one is asked again and again, one request is made, the quiet time after the last.");

  ask_often (fixture);
  wait_freed (fixture, 1);
  g_assert_cmpint (fixture->n_made, ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 80000 + 60000);

  sl_background_ask (fixture->background);
  sl_background_stop (fixture->background);
  g_assert_false (sl_background_is_busy (fixture->background));
  sl_background_ask (fixture->background);
  g_clear_pointer (&fixture->background, sl_background_free);
  g_usleep (80000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (fixture->n_made, ==, 1);
}

static void
test_paced (Fixture *fixture, gconstpointer kind)
{
  g_test_summary (
      "Where the start is not moved, who asks again and again gets something meanwhile.");

  while (fixture->n_made == 0)
    {
      sl_background_ask (fixture->background);
      g_main_context_iteration (NULL, FALSE);
    }
  while (sl_background_is_busy (fixture->background))
    g_main_context_iteration (NULL, TRUE);
  wait_freed (fixture, fixture->n_made);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    const SlBackgroundKind *kind;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "newest", &newest, test_newest },
    { "finishes", &all, test_finishes },
    { "stop", &newest, test_stop },
    { "progress", &newest, test_progress },
    { "batches", &newest, test_batches },
    { "start-in-done", &newest, test_start_in_done },
    { "found", &newest, test_found },
    { "free", &newest, test_free },
    { "free-in-done", &newest, test_free_in_done },
    { "quiet", &quiet, test_quiet },
    { "paced", &paced, test_paced },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/document/background/", tests[i].name, NULL);

      g_test_add (path, Fixture, tests[i].kind, set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
