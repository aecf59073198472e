/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-code-map.h"
#include "sl-job-compare.h"
#include "sl-job-search.h"
#include "sl-match-search.h"
#include "sl-rows.h"
#include "sl-step-mode.h"
#include "sl-trace-align.h"
#include "sl-view-history.h"

G_BEGIN_DECLS

/* What has changed, as bits. */
typedef enum
{
  SL_CHANGED_TRACE = 1 << 0,       /* another generation */
  SL_CHANGED_ANNOTATIONS = 1 << 1, /* names, rate, idle task */
  SL_CHANGED_VISIBLE = 1 << 2,     /* the visible span and nothing else of the view */
  SL_CHANGED_PICKED = 1 << 3,
  SL_CHANGED_FILTER = 1 << 4,
  SL_CHANGED_VIEW = 1 << 5, /* anything else of the view */
  SL_CHANGED_JOBS = 1 << 6, /* found, some time after another generation or annotations */
  SL_CHANGED_SET =
      1 << 7, /* which traces there are beside the first, their generations or places */
  SL_CHANGED_MATCHES = 1 << 8,  /* more was found of what the filter lets through */
  SL_CHANGED_CALLS = 1 << 9,    /* other calls are known, for what is in sight */
  SL_CHANGED_COMPARE = 1 << 10, /* two traces are compared, or no longer */
  SL_CHANGED_PANELS = 1 << 11,  /* the panels around the timeline, and nothing else of the view */
  SL_CHANGED_PALETTE = 1 << 12, /* nothing of the document, but the colours of what shows it */
} SlChange;

/* Who changed the panels. */
typedef enum
{
  SL_PANELS_BY_USER,  /* a step of undo, unless it is another page alone */
  SL_PANELS_BY_STEP,  /* the step that was made last: it is undone with it */
  SL_PANELS_BY_ITSELF /* nobody: undo leaves it as it is */
} SlPanelChange;

#define SL_TYPE_DOCUMENT (sl_document_get_type ())
G_DECLARE_FINAL_TYPE (SlDocument, sl_document, SL, DOCUMENT, GObject)

SlDocument *sl_document_new (SlTrace *trace);

SlTrace *sl_document_get_trace (SlDocument *self);
SlTrace *sl_document_get_trace_of (SlDocument *self, guint trace);
SlTraceSet *sl_document_get_trace_set (SlDocument *self);
guint sl_document_limit_trace (SlDocument *self, guint trace);
SlAnnotations *sl_document_get_annotations (SlDocument *self);
SlClock *sl_document_get_clock (SlDocument *self);
SlViewHistory *sl_document_get_history (SlDocument *self);
SlViewState *sl_document_get_state (SlDocument *self);
SlRows *sl_document_get_rows (SlDocument *self);

void sl_document_hold_changes (SlDocument *self);
void sl_document_release_changes (SlDocument *self);
GPtrArray *sl_document_get_matches (SlDocument *self);
GPtrArray *sl_document_get_attributes (SlDocument *self);
GPtrArray *sl_document_get_hits (SlDocument *self);
double sl_document_get_matches_done (SlDocument *self);
SlJobTable *sl_document_get_jobs (SlDocument *self);
SlJobTable *sl_document_get_jobs_of (SlDocument *self, guint trace);
GPtrArray *sl_document_get_job_tables (SlDocument *self);
SlJobSearch *sl_document_get_job_search (SlDocument *self);
SlJobSearch *sl_document_get_job_search_of (SlDocument *self, guint trace);

SlStepMode *sl_document_get_step_mode (SlDocument *self);
SlTrace *sl_document_get_whole_trace (SlDocument *self);
void sl_document_hide_after (SlDocument *self, guint64 index);
SlSpan sl_document_get_seen_span (SlDocument *self);
void sl_document_show_all (SlDocument *self);
SlJobCompare *sl_document_get_compare (SlDocument *self);
void sl_document_compare (SlDocument *self, const guint traces[SL_N_SIDES]);

