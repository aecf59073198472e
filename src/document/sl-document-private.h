/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the document share: its core (sl-document.c), its traces (sl-document-traces.c)
 * and where they stand on its axis (sl-document-axis.c), what of them is hidden
 * (sl-document-hide.c), what the user added to them (sl-document-annotations.c), what they called
 * (sl-document-calls.c), what is found in them (sl-document-findings.c), how two of them differ
 * (sl-document-compare.c) and what is picked (sl-document-pick.c). */

#include "sl-background.h"
#include "sl-document.h"

G_BEGIN_DECLS

/* One trace on the axis, with what the user added to it and what is looked for in it. */
typedef struct
{
  SlDocument *document; /* that it is a part of */
  SlTrace *trace;
  SlTrace *with_calls; /* the same with what was called, for what is in sight; NULL for none */
  SlTrace *with_lanes; /* the same with the lanes of its task model; NULL for none */
  gboolean is_before;  /* @trace is what the file of the first trace held before it was reloaded */
  SlTrace *whole;      /* while @trace is only its beginning; else NULL */
  SlAnnotations *annotations;
  SlJobSearch *jobs;
  SlMatchSearch *matches;    /* NULL where no filter stands, or nothing needs it */
  SlMatchSearch *hits;       /* in the same way */
  SlMatchSearch *attributes; /* NULL unless memory is coloured by its type */
} SlDocumentTrace;

/* What a window shows: the traces as far as they are loaded, what the user added to them, and the
 * history of the view. The panes change it through the functions here and hear of every change,
 * whoever made it, by the signal "changed". */
struct _SlDocument
{
  GObject parent_instance;

  GPtrArray *traces; /* of SlDocumentTrace: the ticks of the first one count */
  SlAlignment alignment;
  SlObjectTable *
      first_objects; /* of the first trace before it was reloaded: its colours; NULL if it was not */
  SlTraceSet *set;
  SlViewHistory *history;
  SlViewState *last;       /* the state that "changed" was last emitted for */
  SlRows *rows;            /* NULL where they must be made anew */
  SlRows *all_rows;        /* with nothing hidden; NULL while nobody asked for them */
  SlViewState *all_state;  /* that they are of */
  GPtrArray *tables;       /* of SlJobTable, by trace, NULL for those not found yet */
  GPtrArray *filters;      /* of SlFilterBinding, in the same way; NULL where no filter stands */
  GPtrArray *matches;      /* of SlBusMatches, by trace, NULL for none; NULL while none are found */
  GPtrArray *hits;         /* of SlEventHits, in the same way */
  GPtrArray *attributes;   /* of SlBusMatches by attribute, in the same way */
  SlJobCompare *compare;   /* NULL where nothing is compared, or not yet */
  SlBackground *comparing; /* finds it; NULL where nothing is compared */
  SlTraceSet *compared;    /* what @compare is of, or what is being found */
  SlJobSide compared_sides[SL_N_SIDES];
  guint panels_gesture; /* of the history: that the user changes @panels_changed */
  guint panels_changed; /* bits for what of the panels */
  double font_scale;
  SlStepMode *step_mode;
  guint64 hidden_after;   /* an event of the first trace, while its whole is hidden */
  SlJobTable *whole_jobs; /* of all of that trace, as far as they were known; else NULL */
  SlTarget led_to;    /* picked by a list or a key that leads to a job; none once Escape lifts it */
  SlTime led_to_time; /* the instant that it was picked for, in reference ticks */
  char *hit;          /* which hit of the filter is picked; NULL for none */
  SlTarget before;    /* what was picked last in another trace than what is picked now */
  guint n_holds;      /* of changes */
  guint held_changes; /* bits */
};

void sl_document_emit_changed (SlDocument *self, guint changes);
SlSpan sl_document_get_extent (SlDocument *self);
void sl_document_release_late (gpointer object);

void sl_document_append (SlDocument *self, SlTrace *trace);
SlDocumentTrace *sl_document_get (SlDocument *self, guint trace);
void sl_document_forget_rows (SlDocument *self);
void sl_document_remake (SlDocument *self, guint number, guint changes);

void sl_document_remake_set (SlDocument *self);
void sl_document_follow_extent (SlDocument *self, SlSpan before);
void sl_document_follow_jobs (SlDocument *self);
void sl_document_hide_on_axis (SlDocument *self);

void sl_document_trace_search_jobs (SlDocumentTrace *trace);
void sl_document_trace_stop (SlDocumentTrace *trace);
void sl_document_trace_forget_jobs (SlDocumentTrace *trace);
GPtrArray *sl_document_bind_filter (SlDocument *self);
void sl_document_search_matches (SlDocument *self, SlDocumentTrace *changed);
void sl_document_search_attributes (SlDocument *self, SlDocumentTrace *changed);
void sl_document_collect_jobs (SlDocument *self);

void sl_document_follow_facts (SlDocument *self, SlViewState *last);

void sl_document_follow_compared (SlDocument *self);
void sl_document_forget_compared (SlDocument *self);

gboolean sl_target_has_place (const SlTarget *target);
void sl_document_remember_picked (SlDocument *self, const SlTarget *last, const SlTarget *now);

G_END_DECLS
