/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-align.h"

#include <string.h>

#include "sl-lower-bound.h"
#include "sl-source-extras.h"
#include "sl-wide.h"

static const char *const ids[] = { "start", "absolute", "release", "event" };

/**
 * sl_alignment_get_id:
 *
 * Returns: as sl_alignment_find() reads it
 */
const char *
sl_alignment_get_id (SlAlignment alignment)
{
  g_return_val_if_fail ((guint) alignment < G_N_ELEMENTS (ids), ids[0]);

  return ids[alignment];
}

/**
 * sl_alignment_find:
 * @id: "start", "absolute", "release" or "event"
 * @alignment: (out): set on success only
 */
gboolean
sl_alignment_find (const char *id, SlAlignment *alignment)
{
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      if (strcmp (ids[i], id) == 0)
        {
          *alignment = (SlAlignment) i;
          return TRUE;
        }
    }

  return FALSE;
}

/* The rates that hold for a trace, in order; none where its ticks have no known length. */
static GArray *
find_rates (SlTrace *trace, SlAnnotations *annotations)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SlRate));
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (annotations, trace);
  SlRate given = { 0, 0, 1 };
  const SlRate *rates;
  guint n_rates;

  rates = sl_clock_get_rates (clock, &n_rates);
  if (n_rates > 0)
    g_array_append_vals (found, rates, n_rates);
  else if (sl_annotations_get_rate (annotations, &given.numerator, &given.denominator))
    g_array_append_val (found, given);

  return found;
}

static void
reduce (SlMagnitude *numerator, SlMagnitude *denominator)
{
  SlMagnitude one = *numerator, other = *denominator;

  while (other != 0)
    {
      SlMagnitude rest = one % other;

      one = other;
      other = rest;
    }
  *numerator /= one;
  *denominator /= one;

  /* Rates of more than 31 bits above and below that share no factor: the nearest ratio then. */
  while (*numerator > G_MAXINT64 || *denominator > G_MAXINT64)
    {
      *numerator = MAX (*numerator >> 1, 1);
      *denominator = MAX (*denominator >> 1, 1);
    }
}

/* The piece that maps @own to @reference and goes on from there at these rates. */
static SlAffine
make_piece (SlTime own, SlTime reference, const SlRate *axis_rate, const SlRate *own_rate)
{
  SlMagnitude numerator = (SlMagnitude) axis_rate->numerator * own_rate->denominator;
  SlMagnitude denominator = (SlMagnitude) axis_rate->denominator * own_rate->numerator;
  SlAffine piece = { .from = own };

  reduce (&numerator, &denominator);
  piece.numerator = (gint64) numerator;
  piece.denominator = (gint64) denominator;
  piece.offset = sl_time_subtract (reference, sl_affine_to_reference (&piece, own));
  return piece;
}

static SlTime
get_begin (GArray *rates, guint rate)
{
  return rate < rates->len ? g_array_index (rates, SlRate, rate).from : SL_TIME_MAX;
}

/* Walks along both clocks from where the trace's origin stands, with a new piece wherever one of
 * them changes its rate. */
static GArray *
map_by_rates (GArray *axis_rates, GArray *own_rates, SlTime reference)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (SlAffine));
  guint axis_rate = 0, own_rate = 0;
  SlTime own = 0;

  for (;;)
    {
      SlTime next_own, next_axis;
      SlAffine piece;

      while (get_begin (axis_rates, axis_rate + 1) <= reference && axis_rate + 1 < axis_rates->len)
        axis_rate++;
      piece = make_piece (own, reference, &g_array_index (axis_rates, SlRate, axis_rate),
                          &g_array_index (own_rates, SlRate, own_rate));
      if (pieces->len > 0 && g_array_index (pieces, SlAffine, pieces->len - 1).from >= own)
        g_array_set_size (pieces, pieces->len - 1);
      g_array_append_val (pieces, piece);

      next_own = get_begin (own_rates, own_rate + 1);
      next_axis = axis_rate + 1 < axis_rates->len
                      ? sl_affine_from_reference (&piece, get_begin (axis_rates, axis_rate + 1))
                      : SL_TIME_MAX;
      if (next_own == SL_TIME_MAX && next_axis == SL_TIME_MAX)
        return pieces;

      if (next_own <= next_axis)
        {
          own = next_own;
          reference = sl_affine_to_reference (&piece, own);
          own_rate++;
        }
      else
        {
          own = MAX (own, next_axis);
          reference = get_begin (axis_rates, ++axis_rate);
        }
    }
}

