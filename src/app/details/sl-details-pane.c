/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-pane.h"

#include <glib/gi18n.h>

#include "sl-details-private.h"
#include "sl-event-text.h"
#include "sl-job-link.h"
#include "sl-summary-pane.h"
#include "sl-task-charts.h"
#include "sl-widget-util.h"

/* Of the pane, in pixels, for text of the usual size. */
#define WIDTH 330

/* What the user looks at, of which there may be several at once. */
typedef enum
{
  TOPIC_PICKED,
  TOPIC_CURSORS,
  TOPIC_SELECTION,
  N_TOPICS,
} Topic;

/* What is folded away below the answer. */
typedef enum
{
  FOLD_SLICE,
  FOLD_EVENT,
  FOLD_RECORD,
  FOLD_CHARTS,
  FOLD_MARK_EVENT, /* of a mark, which says little without them: open at first */
  FOLD_MARK_RECORD,
  N_FOLDS,
} Fold;

/* Everything about what is picked, the answer first: of a job whether it was late and why, and
 * below, folded, the slice and the event with all raw fields of its record; then what happened in
 * the selected span. What the user did last comes first. */
struct _SlDetailsPane
{
  SlDocumentWidget base;

  GtkStack *stack;
  GtkBox *content;
  SlSummaryPane *summary;

  SlViewState *state;    /* that was filled in last */
  Topic order[N_TOPICS]; /* the last one first */
  gboolean is_open[N_FOLDS];
  guint refill; /* idle; 0 while none is on its way */
};

G_DEFINE_FINAL_TYPE (SlDetailsPane, sl_details_pane, SL_TYPE_DOCUMENT_WIDGET)

/* What was picked of a job, in a few words. */
static char *
dup_picked (SlDetailsPane *self, SlRows *rows, const SlTarget *picked)
{
  g_autofree char *gist =
      picked->type == SL_TARGET_EVENT
          ? sl_target_details_dup_event_gist (self->base.document, picked->trace, picked->index)
          : sl_target_details_dup_gist (rows, picked);

  /* Translators: a slice or an event of a job */
  return gist != NULL ? g_strdup_printf (_ ("Selected: %s"), gist) : g_strdup ("");
}

static void
add_folds (SlDetailsPane *self, SlRows *rows, const SlTarget *picked)
{
  SlDocument *document = self->base.document;
  g_autofree char *gist = NULL, *event = NULL;
  guint64 index;
  guint trace;

  if (picked->type == SL_TARGET_ITEMS)
    {
      gist = sl_target_details_dup_gist (rows, picked);
      sl_target_details_append_item (sl_details_fold_append (self->content, _ ("Slice"), gist,
                                                             &self->is_open[FOLD_SLICE]),
                                     document, rows, picked, FALSE);
    }
  if (sl_document_get_picked_event (document, &trace, &index))
    {
      event = sl_target_details_dup_event_gist (document, trace, index);
      sl_target_details_append_event (sl_details_fold_append (self->content, _ ("Event"), event,
                                                              &self->is_open[FOLD_EVENT]),
                                      document, trace, index, FALSE);
    }
}

/* @fold: of the record */
static void
add_record (SlDetailsPane *self, Fold fold)
{
  g_autofree char *gist = NULL;
  guint64 index;
  guint trace;

  if (!sl_document_get_picked_event (self->base.document, &trace, &index))
    return;

  gist = sl_target_details_dup_record_gist (self->base.document, trace, index);
  if (gist != NULL)
    sl_target_details_append_record (sl_details_fold_append (self->content, _ ("Raw Record"), gist,
                                                             &self->is_open[fold]),
                                     self->base.document, trace, index);
}

static void
add_charts (SlDetailsPane *self, guint trace, guint32 task)
{
  g_autofree char *name = sl_event_text_title (self->base.document, trace, task);

  sl_task_charts_append_to (sl_details_fold_append (self->content, _ ("Charts"), name,
                                                    &self->is_open[FOLD_CHARTS]),
                            self->base.document, trace, task);
}

/* Nothing of a job: then the slice, the mark or the event is the answer. */
static void
add_alone (SlDetailsPane *self, SlRows *rows, const SlTarget *picked)
{
  gboolean is_mark = sl_mark_details_are_of (rows, picked);
  guint64 index;
  guint trace;

  if (sl_gap_details_append (self->content, self->base.document, picked))
    return;
  if (picked->type == SL_TARGET_ITEMS)
    sl_target_details_append_item (self->content, self->base.document, rows, picked, TRUE);
  if (is_mark)
    sl_mark_details_append_others (self->content, self->base.document, rows, picked);
  if (picked->type == SL_TARGET_ROW)
    sl_target_details_append_row (self->content, self->base.document, rows, picked);
  if (!sl_document_get_picked_event (self->base.document, &trace, &index))
    return;

  if (picked->type == SL_TARGET_EVENT)
    {
      sl_target_details_append_event (self->content, self->base.document, trace, index, TRUE);
    }
  else
    {
      g_autofree char *gist = sl_target_details_dup_event_gist (self->base.document, trace, index);

      sl_target_details_append_event (sl_details_fold_append (self->content, _ ("Event"), gist,
                                                              &self->is_open[is_mark
                                                                                 ? FOLD_MARK_EVENT
                                                                                 : FOLD_EVENT]),
                                      self->base.document, trace, index, FALSE);
    }
}

