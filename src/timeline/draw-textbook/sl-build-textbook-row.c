/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One row of a textbook picture: what the task did, on its base line. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-build-slice-private.h"
#include "sl-textbook-jobs.h"

/* Interrupts that take less of the picture do not cut a box. */
#define MIN_CUT 1.5

#define WAITS_FROM 50

/* One box: a stretch in which the task had the processor. */
typedef struct
{
  SlSpan own;
  guint64 first;
  guint64 count;
  guint32 processor; /* an object; 0 where it is not known */
} Piece;

/**
 * sl_textbook_get_x:
 * @own: tick of the trace of the row at hand
 *
 * Returns: pixels from the left edge of the picture; of what is out of sight, of somewhere a little beside the plot
 */
double
sl_textbook_get_x (SlTextbook *self, SlTime own)
{
  double left = self->picture->plot_x - 12;
  double right = self->picture->plot_x + self->picture->view.width + 12;

  return CLAMP (sl_build_x (self->pen, own), left, right);
}

/**
 * sl_textbook_add_box_element:
 * @first, @count: which items of the track
 * @own: in ticks of the trace of the row at hand
 *
 * Returns: number of the element that says what a box of the row is
 */
guint32
sl_textbook_add_box_element (SlTextbook *self,
                             guint track,
                             guint64 first,
                             guint64 count,
                             SlSpan own,
                             SlState state,
                             guint32 detail)
{
  guint32 element = sl_build_add_items (self->pen, SL_ELEMENT_BOX, track, first, count, own);
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);

  edited->state = state;
  edited->detail = detail;
  if (state != SL_STATE_RUNNING)
    return element;

  edited->runs = 1;
  edited->busy = (guint64) (own.end - own.begin);
  return element;
}

static guint
find_track (const SlTextbook *self, SlTrackRole role)
{
  const SlLane *lane = self->pen->lane;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role == role)
        return i;
    }

  return G_MAXUINT;
}

/* Slivers of a larger piece are left out: between a lock's release and the fall of the priority
 * there are some microseconds. */
static void
add_box (SlTextbook *self, const Piece *piece, SlSpan own, guint track, gboolean raised)
{
  double x = sl_textbook_get_x (self, own.begin),
         width = MAX (sl_textbook_get_x (self, own.end) - x, 1);
  double y = self->pen->base - SL_TEXTBOOK_BOX - (raised ? SL_TEXTBOOK_LIFT : 0);
  SlShape *outline;
  guint32 element;

  if (width < MIN_CUT && !sl_span_equal (own, piece->own))
    return;

  element = sl_textbook_add_box_element (self, track, piece->first, piece->count, own,
                                         SL_STATE_RUNNING, 0);
  sl_build_place (self->picture, element, sl_box (x, y, width, self->pen->base - y));
  sl_build_box (self->picture, SL_LAYER_BOXES, element, sl_box (x, y, width, SL_TEXTBOOK_BOX),
                sl_build_paint (self->pen, SL_PAINT_TEXTBOOK, self->pen->info->colour, 1));
  sl_textbook_add_sections (self, own, y);
  if (raised)
    {
      sl_textbook_add_raised (self, element, x, self->pen->base, width, SL_TEXTBOOK_LIFT);
      self->signs |= SL_SIGN_RAISED;
    }
  outline = sl_build_box (self->picture, SL_LAYER_BOXES, element,
                          sl_box (x - SL_TEXTBOOK_LINE / 2, y - SL_TEXTBOOK_LINE / 2,
                                  width + SL_TEXTBOOK_LINE, SL_TEXTBOOK_BOX + SL_TEXTBOOK_LINE),
                          sl_paint (SL_PAINT_NONE));
  outline->stroke = sl_build_paint (self->pen, SL_PAINT_INK, -1, 1);
  outline->line_width = SL_TEXTBOOK_LINE;
}

