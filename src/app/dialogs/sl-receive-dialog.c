/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-capture-dialog.h"

#include <glib/gi18n.h>

#include "sl-receiver.h"
#include "sl-reception.h"
#include "sl-widget-util.h"

/* Asks where to receive, and where to save what comes. */

typedef struct
{
  SlCaptureDialog base;

  GtkEditable *address;
  GtkEditable *port;
} Asking;

static gboolean
is_address (const char *text)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (text);

  return address != NULL;
}

static gboolean
read_port (Asking *asking, guint *port)
{
  guint64 value = 0;
  gboolean is_port =
      g_ascii_string_to_unsigned (gtk_editable_get_text (asking->port), 10, 1, 65535, &value, NULL);

  *port = (guint) value;
  return is_port;
}

static GtkWidget *
fill (SlCaptureDialog *self)
{
  Asking *asking = (Asking *) self;
  g_autofree char *port = g_strdup_printf ("%d", SL_RECEIVE_PORT);

  asking->address = sl_capture_dialog_add_entry (self, _ ("_Address"), SL_RECEIVE_ADDRESS);
  asking->port = sl_capture_dialog_add_entry (self, _ ("_Port"), port);
  return GTK_WIDGET (asking->address);
}

static char *
dup_fault (SlCaptureDialog *self)
{
  Asking *asking = (Asking *) self;
  guint port;
  gboolean has_address = is_address (gtk_editable_get_text (asking->address));
  gboolean has_port = read_port (asking, &port);

  sl_error_mark_set (GTK_WIDGET (asking->address), !has_address);
  sl_error_mark_set (GTK_WIDGET (asking->port), !has_port);
  if (!has_address)
    return g_strdup (
        _ ("An address of this computer, such as 127.0.0.1 or ::1, or 0.0.0.0 for all of them"));

  return has_port ? NULL : g_strdup (_ ("A port from 1 to 65535"));
}

static SlLiveCapture *
begin (SlCaptureDialog *self, GFile *file, GError **error)
{
  Asking *asking = (Asking *) self;
  guint port;

  read_port (asking, &port);
  return sl_reception_new (gtk_editable_get_text (asking->address), port, file, error);
}

static const SlCaptureDialogKind kind = {
  .title = N_ ("Receive a Trace"),
  .body =
      N_ ("Draws the trace that a S.Ha.R.K. kernel sends over UDP as it arrives, and saves it as "
          "a network capture. Only this computer can send to 127.0.0.1."),
  .verb = N_ ("_Receive"),
  .failed = N_ ("Nothing Can Be Received"),
  .save_title = N_ ("Save Received Trace"),
  .save_label = N_ ("_Save as"),
  .name_format = "shark-%Y-%m-%d-%H%M%S.pcapng",
  .fill = fill,
  .dup_fault = dup_fault,
  .begin = begin,
};

/**
 * sl_receive_dialog_present:
 * @begun: called with @parent where the user wants to receive, and it can be done
 */
void
sl_receive_dialog_present (GtkWindow *parent, SlCaptureFunc begun)
{
  Asking *asking = g_new0 (Asking, 1);

  sl_capture_dialog_present (&asking->base, &kind, parent, begun);
}
