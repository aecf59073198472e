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

static inline SlBytes16
sl_bytes16_load (gconstpointer bytes)
{
  SlBytes16 vector;

  memcpy (&vector, bytes, sizeof vector);
  return vector;
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

/* @yes where the bits of @mask are set, else @no. */
static inline SlQuad
sl_quad_choose (SlQuad mask, SlQuad yes, SlQuad no)
{
  return (yes & mask) | (no & ~mask);
}

G_END_DECLS