/* A box is cut where the task's priority is raised or falls back. */
static void
add_piece (SlTextbook *self, const Piece *piece, guint track)
{
  guint inherits = find_track (self, SL_ROLE_INHERITS);
  SlTime at = piece->own.begin;
  SlTrackIter iter;
  SlItem item;

  if (inherits == G_MAXUINT)
    {
      add_box (self, piece, piece->own, track, FALSE);
      return;
    }

  sl_track_iter_init (&iter, self->pen->lane->tracks[inherits].track, at);
  while (sl_track_iter_next (&iter, &item) && item.begin < piece->own.end)
    {
      SlSpan part = sl_span_intersect (piece->own, (SlSpan) { item.begin, item.end });

      if (part.end <= part.begin)
        continue;
      if (part.begin > at)
        add_box (self, piece, (SlSpan) { at, part.begin }, track, FALSE);
      add_box (self, piece, part, track, TRUE);
      at = part.end;
    }
  if (at < piece->own.end)
    add_box (self, piece, (SlSpan) { at, piece->own.end }, track, FALSE);
}

/* In the middle, or where something points through that, at either end. */
static void
add_strip_text (SlTextbook *self, guint32 element, double x, double width, const char *text)
{
  double y = self->pen->base - SL_TEXTBOOK_LOW - 7;
  const SlTextbookPlace places[] = {
    { SL_ANCHOR_MIDDLE, x + width / 2, y },
    { SL_ANCHOR_LEFT, x + 4, y },
    { SL_ANCHOR_RIGHT, x + width - 4, y },
  };

  if (width < MAX (WAITS_FROM, sl_textbook_text_width (self, SL_TEXTBOOK_NORMAL, text)))
    return;

  sl_textbook_wish_text (self,
                         &(SlTextbookText) { SL_LAYER_LABELS, element, SL_TEXTBOOK_NORMAL, text,
                                             sl_build_paint (self->pen, SL_PAINT_INK, -1, 1) },
                         places, G_N_ELEMENTS (places));
}

static void
add_low (SlTextbook *self, const SlItem *item, guint track)
{
  gboolean waits = item->state == SL_STATE_BLOCKED;
  double x = sl_textbook_get_x (self, item->begin), width = sl_textbook_get_x (self, item->end) - x;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  const char *letter = NULL;
  guint32 element;

  if (width < 1)
    return;

  element =
      sl_textbook_add_box_element (self, track, item->index, 1, (SlSpan) { item->begin, item->end },
                                   item->state, item->detail);
  sl_build_place (self->picture, element,
                  sl_box (x, self->pen->base - SL_TEXTBOOK_LOW, width, SL_TEXTBOOK_LOW));
  sl_textbook_add_strip (self, element, waits ? SL_HATCH_LOCK : SL_HATCH_EXHAUSTED, x,
                         self->pen->base - SL_TEXTBOOK_LOW, width,
                         sl_build_paint (self->pen, SL_PAINT_INK, -1, 1));
  self->signs |= waits ? SL_SIGN_WAITS : SL_SIGN_THROTTLED;
  if (!waits)
    {
      add_strip_text (self, element, x, width, _ ("no budget"));
      return;
    }

  if (item->detail != 0)
    letter = sl_textbook_get_lock (self, item->detail);
  sl_scene_edit_element (self->picture->scene, element)->label = letter;
  name = g_strconcat (SL_TEXTBOOK_I, letter, NULL);
  text = letter != NULL ? g_strdup_printf (_ ("waits for %s"), name) : g_strdup (_ ("waits"));
  add_strip_text (self, element, x, width, text);
  sl_textbook_add_inheritance (self, item);
}

