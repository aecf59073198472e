/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the sections of a trace.dat file and the chunks of its CPUs are packed: each by itself, whole. */

#include <glib.h>

G_BEGIN_DECLS

/* Unpacked bytes of a chunk at most. */
#define SL_DAT_MOST_CHUNK (64u << 20)

typedef enum
{
  SL_DAT_PLAIN,
  SL_DAT_ZSTD,
  SL_DAT_ZLIB,
} SlDatCodecType;

/* What unpacking needs; one thread. */
typedef struct _SlDatCodec SlDatCodec;

gboolean sl_dat_codec_parse (const char *name, SlDatCodecType *type);
SlDatCodec *sl_dat_codec_new (SlDatCodecType type);
void sl_dat_codec_free (SlDatCodec *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatCodec, sl_dat_codec_free)

gboolean sl_dat_codec_unpack (SlDatCodec *self,
                              const guint8 *packed,
                              gsize n_packed,
                              guint8 *bytes,
                              gsize n_bytes);
GByteArray *sl_dat_codec_pack_zstd (gconstpointer bytes, gsize n_bytes) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_dat_codec_get_zstd_version (void);

G_END_DECLS
