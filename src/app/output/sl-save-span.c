/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-save-span.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-action-cut.h"
#include "sl-background.h"
#include "sl-cut.h"
#include "sl-message.h"
#include "sl-open-files.h"
#include "sl-place.h"
#include "sl-progress-dialog.h"
#include "sl-save-dialog.h"
#include "sl-time-text.h"

/* How often the progress is looked at. */
#define LOOK_MSEC 100

/* What is saved: chosen before the user is asked where to, so that it is what was seen then. */
typedef struct
{
  SlTrace *trace;
  SlSpan span; /* in its ticks */
} Choice;

typedef struct
{
  Choice choice;
  GFile *target;
  SlFileSet *inputs;
  SlBackgroundRun *run; /* while it works */
  SlCutResult result;
} Request;

typedef struct
{
  GtkWidget *widget; /* in which was asked */
  GFile *target;
  SlBackground *background;
  SlProgressDialog *dialog;
  guint timer;
} Saving;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_object_unref (choice->trace);
  g_free (choice);
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->choice.trace);
  g_object_unref (request->target);
  sl_file_set_free (request->inputs);
  g_free (request);
}

static void
report_cb (double fraction, gpointer user_data)
{
  Request *request = user_data;

  sl_background_report (request->run, fraction);
}

/* In a thread. */
static gpointer
work (gpointer data, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Request *request = data;
  const SlCutRequest cut = { .trace = request->choice.trace,
                             .span = request->choice.span,
                             .neutrally = sl_action_cut_write,
                             .progress = report_cb,
                             .user_data = request };

  request->run = run;
  return sl_cut_write (&cut, request->target, request->inputs, &request->result, cancellable, error)
             ? g_memdup2 (&request->result, sizeof request->result)
             : NULL;
}

static const SlBackgroundKind kind = {
  .work = work,
  .free = request_free,
  .free_found = g_free,
};

static void gone_cb (Saving *self);

static void
saving_free (Saving *self)
{
  g_signal_handlers_disconnect_by_func (self->widget, gone_cb, self);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->dialog, sl_progress_dialog_free);
  g_clear_pointer (&self->background, sl_background_free);
  g_object_unref (self->target);
  g_free (self);
}

static void
gone_cb (Saving *self)
{
  saving_free (self);
}

/* Until the last step the writer leaves the file as it was. */
static void
stop_cb (gpointer data)
{
  Saving *self = data;

  sl_message_show (self->widget, _ ("Stopped; no file was written"));
  saving_free (self);
}

static gboolean
look_cb (gpointer data)
{
  Saving *self = data;

  sl_progress_dialog_set_fraction (self->dialog, sl_background_get_fraction (self->background));
  return G_SOURCE_CONTINUE;
}

static char *
describe (GFile *target, const SlCutResult *result)
{
  g_autofree char *name = g_file_get_basename (target);
  g_autofree char *count = sl_time_text_ticks (result->n_events);
  g_autofree char *events = g_strdup_printf (ngettext ("%s event", "%s events",
                                                       (gulong) MIN (result->n_events, G_MAXLONG)),
                                             count);

  if (result->why_neutral != NULL)
    /* Translators: name of a file, and a count of events */
    return g_strdup_printf (_ ("Wrote “%s” with %s, as neutral events: this format cannot be cut"),
                            name, events);

  /* Translators: name of a file, and a count of events */
  return g_strdup_printf (_ ("Wrote “%s” with %s"), name, events);
}

/* What was written can be looked at. */
static void
show_written (const Saving *self, const SlCutResult *result)
{
  g_autofree char *text = describe (self->target, result);
  g_autofree char *uri = g_file_get_uri (self->target);

  sl_message_offer (self->widget, text, _ ("_Open"), "win.open-recent", g_variant_new_string (uri));
}

static void
done_cb (gpointer owner, gpointer found, const GError *error)
{
  Saving *self = owner;
  g_autofree SlCutResult *result = found;

  if (result != NULL)
    show_written (self, result);
  else
    sl_save_dialog_report (self->widget, self->target, error);
  saving_free (self);
}