/* How the task rests, as in the compact look, but in ink. */
static void
add_rest (SlTextbook *self, const SlItem *item, guint track)
{
  double x = sl_textbook_get_x (self, item->begin), width = sl_textbook_get_x (self, item->end) - x;
  double base = self->pen->base;
  SlPaint ink = sl_build_paint (self->pen, SL_PAINT_INK, -1, 1);
  guint32 element;

  if (width < 1)
    return;

  element =
      sl_textbook_add_box_element (self, track, item->index, 1, (SlSpan) { item->begin, item->end },
                                   item->state, item->detail);
  sl_build_place (self->picture, element,
                  sl_box (x, base - SL_TEXTBOOK_LOW, width, SL_TEXTBOOK_LOW));
  if (item->state == SL_STATE_UNINTERRUPTIBLE)
    {
      sl_build_uninterruptible (self->picture, element, sl_box (x, base, width, 0), ink);
      self->signs |= SL_SIGN_UNINTERRUPTIBLE;
    }
  else if (item->state == SL_STATE_STOPPED)
    {
      sl_build_stopped (self->picture, element, sl_box (x, base - 2, width, 0), ink);
      self->signs |= SL_SIGN_STOPPED;
    }
  else
    {
      sl_build_waking (self->picture, element,
                       sl_box (x, base - SL_TEXTBOOK_LOW, width, SL_TEXTBOOK_LOW), ink);
      self->signs |= SL_SIGN_WAKING;
    }
}

static gboolean
is_rest (guint32 state)
{
  return state == SL_STATE_UNINTERRUPTIBLE || state == SL_STATE_STOPPED || state == SL_STATE_WAKING;
}

static void
add_unknown (SlTextbook *self, const SlItem *item, guint track)
{
  double x = sl_textbook_get_x (self, item->begin), width = sl_textbook_get_x (self, item->end) - x;
  SlBox box = sl_box (x, self->pen->base - SL_TEXTBOOK_BOX, width, SL_TEXTBOOK_BOX);
  guint32 element =
      sl_textbook_add_box_element (self, track, item->index, 1, (SlSpan) { item->begin, item->end },
                                   item->state, 0);

  sl_build_place (self->picture, element, box);
  sl_textbook_add_gap (self, element, box, self->pen->strength);
  self->signs |= SL_SIGN_NOT_RECORDED;
}

static gboolean
continues (SlTextbook *self, const Piece *piece, const SlItem *item, guint32 processor)
{
  return piece->count > 0 && piece->processor == processor &&
         sl_textbook_get_x (self, item->begin) - sl_textbook_get_x (self, piece->own.end) <
             MIN_CUT &&
         item->begin - piece->own.end <= item->end - piece->own.begin;
}

/* What the task had of another processor than the one whose part this is. */
static void
add_away (SlTextbook *self, const Piece *piece, guint track)
{
  double x = sl_textbook_get_x (self, piece->own.begin),
         width = MAX (sl_textbook_get_x (self, piece->own.end) - x, 1);
  guint32 element = sl_textbook_add_box_element (self, track, piece->first, piece->count,
                                                 piece->own, SL_STATE_RUNNING, piece->processor);

  sl_textbook_add_elsewhere (self, element, x, self->pen->base, width, piece->processor);
}

static void
flush (SlTextbook *self, Piece *piece, guint track)
{
  gboolean is_away = piece->processor != 0 && piece->processor != self->pen->info->cpu;

  if (piece->count > 0 && is_away)
    add_away (self, piece, track);
  else if (piece->count > 0)
    add_piece (self, piece, track);
  piece->count = 0;
}

static int
compare_times (gconstpointer one, gconstpointer other)
{
  SlTime a = *(const SlTime *) one, b = *(const SlTime *) other;

  return (a > b) - (a < b);
}

/* (transfer full) (element-type SlTime): when jobs of the row's task end in the picture, in order: a
 * box belongs to one job */
static GArray *
find_ends (SlTextbook *self)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (SlTime));
  const SlRow *info = self->pen->info;
  g_autoptr (GArray) jobs =
      sl_textbook_jobs_find (sl_rows_get_jobs (self->picture->rows, info->lane.trace), info->object,
                             self->pen->lane, self->pen->visible);

  for (guint i = 0; i < jobs->len; i++)
    {
      const SlTextbookJob *job = &g_array_index (jobs, SlTextbookJob, i);

      if (job->finish != SL_TEXTBOOK_NEVER || job->abort != SL_TEXTBOOK_NEVER)
        g_array_append_val (ends, job->end);
    }
  g_array_sort (ends, compare_times);

  return ends;
}

