/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-maker.h"

#include <string.h>
#include <zstd.h>

#include "sl-dat-formats.h"

#define ATTR_SIZE   128
#define HEADER_SIZE 104

/* Types of records. */
enum
{
  LOST = 2,
  COMM = 3,
  SAMPLE = 9,
  HEADER_ATTR = 64,
  TRACING_DATA = 66,
  FINISHED_ROUND = 68,
  HEADER_FEATURE = 80,
};

/* Bits of sample_type, in the order of a sample's fields. */
enum
{
  HAS_IDENTIFIER = 1 << 16,
  HAS_IP = 1 << 0,
  HAS_TID = 1 << 1,
  HAS_TIME = 1 << 2,
  HAS_ADDR = 1 << 3,
  HAS_ID = 1 << 6,
  HAS_STREAM_ID = 1 << 9,
  HAS_CPU = 1 << 7,
  HAS_PERIOD = 1 << 8,
  HAS_READ = 1 << 4,
  HAS_CALLCHAIN = 1 << 5,
  HAS_RAW = 1 << 10,
};

/* Numbers of features. */
enum
{
  FEATURE_TRACING_DATA = 1,
  FEATURE_HOSTNAME = 3,
  FEATURE_OS_RELEASE = 4,
  FEATURE_COMPRESSED = 27,
  FEATURE_CLOCK_DATA = 29,
};

struct _SlPerfMaker
{
  SlPerfLayout layout;
  guint64 sample_type;
  guint n_attrs;
  GRand *random;
  SlDatFormats *formats;
  GByteArray *data;  /* records */
  GByteArray **cpus; /* those of a round */
  gint64 *losses;    /* of each processor, before its next record; 0 for none */
  guint pending;     /* bytes of the round */
  ZSTD_CCtx *zstd;
};

static void
put (const SlPerfMaker *self, GByteArray *bytes, guint64 value, guint size)
{
  sl_dat_put_number (bytes, value, size, self->layout.is_big);
}

static void
put_header (const SlPerfMaker *self, GByteArray *bytes, guint32 type, guint16 misc, gsize body)
{
  put (self, bytes, type, 4);
  put (self, bytes, misc, 2);
  put (self, bytes, body + 8, 2);
}

/* The id of an event on a processor. */
static guint64
get_id (const SlPerfMaker *self, guint attr, guint cpu)
{
  return 1000 + attr * self->layout.n_cpus + cpu;
}

static guint64
get_trailing_size (const SlPerfMaker *self)
{
  return 8 *
         (guint64) __builtin_popcountll (self->sample_type & (HAS_IDENTIFIER | HAS_TID | HAS_TIME |
                                                              HAS_ID | HAS_STREAM_ID | HAS_CPU));
}

static void
put_trailer (SlPerfMaker *self, GByteArray *bytes, guint cpu, guint64 time)
{
  put (self, bytes, 1, 4);
  put (self, bytes, 1, 4);
  put (self, bytes, time, 8);
  if ((self->sample_type & HAS_ID) != 0)
    put (self, bytes, get_id (self, 0, cpu), 8);
  if ((self->sample_type & HAS_STREAM_ID) != 0)
    put (self, bytes, 77, 8);
  put (self, bytes, cpu, 4);
  put (self, bytes, 0, 4);
  if ((self->sample_type & HAS_IDENTIFIER) != 0)
    put (self, bytes, get_id (self, 0, cpu), 8);
}

static void
put_read (SlPerfMaker *self, GByteArray *bytes)
{
  guint64 format = self->layout.read_format;
  guint n_values = (format & 8) != 0 ? (guint) g_rand_int_range (self->random, 0, 4) : 1;

  if ((format & 8) != 0)
    put (self, bytes, n_values, 8);
  else
    put (self, bytes, 5, 8);
  for (guint bit = 0; bit < 2; bit++)
    if ((format & 1u << bit) != 0)
      put (self, bytes, 6, 8);
  for (guint i = 0; i < n_values; i++)
    {
      if ((format & 8) != 0)
        put (self, bytes, i, 8);
      if ((format & 4) != 0)
        put (self, bytes, 7, 8);
      if ((format & 16) != 0)
        put (self, bytes, 8, 8);
    }
}

