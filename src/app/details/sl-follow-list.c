/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-follow-link.h"
#include "sl-key-tip.h"
#include "sl-relation.h"
#include "sl-wake.h"
#include "sl-widget-util.h"

/* Where a selected slice leads: a line for each other row that has to do with it. */

typedef struct
{
  GtkBox *box;
  SlDocument *document;
  guint trace;
  gboolean has_heading;
} List;

static void
append (List *self, const char *action, const char *text)
{
  GtkWidget *button;

  if (!self->has_heading)
    sl_field_list_append_heading (self->box, _ ("Follow"));
  self->has_heading = TRUE;
  button = sl_field_list_append_link (self->box, text);
  sl_tip_name_give (button, text);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  sl_key_tip_follow (button);
}

static char *
dup_text (SlFollow follow, const char *name)
{
  switch (follow)
    {
    case SL_FOLLOW_ACROSS:
      return g_strdup_printf (_ ("In the row of %s"), name);
    case SL_FOLLOW_OBSTACLE:
      return g_strdup_printf (_ ("Kept from running by %s"), name);
    case SL_FOLLOW_LOCK:
      return g_strdup_printf (_ ("Waits for %s"), name);
    case SL_FOLLOW_MOVE_FROM:
      return g_strdup_printf (_ ("Came from %s"), name);
    case SL_FOLLOW_MOVE_TO:
    case SL_N_FOLLOWS:
    default:
      return g_strdup_printf (_ ("Continues on %s"), name);
    }
}

/* Nothing where that leads nowhere. */
static void
append_way (List *self, SlFollow follow, const char *action)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (self->document), self->trace);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  SlFollowed followed;
  guint32 cpu = 0;

  if (sl_follow_link_find (self->document, follow, &followed) != SL_FOLLOW_DONE)
    return;

  /* In its own row a task is to be found on another processor. */
  if (follow == SL_FOLLOW_MOVE_TO || follow == SL_FOLLOW_MOVE_FROM)
    cpu = sl_relation_find_processor (trace, followed.object, followed.time);
  name = sl_event_text_object (self->document, self->trace, cpu != 0 ? cpu : followed.object);
  text = dup_text (follow, name);
  append (self, action, text);
}

/**
 * sl_follow_list_append:
 * @box: which owns what is appended; nothing is where no single slice is selected
 * @trace: number of the trace of what is picked in the document's set
 */
void
sl_follow_list_append (GtkBox *box, SlDocument *document, guint trace)
{
  List self = { box, document, trace, FALSE };
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  SlFollowed followed;
  guint32 object;
  SlItem slice;

  if (!sl_follow_link_find_slice (document, &object, &slice))
    return;

  append_way (&self, SL_FOLLOW_ACROSS, "view.across");
  append_way (&self, SL_FOLLOW_OBSTACLE, "view.obstacle");
  append_way (&self, SL_FOLLOW_LOCK, "view.lock");
  append_way (&self, SL_FOLLOW_MOVE_FROM, "view.move-from");
  append_way (&self, SL_FOLLOW_MOVE_TO, "view.move-to");
  /* Who else it concerns is looked for when it is asked for: that may take long. */
  if (sl_wake_are_recorded (owner) &&
      sl_follow_link_find (document, SL_FOLLOW_OBSTACLE, &followed) != SL_FOLLOW_NO_PICK)
    append (&self, "view.woken", _ ("What it wakes next"));
}
