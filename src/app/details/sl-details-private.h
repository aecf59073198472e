/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-job-link.h"

G_BEGIN_DECLS

/* What the details pane says, file by file: what it is made of (-parts), cursors and span (-times),
 * a job (job-details, with its causes, what is unlike in it, and its task's responses), slices,
 * events and records (target-details), the marks of the same kind as one (mark-details), what was not recorded (gap-details), and what the task
 * model asks for (task-model-facts). */

GtkBox *
sl_details_fold_append (GtkBox *box, const char *title, const char *summary, gboolean *is_open);
void sl_details_make_stop (GtkWidget *picture);
GtkWidget *sl_verdict_card_new (const char *verdict, const char *why, gboolean is_miss);
void sl_details_heading_append (GtkBox *box,
                                SlDocument *document,
                                guint trace,
                                guint32 object,
                                const char *title,
                                const char *const *lines);

void sl_details_times_add (SlDocument *document, GtkListBox *list, const char *name, SlTime time);
void sl_details_times_add_span (SlDocument *document, GtkListBox *list, SlSpan span);
void sl_details_times_append_cursors (GtkBox *box, SlDocument *document);
void sl_details_times_append_selection (GtkBox *box, SlDocument *document);

gboolean sl_gap_details_append (GtkBox *box, SlDocument *document, const SlTarget *target);

guint32 sl_details_cause_colour (SlDocument *document, guint trace, guint32 object);
void sl_job_causes_append (GtkBox *box, SlDocument *document, SlJobRef ref);
void sl_job_details_fill (GtkBox *box, SlDocument *document, SlJobRef ref, const char *picked);
void sl_job_unlike_append (GtkBox *box, SlDocument *document, SlJobRef ref);
void sl_response_bars_append (GtkBox *box, SlDocument *document, SlJobRef ref);
void sl_target_details_append_item (GtkBox *box,
                                    SlDocument *document,
                                    SlRows *rows,
                                    const SlTarget *target,
                                    gboolean has_heading);
char *sl_target_details_dup_gist (SlRows *rows, const SlTarget *target) G_GNUC_WARN_UNUSED_RESULT;
void sl_target_details_append_row (GtkBox *box,
                                   SlDocument *document,
                                   SlRows *rows,
                                   const SlTarget *target);

void sl_target_details_append_event (GtkBox *box,
                                     SlDocument *document,
                                     guint number,
                                     guint64 index,
                                     gboolean has_heading);
char *sl_target_details_dup_event_gist (SlDocument *document,
                                        guint number,
                                        guint64 index) G_GNUC_WARN_UNUSED_RESULT;
char *sl_target_details_dup_record_gist (SlDocument *document,
                                         guint number,
                                         guint64 index) G_GNUC_WARN_UNUSED_RESULT;
void
sl_target_details_append_record (GtkBox *box, SlDocument *document, guint number, guint64 index);

gboolean sl_mark_details_are_of (const SlRows *rows, const SlTarget *target);
void sl_mark_details_append_others (GtkBox *box,
                                    SlDocument *document,
                                    const SlRows *rows,
                                    const SlTarget *target);

void sl_follow_list_append (GtkBox *box, SlDocument *document, guint trace);
void sl_wake_list_append (GtkBox *box, SlDocument *document, guint trace, SlTime since);

void sl_task_model_facts_append_to (GtkBox *box, SlDocument *document, guint trace, guint32 object);

G_END_DECLS
