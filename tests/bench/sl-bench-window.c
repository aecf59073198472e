/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drives the real window and prints how long it keeps its user waiting: "key value" lines that
 * bench.py reads, see sl_bench_frames_print(). Something is drawn in each frame all the time, so
 * that a frame that is missed shows.
 *
 *   bench-window start [BEGIN]    until the first frame of an empty window; BEGIN: microseconds on
 *                                 the monotonic clock when the program was started
 *   bench-window actions FILE [NAME]
 *                                 all that the command palette lists, one after the other; only
 *                                 what begins with NAME, as “Markers/”
 *   bench-window memory FILE [NAME]
 *                                 by how many bytes memory grows with each of them
 *   bench-window FILE FILTER      opening the file, panning while it loads, stopping, closing, and
 *                                 with the whole of it panning, zooming, filtering, selecting and
 *                                 scrolling */
#include <string.h>

#include "sl-application.h"
#include "sl-bench-actions.h"
#include "sl-bench-frames.h"
#include "sl-event-panel.h"
#include "sl-filter-bar.h"
#include "sl-pager.h"
#include "sl-panel-stack.h"
#include "sl-panels.h"
#include "sl-trace-view.h"
#include "sl-window.h"

/* Threads that take no more than this a millisecond are done, when nothing follows for a while. */
#define QUIET_SHARE 0.05
#define QUIET_USEC  300000
#define CALM_USEC   50000

/* A bench that waits longer than this waits for nothing. */
#define PATIENCE_USEC (300 * G_USEC_PER_SEC)

/* How often a command is done to see whether memory grows. */
#define MEMORY_TIMES 13

#define PAN_FRAMES  90
#define TYPE_FRAMES 5
#define FILTER_ROW  "tick >= 0"

typedef struct _Bench Bench;
typedef void (*Step) (Bench *self, guint frame);

struct _Bench
{
  SlApplication *application;
  SlWindow *window;
  SlBenchFrames *frames;
  GPtrArray *files;
  const char *filter;

  Step step;      /* what is done in each frame; NULL for nothing */
  guint frame;    /* since that began */
  double share;   /* of the trace, to be seen while panning */
  gint64 active;  /* when threads were last seen at work */
  gint64 looked;  /* when they were looked at */
  double others;  /* what they had taken by then */
  gint64 waiting; /* since when it is waited for them to be done */
};

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Bench *self = user_data;

  gtk_widget_queue_draw (widget);
  if (widget != GTK_WIDGET (self->window))
    return G_SOURCE_CONTINUE;

  if (self->step != NULL)
    self->step (self, self->frame);
  self->frame++;
  return G_SOURCE_CONTINUE;
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
look_at_threads (Bench *self)
{
  gint64 now = g_get_monotonic_time ();
  double others;

  if (now - self->looked < 2000)
    return;

  others = sl_bench_get_others_seconds ();
  if ((others - self->others) * G_USEC_PER_SEC > QUIET_SHARE * (double) (now - self->looked))
    self->active = now;
  self->looked = now;
  self->others = others;
}

/* Runs the main loop until @condition holds. */
static void
wait_for (Bench *self, gboolean (*condition) (Bench *self))
{
  gint64 end = g_get_monotonic_time () + PATIENCE_USEC;
  guint wake = g_timeout_add (2, wake_cb, NULL);

  self->looked = 0;
  self->active = g_get_monotonic_time ();
  while (!condition (self))
    {
      if (g_get_monotonic_time () > end)
        g_error ("The window did not come to an end");
      g_main_context_iteration (NULL, TRUE);
      look_at_threads (self);
    }
  g_source_remove (wake);
}

static gboolean
is_quiet (Bench *self)
{
  return g_get_monotonic_time () - self->active > QUIET_USEC;
}

/* What is looked for in the part of a trace that is there begins later than this. */
static gboolean
is_calm (Bench *self)
{
  return g_get_monotonic_time () - self->active > CALM_USEC;
}

static gboolean
is_painted (Bench *self)
{
  return sl_bench_frames_get_last (self->frames) != 0;
}

static SlTrace *
get_trace (Bench *self)
{
  SlDocument *document = sl_window_get_document (self->window);

  return document != NULL ? sl_document_get_trace (document) : NULL;
}

static gboolean
has_trace (Bench *self)
{
  return get_trace (self) != NULL;
}

