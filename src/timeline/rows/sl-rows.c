/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-rows.h"

#include <math.h>

#include "sl-axis-breaks.h"
#include "sl-event-hits.h"
#include "sl-lower-bound.h"
#include "sl-palette.h"
#include "sl-row-apart.h"
#include "sl-row-collect-private.h"
#include "sl-row-hits.h"
#include "sl-row-look.h"
#include "sl-row-partitions.h"
#include "sl-row-sides.h"
#include "sl-view-facts.h"

struct _SlRows
{
  gatomicrefcount ref_count;
  SlTraceSet *set;
  GPtrArray *tables;  /* of SlJobTable, by trace; NULL for none */
  GPtrArray *hits;    /* of SlEventHits, by trace; NULL for none */
  GPtrArray *filters; /* of SlFilterBinding, by trace; NULL for none */
  SlRowSides *sides;  /* NULL where nothing is compared */
  GArray *rows;       /* of SlRow */
  GArray *folded;     /* of SlFoldedRow, heading by heading */
  GPtrArray *texts;   /* titles and figures that belong to no lane */
  GMutex lock;        /* of by_key and times */
  GHashTable *by_key; /* key of a row → number + 1; NULL until somebody asks */
  GHashTable *times;  /* in the same way, by first folded row of a heading: GArray of SlTime */
  double font_scale;
  int height;
  guint n_hidden;
  guint n_breaks;
  SlSpan breaks[SL_VIEW_BREAKS]; /* of the axis */
};

G_DEFINE_BOXED_TYPE (SlRows, sl_rows, sl_rows_ref, sl_rows_unref)

/**
 * sl_rows_take:
 * @row: (transfer full): the next below all others
 */
void
sl_rows_take (SlRows *self, SlRow row)
{
  self->height += row.gap;
  row.y = self->height;
  self->height += row.height;
  g_array_append_val (self->rows, row);
}

/**
 * sl_rows_take_folded:
 * @row: is not shown: the last heading that was taken is collapsed
 */
void
sl_rows_take_folded (SlRows *self, const SlViewState *state, const SlRow *row)
{
  SlRow *heading = &g_array_index (self->rows, SlRow, self->rows->len - 1);
  SlFoldedRow folded = { row->key, row->lane, row->part, row->object, { 0, 0 } };
  SlRowHits hits;

  if (sl_rows_get_filter (self, row->lane.trace) != NULL &&
      sl_row_hits_init (&hits, sl_rows_get_hits (self, row->lane.trace),
                        sl_trace_set_get_trace (self->set, row->lane.trace), row->lane.lane,
                        row->part, state))
    {
      folded.hits = sl_track_get_span (hits.track);
      folded.hits.end = sl_time_add (folded.hits.end, 1);
    }
  if (heading->n_folded++ == 0)
    heading->first_folded = self->folded->len;
  g_array_append_val (self->folded, folded);
}

/**
 * sl_rows_take_text:
 * @text: (transfer full):
 *
 * Returns: (transfer none): @text, which lives as long as the rows
 */
const char *
sl_rows_take_text (SlRows *self, char *text)
{
  g_ptr_array_add (self->texts, text);
  return text;
}

/**
 * sl_rows_new:
 * @font_scale: 1 for the ordinary interface font; heights grow with it
 *
 * Returns: (transfer full): as sl_rows_new_with_jobs(), while nobody knows the jobs
 */
SlRows *
sl_rows_new (SlTraceSet *set, SlViewState *state, double font_scale)
{
  return sl_rows_new_with_jobs (set, state, font_scale, NULL);
}

/* Whose colour it is: a server that serves one task has that one's. */
static guint32
find_coloured (const SlRows *self, const SlRow *row)
{
  const SlLane *lane =
      sl_trace_get_lane (sl_trace_set_get_trace (self->set, row->lane.trace), row->lane.lane);
  guint32 served = sl_row_look_find_served (lane);

  return served != 0 ? served : row->object;
}

/* The user's colours override those by the order of the objects. */
static void
colour_rows (const SlRows *self, GArray *found)
{
  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);

      if (row->colour >= 0 && (row->lane_type == SL_LANE_TASK || row->lane_type == SL_LANE_SERVER))
        row->colour = sl_rows_get_colour (self, row->lane.trace, find_coloured (self, row));
    }
}

/**
 * sl_rows_new_with_jobs:
 * @font_scale: 1 for the ordinary interface font; heights grow with it
 * @tables: (nullable) (element-type SlJobTable): by number of the trace in @set; may be shorter,
 *   and its elements may be %NULL or of an earlier generation of the trace
 *
 * Returns: (transfer full): as sl_rows_new_with_findings(), while nobody knows what a filter hits
 */
