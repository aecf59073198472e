/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

/* How two of the traces differ, found in the background and again whenever one of them, or where
 * they stand, has changed. */

/* What is compared, for the thread. */
typedef struct
{
  SlTraceSet *set;
  SlJobSide sides[SL_N_SIDES];
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  for (guint side = 0; side < SL_N_SIDES; side++)
    sl_job_table_unref (work->sides[side].jobs);
  g_object_unref (work->set);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

/* (nullable): what is to be compared, as far as its jobs are found */
static Work *
make_work (SlDocument *self)
{
  guint traces[SL_N_SIDES];
  Work *work;

  if (!sl_view_state_get_compared (sl_document_get_state (self), traces) ||
      MAX (traces[SL_SIDE_A], traces[SL_SIDE_B]) >= self->traces->len ||
      sl_document_get_jobs_of (self, traces[SL_SIDE_A]) == NULL ||
      sl_document_get_jobs_of (self, traces[SL_SIDE_B]) == NULL)
    return NULL;

  work = g_new0 (Work, 1);
  work->set = g_object_ref (self->set);
  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      work->sides[side].trace = traces[side];
      work->sides[side].jobs = sl_job_table_ref (sl_document_get_jobs_of (self, traces[side]));
    }
  return work;
}

static void
remember (SlDocument *self, const Work *work)
{
  SlTraceSet *set = work != NULL ? work->set : NULL;

  g_set_object (&self->compared, set);
  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      g_clear_pointer (&self->compared_sides[side].jobs, sl_job_table_unref);
      if (work != NULL)
        self->compared_sides[side] =
            (SlJobSide) { work->sides[side].trace, sl_job_table_ref (work->sides[side].jobs) };
    }
}

static gboolean
is_remembered (SlDocument *self, const Work *work)
{
  if (self->compared == NULL || work == NULL)
    return self->compared == NULL && work == NULL;

  for (guint side = 0; side < SL_N_SIDES; side++)
    if (self->compared_sides[side].trace != work->sides[side].trace ||
        self->compared_sides[side].jobs != work->sides[side].jobs)
      return FALSE;
  return self->compared == work->set;
}

static gpointer
compare_in_thread (gpointer request,
                   GCancellable *cancellable,
                   SlBackgroundRun *run,
                   GError **error)
{
  Work *work = request;

  return sl_job_compare_new (work->set, work->sides);
}

static void
compared (gpointer owner, gpointer found, const GError *error)
{
  SlDocument *self = owner;

  g_clear_pointer (&self->compare, sl_job_compare_unref);
  self->compare = found;
  sl_document_emit_changed (self, SL_CHANGED_COMPARE);
}

static const SlBackgroundKind background_kind = {
  .work = compare_in_thread,
  .free = work_free,
  .free_found = (GDestroyNotify) sl_job_compare_unref,
};

/**
 * sl_document_forget_compared:
 *
 * Gives up what is compared.
 */
void
sl_document_forget_compared (SlDocument *self)
{
  g_clear_pointer (&self->comparing, sl_background_free);
  remember (self, NULL);
  g_clear_pointer (&self->compare, sl_job_compare_unref);
}

/**
 * sl_document_follow_compared:
 *
 * To be called when something has changed that a comparison may depend on. What was found last
 * stays until the next is found.
 */
void
sl_document_follow_compared (SlDocument *self)
{
  g_autoptr (Work) work = make_work (self);

  if (is_remembered (self, work))
    return;
  if (work == NULL)
    {
      sl_document_forget_compared (self);
      sl_document_emit_changed (self, SL_CHANGED_COMPARE);
      return;
    }

  remember (self, work);
  if (self->comparing == NULL)
    self->comparing = sl_background_new (&background_kind, compared, self);
  sl_background_start (self->comparing, g_steal_pointer (&work));
}

/**
 * sl_document_get_compare:
 *
 * Returns: (transfer none) (nullable): how the compared traces differ, as it was found last; %NULL
 *   where nothing is compared
 */
SlJobCompare *
sl_document_get_compare (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->compare;
}

/**
 * sl_document_compare:
 * @traces: (nullable): numbers of A and B; %NULL to compare nothing any more
 *
 * Puts two traces side by side, as a change of the view that can be undone. Where nobody has said
 * how traces stand, they stand with their first releases at one instant from then on.
 */
void
sl_document_compare (SlDocument *self, const guint traces[SL_N_SIDES])
{
  SlViewState *state;
  gboolean is_moved = FALSE;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  state = sl_document_get_state (self);
  for (guint i = 1; i < self->traces->len; i++)
    is_moved = is_moved || sl_view_state_get_offset (state, i) != 0;
  sl_document_hold_changes (self);
  if (traces != NULL && !is_moved && self->alignment == SL_ALIGN_START)
    sl_document_set_alignment (self, SL_ALIGN_RELEASE);
  sl_document_take_state (self, sl_view_state_with_compared (sl_document_get_state (self), traces),
                          SL_GESTURE_NONE);
  sl_document_release_changes (self);
}
