/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decoder.h"

#include <bzlib.h>
#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* xz -9 wants 65 MiB; a file may ask for 4 GiB. */
#define MAX_XZ_MEMORY (512 << 20)

/* Moves @step on by what a library's counters, which are narrower, say. */
static void
advance (SlDecoderStep *step, gsize n_used, gsize n_made)
{
  step->in += n_used;
  step->n_in -= n_used;
  step->out += n_made;
  step->n_out -= n_made;
}

/* A decoder fails to open only for want of memory, which ends the program as it does elsewhere. */
static void
check_opened (gboolean is_open)
{
  if (!is_open)
    g_error ("There is not enough memory to unpack a file");
}

static gboolean
begins_with (const guint8 *data, gsize size, const char *magic, gsize length)
{
  return memcmp (data, magic, MIN (size, length)) == 0;
}

static gboolean
gzip_recognize (const guint8 *data, gsize size)
{
  /* The magic, the only method, and no flag that is reserved. */
  return size >= 3 && begins_with (data, size, "\x1f\x8b\x08", 3) &&
         (size < 4 || (data[3] & 0xe0) == 0);
}

static gpointer
gzip_open (void)
{
  z_stream *stream = g_new0 (z_stream, 1);

  check_opened (inflateInit2 (stream, 16 + MAX_WBITS) == Z_OK);
  return stream;
}

static SlDecoded
gzip_decode (gpointer state, SlDecoderStep *step)
{
  z_stream *stream = state;
  uInt n_in = MIN (step->n_in, G_MAXUINT32);
  uInt n_out = MIN (step->n_out, G_MAXUINT32);
  int status;

  stream->next_in = (Bytef *) step->in;
  stream->avail_in = n_in;
  stream->next_out = step->out;
  stream->avail_out = n_out;
  status = inflate (stream, Z_NO_FLUSH);
  advance (step, n_in - stream->avail_in, n_out - stream->avail_out);
  step->reason = stream->msg;
  if (status == Z_STREAM_END)
    return SL_DECODED_END;
  return status == Z_OK || status == Z_BUF_ERROR ? SL_DECODED_MORE : SL_DECODED_BAD;
}

static void
gzip_close (gpointer state)
{
  inflateEnd (state);
  g_free (state);
}

static gboolean
bzip2_recognize (const guint8 *data, gsize size)
{
  static const char block[] = "\x31\x41\x59\x26\x53\x59";
  static const char end[] = "\x17\x72\x45\x38\x50\x90";

  if (size < 4 || !begins_with (data, size, "BZh", 3) || data[3] < '1' || data[3] > '9')
    return FALSE;
  return begins_with (data + 4, size - 4, block, 6) || begins_with (data + 4, size - 4, end, 6);
}

static gpointer
bzip2_open (void)
{
  bz_stream *stream = g_new0 (bz_stream, 1);

  check_opened (BZ2_bzDecompressInit (stream, 0, 0) == BZ_OK);
  return stream;
}

static SlDecoded
bzip2_decode (gpointer state, SlDecoderStep *step)
{
  bz_stream *stream = state;
  unsigned int n_in = MIN (step->n_in, G_MAXUINT32);
  unsigned int n_out = MIN (step->n_out, G_MAXUINT32);
  int status;

  stream->next_in = (char *) step->in;
  stream->avail_in = n_in;
  stream->next_out = (char *) step->out;
  stream->avail_out = n_out;
  status = BZ2_bzDecompress (stream);
  advance (step, n_in - stream->avail_in, n_out - stream->avail_out);
  step->reason = "incorrect block";
  if (status == BZ_STREAM_END)
    return SL_DECODED_END;
  return status == BZ_OK ? SL_DECODED_MORE : SL_DECODED_BAD;
}

static void
bzip2_close (gpointer state)
{
  BZ2_bzDecompressEnd (state);
  g_free (state);
}

static gboolean
xz_recognize (const guint8 *data, gsize size)
{
  return size >= 6 && begins_with (data, size,
                                   "\xfd"
                                   "7zXZ\0",
                                   6);
}

static gpointer
xz_open (void)
{
  lzma_stream *stream = g_new0 (lzma_stream, 1);

  check_opened (lzma_stream_decoder (stream, MAX_XZ_MEMORY, 0) == LZMA_OK);
  return stream;
}

static const char *
get_xz_reason (lzma_ret status)
{
  if (status == LZMA_MEMLIMIT_ERROR)
    return "more than 512 MiB of memory are needed";
  return status == LZMA_OPTIONS_ERROR ? "unknown options" : "incorrect data or check";
}

static SlDecoded
xz_decode (gpointer state, SlDecoderStep *step)
{
  lzma_stream *stream = state;
  lzma_ret status;

  stream->next_in = step->in;
  stream->avail_in = step->n_in;
  stream->next_out = step->out;
  stream->avail_out = step->n_out;
  status = lzma_code (stream, LZMA_RUN);
  advance (step, step->n_in - stream->avail_in, step->n_out - stream->avail_out);
  step->reason = get_xz_reason (status);
  if (status == LZMA_STREAM_END)
    return SL_DECODED_END;
  return status == LZMA_OK || status == LZMA_BUF_ERROR ? SL_DECODED_MORE : SL_DECODED_BAD;
}

static void
xz_close (gpointer state)
{
  lzma_end (state);
  g_free (state);
}

static gboolean
zstd_recognize (const guint8 *data, gsize size)
{
  if (size < 4)
    return FALSE;

  /* A frame, or one to be skipped: programs that pack in parallel begin with such. */
  return begins_with (data, size, "\x28\xb5\x2f\xfd", 4) ||
         ((data[0] & 0xf0) == 0x50 && begins_with (data + 1, 3, "\x2a\x4d\x18", 3));
}

static gpointer
zstd_open (void)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();

  check_opened (stream != NULL);
  return stream;
}

static SlDecoded
zstd_decode (gpointer state, SlDecoderStep *step)
{
  ZSTD_inBuffer in = { step->in, step->n_in, 0 };
  ZSTD_outBuffer out = { step->out, step->n_out, 0 };
  size_t left = ZSTD_decompressStream (state, &out, &in);

  advance (step, in.pos, out.pos);
  if (ZSTD_isError (left))
    {
      step->reason = ZSTD_getErrorName (left);
      return SL_DECODED_BAD;
    }
  return left == 0 ? SL_DECODED_END : SL_DECODED_MORE;
}

static void
zstd_close (gpointer state)
{
  ZSTD_freeDStream (state);
}

const SlDecoderType sl_decoders[SL_N_DECODERS] = {
  { "gzip", ".gz", gzip_recognize, gzip_open, gzip_decode, gzip_close },
  { "bzip2", ".bz2", bzip2_recognize, bzip2_open, bzip2_decode, bzip2_close },
  { "xz", ".xz", xz_recognize, xz_open, xz_decode, xz_close },
  { "Zstandard", ".zst", zstd_recognize, zstd_open, zstd_decode, zstd_close },
};

/**
 * sl_decoder_find:
 * @data: (array length=size): all of a file, or what is left of it
 *
 * Returns: (nullable): what it is compressed with, by its first bytes
 */
const SlDecoderType *
sl_decoder_find (const guint8 *data, gsize size)
{
  for (guint i = 0; i < SL_N_DECODERS; i++)
    {
      if (sl_decoders[i].recognize (data, size))
        return &sl_decoders[i];
    }

  return NULL;
}