SlRows *
sl_rows_new_with_jobs (SlTraceSet *set, SlViewState *state, double font_scale, GPtrArray *tables)
{
  return sl_rows_new_with_findings (set, state, font_scale, &(SlRowFindings) { .tables = tables });
}

static GPtrArray *
ref_array (GPtrArray *array)
{
  return array != NULL ? g_ptr_array_ref (array) : NULL;
}

/**
 * sl_rows_new_with_findings:
 * @font_scale: 1 for the ordinary interface font; heights grow with it
 *
 * Costs the number of lanes; see sl_rows_depend_on() for when it must be done again.
 *
 * Returns: (transfer full): the rows that @state shows of @set
 */
SlRows *
sl_rows_new_with_findings (SlTraceSet *set,
                           SlViewState *state,
                           double font_scale,
                           const SlRowFindings *findings)
{
  SlRows *self = g_new0 (SlRows, 1);
  g_autoptr (GArray) found = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->set = g_object_ref (set);
  self->font_scale = font_scale;
  self->tables = ref_array (findings->tables);
  self->hits = ref_array (findings->hits);
  self->filters = findings->filters != NULL ? g_ptr_array_ref (findings->filters)
                                            : sl_rows_bind_filter (set, state, NULL);
  self->sides = sl_row_sides_new (set, state, self->tables);
  self->rows = g_array_new (FALSE, FALSE, sizeof (SlRow));
  self->folded = g_array_new (FALSE, FALSE, sizeof (SlFoldedRow));
  self->texts = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&self->lock);

  if (sl_axis_breaks_are_shown (set, state))
    self->n_breaks = sl_axis_breaks_find (set, self->hits, self->breaks);

  found = sl_rows_collect (self, state, font_scale, &self->n_hidden);
  colour_rows (self, found);
  if (sl_view_state_get_style (state) == SL_STYLE_TEXTBOOK)
    {
      found = sl_rows_choose_textbook (self, g_steal_pointer (&found), font_scale);
      sl_row_partitions_split (self, state, found);
      if (self->sides != NULL)
        sl_row_sides_put (self->sides, self, found);
      sl_row_partitions_lay_out (self, state, font_scale, found);
      self->height += (int) lround (SL_TEXTBOOK_AXIS_HEIGHT * font_scale);
    }
  else
    {
      if (findings->sets_apart)
        sl_row_apart_put (self, findings->whole_jobs, self->sides, state, found);
      sl_rows_lay_out (self, self->sides, state, font_scale, found);
    }

  return self;
}

/* Returns @next instead of @last, which it was made of. */
static SlViewState *
take_over (SlViewState *last, SlViewState *next)
{
  sl_view_state_unref (last);
  return next;
}

/* @other with all of @one that no row depends on: where the view is, and what the user put into the picture. */
static SlViewState *
make_alike (SlViewState *one, SlViewState *other)
{
  SlViewState *alike = sl_view_state_with_visible (other, sl_view_state_get_visible (one));
  SlSpan selection;
  gboolean is_selected = sl_view_state_get_selection (one, &selection);

  alike = take_over (alike, sl_view_state_with_picked (alike, sl_view_state_get_picked (one)));
  alike = take_over (alike, sl_view_state_with_facts_of (alike, one));
  alike = take_over (alike, sl_view_state_with_panels (alike, sl_view_state_get_panels (one)));
  alike = take_over (alike, sl_view_state_with_axis (alike, sl_view_state_get_axis (one)));
  alike = take_over (alike, sl_view_state_with_unit (alike, sl_view_state_get_unit (one)));
  alike = take_over (alike, sl_view_state_with_origin (alike, sl_view_state_get_origin (one)));
  alike = take_over (alike, sl_view_state_with_markers (alike, sl_view_state_get_markers (one)));
  alike =
      take_over (alike,
                 sl_view_state_with_chosen_marker (alike, sl_view_state_get_chosen_marker (one)));
  alike = take_over (alike, sl_view_state_with_selection (alike, is_selected ? &selection : NULL));
  for (SlCursor cursor = 0; cursor < SL_N_CURSORS; cursor++)
    {
      SlTime time;
      gboolean is_set = sl_view_state_get_cursor (one, cursor, &time);

      alike = take_over (alike, sl_view_state_with_cursor (alike, cursor, is_set ? &time : NULL));
    }
  return alike;
}

