/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who inherits the priority of a task that waits for a lock, in a textbook picture. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-lock-blockers.h"

#define INHERIT_LINE  1.4
#define INHERIT_HEAD  8.5
#define INHERIT_HALF  3.8
#define INHERIT_SPARE 3 /* between the head and the box */

/* Who keeps the row's task from @lock at @time; 0 where nobody knows. */
static guint32
find_blocker (SlTextbook *self, guint32 lock, SlTime time)
{
  guint trace = self->pen->info->lane.trace;
  SlLockBlockers *blockers = g_hash_table_lookup (self->blockers, GUINT_TO_POINTER (trace));
  SlSpan span = { time, time + 1 };

  if (blockers == NULL)
    {
      const SlJobTable *table = sl_rows_get_jobs (self->picture->rows, trace);

      blockers = sl_lock_blockers_new (self->pen->trace,
                                       table != NULL ? sl_job_table_get_rules (table) : NULL);
      g_hash_table_insert (self->blockers, GUINT_TO_POINTER (trace), blockers);
    }

  return sl_lock_blockers_cut (blockers, self->pen->info->object, lock, &span).task;
}

/* The row of another task, in the same part where it has one there. */
static gboolean
find_row (const SlTextbook *self, guint32 task, guint *row)
{
  SlRows *rows = self->picture->rows;
  const SlRow *own = self->pen->info;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *other = sl_rows_get (rows, i);

      if (other->object == task && other->lane.trace == own->lane.trace && other->cpu == own->cpu)
        {
          *row = i;
          return TRUE;
        }
    }

  return sl_rows_find_object (rows, own->lane.trace, task, row);
}

/* The task that keeps the row's one from the lock when the wait begins, if it runs with somebody's
 * priority in it. */
static gboolean
find_heir (SlTextbook *self, const SlItem *blocked, guint *row)
{
  guint32 blocker = blocked->detail != 0 ? find_blocker (self, blocked->detail, blocked->begin) : 0;
  const SlTrack *inherits;
  const SlLane *heir;
  SlTrackIter iter;
  SlItem item;

  if (blocker == 0 || !find_row (self, blocker, row))
    return FALSE;

  heir = sl_rows_get_lane (self->picture->rows, *row);
  inherits = sl_lane_get_track (heir, SL_ROLE_INHERITS);
  if (inherits == NULL)
    return FALSE;

  sl_track_iter_init (&iter, inherits, blocked->begin);
  return sl_track_iter_next (&iter, &item) && item.begin < blocked->end;
}

/* The deadline that is inherited, as the axis counts; NULL where nobody says one. */
static char *
make_inherited (SlTextbook *self, const SlItem *blocked)
{
  guint trace = self->pen->info->lane.trace;
  const SlJobTable *table = sl_rows_get_jobs (self->picture->rows, trace);
  guint number = table != NULL
                     ? sl_job_table_find_at (table, self->pen->info->object, blocked->begin)
                     : G_MAXUINT;
  const SlJob *job = number != G_MAXUINT ? sl_job_table_get (table, number) : NULL;

  if (job == NULL || job->deadline == SL_JOB_NEVER || job->deadline_from == SL_DEADLINE_INFERRED)
    return NULL;

  return sl_textbook_unit_instant (&self->unit, sl_trace_set_to_reference (self->picture->set,
                                                                           trace, job->deadline));
}

/* What stands beside the arrow: who inherits, and what. */
static char *
make_inheritance_text (SlTextbook *self, const SlItem *blocked, const SlRow *heir)
{
  g_autofree char *symbol = sl_textbook_dup_symbol (self, heir);
  g_autofree char *roman = g_strconcat (symbol, SL_TEXTBOOK_R, NULL);
  g_autofree char *own = sl_textbook_dup_symbol (self, self->pen->info);
  g_autofree char *deadline = make_inherited (self, blocked);
  g_autofree char *what = NULL;

  if (deadline == NULL || sl_row_get_rule (self->picture->rows, self->pen->info)->has_priority ||
      sl_lane_get_track (self->pen->lane, SL_ROLE_PRIORITY) != NULL)
    return g_strdup_printf (_ ("%s inherits from %s"), roman, own);

  what = g_strdup_printf (SL_TEXTBOOK_I "d" SL_TEXTBOOK_R " = %s", deadline);
  /* Translators: a task, and "d = 8", the deadline that it inherits */
  return g_strdup_printf (_ ("%s inherits %s"), roman, what);
}

/**
 * sl_textbook_add_inheritance:
 * @blocked: a slice of the row at hand
 *
 * From the base line of who waits to the box of who holds, and inherits the priority.
 */
void
sl_textbook_add_inheritance (SlTextbook *self, const SlItem *blocked)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  SlElement element = { .type = SL_ELEMENT_INHERITS, .row = pen->row };
  SlPaint ink = sl_build_paint (pen, SL_PAINT_INK, -1, 1);
  g_autofree char *text = NULL;
  double x, y = pen->base, base, end, head;
  const SlRow *heir;
  SlShape *line;
  guint32 number;
  guint row;

  if (blocked->begin < pen->visible.begin || blocked->begin > pen->visible.end ||
      !find_heir (self, blocked, &row))
    return;

  heir = sl_rows_get (picture->rows, row);
  base = sl_textbook_get_base (picture, heir);
  x = sl_build_x (pen, blocked->begin);
  end = base > y ? base - SL_TEXTBOOK_BOX - SL_TEXTBOOK_LIFT - INHERIT_SPARE : base + INHERIT_SPARE;
  head = end > y ? -INHERIT_HEAD : INHERIT_HEAD;
  element.span.begin = element.span.end =
      sl_trace_set_to_reference (picture->set, pen->info->lane.trace, blocked->begin);
  element.detail = row;
  element.x = (float) x - 4;
  element.y = (float) MIN (y, end);
  element.width = 8;
  element.height = (float) fabs (end - y);
  number = sl_scene_add_element (picture->scene, &element);

  sl_build_line (picture, SL_LAYER_MARKS, number,
                 sl_box (x, y + (end > y ? 2 : -2), 0, end + head - y - (end > y ? 2 : -2)),
                 sl_paint (SL_PAINT_VIEW), 4);
  line = sl_build_line (picture, SL_LAYER_MARKS, number, sl_box (x, y, 0, end + head - y), ink,
                        INHERIT_LINE);
  line->dash[0] = 4.5f;
  line->dash[1] = 3;
  sl_textbook_add_head (self, SL_LAYER_MARKS, number, x, end, 0, head, INHERIT_HALF, ink);
  sl_textbook_take (self, x - 1, MIN (y, end), 2, fabs (end - y));

  text = make_inheritance_text (self, blocked, heir);
  sl_textbook_wish_beside (self,
                           &(SlTextbookText) { SL_LAYER_LABELS, number, SL_TEXTBOOK_NORMAL, text,
                                               ink },
                           x, 8, end > y ? end - INHERIT_HEAD - 10 : end + INHERIT_HEAD + 16);
  self->signs |= SL_SIGN_INHERITS;
}
