/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sixteen bytes at a time, for loops that every record of a huge trace passes through. The types
 * are the compiler's own vectors: every processor can do what is asked of them here, and those that
 * have such registers do it at once. */

#include <glib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

G_BEGIN_DECLS

typedef guint8 SlBytes16 __attribute__ ((vector_size (16)));
typedef guint32 SlQuad __attribute__ ((vector_size (16)));
typedef gint32 SlSigned __attribute__ ((vector_size (16)));
typedef guint64 SlPair __attribute__ ((vector_size (16)));

#define SL_VECTOR_SIZE 16

static inline SlQuad
sl_quad_load (gconstpointer bytes)
{
  SlQuad quad;

  memcpy (&quad, bytes, sizeof quad);
  return quad;
}

static inline void
sl_quad_store (gpointer bytes, SlQuad quad)
{
  memcpy (bytes, &quad, sizeof quad);
}

/* Vectors compare signed numbers: with the highest bit turned, the order is the same. */
#define SL_QUAD_SIGN (1u << 31)

static inline SlSigned
sl_quad_to_signed (SlQuad quad)
{
  return (SlSigned) (quad ^ SL_QUAD_SIGN);
}

/* All four are @number. */
static inline SlQuad
sl_quad_fill (guint32 number)
{
  return (SlQuad) { 0 } + number;
}

static inline gboolean
sl_quad_is_zero (SlQuad quad)
{
  SlPair halves = (SlPair) quad;

  return (halves[0] | halves[1]) == 0;
}

static inline SlBytes16
sl_bytes16_load (gconstpointer bytes)
{
  SlBytes16 vector;

  memcpy (&vector, bytes, sizeof vector);
  return vector;
}

static inline void
sl_bytes16_store (gpointer bytes, SlBytes16 vector)
{
  memcpy (bytes, &vector, sizeof vector);
}

/* All 16 are @byte. */
static inline SlBytes16
sl_bytes16_fill (guint8 byte)
{
  return (SlBytes16) { 0 } + byte;
}

/* Their sum, which is at most 255. */
static inline guint
sl_bytes16_add_up (SlBytes16 vector)
{
  SlPair halves = (SlPair) vector;

  return (guint) ((halves[0] + halves[1]) * G_GUINT64_CONSTANT (0x0101010101010101) >> 56);
}

/* The highest bit of each, that of the first one lowest. */
static inline guint
sl_bytes16_mask (SlBytes16 vector)
{
#ifdef __SSE2__
  return (guint) _mm_movemask_epi8 ((__m128i) vector);
#else
  guint mask = 0;

  for (guint i = 0; i < SL_VECTOR_SIZE; i++)
    mask |= (guint) (vector[i] >> 7) << i;
  return mask;
#endif
}

/* The low bytes of 16 numbers below 256. */
static inline SlBytes16
sl_quads_pack (SlQuad first, SlQuad second, SlQuad third, SlQuad fourth)
{
#ifdef __SSE2__
  return (SlBytes16) _mm_packus_epi16 (_mm_packs_epi32 ((__m128i) first, (__m128i) second),
                                       _mm_packs_epi32 ((__m128i) third, (__m128i) fourth));
#else
  return (
      SlBytes16) { (guint8) first[0],  (guint8) first[1],  (guint8) first[2],  (guint8) first[3],
                   (guint8) second[0], (guint8) second[1], (guint8) second[2], (guint8) second[3],
                   (guint8) third[0],  (guint8) third[1],  (guint8) third[2],  (guint8) third[3],
                   (guint8) fourth[0], (guint8) fourth[1], (guint8) fourth[2], (guint8) fourth[3] };
#endif
}

/* The 16 numbers as four times four of 32 bits. */
static inline void
sl_bytes16_unpack (SlBytes16 vector, SlQuad quads[4])
{
#ifdef __SSE2__
  __m128i zero = _mm_setzero_si128 ();
  __m128i low = _mm_unpacklo_epi8 ((__m128i) vector, zero);
  __m128i high = _mm_unpackhi_epi8 ((__m128i) vector, zero);

  quads[0] = (SlQuad) _mm_unpacklo_epi16 (low, zero);
  quads[1] = (SlQuad) _mm_unpackhi_epi16 (low, zero);
  quads[2] = (SlQuad) _mm_unpacklo_epi16 (high, zero);
  quads[3] = (SlQuad) _mm_unpackhi_epi16 (high, zero);
#else
  for (guint i = 0; i < SL_VECTOR_SIZE; i++)
    quads[i / 4][i % 4] = vector[i];
#endif
}

