/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Decoders of compressed data, a stretch at a time: whatever is right before a damage comes out, and
 * checksums are checked. One thread each. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlDecoded:
 * @SL_DECODED_MORE: goes on with more input or more room
 * @SL_DECODED_END: the end of the stream, whose checksums are right
 * @SL_DECODED_BAD: the input is damaged, or asks for too much memory
 */
typedef enum
{
  SL_DECODED_MORE,
  SL_DECODED_END,
  SL_DECODED_BAD,
} SlDecoded;

/**
 * SlDecoderStep:
 * @in: (array length=n_in): input that is left; moves on as it is used
 * @out: (array length=n_out): room that is left; moves on as it is filled
 * @reason: (nullable): why the input is damaged, in English
 */
typedef struct
{
  const guint8 *in;
  gsize n_in;
  guint8 *out;
  gsize n_out;
  const char *reason;
} SlDecoderStep;

/**
 * SlDecoderType:
 * @title: of the way of compressing, for people
 * @suffix: of names of files
 * @recognize: whether the bytes, which may be few, begin a stream
 * @open: a decoder at the start of a stream
 * @decode: decodes what it can; at SL_DECODED_BAD what came out before is in the room
 */
typedef struct
{
  const char *title;
  const char *suffix;
  gboolean (*recognize) (const guint8 *data, gsize size);
  gpointer (*open) (void);
  SlDecoded (*decode) (gpointer state, SlDecoderStep *step);
  void (*close) (gpointer state);
} SlDecoderType;

/* gzip, bzip2, xz and Zstandard. */
#define SL_N_DECODERS 4
extern const SlDecoderType sl_decoders[SL_N_DECODERS];

const SlDecoderType *sl_decoder_find (const guint8 *data, gsize size);

G_END_DECLS
