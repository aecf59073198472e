/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reception.h"

#include <glib/gi18n.h>

#include "sl-receiver.h"
#include "sl-time-text.h"

/* How often the window says what has come. */
#define LOOK_MSEC 200

struct _SlReception
{
  SlLiveCapture parent_instance;

  SlReceiver *receiver;
  guint look; /* timeout; 0 once it has ended */
  guint64 n_received;
};

G_DEFINE_FINAL_TYPE (SlReception, sl_reception, SL_TYPE_LIVE_CAPTURE)

static gboolean
look_cb (gpointer user_data)
{
  SlReception *self = user_data;
  G_GNUC_UNUSED g_autoptr (SlReception) kept = g_object_ref (self);
  SlReceiveCounts counts;

  sl_receiver_get_counts (self->receiver, &counts);
  if (counts.n_received != self->n_received)
    {
      self->n_received = counts.n_received;
      sl_live_capture_changed (SL_LIVE_CAPTURE (self));
    }
  if (!sl_receiver_wait (self->receiver, 0))
    return G_SOURCE_CONTINUE;

  self->look = 0;
  sl_live_capture_ended (SL_LIVE_CAPTURE (self));
  return G_SOURCE_REMOVE;
}

/* @words have one place for the number. */
static void
add_count (GString *text, guint64 count, const char *words)
{
  g_autofree char *number = sl_time_text_ticks ((gint64) count);
  g_autoptr (GString) part = g_string_new (words);

  if (count == 0)
    return;

  g_string_replace (part, "%s", number, 1);
  g_string_append (text, " · ");
  g_string_append (text, part->str);
}

static void
sl_reception_get_look (SlLiveCapture *capture, SlLiveCaptureLook *look)
{
  *look =
      (SlLiveCaptureLook) { SL_RECEIVER_FORMAT, _ ("Waiting for Datagrams"),
                            "network-receive-symbolic", _ ("Stop receiving and save the trace") };
}

static char *
sl_reception_dup_growing_path (SlLiveCapture *capture)
{
  return sl_receiver_dup_path (SL_RECEPTION (capture)->receiver);
}

static char *
sl_reception_dup_loss (SlLiveCapture *capture)
{
  g_autofree char *lost = NULL;
  SlReceiveCounts counts;

  sl_receiver_get_counts (SL_RECEPTION (capture)->receiver, &counts);
  lost = sl_time_text_ticks ((gint64) counts.n_lost);
  return counts.n_lost > 0
             ? g_strdup_printf (ngettext ("%s datagram lost", "%s datagrams lost", counts.n_lost),
                                lost)
             : NULL;
}

static char *
sl_reception_dup_text (SlLiveCapture *capture)
{
  SlReception *self = SL_RECEPTION (capture);
  g_autofree char *address = sl_receiver_dup_address (self->receiver);
  g_autofree char *loss = sl_reception_dup_loss (capture);
  GString *text = g_string_new (NULL);
  SlReceiveCounts counts;

  sl_receiver_get_counts (self->receiver, &counts);
  /* Translators: an address and a port of this computer */
  g_string_append_printf (text, _ ("Receiving on %s"), address);
  add_count (text, counts.n_chunks, ngettext ("%s chunk", "%s chunks", counts.n_chunks));
  add_count (text, counts.n_events, ngettext ("%s event", "%s events", counts.n_events));
  if (loss != NULL)
    g_string_append_printf (text, " · %s", loss);
  add_count (text, counts.n_dropped,
             ngettext ("%s dropped by this computer", "%s dropped by this computer",
                       counts.n_dropped));
  add_count (text, counts.n_late, ngettext ("%s reordered", "%s reordered", counts.n_late));
  add_count (text, counts.n_duplicates,
             ngettext ("%s duplicate", "%s duplicates", counts.n_duplicates));
  add_count (text, counts.n_ignored + counts.n_others,
             ngettext ("%s other datagram", "%s other datagrams",
                       counts.n_ignored + counts.n_others));
  return g_string_free (text, FALSE);
}

static void
sl_reception_stop (SlLiveCapture *capture)
{
  sl_receiver_stop (SL_RECEPTION (capture)->receiver);
}

static gboolean
sl_reception_finish (SlLiveCapture *capture, GError **error)
{
  SlReception *self = SL_RECEPTION (capture);
  gboolean is_saved;

  g_clear_handle_id (&self->look, g_source_remove);
  sl_receiver_finish (self->receiver, &is_saved, error);
  return is_saved;
}

static void
sl_reception_dispose (GObject *object)
{
  SlReception *self = SL_RECEPTION (object);

  G_OBJECT_CLASS (sl_reception_parent_class)->dispose (object);
  g_clear_pointer (&self->receiver, sl_receiver_free);
}

static void
sl_reception_class_init (SlReceptionClass *klass)
{
  SlLiveCaptureClass *capture_class = SL_LIVE_CAPTURE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_reception_dispose;
  capture_class->get_look = sl_reception_get_look;
  capture_class->dup_growing_path = sl_reception_dup_growing_path;
  capture_class->dup_text = sl_reception_dup_text;
  capture_class->dup_loss = sl_reception_dup_loss;
  capture_class->stop = sl_reception_stop;
  capture_class->finish = sl_reception_finish;
}

static void
sl_reception_init (SlReception *self)
{
}

/**
 * sl_reception_new:
 * @address: IPv4 or IPv6 of this computer
 * @file: where what comes is saved in the end
 *
 * Receives from now on.
 *
 * Returns: (transfer full) (nullable): %NULL with @error
 */
SlLiveCapture *
sl_reception_new (const char *address, guint port, GFile *file, GError **error)
{
  g_autoptr (SlReceiver) receiver = sl_receiver_new (address, port, error);
  SlReception *self;

  if (receiver == NULL || !sl_receiver_set_output (receiver, file, NULL, error))
    return NULL;

  self = g_object_new (SL_TYPE_RECEPTION, NULL);
  self->receiver = g_steal_pointer (&receiver);
  sl_receiver_start (self->receiver, -1);
  self->look = g_timeout_add (LOOK_MSEC, look_cb, self);
  sl_live_capture_begin (SL_LIVE_CAPTURE (self), file);
  return SL_LIVE_CAPTURE (self);
}
