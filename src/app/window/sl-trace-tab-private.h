/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of a tab share: the tab itself (sl-trace-tab.c), its header bar
 * (sl-trace-tab-header.c), its actions (sl-trace-tab-actions.c), what it opens (sl-trace-tab-open.c), what is loaded into it (sl-trace-tab-load.c),
 * what comes while it is shown (sl-trace-tab-live.c) and exercises (sl-trace-tab-exercise.c). */

#include "sl-added-traces.h"
#include "sl-background.h"
#include "sl-exercise-pane.h"
#include "sl-live-capture.h"
#include "sl-start-page.h"
#include "sl-task-model-save.h"
#include "sl-trace-follower.h"
#include "sl-trace-loader.h"
#include "sl-trace-tab.h"
#include "sl-trace-view.h"

G_BEGIN_DECLS

/* One trace from choosing its files to closing: the start page, loading, what went wrong, and
 * the trace itself, which SlTraceView shows. */
struct _SlTraceTab
{
  AdwBin parent_instance;

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
  GtkMenuButton *axis_icon_button; /* instead of it where there is little room */
  GMenuModel *axis_menu;
  GMenuModel *single_axis_menu; /* where recorded and elapsed are the same */
  GtkWidget *look_buttons;
  GtkWidget *textbook_button;
  GtkMenuButton *menu_button;
  GMenuModel *main_menu;
  GMenu *recent_menu;
  GMenu *recent_views_menu;
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
  gboolean has_mounted;     /* the place of @files, just now: not again before they are read */
  GFile *view;              /* saved, to be shown once the trace is loaded; NULL for none */
  char *stamp; /* what its files were when they were read; NULL where they could not be asked */
  char *stamp_before;       /* likewise, of what is shown while they are read again */
  SlTrace *reloaded;        /* as far as it is read again; NULL for nothing */
  gboolean is_reloading;    /* @loader reads it again */
  gboolean compares_before; /* what is read again is put beside what was there */
  GPtrArray *watches;       /* of GFileMonitor; NULL until the trace is loaded */
  SlTraceLoader *loader;
  SlLiveCapture *capture;    /* what comes while it is shown, or came and is shown; NULL for none */
  SlTraceFollower *follower; /* of files that grow; NULL for none */
  guint follow_gesture;      /* of the view's history */
  GSimpleActionGroup *actions; /* "win.…": they are those of the window while the tab is seen */
  GActionGroup *view_actions;  /* of the page; NULL as long as that */
  char *folder;          /* said beside its name; NULL where no other file of that name is open */
  char *window_title;    /* what its window is called while the tab is seen */
  gboolean is_settled;   /* what is not saved may be lost */
  SlTraceView *page;     /* NULL until there is a first generation */
  SlTraceView *spare;    /* to become @page; NULL as long as there was no time to make it */
  guint spare_timeout;   /* that makes it; 0 for none */
  SlAddedTraces *added;  /* on the axis of that trace; NULL as long as @page */
  GPtrArray *joined;     /* of SlSource: what was put there with it; NULL for nothing */
  gboolean is_adding;    /* what is chosen goes onto the axis, not into a window */
  gboolean is_comparing; /* and is compared with the trace that is there */
  GtkFileChooserNative *chooser; /* NULL while it is not shown */

  SlExercise *exercise;      /* whose pane is shown; NULL for none */
  GFile *broken_exercise;    /* that could not be read, to try again; NULL for none */
  guint exercise_run;        /* whose trace is shown */
  guint exercise_look;       /* where to go once it is loaded */
  gboolean is_switching_run; /* the simulation that is opened belongs to the exercise */
  SlBackground *solving;     /* NULL where nothing is worked out */
};

GtkWindow *sl_trace_tab_get_window (SlTraceTab *self);
SlTraceTab *sl_trace_tab_of_window (GtkWindow *window);
GtkWidget *sl_trace_tab_get_header (SlTraceTab *self);
GActionGroup *sl_trace_tab_get_actions (SlTraceTab *self);
GActionGroup *sl_trace_tab_get_view_actions (SlTraceTab *self);
void sl_trace_tab_set_folder (SlTraceTab *self, const char *folder);
gboolean sl_trace_tab_is_loading (SlTraceTab *self);
gboolean sl_trace_tab_is_unsaved (SlTraceTab *self);
void sl_trace_tab_settle (SlTraceTab *self);
void sl_trace_tab_emit_changed (SlTraceTab *self);
void sl_trace_tab_emit_loaded (SlTraceTab *self);
GSettings *sl_trace_tab_dup_settings (SlTraceTab *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_trace_tab_may_drop_page (SlTraceTab *self, SlTaskModelSaveFunc proceed);
void sl_trace_tab_update_header (SlTraceTab *self);

void sl_trace_tab_add_actions (SlTraceTab *self);
void sl_trace_tab_offer_actions (SlTraceTab *self);
void sl_trace_tab_update_actions (SlTraceTab *self);

void sl_trace_tab_load (SlTraceTab *self, const char *format_id);
void sl_trace_tab_keep_view (SlTraceTab *self);
void sl_trace_tab_drop_page (SlTraceTab *self);
void sl_trace_tab_init_pages (SlTraceTab *self);
void sl_trace_tab_show_error (SlTraceTab *self, const GError *error);
void sl_trace_tab_take_loader (SlTraceTab *self, SlTraceLoader *loader);

void sl_trace_tab_prepare_page (SlTraceTab *self, guint msec);
void sl_trace_tab_drop_spare (SlTraceTab *self);
void sl_trace_tab_show_trace (SlTraceTab *self, SlTrace *trace);
void sl_trace_tab_own_files (SlTraceTab *self);

/* Files on another machine, in sl-trace-tab-mount.c */
gboolean sl_trace_tab_mount (SlTraceTab *self, SlTraceLoader *loader, const GError *error);

/* What it opens, in sl-trace-tab-open.c */
void sl_trace_tab_open_somewhere (SlTraceTab *self, GPtrArray *files);
void sl_trace_tab_set_files (SlTraceTab *self, GPtrArray *files);
GFile *sl_trace_tab_dup_parent (SlTraceTab *self) G_GNUC_WARN_UNUSED_RESULT;

/* Files that change, in sl-trace-tab-reload.c */
void sl_trace_tab_stamp_files (SlTraceTab *self);
void sl_trace_tab_watch_files (SlTraceTab *self);
gboolean sl_trace_tab_can_reload (SlTraceTab *self);
gboolean sl_trace_tab_stop_reload (SlTraceTab *self);
void sl_trace_tab_reload (SlTraceTab *self, gboolean compares_before);

/* What is received or recorded, and files that grow, in sl-trace-tab-live.c */
void sl_trace_tab_add_live_actions (SlTraceTab *self);
void sl_trace_tab_update_live (SlTraceTab *self);
void sl_trace_tab_leave_live (SlTraceTab *self);
gboolean sl_trace_tab_stop_capture (SlTraceTab *self);

/* Exercises, in sl-trace-tab-exercise.c */
gboolean sl_trace_tab_is_exercise (GPtrArray *files);
void sl_trace_tab_open_exercise (SlTraceTab *self, GFile *file);
void sl_trace_tab_leave_exercise (SlTraceTab *self);
void sl_trace_tab_prepare_exercise (SlTraceTab *self);
void sl_trace_tab_begin_exercise (SlTraceTab *self);
void sl_trace_tab_connect_exercise (SlTraceTab *self);

G_END_DECLS
