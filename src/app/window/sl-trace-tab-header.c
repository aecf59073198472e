/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include <glib/gi18n.h>

#include "sl-clock-shown.h"
#include "sl-event-text.h"
#include "sl-message.h"
#include "sl-scene-builder.h"
#include "sl-ticks.h"
#include "sl-time-text.h"
#include "sl-tip.h"
#include "sl-trace-title.h"

/* What the header bar of a tab says of the trace that is shown. */

/* Recorded and computed ones of all traces, as "check" counts them. */
static guint
count_misses (SlDocument *document)
{
  guint n_misses = 0;

  for (guint i = 0; i < sl_trace_set_get_size (sl_document_get_trace_set (document)); i++)
    {
      SlJobTable *jobs = sl_document_get_jobs_of (document, i);
      guint n_of_trace = 0;

      if (jobs != NULL)
        sl_job_table_get_misses (jobs, FALSE, &n_of_trace);
      n_misses += n_of_trace;
    }
  return n_misses;
}

/* Traces come to those that were opened, and go again: their number counts, not that of the files. */
static char *
dup_name (SlTraceTab *self, SlDocument *document)
{
  guint n_traces =
      document != NULL ? sl_trace_set_get_size (sl_document_get_trace_set (document)) : 1;

  if (self->first_name != NULL && (n_traces > 1 || self->joined != NULL))
    return sl_trace_title_of_several (self->first_name, n_traces - 1);

  return g_strdup (self->name != NULL ? self->name : "Slackline");
}

static char *
dup_title (SlTraceTab *self, SlDocument *document)
{
  g_autofree char *name = dup_name (self, document);

  if (self->folder == NULL)
    return g_steal_pointer (&name);

  /* Translators: name of a file, and of its folder, to tell it from another file of that name */
  return g_strdup_printf (_ ("%s — %s"), name, self->folder);
}

/**
 * sl_trace_tab_set_folder:
 * @folder: (nullable): what tells its file from others of the same name that are open
 */
void
sl_trace_tab_set_folder (SlTraceTab *self, const char *folder)
{
  if (g_strcmp0 (self->folder, folder) == 0)
    return;

  g_free (self->folder);
  self->folder = g_strdup (folder);
  sl_trace_tab_update_header (self);
}

/* Why the textbook look is not available. */
static void
show_obstacle (SlTraceTab *self, SlDocument *document)
{
  const char *obstacle =
      document != NULL
          ? sl_style_get_obstacle (SL_STYLE_TEXTBOOK, sl_document_get_trace_set (document))
          : NULL;

  sl_tip_set (self->textbook_button,
              obstacle != NULL ? obstacle : _ ("Textbook notation for teaching and print"));
}

/* Where what is recorded and what has elapsed are the same, there is one choice for both. */
static void
show_axes (SlTraceTab *self, SlDocument *document)
{
  gboolean is_one = sl_ticks_are_elapsed (sl_document_get_clock (document));

  gtk_button_set_label (self->tick_button, sl_event_text_axis_title (document, SL_AXIS_TSC));
  gtk_widget_set_visible (self->elapsed_button, !is_one);
  gtk_widget_set_visible (self->wall_button, sl_clock_has_wall (sl_document_get_clock (document)));
  gtk_menu_button_set_menu_model (self->axis_button,
                                  is_one ? self->single_axis_menu : self->axis_menu);
  gtk_menu_button_set_menu_model (self->axis_icon_button,
                                  is_one ? self->single_axis_menu : self->axis_menu);
}

/* What the trace is, and whether it is read again as its file grows. */
static char *
dup_summary (SlTraceTab *self, SlDocument *document)
{
  g_autofree char *summary = sl_trace_title_of_set (sl_document_get_trace_set (document));

  if (self->follower == NULL || self->capture != NULL)
    return g_steal_pointer (&summary);

  return g_strdup_printf (_ ("following the file · %s"), summary);
}

/**
 * sl_trace_tab_update_header:
 *
 * Title, summary and buttons say what is shown.
 */
void
sl_trace_tab_update_header (SlTraceTab *self)
{
  SlDocument *document = sl_trace_tab_get_document (self);
  g_autofree char *name = dup_title (self, document);
  g_autofree char *summary = NULL;
  gboolean has_trace = document != NULL;
  guint n_misses = 0;

  if (has_trace)
    {
      show_axes (self, document);
      summary = dup_summary (self, document);
      n_misses = count_misses (document);
    }

  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, summary != NULL ? summary : "");
  sl_tip_set (GTK_WIDGET (self->title), summary);
  g_free (self->window_title);
  self->window_title = g_strdup (name);
  gtk_widget_set_visible (self->view_buttons, has_trace);
  gtk_widget_set_visible (self->axis_buttons, has_trace);
  gtk_widget_set_visible (self->look_buttons, has_trace);
  show_obstacle (self, document);
  gtk_widget_set_visible (self->pane_buttons, has_trace);
  gtk_widget_set_visible (self->misses_button, n_misses > 0);
  if (n_misses > 0)
    {
      g_autofree char *count = sl_time_text_ticks (n_misses);

      adw_button_content_set_label (self->misses_content, count);
      sl_message_describe (GTK_WIDGET (self->misses_button), count);
    }
  sl_trace_tab_emit_changed (self);
}