static void
add_hidden_note (SlDetailsPane *self)
{
  GtkWidget *label = gtk_label_new (_ ("Hidden by the filter"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "hidden-note");
  gtk_box_append (self->content, label);
}

static void
add_picked (SlDetailsPane *self)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->base.document));
  gboolean is_hidden = sl_document_is_picked_hidden (self->base.document);
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (self->base.document);
  SlJobRef ref;

  if (picked->type == SL_TARGET_NONE)
    return;

  if (is_hidden)
    add_hidden_note (self);
  if (sl_job_link_find_picked (self->base.document, &ref))
    {
      SlJobTable *jobs = sl_document_get_jobs_of (self->base.document, ref.trace);
      g_autofree char *gist = dup_picked (self, rows, picked);

      sl_job_details_fill (self->content, self->base.document, ref, gist);
      add_folds (self, rows, picked);
      add_record (self, FOLD_RECORD);
      add_charts (self, ref.trace, sl_job_table_get (jobs, ref.number)->task);
    }
  else
    {
      add_alone (self, rows, picked);
      add_record (self, sl_mark_details_are_of (rows, picked) ? FOLD_MARK_RECORD : FOLD_RECORD);
    }
}

static gboolean
has_same_cursors (SlViewState *one, SlViewState *other)
{
  for (guint i = 0; i < SL_N_CURSORS; i++)
    {
      SlTime a = 0, b = 0;

      if (sl_view_state_get_cursor (one, (SlCursor) i, &a) !=
              sl_view_state_get_cursor (other, (SlCursor) i, &b) ||
          a != b)
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_same_selection (SlViewState *one, SlViewState *other)
{
  SlSpan a = { 0, 0 }, b = { 0, 0 };

  return sl_view_state_get_selection (one, &a) == sl_view_state_get_selection (other, &b) &&
         sl_span_equal (a, b);
}

static void
put_first (SlDetailsPane *self, Topic topic)
{
  guint at = 0;

  while (self->order[at] != topic)
    at++;
  for (; at > 0; at--)
    self->order[at] = self->order[at - 1];
  self->order[0] = topic;
}

/* What is other than it was when the panel was filled last comes first. */
static void
follow_user (SlDetailsPane *self)
{
  SlViewState *state = sl_document_get_state (self->base.document);

  if (self->state != NULL && !has_same_cursors (self->state, state))
    put_first (self, TOPIC_CURSORS);
  if (self->state != NULL && !has_same_selection (self->state, state))
    put_first (self, TOPIC_SELECTION);
  if (self->state != NULL &&
      !sl_target_equal (sl_view_state_get_picked (self->state), sl_view_state_get_picked (state)))
    put_first (self, TOPIC_PICKED);
  g_clear_pointer (&self->state, sl_view_state_unref);
  self->state = sl_view_state_ref (state);
}

static void
refill (SlDetailsPane *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);

  follow_user (self);
  for (guint i = 0; i < N_TOPICS; i++)
    {
      if (self->order[i] == TOPIC_PICKED)
        add_picked (self);
      else if (self->order[i] == TOPIC_CURSORS)
        sl_details_times_append_cursors (self->content, self->base.document);
      else
        sl_details_times_append_selection (self->content, self->base.document);
    }

  if (sl_document_is_picked_hidden (self->base.document))
    gtk_widget_add_css_class (GTK_WIDGET (self->content), "hidden-picked");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->content), "hidden-picked");
  gtk_stack_set_visible_child_name (self->stack,
                                    gtk_widget_get_first_child (GTK_WIDGET (self->content)) != NULL
                                        ? "details"
                                        : "empty");
}

static gboolean
refill_cb (gpointer user_data)
{
  SlDetailsPane *self = user_data;

  self->refill = 0;
  refill (self);
  return G_SOURCE_REMOVE;
}

static void
sl_details_pane_changed (SlDocumentWidget *widget, guint changes)
{
  SlDetailsPane *self = SL_DETAILS_PANE (widget);

  /* At once when the document is set, so that the pane need not turn to its first page later. */
  if (changes == G_MAXUINT)
    refill (self);
  else if ((changes & ~(guint) (SL_CHANGED_VISIBLE | SL_CHANGED_PANELS)) != 0 && self->refill == 0)
    self->refill = g_idle_add (refill_cb, self);
}

static void
sl_details_pane_attached (SlDocumentWidget *widget)
{
  g_object_set (SL_DETAILS_PANE (widget)->summary, "document", widget->document, NULL);
}

static void
sl_details_pane_dispose (GObject *object)
{
  SlDetailsPane *self = SL_DETAILS_PANE (object);

  g_clear_handle_id (&self->refill, g_source_remove);
  g_clear_pointer (&self->state, sl_view_state_unref);

  G_OBJECT_CLASS (sl_details_pane_parent_class)->dispose (object);
}

static void
sl_details_pane_class_init (SlDetailsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_details_pane_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->attached = sl_details_pane_attached;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_details_pane_changed;

  g_type_ensure (SL_TYPE_SUMMARY_PANE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-details-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, SlDetailsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, SlDetailsPane, content);
  gtk_widget_class_bind_template_child (widget_class, SlDetailsPane, summary);
}

/* Larger text needs a wider pane: names and values stand side by side in it. */
static void
follow_text_size (SlDetailsPane *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self),
                               (int) (WIDTH * (1 + sl_text_scale_get (GTK_WIDGET (self))) / 2), -1);
}

static void
sl_details_pane_init (SlDetailsPane *self)
{
  for (guint i = 0; i < N_TOPICS; i++)
    self->order[i] = (Topic) i;
  self->is_open[FOLD_MARK_EVENT] = self->is_open[FOLD_MARK_RECORD] = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (follow_text_size), self, G_CONNECT_SWAPPED);
  follow_text_size (self);
}