static guint
find_piece (GArray *pieces, SlTime own)
{
  guint piece = 0;

  while (piece + 1 < pieces->len && g_array_index (pieces, SlAffine, piece + 1).from <= own)
    piece++;
  return piece;
}

static SlTime
map_instant (GArray *pieces, SlTime own)
{
  return sl_affine_to_reference (&g_array_index (pieces, SlAffine, find_piece (pieces, own)), own);
}

/* Whether @own comes later than @reference in a trace that begins at @begin. */
static gboolean
comes_after (GArray *axis_rates, GArray *own_rates, SlTime begin, SlTime own, SlTime reference)
{
  g_autoptr (GArray) pieces = map_by_rates (axis_rates, own_rates, begin);

  return map_instant (pieces, own) > reference;
}

/* The last begin with which @own comes no later than @reference: it comes the later, the later the
 * trace begins, but where the axis changes its rate not by as much. */
static SlTime
find_begin (GArray *axis_rates, GArray *own_rates, SlTime own, SlTime reference)
{
  return sl_lower_bound (SL_TIME_MIN / 4 + 1, SL_TIME_MAX / 4 + 1, begin,
                         !comes_after (axis_rates, own_rates, begin, own, reference)) -
         1;
}

/* As map_by_rates(), with @own at @reference. */
static GArray *
map_anchor (GArray *axis_rates, GArray *own_rates, SlTime own, SlTime reference)
{
  SlTime begin = find_begin (axis_rates, own_rates, own, reference);
  GArray *pieces = map_by_rates (axis_rates, own_rates, begin);
  gint64 missing = sl_time_subtract (reference, map_instant (pieces, own));

  /* Less than a tick of the axis where it counts slowest: a begin cannot be told more exactly. */
  for (guint i = find_piece (pieces, own); i < pieces->len; i++)
    {
      SlAffine *piece = &g_array_index (pieces, SlAffine, i);

      piece->offset = sl_time_add (piece->offset, missing);
    }
  return pieces;
}

static gboolean
count_the_same (SlTrace *one, SlTrace *other)
{
  return sl_clock_get_unit (sl_trace_get_clock (one)) ==
         sl_clock_get_unit (sl_trace_get_clock (other));
}

static SlPeerClock *
get_peer_clock (SlTrace *trace)
{
  return sl_source_extras_get_peer_clock (sl_source_get_extras (sl_trace_get_source (trace)));
}

/* Appends the piece that maps @own to @reference, @numerator ticks there in @denominator ticks here; a later piece takes the
 * place of one that does not begin before it. */
static void
add_peer_piece (GArray *pieces, SlTime own, SlTime reference, gint64 numerator, gint64 denominator)
{
  SlAffine piece = { own, 0, numerator, denominator };

  piece.offset = sl_time_subtract (reference, sl_affine_to_reference (&piece, own));
  while (pieces->len > 0 && g_array_index (pieces, SlAffine, pieces->len - 1).from >= own)
    g_array_set_size (pieces, pieces->len - 1);
  g_array_append_val (pieces, piece);
}

/* Where one of two recordings says how its clock fits that of the other, as a virtual machine’s does of its host’s: the map
 * that it says; NULL where neither does. */
static GArray *
map_peers (SlTrace *first, SlTrace *trace, gint64 offset)
{
  SlPeerClock *axis = get_peer_clock (first), *own = get_peer_clock (trace), *known;
  gboolean is_guest = axis != NULL && own != NULL && sl_peer_clock_knows (own, axis);
  GArray *pieces;

  if (!is_guest && (axis == NULL || own == NULL || !sl_peer_clock_knows (axis, own)))
    return NULL;

  pieces = g_array_new (FALSE, FALSE, sizeof (SlAffine));
  known = is_guest ? own : axis;
  for (guint i = 0; i < sl_peer_clock_get_n_samples (known); i++)
    {
      SlTime tick = sl_peer_clock_get_tick (known, i);
      SlTime mapped = sl_peer_clock_map (known, is_guest ? axis : own, tick);
      gint64 numerator, denominator;

      sl_peer_clock_get_rate (known, i, &numerator, &denominator);
      if (is_guest)
        add_peer_piece (pieces, tick, sl_time_add (mapped, offset), numerator, denominator);
      else
        add_peer_piece (pieces, mapped, sl_time_add (tick, offset), denominator, numerator);
    }
  return pieces;
}

