/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-address-edit.h"
#include "sl-widget-util.h"

/* Asks for an address and goes to the bus cycle that touches it. */

typedef struct
{
  SlDocument *document;
  SlEventJump *jump;        /* of the page, which outlives its dialogs' answers */
  AdwMessageDialog *dialog; /* which outlives this */
  GtkEditable *entry;
  GtkCheckButton *is_port;
  GtkCheckButton *whole_page;
} Asking;

static void
asking_free (gpointer data, GClosure *closure)
{
  Asking *asking = data;

  g_object_unref (asking->document);
  g_free (asking);
}

/* Hexadecimal, as addresses are written everywhere else, with or without 0x. */
static gboolean
parse_address (const char *text, guint64 *address)
{
  const char *digits =
      g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X") ? text + 2 : text;

  return g_ascii_string_to_unsigned (digits, 16, 0, G_MAXUINT64, address, NULL);
}

static gboolean
read_target (Asking *asking, SlAddressTarget *target)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (asking->entry)));
  gboolean is_right = parse_address (text, &target->first);

  sl_error_mark_set (GTK_WIDGET (asking->entry), !is_right && text[0] != '\0');
  target->last = target->first;
  target->plane = gtk_check_button_get_active (asking->is_port) ? SL_PLANE_PORTS : SL_PLANE_MEMORY;
  if (gtk_check_button_get_active (asking->whole_page) && target->plane == SL_PLANE_MEMORY)
    {
      target->first &= ~((G_GUINT64_CONSTANT (1) << SL_PAGE_SHIFT) - 1);
      target->last = target->first + ((1u << SL_PAGE_SHIFT) - 1);
    }
  return is_right;
}

static void
changed_cb (Asking *asking)
{
  SlAddressTarget target;
  gboolean is_right = read_target (asking, &target);

  adw_message_dialog_set_response_enabled (asking->dialog, "next", is_right);
  adw_message_dialog_set_response_enabled (asking->dialog, "previous", is_right);
  gtk_widget_set_sensitive (GTK_WIDGET (asking->whole_page), target.plane == SL_PLANE_MEMORY);
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Asking *asking)
{
  SlAddressTarget target;

  if (strcmp (response, "cancel") != 0 && read_target (asking, &target))
    sl_event_jump_to_address (asking->jump, &target, strcmp (response, "next") == 0 ? 1 : -1);
}

static GtkCheckButton *
add_check (GtkBox *box, const char *label)
{
  GtkWidget *button = gtk_check_button_new_with_mnemonic (label);

  gtk_box_append (box, button);
  return GTK_CHECK_BUTTON (button);
}

static GtkWidget *
make_form (Asking *asking)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *entry = gtk_entry_new ();
  const char *row;
  guint trace;

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Hexadecimal, such as 3462fc28"));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_add_css_class (entry, "monospace");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Address"), -1);
  gtk_box_append (GTK_BOX (box), entry);
  asking->entry = GTK_EDITABLE (entry);
  asking->whole_page = add_check (GTK_BOX (box), _ ("Anywhere in the same 4 KiB p_age"));
  asking->is_port = add_check (GTK_BOX (box), _ ("The address is an I/_O port"));
  gtk_widget_set_sensitive (GTK_WIDGET (asking->is_port),
                            sl_document_find_bus (asking->document, &trace) &&
                                sl_address_edit_find_row (asking->document, trace, SL_PLANE_PORTS,
                                                          &row));
  return box;
}

/* What was looked for last stands there again. */
static void
fill_in (Asking *asking)
{
  const SlAddressTarget *last = sl_event_jump_get_address (asking->jump);
  g_autofree char *text = NULL;

  if (last == NULL)
    return;

  text = g_strdup_printf ("%" G_GINT64_MODIFIER "x", last->first);
  gtk_editable_set_text (asking->entry, text);
  gtk_check_button_set_active (asking->is_port, last->plane == SL_PLANE_PORTS);
  gtk_check_button_set_active (asking->whole_page, last->last != last->first);
}

/**
 * sl_address_dialog_present:
 * @jump: goes where the user wants; lives as long as the window
 *
 * Asks for an address and looks for the next or the previous cycle that touches it.
 */
void
sl_address_dialog_present (SlDocument *document, SlEventJump *jump, GtkWindow *parent)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Go to Address"),
                                              _ ("Which address should the bus cycle access?"));
  Asking *asking = g_new0 (Asking, 1);

  asking->document = g_object_ref (document);
  asking->jump = jump;
  asking->dialog = ADW_MESSAGE_DIALOG (dialog);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_form (asking));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "previous", _ ("_Previous"));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "next", _ ("_Next"));
  sl_dialog_suggest (ADW_MESSAGE_DIALOG (dialog), "next");
  fill_in (asking);
  changed_cb (asking);

  g_signal_connect_swapped (asking->entry, "changed", G_CALLBACK (changed_cb), asking);
  g_signal_connect_swapped (asking->is_port, "toggled", G_CALLBACK (changed_cb), asking);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (asking->entry));
}