static gboolean
has_whole (Bench *self)
{
  return get_trace (self) != NULL && sl_trace_is_complete (get_trace (self));
}

static gboolean
has_panned (Bench *self)
{
  return self->frame >= PAN_FRAMES;
}

static GObject *
get_child (GtkWidget *parent, GType type, const char *name)
{
  GObject *child = gtk_widget_get_template_child (parent, type, name);

  g_assert (child != NULL);
  return child;
}

static GtkWidget *
get_page (Bench *self)
{
  GObject *bin =
      get_child (GTK_WIDGET (sl_window_get_tab (self->window)), SL_TYPE_TRACE_TAB, "trace_bin");

  return adw_bin_get_child (ADW_BIN (bin));
}

static GtkWidget *
get_part (Bench *self, const char *name)
{
  return GTK_WIDGET (get_child (get_page (self), SL_TYPE_TRACE_VIEW, name));
}

static GtkWidget *
get_panel_part (Bench *self, const char *name)
{
  return GTK_WIDGET (get_child (get_part (self, "panels"), SL_TYPE_PANEL_STACK, name));
}

static GtkWidget *
get_events (Bench *self)
{
  GtkStack *stack = GTK_STACK (get_panel_part (self, "stack"));

  return adw_bin_get_child (ADW_BIN (gtk_stack_get_child_by_name (stack, "events")));
}

static void
make_window (Bench *self)
{
  self->window = sl_window_new (GTK_APPLICATION (self->application));
  gtk_window_present (GTK_WINDOW (self->window));
  gtk_widget_add_tick_callback (GTK_WIDGET (self->window), tick_cb, self, NULL);
  self->frames = sl_bench_frames_new (GTK_WIDGET (self->window));
}

static void
begin (Bench *self, Step step)
{
  self->step = step;
  self->frame = 0;
  sl_bench_frames_begin (self->frames);
}

static void
end (Bench *self, const char *name)
{
  sl_bench_frames_print (self->frames, name);
  self->step = NULL;
}

/* The share of the trace that is to be seen, further on by a fiftieth of it with each frame. */
static void
pan (Bench *self, guint frame)
{
  SlDocument *document = sl_window_get_document (self->window);
  SlSpan extent;
  gint64 length, room;

  if (document == NULL)
    return;

  extent = sl_trace_get_span (sl_document_get_trace (document));
  length = MAX ((gint64) (self->share * (double) sl_span_duration (extent)), 1);
  room = MAX (sl_span_duration (extent) - length, 1);
  extent.begin += (room / 10 + frame * (length / 50)) % room;
  sl_document_show (document, (SlSpan) { extent.begin, extent.begin + length }, 1);
}

/* In to single events and out again. */
static void
zoom (Bench *self, guint frame)
{
  sl_timeline_widget_zoom (sl_trace_view_get_timeline (SL_TRACE_VIEW (get_page (self))),
                           frame < PAN_FRAMES / 2 ? 1.4 : 1 / 1.4);
}

static void
select_span (Bench *self, guint frame)
{
  SlDocument *document = sl_window_get_document (self->window);
  SlSpan extent = sl_trace_get_span (sl_document_get_trace (document));
  gint64 length = sl_span_duration (extent) / 100 * (frame + 1) / 2;
  SlSpan selection = { extent.begin + sl_span_duration (extent) / 4,
                       extent.begin + sl_span_duration (extent) / 4 + length };

  if (frame < PAN_FRAMES)
    sl_document_take_state (document,
                            sl_view_state_with_selection (sl_document_get_state (document),
                                                          &selection),
                            2);
}

static void
type_filter (Bench *self, guint frame)
{
  GtkWidget *entry =
      GTK_WIDGET (get_child (get_panel_part (self, "filter_bar"), SL_TYPE_FILTER_BAR, "entry"));
  gsize n_typed = MIN (frame / TYPE_FRAMES + 1, strlen (self->filter));
  g_autofree char *text = g_strndup (self->filter, n_typed);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static gboolean
has_typed (Bench *self)
{
  return self->frame > strlen (self->filter) * TYPE_FRAMES && is_quiet (self);
}

/* What is typed dims; Enter hides the rest. */
static void
enter_filter (Bench *self, const char *text)
{
  GObject *entry = get_child (get_panel_part (self, "filter_bar"), SL_TYPE_FILTER_BAR, "entry");

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static GtkAdjustment *
get_list_adjustment (Bench *self)
{
  GObject *view = get_child (get_events (self), SL_TYPE_EVENT_PANEL, "view");

  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
}

/* Page by page. */
static void
scroll (Bench *self, guint frame)
{
  GtkAdjustment *adjustment = get_list_adjustment (self);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) +
                                            gtk_adjustment_get_page_size (adjustment));
}

