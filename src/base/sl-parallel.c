/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-parallel.h"

/* A thread may come when all is done, and when the caller has gone on: the last one frees it. */
typedef struct
{
  gatomicrefcount ref_count;
  SlParallelFunc func;
  gpointer user_data;
  guint n_pieces;
  guint next; /* atomic */

  GMutex mutex;
  GCond all_done;
  guint n_done; /* by the mutex */
} Work;

static void
work_unref (Work *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->all_done);
  g_free (self);
}

static void
take_part (Work *self)
{
  guint number, n_done = 0;

  while ((number = (guint) g_atomic_int_add (&self->next, 1)) < self->n_pieces)
    {
      self->func (number, self->user_data);
      n_done++;
    }

  g_mutex_lock (&self->mutex);
  self->n_done += n_done;
  if (self->n_done == self->n_pieces)
    g_cond_signal (&self->all_done);
  g_mutex_unlock (&self->mutex);
}

static void
help_cb (gpointer data, gpointer user_data)
{
  take_part (data);
  work_unref (data);
}

/* (nullable): the threads that help; they are shared by all callers */
static GThreadPool *
get_helpers (void)
{
  static GThreadPool *helpers;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      guint n_others = g_get_num_processors () - 1;

      if (n_others > 0)
        helpers = g_thread_pool_new (help_cb, NULL, (int) n_others, FALSE, NULL);
      g_once_init_leave (&once, 1);
    }
  return helpers;
}

/**
 * sl_parallel_run:
 * @func: called once for each number below @n_pieces, in any order, on several threads at a time
 *
 * Returns when all pieces are done. The calling thread works as well, so that all gets done even where no other thread
 * has time. May be called by several threads, not by @func.
 */
void
sl_parallel_run (guint n_pieces, SlParallelFunc func, gpointer user_data)
{
  GThreadPool *helpers = n_pieces > 1 ? get_helpers () : NULL;
  guint n_helpers =
      helpers != NULL ? MIN ((guint) g_thread_pool_get_max_threads (helpers), n_pieces - 1) : 0;
  Work *self;

  g_return_if_fail (func != NULL);

  self = g_new (Work, 1);
  *self = (Work) { .func = func, .user_data = user_data, .n_pieces = n_pieces };
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->all_done);
  for (guint i = 0; i < n_helpers; i++)
    {
      g_atomic_ref_count_inc (&self->ref_count);
      g_thread_pool_push (helpers, self, NULL);
    }

  take_part (self);
  g_mutex_lock (&self->mutex);
  while (self->n_done < n_pieces)
    g_cond_wait (&self->all_done, &self->mutex);
  g_mutex_unlock (&self->mutex);
  work_unref (self);
}
