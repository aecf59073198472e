/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the window share: the window itself (sl-window.c), its header bar
 * (sl-window-header.c), its actions (sl-window-actions.c), what is loaded into it (sl-window-load.c),
 * what comes while it is shown (sl-window-live.c) and exercises (sl-window-exercise.c). */

#include "sl-added-traces.h"
#include "sl-background.h"
#include "sl-exercise-pane.h"
#include "sl-live-capture.h"
#include "sl-start-page.h"
#include "sl-task-model-save.h"
#include "sl-trace-follower.h"
#include "sl-trace-loader.h"
#include "sl-trace-view.h"
#include "sl-window.h"

G_BEGIN_DECLS

/* One trace from choosing its files to closing: the start page, loading, what went wrong, and
 * the trace itself, which SlTraceView shows. */
struct _SlWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  GtkWidget *header;
  AdwWindowTitle *title;
  GtkStack *stack;
  SlStartPage *start_page;
  AdwStatusPage *loading_page;
  GtkProgressBar *loading_bar;
  GtkWidget *cancel_button;
  AdwStatusPage *error_page;
  GtkLabel *error_advice;
  GtkWidget *open_other_button;
  GtkWidget *import_button;
  GtkMenuButton *open_as_button;
  AdwBin *trace_bin;
  SlExercisePane *exercise_pane;
  GtkWidget *view_buttons;
  GtkWidget *axis_buttons;
  GtkButton *tick_button;
  GtkWidget *elapsed_button;
  GtkWidget *wall_button;
  GtkMenuButton *axis_button;
  GMenuModel *axis_menu;
  GMenuModel *single_axis_menu; /* where recorded and elapsed are the same */
  GtkWidget *look_buttons;
  GtkWidget *textbook_button;
  GMenuModel *main_menu;
  GMenu *recent_menu;
  GtkWidget *pane_buttons;
  GtkWidget *misses_button;
  AdwButtonContent *misses_content;
  GtkWidget *receive_bar;
  GtkLabel *receive_label;
  GtkImage *receive_image;
  GtkWidget *receive_stop;

  GPtrArray *files;         /* of GFile; NULL while nothing was opened */
  SlSimulation *simulation; /* that writes them; NULL for none */
  SlSimulation *other_run;  /* that is compared with @simulation; NULL for none */
  char *name;               /* of what was opened, for people */
  char *first_name;         /* of the first file of these; NULL where it says less than name */
  GPtrArray *watches;       /* of GFileMonitor; NULL until the trace is loaded */
  SlTraceLoader *loader;
  SlLiveCapture *capture;    /* what comes while it is shown, or came and is shown; NULL for none */
  SlTraceFollower *follower; /* of files that grow; NULL for none */
  guint follow_gesture;      /* of the view's history */
  GActionGroup *view_actions;    /* of the page; NULL as long as that */
  SlTraceView *page;             /* NULL until there is a first generation */
  SlAddedTraces *added;          /* on the axis of that trace; NULL as long as @page */
  GPtrArray *joined;             /* of SlSource: what was put there with it; NULL for nothing */
  gboolean is_adding;            /* what is chosen goes onto the axis, not into a window */
  gboolean is_comparing;         /* and is compared with the trace that is there */
  GtkFileChooserNative *chooser; /* NULL while it is not shown */

  SlExercise *exercise;      /* whose pane is shown; NULL for none */
  GFile *broken_exercise;    /* that could not be read, to try again; NULL for none */
  guint exercise_run;        /* whose trace is shown */
  guint exercise_look;       /* where to go once it is loaded */
  gboolean is_switching_run; /* the simulation that is opened belongs to the exercise */
  SlBackground *solving;     /* NULL where nothing is worked out */
};

SlApplication *sl_window_get_application (SlWindow *self);
GSettings *sl_window_dup_settings (SlWindow *self) G_GNUC_WARN_UNUSED_RESULT;
void sl_window_open_somewhere (SlWindow *self, GPtrArray *files);
gboolean sl_window_may_drop_page (SlWindow *self, SlTaskModelSaveFunc proceed);
void sl_window_update_header (SlWindow *self);

void sl_window_add_actions (SlWindow *self);
void sl_window_update_actions (SlWindow *self);

void sl_window_load (SlWindow *self, const char *format_id);
void sl_window_drop_page (SlWindow *self);
void sl_window_show_error (SlWindow *self, const GError *error);
void sl_window_take_loader (SlWindow *self, SlTraceLoader *loader);

void sl_window_show_trace (SlWindow *self, SlTrace *trace);
void sl_window_own_files (SlWindow *self);
void sl_window_set_files (SlWindow *self, GPtrArray *files);

/* What is received or recorded, and files that grow, in sl-window-live.c */
void sl_window_add_live_actions (SlWindow *self);
void sl_window_update_live (SlWindow *self);
void sl_window_leave_live (SlWindow *self);
gboolean sl_window_stop_capture (SlWindow *self);

/* Exercises, in sl-window-exercise.c */
gboolean sl_window_is_exercise (GPtrArray *files);
void sl_window_open_exercise (SlWindow *self, GFile *file);
void sl_window_leave_exercise (SlWindow *self);
void sl_window_prepare_exercise (SlWindow *self);
void sl_window_begin_exercise (SlWindow *self);
void sl_window_connect_exercise (SlWindow *self);

G_END_DECLS