/* As one does who drags the scroll bar. */
static void
drag (Bench *self, guint frame)
{
  GtkAdjustment *adjustment = get_list_adjustment (self);

  gtk_adjustment_set_value (adjustment,
                            gtk_adjustment_get_upper (adjustment) * (frame + 1) / PAN_FRAMES);
}

/* From page to page of those that a very long list has. */
static void
turn_pages (Bench *self, guint frame)
{
  guint64 n_pages = (sl_trace_get_n_events (get_trace (self)) + SL_PAGE_ROWS - 1) / SL_PAGE_ROWS;

  if (frame % 15 == 0)
    g_signal_emit_by_name (get_child (get_events (self), SL_TYPE_EVENT_PANEL, "pager"), "turned",
                           (guint64) (frame / 15) % n_pages);
}

static void
watch (Bench *self, const char *name, Step step, gboolean (*condition) (Bench *self))
{
  begin (self, step);
  wait_for (self, condition);
  end (self, name);
}

static void
rest (Bench *self)
{
  self->step = NULL;
  wait_for (self, is_quiet);
}

static void
watch_opening (Bench *self)
{
  gint64 begun = g_get_monotonic_time (), shown;

  begin (self, NULL);
  sl_window_open (self->window, self->files);
  wait_for (self, has_trace);
  shown = g_get_monotonic_time ();
  while (sl_bench_frames_get_last (self->frames) < shown)
    g_main_context_iteration (NULL, TRUE);
  g_print ("first-picture %.4f\nfirst-events %" G_GUINT64_FORMAT "\n",
           (double) (sl_bench_frames_get_last (self->frames) - begun) / G_USEC_PER_SEC,
           sl_trace_get_n_events (get_trace (self)));
  wait_for (self, has_whole);
  g_print ("whole %.3f\n", (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC);
  end (self, "open");
  watch (self, "opened", NULL, is_quiet);

  begin (self, NULL);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.reload", NULL);
  wait_for (self, has_trace);
  end (self, "reload");
  self->share = 0.1;
  watch (self, "pan-loading", pan, has_whole);
  rest (self);
}

/* Some time after the first picture. */
static void
load_a_while (Bench *self)
{
  wait_for (self, has_trace);
  begin (self, NULL);
  for (gint64 until = g_get_monotonic_time () + 100000;
       g_get_monotonic_time () < until && !has_whole (self);)
    g_main_context_iteration (NULL, TRUE);
}

static void
watch_stopping (Bench *self)
{
  gint64 stopped;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.reload", NULL);
  load_a_while (self);
  stopped = g_get_monotonic_time ();
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.cancel", NULL);
  wait_for (self, is_calm);
  g_print ("stopped %.4f %d\n", (double) (self->active - stopped) / G_USEC_PER_SEC,
           has_whole (self));
  wait_for (self, is_quiet);
  end (self, "stop");
}

/* What is watched is another window, which stays. */
static void
watch_closing (Bench *self, const char *name, gboolean is_whole)
{
  SlWindow *closed = self->window;
  gint64 begun;

  if (!is_whole)
    {
      gtk_widget_activate_action (GTK_WIDGET (closed), "win.reload", NULL);
      load_a_while (self);
    }
  g_clear_pointer (&self->frames, sl_bench_frames_free);
  make_window (self);
  if (is_whole)
    rest (self);
  else
    wait_for (self, is_painted);

  begin (self, NULL);
  begun = g_get_monotonic_time ();
  gtk_window_destroy (GTK_WINDOW (closed));
  wait_for (self, is_quiet);
  g_print ("closed %s %.4f\n", name, (double) (self->active - begun) / G_USEC_PER_SEC);
  end (self, name);
}

static void
watch_view (Bench *self)
{
  static const double shares[] = { 0.5, 0.1, 0.01, 0.001, 0.00001 };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *name = g_strdup_printf ("pan-%g%%", shares[i] * 100);

      self->share = shares[i];
      watch (self, name, pan, has_panned);
    }
  self->share = 1;
  begin (self, pan);
  wait_for (self, is_painted);
  watch (self, "zoom", zoom, has_panned);
  rest (self);
}