/* What a sample has before and behind its fixed fields. */
static void
put_sample (SlPerfMaker *self,
            GByteArray *bytes,
            guint cpu,
            const SlDatEvent *event,
            const guint8 *record,
            gsize size)
{
  guint attr = self->layout.has_one_attr ? 0 : (guint) event->tracepoint;
  guint64 type = self->sample_type;
  gsize padding = (8 - (size + 4) % 8) % 8;

  if ((type & HAS_IDENTIFIER) != 0)
    put (self, bytes, get_id (self, attr, cpu), 8);
  if ((type & HAS_IP) != 0)
    put (self, bytes, 0xffffffff81000000, 8);
  put (self, bytes, event->common_pid, 4);
  put (self, bytes, event->common_pid, 4);
  put (self, bytes, event->time, 8);
  if ((type & HAS_ADDR) != 0)
    put (self, bytes, 0, 8);
  if ((type & HAS_ID) != 0)
    put (self, bytes, get_id (self, attr, cpu), 8);
  if ((type & HAS_STREAM_ID) != 0)
    put (self, bytes, 77, 8);
  put (self, bytes, cpu, 4);
  put (self, bytes, 0, 4);
  if ((type & HAS_PERIOD) != 0)
    put (self, bytes, 1, 8);
  if ((type & HAS_READ) != 0)
    put_read (self, bytes);
  if ((type & HAS_CALLCHAIN) != 0)
    {
      guint n_frames = (guint) g_rand_int_range (self->random, 0, 5);

      put (self, bytes, n_frames, 8);
      for (guint i = 0; i < n_frames; i++)
        put (self, bytes, 0xffffffff81000000 + i, 8);
    }
  put (self, bytes, size + padding, 4);
  g_byte_array_append (bytes, record, (guint) size);
  put (self, bytes, 0, (guint) padding);
}

/* The pieces of one stream, over whose borders records run. */
static void
pack (SlPerfMaker *self, const GByteArray *records)
{
  for (guint at = 0; at < records->len;)
    {
      guint most = (guint) g_rand_int_range (self->random, 1000, 40000);
      guint size = MIN (most, records->len - at);
      gsize room = ZSTD_compressBound (size) + 64;
      g_autofree guint8 *packed = g_malloc (room);
      ZSTD_inBuffer in = { records->data + at, size, 0 };
      ZSTD_outBuffer out = { packed, room, 0 };
      gsize left = ZSTD_compressStream2 (self->zstd, &out, &in, ZSTD_e_flush);
      gsize padding;

      g_assert_cmpuint (left, ==, 0);
      g_assert_cmpuint (in.pos, ==, size);
      if (self->layout.packing == 83)
        {
          padding = (8 - out.pos % 8) % 8;
          put_header (self, self->data, 83, 0, 8 + out.pos + padding);
          put (self, self->data, out.pos, 8);
          g_byte_array_append (self->data, packed, (guint) out.pos);
          put (self, self->data, 0, (guint) padding);
        }
      else
        {
          put_header (self, self->data, 81, 0, out.pos);
          g_byte_array_append (self->data, packed, (guint) out.pos);
        }
      at += size;
    }
}

/* A buffer that is overwritten is filled from its end: the latest record is the first. */
static void
turn_round (SlPerfMaker *self, GByteArray *records)
{
  g_autoptr (GByteArray) turned = g_byte_array_new ();
  guint size;

  for (guint at = 0; at < records->len; at += size)
    {
      const guint8 *record = records->data + at;

      size = self->layout.is_big ? record[6] << 8 | record[7] : record[7] << 8 | record[6];
      g_byte_array_prepend (turned, record, size);
    }
  g_byte_array_set_size (records, 0);
  g_byte_array_append (records, turned->data, turned->len);
}

static void
end_round (SlPerfMaker *self)
{
  for (guint cpu = 0; cpu < self->layout.n_cpus; cpu++)
    {
      if (self->layout.is_overwritten)
        turn_round (self, self->cpus[cpu]);
      if (self->layout.packing != 0)
        pack (self, self->cpus[cpu]);
      else
        g_byte_array_append (self->data, self->cpus[cpu]->data, self->cpus[cpu]->len);
      g_byte_array_set_size (self->cpus[cpu], 0);
    }
  put_header (self, self->data, FINISHED_ROUND, 0, 0);
  self->pending = 0;
}