/* Each byte times its factor in 255ths, rounded. */
static inline SlBytes16
sl_bytes16_scale (SlBytes16 vector, SlBytes16 factors)
{
#ifdef __SSE2__
  __m128i zero = _mm_setzero_si128 (), half = _mm_set1_epi16 (128), part = _mm_set1_epi16 (257);
  __m128i low = _mm_mullo_epi16 (_mm_unpacklo_epi8 ((__m128i) vector, zero),
                                 _mm_unpacklo_epi8 ((__m128i) factors, zero));
  __m128i high = _mm_mullo_epi16 (_mm_unpackhi_epi8 ((__m128i) vector, zero),
                                  _mm_unpackhi_epi8 ((__m128i) factors, zero));

  low = _mm_mulhi_epu16 (_mm_add_epi16 (low, half), part);
  high = _mm_mulhi_epu16 (_mm_add_epi16 (high, half), part);
  return (SlBytes16) _mm_packus_epi16 (low, high);
#else
  for (guint i = 0; i < SL_VECTOR_SIZE; i++)
    vector[i] = (guint8) ((vector[i] * factors[i] + 128u) * 257u >> 16);
  return vector;
#endif
}

/* Each number times @weight in 65536ths, rounded; @weight is at most 65536. */
static inline SlQuad
sl_quad_weigh (SlQuad numbers, guint32 weight)
{
#ifdef __SSE2__
  __m128i factor = _mm_set1_epi64x (weight), half = _mm_set1_epi64x (1 << 15);
  __m128i even = _mm_mul_epu32 ((__m128i) numbers, factor);
  __m128i odd = _mm_mul_epu32 (_mm_srli_epi64 ((__m128i) numbers, 32), factor);

  even = _mm_srli_epi64 (_mm_add_epi64 (even, half), 16);
  odd = _mm_slli_epi64 (_mm_srli_epi64 (_mm_add_epi64 (odd, half), 16), 32);
  return (SlQuad) _mm_or_si128 (even, odd);
#else
  for (guint i = 0; i < 4; i++)
    numbers[i] = (guint32) (((guint64) numbers[i] * weight + (1 << 15)) >> 16);
  return numbers;
#endif
}

/* The low halves of four numbers and of four more, below 32768. */
static inline SlBytes16
sl_quads_join (SlQuad first, SlQuad second)
{
#ifdef __SSE2__
  return (SlBytes16) _mm_packs_epi32 ((__m128i) first, (__m128i) second);
#else
  guint16 joined[8];
  SlBytes16 vector;

  for (guint i = 0; i < 4; i++)
    {
      joined[i] = (guint16) first[i];
      joined[i + 4] = (guint16) second[i];
    }
  memcpy (&vector, joined, sizeof vector);
  return vector;
#endif
}

/* Rows become columns. */
static inline void
sl_quads_transpose (SlQuad quads[4])
{
#ifdef __SSE2__
  __m128i low = _mm_unpacklo_epi32 ((__m128i) quads[0], (__m128i) quads[1]);
  __m128i high = _mm_unpackhi_epi32 ((__m128i) quads[0], (__m128i) quads[1]);
  __m128i low_too = _mm_unpacklo_epi32 ((__m128i) quads[2], (__m128i) quads[3]);
  __m128i high_too = _mm_unpackhi_epi32 ((__m128i) quads[2], (__m128i) quads[3]);

  quads[0] = (SlQuad) _mm_unpacklo_epi64 (low, low_too);
  quads[1] = (SlQuad) _mm_unpackhi_epi64 (low, low_too);
  quads[2] = (SlQuad) _mm_unpacklo_epi64 (high, high_too);
  quads[3] = (SlQuad) _mm_unpackhi_epi64 (high, high_too);
#else
  SlQuad rows[4] = { quads[0], quads[1], quads[2], quads[3] };

  for (guint i = 0; i < 4; i++)
    quads[i] = (SlQuad) { rows[0][i], rows[1][i], rows[2][i], rows[3][i] };
#endif
}

/* @yes where the bits of @mask are set, else @no. */
static inline SlQuad
sl_quad_choose (SlQuad mask, SlQuad yes, SlQuad no)
{
  return (yes & mask) | (no & ~mask);
}

G_END_DECLS
