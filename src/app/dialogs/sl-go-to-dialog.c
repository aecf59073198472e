/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "sl-go-to.h"
#include "sl-widget-util.h"

/* Asks where to go, in a line of text, and says what that leads to while it is typed. */

typedef struct
{
  SlDocument *document;
  SlEventJump *jump;        /* of the page, which outlives its dialogs' answers */
  AdwMessageDialog *dialog; /* which outlives this */
  GtkEditable *entry;
  GtkLabel *said;
  GtkWidget *timeline;
} Asking;

static void
asking_free (gpointer data, GClosure *closure)
{
  Asking *asking = data;

  g_object_unref (asking->document);
  g_object_unref (asking->timeline);
  g_free (asking);
}

static void
changed_cb (Asking *asking)
{
  const char *text = gtk_editable_get_text (asking->entry);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlGoTo) place = sl_go_to_parse (asking->document, text, &error);

  gtk_label_set_label (asking->said, place != NULL ? place->said : error->message);
  sl_error_mark_set (GTK_WIDGET (asking->entry), place == NULL && text[0] != '\0');
  adw_message_dialog_set_response_enabled (asking->dialog, "go", place != NULL);
}

static void
go (Asking *asking, const SlGoTo *place)
{
  const SlAddressTarget target = { SL_PLANE_MEMORY, place->number, place->number };

  if (sl_go_to_run (place, asking->document))
    gtk_widget_grab_focus (asking->timeline);
  else if (place->type == SL_GO_TO_OFFSET)
    sl_event_jump_to_offset (asking->jump, place->trace, place->number);
  else
    sl_event_jump_to_address (asking->jump, &target, 1);
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Asking *asking)
{
  g_autoptr (SlGoTo) place =
      sl_go_to_parse (asking->document, gtk_editable_get_text (asking->entry), NULL);

  if (strcmp (response, "go") == 0 && place != NULL)
    go (asking, place);
}

static GtkWidget *
make_form (Asking *asking)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *said = gtk_label_new (NULL);
  double scale = MAX (sl_text_scale_get (asking->timeline), 1);

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Time, event, offset, job or name"), -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                  said, NULL, -1);
  gtk_label_set_wrap (GTK_LABEL (said), TRUE);
  gtk_label_set_xalign (GTK_LABEL (said), 0);
  gtk_label_set_yalign (GTK_LABEL (said), 0);
  /* The size of the dialog depends neither on what it says nor on the size of the text. */
  gtk_label_set_width_chars (GTK_LABEL (said), (int) (46 / scale));
  gtk_label_set_max_width_chars (GTK_LABEL (said), (int) (46 / scale));
  gtk_label_set_lines (GTK_LABEL (said), (int) ceil (3 * scale));
  gtk_widget_set_size_request (said, -1, (int) (60 * scale * scale));
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), said);
  asking->entry = GTK_EDITABLE (entry);
  asking->said = GTK_LABEL (said);
  return box;
}

/**
 * sl_go_to_dialog_present:
 * @jump: goes where an event has to be looked for; lives as long as the window
 * @timeline: gets the keyboard's focus afterwards
 */
void
sl_go_to_dialog_present (SlDocument *document,
                         SlEventJump *jump,
                         SlTimelineWidget *timeline,
                         GtkWindow *parent)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Go To"), NULL);
  Asking *asking = g_new0 (Asking, 1);

  asking->document = g_object_ref (document);
  asking->timeline = g_object_ref (GTK_WIDGET (timeline));
  asking->jump = jump;
  asking->dialog = ADW_MESSAGE_DIALOG (dialog);
  adw_message_dialog_set_extra_child (asking->dialog, make_form (asking));
  adw_message_dialog_add_responses (asking->dialog, "cancel", _ ("_Cancel"), "go", _ ("_Go"), NULL);
  sl_dialog_suggest (asking->dialog, "go");
  changed_cb (asking);

  g_signal_connect_swapped (asking->entry, "changed", G_CALLBACK (changed_cb), asking);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (asking->entry));
}