void sl_document_set_trace (SlDocument *self, SlTrace *trace);
void sl_document_grow (SlDocument *self, SlTrace *trace, guint gesture);
void sl_document_reload (SlDocument *self, SlTrace *trace);
guint sl_document_add_trace (SlDocument *self, SlTrace *trace);
guint sl_document_add_before (SlDocument *self, SlTrace *before);
void sl_document_keep_colours (SlDocument *self);
void sl_document_set_added_trace (SlDocument *self, guint number, SlTrace *trace);
void sl_document_remove_trace (SlDocument *self, guint number);
void sl_document_set_offset (SlDocument *self, guint number, gint64 offset, guint gesture);
void sl_document_set_alignment (SlDocument *self, SlAlignment alignment);
SlAlignment sl_document_get_alignment (SlDocument *self);
gboolean sl_document_can_align (SlDocument *self);
void sl_document_align (SlDocument *self);
const char *sl_document_look_again (SlDocument *self);
double sl_document_get_font_scale (SlDocument *self);
void sl_document_set_font_scale (SlDocument *self, double scale);
void sl_document_set_annotations (SlDocument *self, SlAnnotations *annotations);
void sl_document_set_trace_file (SlDocument *self, guint trace, GFile *file);
void sl_document_rename (SlDocument *self, guint trace, const char *reference, const char *name);
void sl_document_set_rate (SlDocument *self, guint trace, guint64 numerator, guint64 denominator);
void sl_document_set_code_files (SlDocument *self, guint trace, const char *const *files);
void sl_document_set_code_map (SlDocument *self, guint trace, SlCodeMap *map);
void sl_document_set_calls (SlDocument *self, guint trace, SlTrace *with_calls);
void sl_document_set_idle_task (SlDocument *self, guint trace, const char *reference);

void sl_document_take_state (SlDocument *self, SlViewState *state, guint gesture);
void sl_document_set_panels (SlDocument *self, const SlViewPanels *panels, SlPanelChange change);
void sl_document_show (SlDocument *self, SlSpan visible, guint gesture);
void sl_document_reveal (SlDocument *self, SlSpan span);
void sl_document_pick (SlDocument *self, const SlTarget *target);
void sl_document_go_to (SlDocument *self, const SlTarget *target);
void sl_document_lead_to (SlDocument *self, const SlTarget *target, SlSpan job, SlTime time);
gboolean sl_document_get_led_to (SlDocument *self, SlTime *time);
void sl_document_set_hit (SlDocument *self, const char *text);
const char *sl_document_get_hit (SlDocument *self);
void sl_document_go_back (SlDocument *self);
gboolean sl_document_make_event (SlDocument *self,
                                 guint trace,
                                 guint64 index,
                                 SlTarget *target,
                                 SlTime *time);
void sl_document_pick_event (SlDocument *self, guint64 index);
void sl_document_pick_event_of (SlDocument *self, guint trace, guint64 index);
void sl_document_show_event (SlDocument *self, guint trace, guint64 index);
gboolean sl_document_unfold_row (SlDocument *self, const char *row, guint gesture);
gboolean sl_document_show_row (SlDocument *self, const char *row, guint gesture);
gboolean sl_document_get_picked_event (SlDocument *self, guint *trace, guint64 *index);
SlRows *sl_document_dup_rows_of_object (SlDocument *self, guint trace, guint32 object);
SlRows *sl_document_dup_all_rows (SlDocument *self);
SlViewState *sl_document_dup_unhidden_state (SlDocument *self) G_GNUC_WARN_UNUSED_RESULT;
SlRows *sl_document_dup_unhidden_rows (SlDocument *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_document_is_picked_hidden (SlDocument *self);
gboolean sl_document_find_bus (SlDocument *self, guint *trace);

G_END_DECLS