/**
 * sl_rows_depend_on:
 * @set: the traces, which are the same for both
 *
 * Returns: whether the rows of @one may differ from those of @other
 */
gboolean
sl_rows_depend_on (SlTraceSet *set, SlViewState *one, SlViewState *other)
{
  SlSpan from = sl_view_state_get_visible (one);
  SlSpan to = sl_view_state_get_visible (other);
  g_autoptr (SlViewState) alike = make_alike (one, other);

  if (!sl_view_state_equal (one, alike))
    return TRUE;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    if (sl_rows_are_close (set, i, from) != sl_rows_are_close (set, i, to))
      return TRUE;

  return !sl_rows_are_quiet_alike (set, one, from, to);
}

/**
 * sl_rows_ref:
 */
SlRows *
sl_rows_ref (SlRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_rows_unref:
 */
void
sl_rows_unref (SlRows *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->rows);
  g_array_unref (self->folded);
  g_ptr_array_unref (self->texts);
  g_clear_pointer (&self->by_key, g_hash_table_unref);
  g_clear_pointer (&self->times, g_hash_table_unref);
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_pointer (&self->hits, g_ptr_array_unref);
  g_clear_pointer (&self->filters, g_ptr_array_unref);
  g_clear_pointer (&self->sides, sl_row_sides_free);
  g_object_unref (self->set);
  g_free (self);
}

/**
 * sl_rows_get_count:
 *
 * Returns: rows and headings
 */
guint
sl_rows_get_count (const SlRows *self)
{
  return self->rows->len;
}

/**
 * sl_rows_get:
 * @number: from the top, below sl_rows_get_count()
 */
const SlRow *
sl_rows_get (const SlRows *self, guint number)
{
  g_return_val_if_fail (number < self->rows->len, NULL);

  return &g_array_index (self->rows, SlRow, number);
}

/**
 * sl_rows_get_height:
 *
 * Returns: pixels that all rows take together, in the textbook look with the axis under them
 */
int
sl_rows_get_height (const SlRows *self)
{
  return self->height;
}

/**
 * sl_rows_get_font_scale:
 *
 * Returns: 1 for the ordinary interface font; what is beside the rows grows with it as they do
 */
double
sl_rows_get_font_scale (const SlRows *self)
{
  return self->font_scale;
}

/**
 * sl_rows_get_n_hidden:
 *
 * Returns: how many rows are missing since the user hid them, or shows only others; what a filter or a family takes
 *   away is not counted
 */
guint
sl_rows_get_n_hidden (const SlRows *self)
{
  return self->n_hidden;
}

/**
 * sl_rows_get_breaks:
 * @n_breaks: (out): at most %SL_VIEW_BREAKS
 *
 * Returns: (transfer none) (array length=n_breaks): stretches in which nothing happens and that the view compresses, in
 *   reference ticks, by time
 */
const SlSpan *
sl_rows_get_breaks (const SlRows *self, guint *n_breaks)
{
  *n_breaks = self->n_breaks;
  return self->breaks;
}

/* The same rows may be asked in several threads. */
static GHashTable *
get_by_key (SlRows *self)
{
  g_mutex_lock (&self->lock);
  if (self->by_key == NULL)
    {
      self->by_key = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < self->rows->len; i++)
        g_hash_table_insert (self->by_key, (gpointer) g_array_index (self->rows, SlRow, i).key,
                             GUINT_TO_POINTER (i + 1));
    }
  g_mutex_unlock (&self->lock);
  return self->by_key;
}

/**
 * sl_rows_find:
 * @number: (out): set on success only
 *
 * Costs the number of rows the first time.
 *
 * Returns: whether a row with that key is shown
 */
gboolean
sl_rows_find (const SlRows *self, const char *key, guint *number)
{
  gpointer found = g_hash_table_lookup (get_by_key ((SlRows *) self), key);

  if (found == NULL)
    return FALSE;

  *number = GPOINTER_TO_UINT (found) - 1;
  return TRUE;
}

/**
 * sl_rows_find_object:
 * @object: number in the trace's table
 * @number: (out): set on success only
 *
 * Returns: whether the object has a row of its own that is shown
 */
