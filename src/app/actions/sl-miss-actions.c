/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-miss-actions.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-miss-link.h"
#include "sl-view-text.h"

/* Of a page: the direction of the step that waits until jobs are found. */
#define AWAITED "sl-miss-actions-awaited"

static void changed_cb (SlDocument *document, guint changes, SlTraceView *page);

static void
forget (SlDocument *document, SlTraceView *page)
{
  g_signal_handlers_disconnect_by_func (document, changed_cb, page);
}

/* Whoever picked something else meanwhile keeps it. */
static void
changed_cb (SlDocument *document, guint changes, SlTraceView *page)
{
  gboolean is_known = sl_miss_link_is_known (document);
  int direction = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (page), AWAITED));

  if (!is_known && (changes & SL_CHANGED_PICKED) == 0)
    return;

  forget (document, page);
  if (is_known && gtk_widget_get_root (GTK_WIDGET (page)) != NULL)
    sl_miss_actions_step (page, direction);
}

static void
await_jobs (SlDocument *document, SlTraceView *page, int direction)
{
  g_object_set_data (G_OBJECT (page), AWAITED, GINT_TO_POINTER (direction));
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), page, 0);
}

/* Explains why no deadline was missed; where deadlines are missing, offers the task model. */
static void
explain_no_miss (SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);
  guint64 n_jobs;
  SlDeadlineFrom from = sl_miss_link_find_deadlines (document, &n_jobs);
  gboolean is_helped = sl_miss_link_is_known (document) && n_jobs > 0 &&
                       (from == SL_DEADLINE_UNKNOWN || from == SL_DEADLINE_INFERRED);

  sl_message_offer (GTK_WIDGET (page), sl_view_text_explain_no_miss (document),
                    is_helped ? _ ("Task _Model…") : NULL, is_helped ? "view.model" : NULL, NULL);
}

/**
 * sl_miss_actions_step:
 * @direction: above 0 for the next missed deadline, below 0 for the one before
 *
 * Goes there, or says why not; where jobs are still being looked for it goes there once they are found. The keys go on
 * from there. Where the window has no room for the details, what they say first is a message; readers are told where the
 * focus does not get to it, since it is there already or its row is hidden.
 */
void
sl_miss_actions_step (SlTraceView *page, int direction)
{
  SlDocument *document = sl_trace_view_get_document (page);
  SlTarget before = *sl_view_state_get_picked (sl_document_get_state (document));
  gboolean is_found = sl_miss_link_step (document, direction);
  const SlTarget *after = sl_view_state_get_picked (sl_document_get_state (document));
  g_autofree char *miss = is_found ? sl_view_text_sum_up_miss (document) : NULL;

  forget (document, page);
  if (!is_found && !sl_miss_link_is_known (document))
    await_jobs (document, page, direction);

  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
  if (!is_found)
    explain_no_miss (page);
  else if (!sl_trace_view_has_details (page) && miss[0] != '\0')
    sl_message_show (GTK_WIDGET (page), miss);
  else if (after->row == NULL || sl_target_equal (&before, after))
    sl_message_say (GTK_WIDGET (page), miss);
}