static void
watch_lists (Bench *self)
{
  GtkStack *stack = GTK_STACK (get_panel_part (self, "stack"));

  watch (self, "scroll", scroll, has_panned);
  watch (self, "drag-list", drag, has_panned);
  watch (self, "turn-pages", turn_pages, has_panned);
  rest (self);
  watch (self, "filter", type_filter, has_typed);
  begin (self, NULL);
  enter_filter (self, self->filter);
  wait_for (self, is_quiet);
  end (self, "filter-hides");
  watch (self, "drag-matches", drag, has_panned);
  begin (self, NULL);
  enter_filter (self, FILTER_ROW);
  wait_for (self, is_quiet);
  end (self, "filter-all");
  begin (self, NULL);
  enter_filter (self, "");
  wait_for (self, is_quiet);
  end (self, "filter-none");

  if (!sl_bus_panel_is_for (sl_window_get_document (self->window)))
    return;
  begin (self, NULL);
  gtk_stack_set_visible_child_name (stack, "bus");
  wait_for (self, is_quiet);
  end (self, "statistics");
  begin (self, select_span);
  wait_for (self, has_panned);
  wait_for (self, is_quiet);
  end (self, "select");
  gtk_stack_set_visible_child_name (stack, "events");
}

static void
print_start (Bench *self, gint64 begun)
{
  wait_for (self, is_painted);
  g_print ("started %.4f\n",
           (double) (sl_bench_frames_get_last (self->frames) - begun) / G_USEC_PER_SEC);
  wait_for (self, is_quiet);
  end (self, "start");
}

/* What goes on for longer than this in the background keeps nobody waiting. */
#define BACKGROUND_USEC (3 * G_USEC_PER_SEC)

static gboolean
is_quiet_or_late (Bench *self)
{
  return is_quiet (self) || g_get_monotonic_time () - self->waiting > BACKGROUND_USEC;
}

static void
rest_cb (gpointer user_data)
{
  Bench *self = user_data;

  self->waiting = g_get_monotonic_time ();
  wait_for (self, is_quiet_or_late);
}

static void
do_actions (Bench *self, const char *path, const char *only, guint n_times)
{
  g_ptr_array_add (self->files, g_file_new_for_commandline_arg (path));
  sl_window_open (self->window, self->files);
  wait_for (self, has_whole);
  rest (self);
  sl_bench_actions (self->window, self->frames, only, n_times, rest_cb, self);
}

int
main (int argc, char *argv[])
{
  gint64 begun = g_get_monotonic_time ();
  Bench bench = { .application = sl_application_new () };
  g_autoptr (GError) error = NULL;

  if (argc < 2)
    {
      g_printerr ("usage: bench-window start [BEGIN] | actions FILE [NAME] | "
                  "memory FILE [NAME] | FILE FILTER\n");
      return 2;
    }
  if (strcmp (argv[1], "start") == 0 && argc > 2)
    begun = g_ascii_strtoll (argv[2], NULL, 10);

  g_set_prgname ("slackline");
  g_application_set_flags (G_APPLICATION (bench.application), G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (G_APPLICATION (bench.application), NULL, &error))
    g_error ("%s", error->message);
  make_window (&bench);
  print_start (&bench, begun);
  if (strcmp (argv[1], "start") == 0)
    return 0;

  bench.files = g_ptr_array_new_with_free_func (g_object_unref);
  if (strcmp (argv[1], "actions") == 0 && argc > 2)
    {
      do_actions (&bench, argv[2], argc > 3 ? argv[3] : NULL, 1);
      return 0;
    }
  if (strcmp (argv[1], "memory") == 0 && argc > 2)
    {
      do_actions (&bench, argv[2], argc > 3 ? argv[3] : NULL, MEMORY_TIMES);
      return 0;
    }
  g_ptr_array_add (bench.files, g_file_new_for_commandline_arg (argv[1]));
  bench.filter = argc > 2 ? argv[2] : FILTER_ROW;
  watch (&bench, "empty", NULL, has_panned);
  watch_opening (&bench);
  watch_view (&bench);
  watch_lists (&bench);
  watch_stopping (&bench);
  watch_closing (&bench, "close-loading", FALSE);
  sl_window_open (bench.window, bench.files);
  wait_for (&bench, has_whole);
  rest (&bench);
  watch_closing (&bench, "close", TRUE);
  return 0;
}