/**
 * sl_perf_maker_add:
 * @type: of a record of the kernel
 * @body: (array length=size): without what such records end with
 */
void
sl_perf_maker_add (SlPerfMaker *self,
                   guint cpu,
                   guint32 type,
                   guint16 misc,
                   guint64 time,
                   gconstpointer body,
                   gsize size)
{
  put_header (self, self->cpus[cpu], type, misc, size + get_trailing_size (self));
  g_byte_array_append (self->cpus[cpu], body, (guint) size);
  put_trailer (self, self->cpus[cpu], cpu, time);
}

static void
take_record (gpointer data, guint cpu, const SlDatEvent *event, const guint8 *record, gsize size)
{
  SlPerfMaker *self = data;
  GByteArray *bytes = self->cpus[cpu];
  guint begin = bytes->len;
  gsize length;

  if (event == NULL)
    {
      self->losses[cpu] = (gint64) size;
      return;
    }

  if (self->losses[cpu] != 0)
    {
      g_autoptr (GByteArray) body = g_byte_array_new ();

      put (self, body, get_id (self, 0, cpu), 8);
      put (self, body, (guint64) self->losses[cpu], 8);
      sl_perf_maker_add (self, cpu, LOST, 0, event->time, body->data, body->len);
      self->losses[cpu] = 0;
    }
  begin = bytes->len;
  put_header (self, bytes, SAMPLE, 1, 0);
  put_sample (self, bytes, cpu, event, record, size);
  length = bytes->len - begin;
  bytes->data[begin + 6] = (guint8) (self->layout.is_big ? length >> 8 : length);
  bytes->data[begin + 7] = (guint8) (self->layout.is_big ? length : length >> 8);
  self->pending += (guint) length;
  if (self->pending >= self->layout.round)
    end_round (self);
}

/* Single bits of C: a big-endian machine counts them from the highest one of the first byte. */
static guint64
order_bits (const SlPerfMaker *self, guint64 bits)
{
  guint64 reversed = 0;

  if (!self->layout.is_big)
    return bits;
  for (guint i = 0; i < 64; i++)
    reversed |= (bits >> i & 1) << (63 - i);
  return reversed;
}

/* A struct perf_event_attr. */
static void
put_attr (SlPerfMaker *self, GByteArray *bytes, guint attr)
{
  guint begin = bytes->len;
  guint64 flags = 1 << 18;

  flags |= self->layout.has_clock ? 1 << 25 : 0;
  flags |= self->layout.of_command ? 1 << 12 : 0;
  flags |= self->layout.is_overwritten ? 1 << 27 : 0;
  put (self, bytes, 2, 4);
  put (self, bytes, ATTR_SIZE, 4);
  put (self, bytes, sl_dat_writer_get_id ((SlDatTracepoint) attr), 8);
  put (self, bytes, 1, 8);
  put (self, bytes, self->sample_type, 8);
  put (self, bytes, self->layout.read_format, 8);
  put (self, bytes, order_bits (self, flags), 8);
  while (bytes->len < begin + 92)
    put (self, bytes, 0, 4);
  put (self, bytes, self->layout.has_clock ? 1 : 0, 4);
  while (bytes->len < begin + ATTR_SIZE)
    put (self, bytes, 0, 8);
}

static void
put_ids (SlPerfMaker *self, GByteArray *bytes, guint attr)
{
  for (guint cpu = 0; cpu < self->layout.n_cpus; cpu++)
    put (self, bytes, get_id (self, attr, cpu), 8);
}

static GByteArray *
make_tracing_data (SlPerfMaker *self)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) "\x17\x08\x44tracing0.6", 14);
  put (self, bytes, self->layout.is_big, 1);
  put (self, bytes, 8, 1);
  put (self, bytes, 4096, 4);
  for (guint part = 0; part < 6; part++)
    {
      g_autoptr (GByteArray) made = sl_dat_formats_make_part (self->formats, part);

      /* The kernel's symbols are left out. */
      if (part == 3)
        put (self, bytes, 0, 4);
      else
        g_byte_array_append (bytes, made->data, made->len);
    }
  return bytes;
}