static gboolean
is_sliver (SlTextbook *self, SlTime begin, SlTime end)
{
  return sl_textbook_get_x (self, end) - sl_textbook_get_x (self, begin) < MIN_CUT;
}

/* Adds a slice in which the task runs, cut where one of its jobs ends and the next one goes on. What is
 * left of the end of a job, in which the kernel puts the task to sleep, is no other job. */
static void
add_runs (SlTextbook *self,
          Piece *piece,
          SlItem item,
          guint32 processor,
          guint track,
          GArray *ends,
          guint *next)
{
  SlTime begin = item.begin, end = item.end;

  while (*next < ends->len && g_array_index (ends, SlTime, *next) <= begin)
    ++*next;
  if (*next > 0 && piece->count > 0 && !is_sliver (self, begin, end) &&
      g_array_index (ends, SlTime, *next - 1) > piece->own.begin)
    flush (self, piece, track);

  for (; begin < end; begin = item.end)
    {
      item.begin = begin;
      item.end = end;
      while (*next < ends->len && item.end == end && g_array_index (ends, SlTime, *next) < end)
        {
          SlTime cut = g_array_index (ends, SlTime, (*next)++);

          if (cut > begin && !is_sliver (self, cut, end))
            item.end = cut;
        }

      if (!continues (self, piece, &item, processor))
        {
          flush (self, piece, track);
          *piece = (Piece) { { item.begin, item.end }, item.index, 0, processor };
        }
      piece->own.end = item.end;
      piece->count = item.index - piece->first + 1;
      if (item.end < end)
        flush (self, piece, track);
    }
}

static gboolean
is_low (guint32 state)
{
  return state == SL_STATE_BLOCKED || state == SL_STATE_THROTTLED;
}

/* A task that is in several parts waits and rests in one of them. */
static void
add_at_home (SlTextbook *self, const SlItem *item, guint track)
{
  if (self->pen->info->migrates &&
      sl_textbook_find_home (self, item->begin) != self->pen->info->cpu)
    return;

  if (is_low (item->state))
    add_low (self, item, track);
  else
    add_rest (self, item, track);
}

static void
add_states (SlTextbook *self, guint track)
{
  g_autoptr (GArray) ends = find_ends (self);
  Piece piece = { .count = 0 };
  guint next = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, self->pen->lane->tracks[track].track, self->pen->visible.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < self->pen->visible.end)
    {
      if (item.state == SL_STATE_INTERRUPTED)
        continue;
      if (item.state != SL_STATE_RUNNING)
        flush (self, &piece, track);

      if (is_low (item.state) || is_rest (item.state))
        add_at_home (self, &item, track);
      /* Whether a task executed within a span is not recorded either. */
      else if (item.state == SL_STATE_UNKNOWN || item.state == SL_STATE_ACTIVE)
        add_unknown (self, &item, track);
      for (SlTime end = item.end; item.state == SL_STATE_RUNNING && item.begin < end;
           item.begin = item.end, item.end = end)
        {
          guint32 processor = sl_textbook_find_processor (self, &item);

          add_runs (self, &piece, item, processor, track, ends, &next);
        }
    }
  flush (self, &piece, track);
}

/**
 * sl_textbook_add_row:
 *
 * Draws the task's row at hand: boxes and low bars, then what points at them.
 */
void
sl_textbook_add_row (SlTextbook *self)
{
  guint states = find_track (self, SL_ROLE_STATES);

  sl_build_line (self->picture, SL_LAYER_PAGE, 0,
                 sl_box (self->picture->plot_x - 6, self->pen->base, self->picture->view.width + 20,
                         0),
                 sl_build_paint (self->pen, SL_PAINT_INK, -1, 1), 1);
  if (states != G_MAXUINT)
    add_states (self, states);
  sl_textbook_add_jobs (self);
}
