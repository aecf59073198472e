/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A turn is what the main loop does between two waits: nothing is heard of the user meanwhile. The
 * time on the clock says what the user feels, that of the processor what the window itself did:
 * where they differ, the machine had others to serve. */

#include "sl-bench-frames.h"

#include <time.h>

#define FRAME_MSEC (1000.0 / 60)

/* What the user may feel: two frames. */
#define SLOW_MSEC 33.4

struct _SlBenchFrames
{
  GdkFrameClock *clock;
  gulong painted;
  gint64 begun;      /* when watching began */
  gint64 last_frame; /* when the last one was done; 0 before the first */
  GArray *frames;    /* of double, milliseconds from one to the next */
};

/* GLib's function to wait has no user data. */
static struct
{
  gint64 begun; /* when the turn that is under way began; 0 for none */
  double cpu;   /* the thread's by then */
  double longest;
  double longest_cpu; /* of the turn that took most of the processor */
  guint n_slow;
} turns;

static double
get_milliseconds (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/**
 * sl_bench_get_others_seconds:
 *
 * Returns: what all threads but the calling one have taken of the processors
 */
double
sl_bench_get_others_seconds (void)
{
  return (get_milliseconds (CLOCK_PROCESS_CPUTIME_ID) -
          get_milliseconds (CLOCK_THREAD_CPUTIME_ID)) /
         1000;
}

static void
end_turn (void)
{
  double wall, cpu;

  if (turns.begun == 0)
    return;

  wall = (double) (g_get_monotonic_time () - turns.begun) / 1000;
  cpu = get_milliseconds (CLOCK_THREAD_CPUTIME_ID) - turns.cpu;
  turns.longest = MAX (turns.longest, wall);
  turns.longest_cpu = MAX (turns.longest_cpu, cpu);
  turns.n_slow += wall > SLOW_MSEC ? 1 : 0;
}

static int
poll_between_turns (GPollFD *fds, guint n_fds, int timeout)
{
  int result;

  end_turn ();
  result = g_poll (fds, n_fds, timeout);
  turns.begun = g_get_monotonic_time ();
  turns.cpu = get_milliseconds (CLOCK_THREAD_CPUTIME_ID);
  return result;
}

static void
painted_cb (SlBenchFrames *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->last_frame != 0)
    {
      double apart = (double) (now - self->last_frame) / 1000;

      g_array_append_val (self->frames, apart);
    }
  self->last_frame = now;
}

/**
 * sl_bench_frames_new:
 * @widget: realized, and in the main loop of the calling thread
 */
SlBenchFrames *
sl_bench_frames_new (GtkWidget *widget)
{
  SlBenchFrames *self = g_new0 (SlBenchFrames, 1);

  self->frames = g_array_new (FALSE, FALSE, sizeof (double));
  self->clock = g_object_ref (gtk_widget_get_frame_clock (widget));
  self->painted =
      g_signal_connect_swapped (self->clock, "after-paint", G_CALLBACK (painted_cb), self);
  g_main_context_set_poll_func (NULL, poll_between_turns);
  sl_bench_frames_begin (self);
  return self;
}

void
sl_bench_frames_free (SlBenchFrames *self)
{
  g_main_context_set_poll_func (NULL, NULL);
  g_signal_handler_disconnect (self->clock, self->painted);
  g_object_unref (self->clock);
  g_array_unref (self->frames);
  g_free (self);
}

/**
 * sl_bench_frames_begin:
 *
 * Forgets what was seen before.
 */
void
sl_bench_frames_begin (SlBenchFrames *self)
{
  self->begun = g_get_monotonic_time ();
  self->last_frame = 0;
  g_array_set_size (self->frames, 0);
  turns.begun = self->begun;
  turns.cpu = get_milliseconds (CLOCK_THREAD_CPUTIME_ID);
  turns.longest = turns.longest_cpu = 0;
  turns.n_slow = 0;
}

static int
compare_doubles (gconstpointer one, gconstpointer other)
{
  double a = *(const double *) one, b = *(const double *) other;

  return (a > b) - (a < b);
}

/**
 * sl_bench_frames_print:
 *
 * Prints what was seen since sl_bench_frames_begin(): seconds, frames, the median and the longest
 * time between two of them, how many were missed in a row at most, and of turns of the main loop
 * the longest by the clock and by the processor, and how many took longer than two frames.
 */
void
sl_bench_frames_print (SlBenchFrames *self, const char *name)
{
  guint n_frames = self->frames->len;
  double median = 0, longest = 0;

  g_array_sort (self->frames, compare_doubles);
  if (n_frames > 0)
    {
      median = g_array_index (self->frames, double, n_frames / 2);
      longest = g_array_index (self->frames, double, n_frames - 1);
    }

  g_print ("phase %s %.3f %u %.2f %.2f %u %.2f %.2f %u\n", name,
           (double) (g_get_monotonic_time () - self->begun) / G_USEC_PER_SEC, n_frames, median,
           longest, (guint) MAX (longest / FRAME_MSEC - 0.5, 0), turns.longest, turns.longest_cpu,
           turns.n_slow);
}

/**
 * sl_bench_frames_get_last:
 *
 * Returns: when the last frame was done, on the monotonic clock; 0 for none since it began
 */
gint64
sl_bench_frames_get_last (SlBenchFrames *self)
{
  return self->last_frame;
}
