/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-background.h"

/* The fraction as whole steps, which threads can share. */
#define STEPS 1000

/* One request on its way through the thread. The main context frees it when it has come back, which may be
 * after its background is gone. */
struct _SlBackgroundRun
{
  const SlBackgroundKind *kind;
  SlBackground *background; /* NULL once that is freed */
  GCancellable *cancellable;
  gpointer request;
  gpointer found;
  GError *error;
  int step;
};

struct _SlBackground
{
  const SlBackgroundKind *kind;
  SlBackgroundFunc done;
  gpointer owner;
  SlBackgroundRun *run; /* in the thread, or on its way back; NULL for none */
  gpointer next;        /* the request that waits for @run; NULL for none */
  guint timer;          /* until the next request is made; 0 for none */
};

static void
drop_next (SlBackground *self)
{
  if (self->next != NULL)
    self->kind->free (g_steal_pointer (&self->next));
}

static void
run_free (gpointer data)
{
  SlBackgroundRun *run = data;

  g_object_unref (run->cancellable);
  g_clear_error (&run->error);
  g_free (run);
}

static void
work_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SlBackgroundRun *run = task_data;

  if (!g_cancellable_is_cancelled (run->cancellable))
    run->found = run->kind->work (run->request, run->cancellable, run, &run->error);
  g_task_return_boolean (task, TRUE);
}

static void launch (SlBackground *self, gpointer request);

static void
drop_found (SlBackgroundRun *run, gpointer found)
{
  if (found != NULL && run->kind->free_found != NULL)
    run->kind->free_found (found);
}

/* Nothing of @self is touched after done(), which may free it. */
static void
back_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlBackgroundRun *run = g_task_get_task_data (G_TASK (result));
  SlBackground *self = run->background;
  gboolean is_wanted = self != NULL && !g_cancellable_is_cancelled (run->cancellable);
  gpointer found = g_steal_pointer (&run->found);

  if (self != NULL)
    {
      self->run = NULL;
      if (self->next != NULL)
        launch (self, g_steal_pointer (&self->next));
    }
  if (found != run->request)
    run->kind->free (run->request);
  if (is_wanted)
    self->done (self->owner, found, run->error);
  else
    drop_found (run, found);
}

/* Takes @request. The run has a cancellable of its own: the task is to come back in any case, not before the
 * thread is done with the request. */
static void
launch (SlBackground *self, gpointer request)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, back_cb, NULL);

  self->run = g_new0 (SlBackgroundRun, 1);
  self->run->kind = self->kind;
  self->run->background = self;
  self->run->cancellable = g_cancellable_new ();
  self->run->request = request;
  g_task_set_source_tag (task, launch);
  g_task_set_priority (task, self->kind->priority);
  g_task_set_task_data (task, self->run, run_free);
  g_task_run_in_thread (task, work_in_thread);
}

/**
 * sl_background_new:
 * @kind: (transfer none): must outlive the work, thus static
 * @done: takes what was found
 * @owner: for @done and the functions of @kind; to free the background before it goes is up to it
 *
 * Returns: (transfer full): nothing runs yet
 */
SlBackground *
sl_background_new (const SlBackgroundKind *kind, SlBackgroundFunc done, gpointer owner)
{
  SlBackground *self;

  g_return_val_if_fail (kind != NULL && done != NULL, NULL);

  self = g_new0 (SlBackground, 1);
  self->kind = kind;
  self->done = done;
  self->owner = owner;
  return self;
}

/**
 * sl_background_free:
 * @self: (transfer full): stops; the request that is in the thread is freed when it comes back
 */
void
sl_background_free (SlBackground *self)
{
  g_return_if_fail (self != NULL);

  sl_background_stop (self);
  if (self->run != NULL)
    self->run->background = NULL;
  g_free (self);
}

/**
 * sl_background_start:
 * @request: (transfer full)
 *
 * Starts at once, or when what is under way has come back, which is cancelled unless the kind says otherwise.
 * A request that still waits is dropped.
 */
void
sl_background_start (SlBackground *self, gpointer request)
{
  g_return_if_fail (self != NULL && request != NULL);

  g_clear_handle_id (&self->timer, g_source_remove);
  drop_next (self);
  if (self->run == NULL)
    {
      launch (self, request);
      return;
    }

  self->next = request;
  if (!self->kind->finishes)
    g_cancellable_cancel (self->run->cancellable);
}

static gboolean
quiet_cb (gpointer user_data)
{
  SlBackground *self = user_data;

  self->timer = 0;
  sl_background_start (self, self->kind->make (self->owner));
  return G_SOURCE_REMOVE;
}

/**
 * sl_background_ask:
 *
 * Something else is wanted: it is started when the time of the kind is over, with a request made then. What
 * is under way is cancelled at once, unless the kind says otherwise.
 */
void
sl_background_ask (SlBackground *self)
{
  g_return_if_fail (self != NULL && self->kind->make != NULL);

  drop_next (self);
  if (self->run != NULL && !self->kind->finishes)
    g_cancellable_cancel (self->run->cancellable);
  if (self->timer != 0 && self->kind->is_paced)
    return;

  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (self->kind->quiet_msec, quiet_cb, self);
}

/**
 * sl_background_stop:
 *
 * Cancels what is under way and drops what waits: nothing is delivered until the next request.
 */
void
sl_background_stop (SlBackground *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->timer, g_source_remove);
  drop_next (self);
  if (self->run != NULL)
    g_cancellable_cancel (self->run->cancellable);
}

/**
 * sl_background_is_busy:
 *
 * Returns: whether something will be delivered, or started, without another call
 */
gboolean
sl_background_is_busy (const SlBackground *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->timer != 0 || self->next != NULL ||
         (self->run != NULL && !g_cancellable_is_cancelled (self->run->cancellable));
}

/**
 * sl_background_get_fraction:
 *
 * Returns: how far the work under way is, 0 … 1, as it reports; 0 for none
 */
double
sl_background_get_fraction (const SlBackground *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->run != NULL ? (double) g_atomic_int_get (&self->run->step) / STEPS : 0;
}

/**
 * sl_background_report:
 * @fraction: how far it is, 0 … 1
 *
 * For work(), in any thread.
 */
void
sl_background_report (SlBackgroundRun *run, double fraction)
{
  g_atomic_int_set (&run->step, (int) (fraction * STEPS));
}
