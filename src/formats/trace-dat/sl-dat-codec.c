/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-codec.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

struct _SlDatCodec
{
  SlDatCodecType type;
  ZSTD_DCtx *zstd;
};

/**
 * sl_dat_codec_parse:
 * @name: as the file has it
 * @type: (out): what it is
 *
 * Returns: whether it can be unpacked
 */
gboolean
sl_dat_codec_parse (const char *name, SlDatCodecType *type)
{
  static const char *const names[] = {
    [SL_DAT_PLAIN] = "none",
    [SL_DAT_ZSTD] = "zstd",
    [SL_DAT_ZLIB] = "zlib",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (g_str_equal (names[i], name))
        {
          *type = (SlDatCodecType) i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_dat_codec_new:
 *
 * Returns: (transfer full): what unpacks @type
 */
SlDatCodec *
sl_dat_codec_new (SlDatCodecType type)
{
  SlDatCodec *self = g_new0 (SlDatCodec, 1);

  self->type = type;
  if (type == SL_DAT_ZSTD)
    {
      self->zstd = ZSTD_createDCtx ();
      if (self->zstd == NULL)
        g_error ("There is not enough memory to unpack a file");
    }
  return self;
}

void
sl_dat_codec_free (SlDatCodec *self)
{
  ZSTD_freeDCtx (self->zstd);
  g_free (self);
}

/**
 * sl_dat_codec_unpack:
 * @packed: (array length=n_packed): the whole of what was packed
 * @bytes: (out caller-allocates) (array length=n_bytes): room
 *
 * Returns: whether @packed is whole and unpacks to exactly @n_bytes
 */
gboolean
sl_dat_codec_unpack (SlDatCodec *self,
                     const guint8 *packed,
                     gsize n_packed,
                     guint8 *bytes,
                     gsize n_bytes)
{
  uLongf n_unpacked = n_bytes;

  switch (self->type)
    {
    case SL_DAT_ZSTD:
      return ZSTD_decompressDCtx (self->zstd, bytes, n_bytes, packed, n_packed) == n_bytes;
    case SL_DAT_ZLIB:
      return uncompress (bytes, &n_unpacked, packed, n_packed) == Z_OK && n_unpacked == n_bytes;
    case SL_DAT_PLAIN:
    default:
      if (n_packed != n_bytes)
        return FALSE;
      memcpy (bytes, packed, n_bytes);
      return TRUE;
    }
}

/**
 * sl_dat_codec_pack_zstd:
 * @bytes: (array length=n_bytes):
 *
 * Returns: (transfer full) (nullable): a whole frame of zstd, which may be longer than @bytes; %NULL where they are too many
 */
GByteArray *
sl_dat_codec_pack_zstd (gconstpointer bytes, gsize n_bytes)
{
  gsize room = ZSTD_compressBound (n_bytes);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  gsize size;

  if (room > G_MAXUINT32)
    return NULL;

  g_byte_array_set_size (packed, (guint) room);
  size = ZSTD_compress (packed->data, room, bytes, n_bytes, ZSTD_CLEVEL_DEFAULT);
  if (ZSTD_isError (size))
    return NULL;

  g_byte_array_set_size (packed, (guint) size);
  return g_steal_pointer (&packed);
}

/**
 * sl_dat_codec_get_zstd_version:
 *
 * Returns: (transfer none): of what packs, as heads of files name it
 */
const char *
sl_dat_codec_get_zstd_version (void)
{
  return ZSTD_versionString ();
}