/* How the trace of @place maps onto the ticks of @first. */
static GArray *
map_place (const SlTracePlace *first,
           GArray *axis_rates,
           const SlTracePlace *place,
           SlAlignment alignment)
{
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  SlAnnotations *annotations = place->annotations != NULL ? place->annotations : nothing;
  gboolean absolute = alignment == SL_ALIGN_ABSOLUTE && count_the_same (first->trace, place->trace);
  gboolean has_anchor =
      place->has_anchor && (alignment == SL_ALIGN_RELEASE || alignment == SL_ALIGN_EVENT);
  g_autoptr (GArray) own_rates = NULL;
  SlAffine piece = { 0, place->offset, 1, 1 };
  GArray *pieces =
      alignment == SL_ALIGN_START ? map_peers (first->trace, place->trace, place->offset) : NULL;

  if (pieces != NULL)
    return pieces;

  own_rates = find_rates (place->trace, annotations);
  if (!absolute && axis_rates->len > 0 && own_rates->len > 0)
    return has_anchor ? map_anchor (axis_rates, own_rates, place->anchor,
                                    sl_time_add (place->onto, place->offset))
                      : map_by_rates (axis_rates, own_rates, place->offset);

  if (absolute)
    {
      guint64 own = sl_clock_get_origin (sl_trace_get_clock (place->trace));
      guint64 reference = sl_clock_get_origin (sl_trace_get_clock (first->trace));

      piece.offset = sl_time_add (piece.offset, (gint64) (own - reference));
    }
  else if (has_anchor)
    {
      piece.offset = sl_time_add (piece.offset, sl_time_subtract (place->onto, place->anchor));
    }
  pieces = g_array_new (FALSE, FALSE, sizeof (SlAffine));
  g_array_append_val (pieces, piece);
  return pieces;
}

/**
 * sl_trace_set_new_aligned:
 * @places: (array length=n_places): at least one; the first one's clock is the reference
 * @alignment: traces that count something else than the first stand at its start in any case
 *
 * Returns: (transfer full): the set
 */
SlTraceSet *
sl_trace_set_new_aligned (const SlTracePlace *places, guint n_places, SlAlignment alignment)
{
  g_autofree SlTraceSetMember *members = NULL;
  g_autoptr (GPtrArray) maps = NULL;
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  g_autoptr (GArray) axis_rates = NULL;

  g_return_val_if_fail (places != NULL && n_places > 0, NULL);

  members = g_new0 (SlTraceSetMember, n_places);
  maps = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  axis_rates =
      find_rates (places[0].trace, places[0].annotations != NULL ? places[0].annotations : nothing);
  for (guint i = 0; i < n_places; i++)
    {
      members[i].trace = places[i].trace;
      members[i].annotations = places[i].annotations;
      if (i > 0)
        {
          GArray *pieces = map_place (&places[0], axis_rates, &places[i], alignment);

          g_ptr_array_add (maps, pieces);
          members[i].pieces = (const SlAffine *) pieces->data;
          members[i].n_pieces = pieces->len;
        }
    }

  return sl_trace_set_new (members, n_places);
}

/**
 * sl_trace_set_has_pace:
 * @trace: below sl_trace_set_get_size()
 *
 * Returns: whether rates say how long the trace's ticks are on the axis; %FALSE where one of its
 *   ticks was taken for one of the axis
 */
gboolean
sl_trace_set_has_pace (SlTraceSet *self, guint trace)
{
  g_autoptr (GArray) axis_rates = NULL;
  g_autoptr (GArray) own_rates = NULL;

  g_return_val_if_fail (SL_IS_TRACE_SET (self), FALSE);
  g_return_val_if_fail (trace < sl_trace_set_get_size (self), FALSE);

  axis_rates =
      find_rates (sl_trace_set_get_trace (self, 0), sl_trace_set_get_annotations (self, 0));
  own_rates =
      find_rates (sl_trace_set_get_trace (self, trace), sl_trace_set_get_annotations (self, trace));
  return trace == 0 || (axis_rates->len > 0 && own_rates->len > 0);
}

/**
 * sl_trace_set_shares_count:
 * @trace: below sl_trace_set_get_size()
 *
 * Returns: whether %SL_ALIGN_ABSOLUTE means something for the trace: it counts what the first does
 */
gboolean
sl_trace_set_shares_count (SlTraceSet *self, guint trace)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), FALSE);
  g_return_val_if_fail (trace < sl_trace_set_get_size (self), FALSE);

  return count_the_same (sl_trace_set_get_trace (self, 0), sl_trace_set_get_trace (self, trace));
}
