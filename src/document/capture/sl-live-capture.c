/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-live-capture.h"

#include <signal.h>

#include <glib-unix.h>
#include <glib/gi18n.h>

/* What ends a program from outside: what came is saved first. */
static const int ending_signals[] = { SIGTERM, SIGINT, SIGHUP };

typedef struct
{
  GFile *file;
  guint signals[G_N_ELEMENTS (ending_signals)]; /* sources; 0 once it is saved */
  gboolean is_finished;
} SlLiveCapturePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SlLiveCapture, sl_live_capture, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* All that go on, so that none is forgotten when the program ends. */
static GList *captures;

static SlLiveCapturePrivate *
get_private (SlLiveCapture *self)
{
  return sl_live_capture_get_instance_private (self);
}

static gboolean
end_cb (gpointer user_data)
{
  int number = GPOINTER_TO_INT (user_data);

  while (captures != NULL)
    sl_live_capture_finish (captures->data, NULL);

  signal (number, SIG_DFL);
  raise (number);
  return G_SOURCE_CONTINUE;
}

static void
sl_live_capture_dispose (GObject *object)
{
  SlLiveCapture *self = SL_LIVE_CAPTURE (object);
  SlLiveCapturePrivate *private = get_private (self);

  /* What came is not lost by closing a window. */
  if (private->file != NULL && !private->is_finished)
    sl_live_capture_finish (self, NULL);
  g_clear_object (&private->file);

  G_OBJECT_CLASS (sl_live_capture_parent_class)->dispose (object);
}

static void
sl_live_capture_class_init (SlLiveCaptureClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_live_capture_dispose;

  /**
   * SlLiveCapture::changed:
   *
   * More has come.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SL_TYPE_LIVE_CAPTURE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlLiveCapture::ended:
   *
   * Nothing more comes: it was stopped, or what comes cannot be written any more. Now is the time for
   * sl_live_capture_finish().
   */
  signals[SIGNAL_ENDED] = g_signal_new ("ended", SL_TYPE_LIVE_CAPTURE, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_live_capture_init (SlLiveCapture *self)
{
}

/**
 * sl_live_capture_begin:
 * @file: where what comes is saved in the end
 *
 * For a class, once it has begun.
 */
void
sl_live_capture_begin (SlLiveCapture *self, GFile *file)
{
  SlLiveCapturePrivate *private = get_private (self);

  g_return_if_fail (private->file == NULL);

  private->file = g_object_ref (file);
  captures = g_list_prepend (captures, self);
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
  private->signals[i] =
      g_unix_signal_add (ending_signals[i], end_cb, GINT_TO_POINTER (ending_signals[i]));
}

/* For a class. */
void
sl_live_capture_changed (SlLiveCapture *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* For a class; once. */
void
sl_live_capture_ended (SlLiveCapture *self)
{
  g_signal_emit (self, signals[SIGNAL_ENDED], 0);
}

SlLiveCaptureLook
sl_live_capture_get_look (SlLiveCapture *self)
{
  SlLiveCaptureLook look = { 0 };

  SL_LIVE_CAPTURE_GET_CLASS (self)->get_look (self, &look);
  return look;
}

/* Returns: (transfer none): where it is saved in the end */
GFile *
sl_live_capture_get_file (SlLiveCapture *self)
{
  return get_private (self)->file;
}

/* Returns: (transfer full) (nullable): what has come so far, as long as @self is there; %NULL where it cannot be
 * read before the end */
GFile *
sl_live_capture_dup_growing_file (SlLiveCapture *self)
{
  g_autofree char *path = SL_LIVE_CAPTURE_GET_CLASS (self)->dup_growing_path (self);

  return path != NULL ? g_file_new_for_path (path) : NULL;
}

/* Returns: (transfer full): what has come, for people */
char *
sl_live_capture_dup_text (SlLiveCapture *self)
{
  return SL_LIVE_CAPTURE_GET_CLASS (self)->dup_text (self);
}

/* Returns: (transfer full): what was saved, for people */
char *
sl_live_capture_dup_saved_text (SlLiveCapture *self)
{
  g_autofree char *name = g_file_get_basename (get_private (self)->file);
  g_autofree char *loss = SL_LIVE_CAPTURE_GET_CLASS (self)->dup_loss (self);

  /* Translators: a file, and how many events or datagrams were lost */
  return loss != NULL ? g_strdup_printf (_ ("Wrote “%s”; %s"), name, loss)
                      : g_strdup_printf (_ ("Wrote “%s”"), name);
}

/**
 * sl_live_capture_stop:
 *
 * Ends it soon; "ended" comes then.
 */
void
sl_live_capture_stop (SlLiveCapture *self)
{
  g_return_if_fail (SL_IS_LIVE_CAPTURE (self));

  SL_LIVE_CAPTURE_GET_CLASS (self)->stop (self);
}

/**
 * sl_live_capture_finish:
 * @error: why not all was saved
 *
 * Ends it, where it has not ended, and saves what has come. Once only.
 *
 * Returns: whether the file was written, also where some of it had no room
 */
gboolean
sl_live_capture_finish (SlLiveCapture *self, GError **error)
{
  SlLiveCapturePrivate *private = get_private (self);

  g_return_val_if_fail (!private->is_finished, FALSE);

  private->is_finished = TRUE;
  captures = g_list_remove (captures, self);
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    g_clear_handle_id (&private->signals[i], g_source_remove);
  return SL_LIVE_CAPTURE_GET_CLASS (self)->finish (self, error);
}