static void
begin (GtkWidget *widget, GFile *target)
{
  const Choice *choice = g_object_get_data (G_OBJECT (widget), "span-to-save");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_basename (target);
  g_autofree char *heading = g_strdup_printf (_ ("Writing “%s”"), name);
  Request *request;
  Saving *self;

  if (!sl_open_files_check_target (target, &error))
    {
      sl_save_dialog_report (widget, target, error);
      return;
    }

  request = g_new0 (Request, 1);
  request->choice = (Choice) { g_object_ref (choice->trace), choice->span };
  request->target = g_object_ref (target);
  request->inputs = sl_open_files_collect (SL_OPEN_ALL);

  self = g_new0 (Saving, 1);
  self->widget = widget;
  self->target = g_object_ref (target);
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (gone_cb), self);
  self->dialog = sl_progress_dialog_new (widget, heading, stop_cb, self);
  self->timer = g_timeout_add (LOOK_MSEC, look_cb, self);
  self->background = sl_background_new (&kind, done_cb, self);
  sl_background_start (self->background, request);
}

/* The selected span, else the one between the cursors. */
static gboolean
find_span (SlDocument *document, SlSpan *span)
{
  return sl_view_state_get_selection (sl_document_get_state (document), span) ||
         sl_place_find_between (document, span);
}

/* Of several traces the one that something is selected of. */
static guint
find_trace (SlDocument *document)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (document));

  return picked->type != SL_TARGET_NONE && picked->trace < n_traces ? picked->trace : 0;
}

/* The trace's own suffix, without that of a packed file. */
static char *
dup_suffix (SlTrace *trace)
{
  static const char *const packed[] = { ".gz", ".bz2", ".xz", ".zst", ".zip" };
  const char *const *names = sl_source_get_file_names (sl_trace_get_source (trace));
  g_autofree char *name = NULL;
  const char *dot;

  if (sl_cut_get_obstacle (trace) != NULL || names == NULL || names[0] == NULL)
    return g_strdup ("csv");

  name = g_strdup (names[0]);
  for (guint i = 0; i < G_N_ELEMENTS (packed); i++)
    if (g_str_has_suffix (name, packed[i]))
      name[strlen (name) - strlen (packed[i])] = '\0';
  dot = strrchr (name, '.');
  return g_strdup (dot != NULL && dot[1] != '\0' && dot > name ? dot + 1 : "trace");
}

/* "trace.dat" becomes "trace-part.dat". */
static char *
dup_name (SlTraceSet *set, guint trace, const char *suffix)
{
  g_autofree char *title = sl_trace_set_dup_title (set, trace);
  char *dot = strchr (title, '.');

  if (dot != NULL && dot > title)
    *dot = '\0';
  g_strdelimit (title, "/:", '-');
  /* Translators: name of a file without its suffix: a part of that trace */
  return g_strdup_printf (_ ("%s-part.%s"), title, suffix);
}

/* Why it cannot be saved now, for people; %NULL where it can be. */
static const char *
find_obstacle (SlDocument *document, SlSpan *span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  if (!find_span (document, span))
    return _ ("Select a span first: drag in the ruler, or put cursors A and B at its ends");
  if (!sl_trace_is_complete (sl_trace_set_get_trace (set, find_trace (document))))
    return _ ("The trace is still being read; a span of it can be saved afterwards");

  return NULL;
}

/**
 * sl_save_span_ask:
 * @timeline: on whose behalf
 * @document: what it shows
 *
 * Asks where to save the selected span as a trace, and writes it in the background; says in the window what became of it.
 */
void
sl_save_span_ask (SlTimelineWidget *timeline, SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint number = find_trace (document);
  SlSpan span;
  const char *obstacle = find_obstacle (document, &span);
  g_autofree char *suffix = NULL;
  g_autofree char *name = NULL;
  SlSaveType type = { N_ ("Traces"), NULL };
  Choice *choice;

  if (obstacle != NULL)
    {
      sl_message_show (GTK_WIDGET (timeline), obstacle);
      return;
    }

  choice = g_new (Choice, 1);
  *choice = (Choice) { g_object_ref (sl_trace_set_get_trace (set, number)),
                       sl_trace_set_own_span (set, number, span) };
  g_object_set_data_full (G_OBJECT (timeline), "span-to-save", choice, choice_free);
  suffix = dup_suffix (choice->trace);
  name = dup_name (set, number, suffix);
  type.suffix = suffix;
  sl_save_dialog_ask (GTK_WIDGET (timeline), _ ("Save Selected Span as Trace"), name, &type, begin);
}