gboolean
sl_rows_find_object (const SlRows *self, guint trace, guint32 object, guint *number)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SlRow *row = &g_array_index (self->rows, SlRow, i);

      if (row->part == SL_ROW_STATES && row->lane.trace == trace && row->object == object &&
          object != 0)
        {
          *number = i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_rows_keep_times:
 * @heading: number of a heading with folded rows
 * @make: (scope call): gives an array, which is kept as long as the rows
 *
 * Any thread.
 *
 * Returns: (transfer none) (element-type SlTime): what @make gave the first time
 */
const GArray *
sl_rows_keep_times (SlRows *self, guint heading, SlTimesFunc make, gpointer user_data)
{
  gpointer key = GUINT_TO_POINTER (sl_rows_get (self, heading)->first_folded);
  GArray *times;

  g_mutex_lock (&self->lock);
  if (self->times == NULL)
    self->times = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  times = g_hash_table_lookup (self->times, key);
  if (times == NULL)
    {
      times = make (user_data);
      g_hash_table_insert (self->times, key, times);
    }
  g_mutex_unlock (&self->lock);
  return times;
}

/**
 * sl_rows_get_folded:
 * @heading: number of a row
 * @n_folded: (out): 0 unless the row is a collapsed heading
 *
 * Returns: (transfer none) (nullable) (array length=n_folded): the rows that are folded below the heading
 */
const SlFoldedRow *
sl_rows_get_folded (const SlRows *self, guint heading, guint *n_folded)
{
  const SlRow *row = sl_rows_get (self, heading);

  *n_folded = row->n_folded;
  return row->n_folded > 0 ? &g_array_index (self->folded, SlFoldedRow, row->first_folded) : NULL;
}

/**
 * sl_rows_at:
 * @y: pixels below the top of the first row
 * @number: (out): set on success only
 *
 * Returns: whether there is a row at @y
 */
gboolean
sl_rows_at (const SlRows *self, int y, guint *number)
{
  if (y < 0 || y >= self->height || self->rows->len == 0)
    return FALSE;

  *number = sl_lower_bound (1, self->rows->len, i, g_array_index (self->rows, SlRow, i).y <= y) - 1;
  return TRUE;
}

/**
 * sl_rows_get_lane:
 *
 * Returns: (transfer none) (nullable): the row's lane; %NULL for headings
 */
const SlLane *
sl_rows_get_lane (const SlRows *self, guint number)
{
  const SlRow *row = sl_rows_get (self, number);

  if (row->part == SL_ROW_HEADING)
    return NULL;

  return sl_trace_get_lane (sl_trace_set_get_trace (self->set, row->lane.trace), row->lane.lane);
}

/**
 * sl_rows_get_set:
 *
 * Returns: (transfer none):
 */
SlTraceSet *
sl_rows_get_set (const SlRows *self)
{
  return self->set;
}

/**
 * sl_rows_get_colour:
 * @trace: number of the trace in the set
 * @object: number in that trace's table, 0 for none
 *
 * Returns: the object's colour rank, as the task model or the order of the objects gives it; -1
 *   for no object
 */
int
sl_rows_get_colour (const SlRows *self, guint trace, guint32 object)
{
  const SlJobTable *jobs;
  const SlTaskRule *rule;

  if (object == 0)
    return -1;

  sl_row_sides_follow (self->sides, &trace, &object);
  jobs = sl_rows_get_jobs (self, trace);
  rule = sl_task_rules_get (jobs != NULL ? sl_job_table_get_rules (jobs) : NULL, object);
  return rule->has_colour ? (int) sl_palette_find_nearest (rule->colour)
                          : (int) sl_trace_set_get_rank (self->set, trace, object);
}

/**
 * sl_rows_get_filter:
 * @trace: number in the set
 *
 * Returns: (transfer none) (nullable): the state's filter as bound to that trace; %NULL where there is none
 *   or it does not fit
 */
SlFilterBinding *
sl_rows_get_filter (const SlRows *self, guint trace)
{
  return self->filters != NULL && trace < self->filters->len
             ? g_ptr_array_index (self->filters, trace)
             : NULL;
}

/**
 * sl_rows_get_hits:
 *
 * Returns: (transfer none) (nullable): where the events of that trace are that the filter asks for; %NULL
 *   where that is not known
 */
SlEventHits *
sl_rows_get_hits (const SlRows *self, guint trace)
{
  return self->hits != NULL && trace < self->hits->len ? g_ptr_array_index (self->hits, trace)
                                                       : NULL;
}

/**
 * sl_rows_get_jobs:
 * @trace: number in the set
 *
 * Returns: (transfer none) (nullable): its jobs, as far as they are known
 */
SlJobTable *
sl_rows_get_jobs (const SlRows *self, guint trace)
{
  return self->tables != NULL && trace < self->tables->len ? g_ptr_array_index (self->tables, trace)
                                                           : NULL;
}
