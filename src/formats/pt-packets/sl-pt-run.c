/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs of PAD and Short TNT: nine of ten packets of a usual stream. Short runs are summed up by a
 * table, what goes on after that by sixteen bytes at a time. */

#include "sl-pt-packet.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ONES(v)                                                                         \
  (((v) >> 1 & 1) + ((v) >> 2 & 1) + ((v) >> 3 & 1) + ((v) >> 4 & 1) + ((v) >> 5 & 1) + \
   ((v) >> 6 & 1) + ((v) >> 7 & 1))
#define BITS(v) (((v) >= 8) + ((v) >= 16) + ((v) >= 32) + ((v) >= 64) + ((v) >= 128) + 1)
#define SHORT(v) \
  ((v) == 0 ? 1u << 24 : (v) == 2 ? 0 : (guint32) (ONES (v) - 1) | BITS (v) << 8 | 1u << 16), 0
#define SHORTS_8(v) SHORT (v), SHORT ((v) + 2), SHORT ((v) + 4), SHORT ((v) + 6)
#define SHORTS_64(v)                                                                               \
  SHORTS_8 (v), SHORTS_8 ((v) + 8), SHORTS_8 ((v) + 16), SHORTS_8 ((v) + 24), SHORTS_8 ((v) + 32), \
      SHORTS_8 ((v) + 40), SHORTS_8 ((v) + 48), SHORTS_8 ((v) + 56)

const guint32 sl_pt_run_sums[256] = {
  SHORTS_64 (0),
  SHORTS_64 (64),
  SHORTS_64 (128),
  SHORTS_64 (192),
};

#define STRIDE SL_PT_RUN_STEP

#ifdef __SSE2__

static inline guint64
get_total (__m128i halves)
{
  return (guint64) _mm_cvtsi128_si64 (halves) +
         (guint64) _mm_cvtsi128_si64 (_mm_unpackhi_epi64 (halves, halves));
}

/* How many bits each byte has under its stop bit, from what all bytes are at least. */
static inline __m128i
count_branches (__m128i bytes, __m128i shorts)
{
  __m128i counts = shorts;

  for (guint limit = 8; limit <= 128; limit *= 2)
    {
      __m128i limits = _mm_set1_epi8 ((char) limit);

      counts = _mm_sub_epi8 (counts, _mm_cmpeq_epi8 (_mm_max_epu8 (bytes, limits), bytes));
    }

  return counts;
}

static inline __m128i
count_ones (__m128i bytes)
{
  const __m128i pairs = _mm_set1_epi8 (0x55);
  const __m128i fours = _mm_set1_epi8 (0x33);
  const __m128i halves = _mm_set1_epi8 (0x0f);

  bytes = _mm_sub_epi8 (bytes, _mm_and_si128 (_mm_srli_epi16 (bytes, 1), pairs));
  bytes =
      _mm_add_epi8 (_mm_and_si128 (bytes, fours), _mm_and_si128 (_mm_srli_epi16 (bytes, 2), fours));
  return _mm_and_si128 (_mm_add_epi8 (bytes, _mm_srli_epi16 (bytes, 4)), halves);
}

/* Takes strides that are runs from end to end. */
static gsize
add_strides (SlPtRun *sum, const guint8 *bytes, gsize size)
{
  const __m128i zero = _mm_setzero_si128 ();
  const __m128i one = _mm_set1_epi8 (1);
  __m128i n_short = zero, n_branches = zero, n_taken = zero;
  guint64 total_short;
  gsize length = 0;

  for (; size - length >= STRIDE; length += STRIDE)
    {
      __m128i stride = _mm_loadu_si128 ((const __m128i *) (bytes + length));
      __m128i others =
          _mm_or_si128 (_mm_slli_epi16 (stride, 7), _mm_cmpeq_epi8 (stride, _mm_set1_epi8 (2)));
      __m128i shorts;

      if (_mm_movemask_epi8 (others) != 0)
        break;

      shorts = _mm_add_epi8 (_mm_cmpeq_epi8 (stride, zero), one);
      n_short = _mm_add_epi64 (n_short, _mm_sad_epu8 (shorts, zero));
      n_branches = _mm_add_epi64 (n_branches, _mm_sad_epu8 (count_branches (stride, shorts), zero));
      n_taken = _mm_add_epi64 (n_taken, _mm_sad_epu8 (count_ones (stride), zero));
    }

  total_short = get_total (n_short);
  sum->n_short += total_short;
  sum->n_pads += length - total_short;
  sum->n_branches += get_total (n_branches);
  sum->n_taken += get_total (n_taken) - total_short;
  return length;
}

#else

static gsize
add_strides (SlPtRun *sum, const guint8 *bytes, gsize size)
{
  return 0;
}

#endif

/**
 * sl_pt_run_read:
 * @sum: added to
 * @context: the stream's; inside a block of items nothing is a run
 * @bytes: (array length=size): from where a packet begins
 * @size: up to the end of the stream
 *
 * Sums up the PAD and Short TNT packets that the bytes begin with.
 *
 * Returns: how many there are, which is also their length; 0 … @size
 */
gsize
sl_pt_run_read (SlPtRun *sum, const SlPtContext *context, const guint8 *bytes, gsize size)
{
  gsize length = 0;
  guint step;

  if (G_UNLIKELY (context->item_size != 0))
    return 0;

  do
    {
      guint32 total;

      step = sl_pt_run_read_step (bytes + length, size - length, &total);
      sl_pt_run_add (sum, total);
      length += step;
      if (step == STRIDE)
        length += add_strides (sum, bytes + length, size - length);
    }
  while (step == STRIDE);

  return length;
}
