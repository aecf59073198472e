/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reception.h"

#include <signal.h>

#include <glib-unix.h>
#include <glib/gi18n.h>

#include "sl-time-text.h"

/* How often the window says what has come. */
#define LOOK_MSEC 200

/* What ends a program from outside: what came is saved first. */
static const int ending_signals[] = { SIGTERM, SIGINT, SIGHUP };

struct _SlReception
{
  GObject parent_instance;

  SlReceiver *receiver;
  GFile *file;
  guint look;                                   /* timeout; 0 once it has ended */
  guint signals[G_N_ELEMENTS (ending_signals)]; /* sources; 0 once it is saved */
  guint64 n_received;
  gboolean is_finished;
};

G_DEFINE_FINAL_TYPE (SlReception, sl_reception, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

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
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
    }
  if (!sl_receiver_wait (self->receiver, 0))
    return G_SOURCE_CONTINUE;

  self->look = 0;
  g_signal_emit (self, signals[SIGNAL_ENDED], 0);
  return G_SOURCE_REMOVE;
}

/* All that receive, so that none is forgotten when the program ends. */
static GList *receptions;

static gboolean
end_cb (gpointer user_data)
{
  int number = GPOINTER_TO_INT (user_data);

  while (receptions != NULL)
    sl_reception_finish (receptions->data, NULL);

  signal (number, SIG_DFL);
  raise (number);
  return G_SOURCE_CONTINUE;
}

static void
sl_reception_dispose (GObject *object)
{
  SlReception *self = SL_RECEPTION (object);

  g_clear_handle_id (&self->look, g_source_remove);
  /* What came is not lost by closing a window. */
  if (self->receiver != NULL && !self->is_finished)
    sl_reception_finish (self, NULL);
  g_clear_pointer (&self->receiver, sl_receiver_free);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (sl_reception_parent_class)->dispose (object);
}

static void
sl_reception_class_init (SlReceptionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_reception_dispose;

  /**
   * SlReception::changed:
   *
   * More has come.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SL_TYPE_RECEPTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlReception::ended:
   *
   * Nothing more comes: it was stopped, or what comes cannot be written any more. Now is the time for
   * sl_reception_finish().
   */
  signals[SIGNAL_ENDED] = g_signal_new ("ended", SL_TYPE_RECEPTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
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
SlReception *
sl_reception_new (const char *address, guint port, GFile *file, GError **error)
{
  g_autoptr (SlReceiver) receiver = sl_receiver_new (address, port, error);
  SlReception *self;

  if (receiver == NULL || !sl_receiver_set_output (receiver, file, NULL, error))
    return NULL;

  self = g_object_new (SL_TYPE_RECEPTION, NULL);
  self->receiver = g_steal_pointer (&receiver);
  self->file = g_object_ref (file);
  sl_receiver_start (self->receiver, -1);
  self->look = g_timeout_add (LOOK_MSEC, look_cb, self);
  receptions = g_list_prepend (receptions, self);
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    self->signals[i] =
        g_unix_signal_add (ending_signals[i], end_cb, GINT_TO_POINTER (ending_signals[i]));
  return self;
}

/* Returns: (transfer none): where it is saved in the end */
GFile *
sl_reception_get_file (SlReception *self)
{
  return self->file;
}

/* Returns: (transfer full) (nullable): what has come so far, as long as @self is there; %NULL where it cannot be
 * read before the end */
GFile *
sl_reception_dup_growing_file (SlReception *self)
{
  g_autofree char *path = sl_receiver_dup_path (self->receiver);

  return path != NULL ? g_file_new_for_path (path) : NULL;
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

/**
 * sl_reception_dup_text:
 *
 * Returns: (transfer full): what has come, for people
 */
char *
sl_reception_dup_text (SlReception *self)
{
  g_autofree char *address = sl_receiver_dup_address (self->receiver);
  GString *text = g_string_new (NULL);
  SlReceiveCounts counts;

  sl_receiver_get_counts (self->receiver, &counts);
  /* Translators: an address and a port of this computer */
  g_string_append_printf (text, _ ("Receiving on %s"), address);
  add_count (text, counts.n_chunks, ngettext ("%s chunk", "%s chunks", counts.n_chunks));
  add_count (text, counts.n_events, ngettext ("%s event", "%s events", counts.n_events));
  add_count (text, counts.n_lost,
             ngettext ("%s datagram lost", "%s datagrams lost", counts.n_lost));
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

/**
 * sl_reception_get_n_lost:
 *
 * Returns: how many datagrams never came, as far as their numbers say
 */
guint64
sl_reception_get_n_lost (SlReception *self)
{
  SlReceiveCounts counts;

  g_return_val_if_fail (SL_IS_RECEPTION (self), 0);

  sl_receiver_get_counts (self->receiver, &counts);
  return counts.n_lost;
}

/**
 * sl_reception_stop:
 *
 * Ends it soon; "ended" comes then.
 */
void
sl_reception_stop (SlReception *self)
{
  g_return_if_fail (SL_IS_RECEPTION (self));

  sl_receiver_stop (self->receiver);
}

/**
 * sl_reception_finish:
 * @error: why not all was saved
 *
 * Saves what has come. Once only.
 *
 * Returns: whether the file was written, also where some of it had no room
 */
gboolean
sl_reception_finish (SlReception *self, GError **error)
{
  gboolean is_saved;

  g_return_val_if_fail (!self->is_finished, FALSE);

  g_clear_handle_id (&self->look, g_source_remove);
  self->is_finished = TRUE;
  receptions = g_list_remove (receptions, self);
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    g_clear_handle_id (&self->signals[i], g_source_remove);
  sl_receiver_finish (self->receiver, &is_saved, error);
  return is_saved;
}