static void
put_text (const SlPerfMaker *self, GByteArray *bytes, const char *text)
{
  guint8 padded[64] = { 0 };

  memcpy (padded, text, strlen (text));
  put (self, bytes, sizeof padded, 4);
  g_byte_array_append (bytes, padded, sizeof padded);
}

static void
put_packing (const SlPerfMaker *self, GByteArray *bytes)
{
  put (self, bytes, 0, 4);
  put (self, bytes, 1, 4);
  put (self, bytes, 1, 4);
  put (self, bytes, 4, 4);
  put (self, bytes, 65536, 4);
}

/* What is there before recording begins has no time. */
static void
put_comm (SlPerfMaker *self, GByteArray *bytes)
{
  put_header (self, bytes, COMM, 0, 16 + get_trailing_size (self));
  put (self, bytes, 1, 4);
  put (self, bytes, 1, 4);
  g_byte_array_append (bytes, (const guint8 *) "init\0\0\0", 8);
  put_trailer (self, bytes, 0, 0);
}

/* Version, clock, the time of day and the clock's at once. */
static void
put_clock_data (SlPerfMaker *self, GByteArray *file)
{
  const guint64 own = 5000000000;

  put (self, file, 1, 4);
  put (self, file, 1, 4);
  put (self, file, own + (guint64) self->layout.wall_shift, 8);
  put (self, file, own, 8);
}

static GByteArray *
make_pipe (SlPerfMaker *self)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) tracing = make_tracing_data (self);

  g_byte_array_append (file, (const guint8 *) (self->layout.is_big ? "2ELIFREP" : "PERFILE2"), 8);
  put (self, file, 16, 8);
  for (guint i = 0; i < self->n_attrs; i++)
    {
      put_header (self, file, HEADER_ATTR, 0, ATTR_SIZE + 8 * self->layout.n_cpus);
      put_attr (self, file, i);
      put_ids (self, file, i);
    }
  put_header (self, file, HEADER_FEATURE, 0, 8 + 68);
  put (self, file, FEATURE_OS_RELEASE, 8);
  put_text (self, file, "6.18.0");
  if (self->layout.packing != 0)
    {
      put_header (self, file, HEADER_FEATURE, 0, 8 + 20);
      put (self, file, FEATURE_COMPRESSED, 8);
      put_packing (self, file);
    }
  if (self->layout.wall_shift != 0)
    {
      put_header (self, file, HEADER_FEATURE, 0, 8 + 24);
      put (self, file, FEATURE_CLOCK_DATA, 8);
      put_clock_data (self, file);
    }
  put_header (self, file, TRACING_DATA, 0, 4);
  put (self, file, (tracing->len + 7) / 8 * 8, 4);
  g_byte_array_append (file, tracing->data, tracing->len);
  put (self, file, 0, (8 - tracing->len % 8) % 8);
  put_comm (self, file);
  g_byte_array_append (file, self->data->data, self->data->len);
  return file;
}

/* The table of the features and what they hold, in the order of their numbers. */
static void
put_features (SlPerfMaker *self, GByteArray *file)
{
  g_autoptr (GByteArray) tracing = make_tracing_data (self);
  gboolean is_packed = self->layout.packing != 0;
  gboolean has_wall = self->layout.wall_shift != 0;
  guint64 at = file->len + 16 * (3 + (is_packed ? 1 : 0) + (has_wall ? 1 : 0));

  put (self, file, at, 8);
  put (self, file, tracing->len, 8);
  at += tracing->len;
  for (guint i = 0; i < 2; i++, at += 68)
    {
      put (self, file, at, 8);
      put (self, file, 68, 8);
    }
  if (is_packed)
    {
      put (self, file, at, 8);
      put (self, file, 20, 8);
      at += 20;
    }
  if (has_wall)
    {
      put (self, file, at, 8);
      put (self, file, 24, 8);
    }
  g_byte_array_append (file, tracing->data, tracing->len);
  put_text (self, file, "machine");
  put_text (self, file, "6.18.0");
  if (is_packed)
    put_packing (self, file);
  if (has_wall)
    put_clock_data (self, file);
}

static GByteArray *
make_file (SlPerfMaker *self)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) comm = g_byte_array_new ();
  guint64 ids = HEADER_SIZE;
  guint64 ids_size = 8 * self->layout.n_cpus;
  guint64 attrs = ids + self->n_attrs * ids_size;
  guint64 data = attrs + self->n_attrs * (guint64) (ATTR_SIZE + 16);
  guint64 features = (guint64) 1 << FEATURE_TRACING_DATA | (guint64) 1 << FEATURE_HOSTNAME |
                     (guint64) 1 << FEATURE_OS_RELEASE;

  features |= self->layout.packing != 0 ? (guint64) 1 << FEATURE_COMPRESSED : 0;
  features |= self->layout.wall_shift != 0 ? (guint64) 1 << FEATURE_CLOCK_DATA : 0;
  put_comm (self, comm);
  g_byte_array_append (file, (const guint8 *) (self->layout.is_big ? "2ELIFREP" : "PERFILE2"), 8);
  put (self, file, HEADER_SIZE, 8);
  put (self, file, ATTR_SIZE + 16, 8);
  put (self, file, attrs, 8);
  put (self, file, self->n_attrs * (guint64) (ATTR_SIZE + 16), 8);
  put (self, file, data, 8);
  put (self, file, comm->len + self->data->len, 8);
  put (self, file, 0, 8);
  put (self, file, 0, 8);
  put (self, file, features, 8);
  for (guint i = 0; i < 3; i++)
    put (self, file, 0, 8);
  for (guint i = 0; i < self->n_attrs; i++)
    put_ids (self, file, i);
  for (guint i = 0; i < self->n_attrs; i++)
    {
      put_attr (self, file, i);
      put (self, file, ids + i * ids_size, 8);
      put (self, file, self->layout.has_one_attr ? 0 : ids_size, 8);
    }
  g_byte_array_append (file, comm->data, comm->len);
  g_byte_array_append (file, self->data->data, self->data->len);
  put_features (self, file);
  return file;
}

/**
 * sl_perf_maker_new:
 * @layout: copied
 *
 * Returns: (transfer full): a recording without events
 */
SlPerfMaker *
sl_perf_maker_new (const SlPerfLayout *layout)
{
  SlPerfMaker *self = g_new0 (SlPerfMaker, 1);

  self->layout = *layout;
  self->sample_type = HAS_TID | HAS_TIME | HAS_CPU | HAS_RAW | layout->fields;
  self->n_attrs = layout->has_one_attr ? 1 : SL_DAT_N_TRACEPOINTS;
  self->random = g_rand_new_with_seed (layout->seed);
  self->formats = sl_dat_formats_new (layout->is_big, 8);
  self->data = g_byte_array_new ();
  self->cpus = g_new0 (GByteArray *, layout->n_cpus);
  self->losses = g_new0 (gint64, layout->n_cpus);
  for (guint cpu = 0; cpu < layout->n_cpus; cpu++)
    self->cpus[cpu] = g_byte_array_new ();
  if (layout->packing != 0)
    self->zstd = ZSTD_createCCtx ();
  return self;
}

void
sl_perf_maker_free (SlPerfMaker *self)
{
  for (guint cpu = 0; cpu < self->layout.n_cpus; cpu++)
    g_byte_array_unref (self->cpus[cpu]);
  g_byte_array_unref (self->data);
  sl_dat_formats_free (self->formats);
  g_rand_free (self->random);
  ZSTD_freeCCtx (self->zstd);
  g_free (self->losses);
  g_free (self->cpus);
  g_free (self);
}

/**
 * sl_perf_maker_listen:
 * @writer: of one buffer, in the same byte order, with longs of 8 bytes
 *
 * Takes what @writer is given from now on.
 */
void
sl_perf_maker_listen (SlPerfMaker *self, SlDatWriter *writer)
{
  sl_dat_writer_set_listener (writer, take_record, self);
}

/**
 * sl_perf_maker_finish:
 *
 * Returns: (transfer full): the file
 */
GBytes *
sl_perf_maker_finish (SlPerfMaker *self)
{
  end_round (self);
  return g_byte_array_free_to_bytes (self->layout.is_pipe ? make_pipe (self) : make_file (self));
}
