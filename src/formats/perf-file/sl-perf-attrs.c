/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-attrs.h"

#include "sl-number-table.h"

#define ATTR_CONFIG      8
#define ATTR_SAMPLE_TYPE 24
#define ATTR_READ_FORMAT 32
#define ATTR_FLAGS       40
#define ATTR_CLOCK       92

#define FLAG_ENABLE_ON_EXEC (G_GUINT64_CONSTANT (1) << 12)
#define FLAG_SAMPLE_ID_ALL  (G_GUINT64_CONSTANT (1) << 18)
#define FLAG_USE_CLOCK      (G_GUINT64_CONSTANT (1) << 25)
#define FLAG_CONTEXT_SWITCH (G_GUINT64_CONSTANT (1) << 26)
#define FLAG_WRITE_BACKWARD (G_GUINT64_CONSTANT (1) << 27)

/* An event of software that never samples: perf's own, which the records beside samples are written for. */
#define CONFIG_DUMMY 9

/* A file may claim any number of ids, and the same ones for any number of events. */
#define MOST_IDS   (1u << 20)
#define MOST_ATTRS (1u << 16)

/* The fields that samples begin with. */
#define HEAD_FIELDS                                                               \
  (SL_PERF_HAS_IDENTIFIER | SL_PERF_HAS_IP | SL_PERF_HAS_TID | SL_PERF_HAS_TIME | \
   SL_PERF_HAS_ADDR | SL_PERF_HAS_ID | SL_PERF_HAS_STREAM_ID | SL_PERF_HAS_CPU)

/* Bits of read_format. */
enum
{
  READ_ENABLED = 1 << 0,
  READ_RUNNING = 1 << 1,
  READ_ID = 1 << 2,
  READ_GROUP = 1 << 3,
  READ_LOST = 1 << 4,
};

/* What an id stands for. */
typedef struct
{
  guint attr;
  gboolean has_cpu;
  guint32 cpu;
} Meaning;

struct _SlPerfAttrs
{
  gboolean is_big;
  GPtrArray *attrs;       /* of SlPerfAttr */
  SlNumberTable *by_id;   /* → number of a Meaning */
  GArray *meanings;       /* of Meaning */
  gint32 id_at;           /* in the body of a sample; -1 for none */
  gint32 id_before_end;   /* of other records; 0 for none */
  const SlPerfAttr *only; /* that all samples look like */
  const SlPerfAttr *head; /* with whose fields all samples begin */
  guint n_ids;            /* that were read, the same ones again too */
  guint n_sampling;       /* attributes that have samples */
  gboolean is_of_tasks;
  gboolean is_overwritten; /* any of them */
};

/**
 * sl_perf_attrs_new:
 * @is_big: the file is big endian
 *
 * Returns: (transfer full): none yet
 */
SlPerfAttrs *
sl_perf_attrs_new (gboolean is_big)
{
  SlPerfAttrs *self = g_new0 (SlPerfAttrs, 1);

  self->is_big = is_big;
  self->attrs = g_ptr_array_new_with_free_func (g_free);
  self->by_id = sl_number_table_new ();
  self->meanings = g_array_new (FALSE, TRUE, sizeof (Meaning));
  self->id_at = -1;
  return self;
}

void
sl_perf_attrs_free (SlPerfAttrs *self)
{
  g_ptr_array_unref (self->attrs);
  sl_number_table_free (self->by_id);
  g_array_unref (self->meanings);
  g_free (self);
}

/* Gives a field of 8 bytes its place, where @bit says that there is one. */
static gint32
place_field (SlPerfAttr *attr, guint64 bit)
{
  if ((attr->sample_type & bit) == 0)
    return -1;

  attr->fixed_size += 8;
  return (gint32) attr->fixed_size - 8;
}

/* Returns: where the id is in samples. */
static gint32
place_fields (SlPerfAttr *attr)
{
  gint32 identifier_at = place_field (attr, SL_PERF_HAS_IDENTIFIER);
  gint32 id_at;

  attr->ip_at = place_field (attr, SL_PERF_HAS_IP);
  attr->tid_at = place_field (attr, SL_PERF_HAS_TID);
  attr->time_at = place_field (attr, SL_PERF_HAS_TIME);
  place_field (attr, SL_PERF_HAS_ADDR);
  id_at = place_field (attr, SL_PERF_HAS_ID);
  place_field (attr, SL_PERF_HAS_STREAM_ID);
  attr->cpu_at = place_field (attr, SL_PERF_HAS_CPU);
  attr->head_size = attr->fixed_size;
  attr->period_at = place_field (attr, SL_PERF_HAS_PERIOD);
  return identifier_at >= 0 ? identifier_at : id_at;
}

static gint32
find_id_before_end (const SlPerfAttr *attr)
{
  if ((attr->sample_type & SL_PERF_HAS_IDENTIFIER) != 0)
    return 8;
  if ((attr->sample_type & SL_PERF_HAS_ID) == 0)
    return 0;

  return 8 + ((attr->sample_type & SL_PERF_HAS_STREAM_ID) != 0 ? 8 : 0) +
         ((attr->sample_type & SL_PERF_HAS_CPU) != 0 ? 8 : 0);
}

/* Returns: (nullable): what @id stands for, valid up to the next call; %NULL where there are too many */
static Meaning *
add_meaning (SlPerfAttrs *self, guint64 id)
{
  guint64 number = sl_number_table_find (self->by_id, id);

  if (number == SL_NUMBER_NONE)
    {
      number = self->meanings->len;
      if (number >= MOST_IDS)
        return NULL;

      g_array_set_size (self->meanings, (guint) number + 1);
      sl_number_table_set (self->by_id, id, number);
    }
  return &g_array_index (self->meanings, Meaning, number);
}

/* Which event a sample is of need not be asked where all samples look alike. */
static void
compare_with_only (SlPerfAttrs *self, const SlPerfAttr *attr)
{
  if (self->attrs->len == 1)
    self->head = attr;
  else if (self->head != NULL && ((self->head->sample_type ^ attr->sample_type) & HEAD_FIELDS) != 0)
    self->head = NULL;
  if (attr->type == SL_PERF_TYPE_SOFTWARE && attr->config == CONFIG_DUMMY)
    return;
  if (self->n_sampling++ == 0)
    self->only = attr;
  else if (self->only != NULL &&
           (self->only->sample_type != attr->sample_type ||
            self->only->read_format != attr->read_format || self->only->type != attr->type))
    self->only = NULL;
}

/* Single bits of C: the first one is the lowest of the first byte, or the highest on a big-endian machine. */
static guint64
get_flags (const guint8 *bytes, gboolean is_big)
{
  guint64 flags = 0;

  for (guint i = 0; i < 64; i++)
    flags |= (guint64) (bytes[i / 8] >> (is_big ? 7 - i % 8 : i % 8) & 1) << i;
  return flags;
}

/**
 * sl_perf_attrs_add:
 * @attr: (array length=size): a struct perf_event_attr
 * @ids: (array length=n_ids): numbers of 8 bytes
 *
 * Returns: %FALSE where @size is too small for one, or where there are too many
 */
gboolean
sl_perf_attrs_add (SlPerfAttrs *self,
                   const guint8 *attr,
                   gsize size,
                   const guint8 *ids,
                   gsize n_ids)
{
  SlPerfAttr *parsed;
  guint64 flags;
  gint32 id_at;

  if (size < SL_PERF_ATTR_LEAST || self->attrs->len == MOST_ATTRS)
    return FALSE;

  flags = get_flags (attr + ATTR_FLAGS, self->is_big);
  parsed = g_new0 (SlPerfAttr, 1);
  parsed->is_big = self->is_big;
  parsed->type = sl_bytes_u32 (attr, self->is_big);
  parsed->config = sl_bytes_u64 (attr + ATTR_CONFIG, self->is_big);
  parsed->sample_type = sl_bytes_u64 (attr + ATTR_SAMPLE_TYPE, self->is_big);
  parsed->read_format = sl_bytes_u64 (attr + ATTR_READ_FORMAT, self->is_big);
  parsed->has_trailer = (flags & FLAG_SAMPLE_ID_ALL) != 0;
  parsed->has_switches = (flags & FLAG_CONTEXT_SWITCH) != 0;
  parsed->is_of_command = (flags & FLAG_ENABLE_ON_EXEC) != 0;
  parsed->is_overwritten = (flags & FLAG_WRITE_BACKWARD) != 0;
  self->is_overwritten |= parsed->is_overwritten;
  parsed->has_clock = (flags & FLAG_USE_CLOCK) != 0 && size >= ATTR_CLOCK + 4;
  parsed->clock = parsed->has_clock ? (gint32) sl_bytes_u32 (attr + ATTR_CLOCK, self->is_big) : 0;
  id_at = place_fields (parsed);

  /* perf has its ids at the same places in all records of a file. */
  if (self->id_at < 0)
    self->id_at = id_at;
  if (self->id_before_end == 0)
    self->id_before_end = find_id_before_end (parsed);
  g_ptr_array_add (self->attrs, parsed);
  compare_with_only (self, parsed);

  for (gsize i = 0; i < n_ids && self->n_ids < MOST_IDS; i++, self->n_ids++)
    {
      Meaning *meaning = add_meaning (self, sl_bytes_u64 (ids + 8 * i, self->is_big));

      if (meaning == NULL)
        break;
      meaning->attr = self->attrs->len - 1;
    }
  return TRUE;
}

/**
 * sl_perf_attrs_set_owner:
 * @cpu: whose records have that id; -1 for any
 * @tid: of which thread; -1 for any
 */
void
sl_perf_attrs_set_owner (SlPerfAttrs *self, guint64 id, gint64 cpu, gint64 tid)
{
  Meaning *meaning = add_meaning (self, id);

  if (meaning == NULL)
    return;

  meaning->has_cpu = cpu >= 0 && cpu < G_MAXUINT32;
  meaning->cpu = (guint32) cpu;
  self->is_of_tasks |= (gint32) tid >= 0;
}

/**
 * sl_perf_attrs_are_of_tasks:
 *
 * Returns: whether only what some tasks did was recorded
 */
gboolean
sl_perf_attrs_are_of_tasks (const SlPerfAttrs *self)
{
  for (guint i = 0; i < self->attrs->len; i++)
    if (((const SlPerfAttr *) g_ptr_array_index (self->attrs, i))->is_of_command)
      return TRUE;

  return self->is_of_tasks;
}

/**
 * sl_perf_attrs_are_overwritten:
 *
 * Returns: whether the begin of the recording was lost to its end, as with perf record --overwrite
 */
gboolean
sl_perf_attrs_are_overwritten (const SlPerfAttrs *self)
{
  return self->is_overwritten;
}

guint
sl_perf_attrs_get_count (const SlPerfAttrs *self)
{
  return self->attrs->len;
}

const SlPerfAttr *
sl_perf_attrs_get (const SlPerfAttrs *self, guint number)
{
  return g_ptr_array_index (self->attrs, number);
}

/* What the id of a record stands for. */
static const Meaning *
find_meaning (const SlPerfAttrs *self, gboolean is_sample, const guint8 *body, gsize size)
{
  gint32 at = is_sample ? self->id_at : (gint32) size - self->id_before_end;
  guint64 number;

  if (at < 0 || (!is_sample && self->id_before_end == 0) || (gsize) at + 8 > size)
    return NULL;

  number = sl_number_table_find (self->by_id, sl_bytes_u64 (body + at, self->is_big));
  return number != SL_NUMBER_NONE ? &g_array_index (self->meanings, Meaning, number) : NULL;
}

/**
 * sl_perf_attrs_find:
 * @body: (array length=size): of a sample, or of another record of the kernel
 *
 * Returns: (transfer none) (nullable): the event that the record is of; the first where its id does not say it
 */
const SlPerfAttr *
sl_perf_attrs_find (const SlPerfAttrs *self, gboolean is_sample, const guint8 *body, gsize size)
{
  const Meaning *meaning;

  if (self->attrs->len == 0)
    return NULL;
  if (self->attrs->len == 1)
    return g_ptr_array_index (self->attrs, 0);

  meaning = find_meaning (self, is_sample, body, size);
  return g_ptr_array_index (self->attrs, meaning != NULL ? meaning->attr : 0);
}

/**
 * sl_perf_attrs_find_cpu:
 * @body: (array length=size): of a record that is not a sample
 *
 * Returns: whether its id says whose it is
 */
gboolean
sl_perf_attrs_find_cpu (const SlPerfAttrs *self, const guint8 *body, gsize size, guint32 *cpu)
{
  const Meaning *meaning = find_meaning (self, FALSE, body, size);

  if (meaning == NULL || !meaning->has_cpu)
    return FALSE;

  *cpu = meaning->cpu;
  return TRUE;
}

/**
 * sl_perf_attrs_get_only:
 *
 * Returns: (transfer none) (nullable): an event whose samples all others look like
 */
const SlPerfAttr *
sl_perf_attrs_get_only (const SlPerfAttrs *self)
{
  return self->only;
}

/**
 * sl_perf_attrs_get_head:
 *
 * Returns: (transfer none) (nullable): an event with whose fields the samples of all others begin, up to that of the
 *   processor
 */
const SlPerfAttr *
sl_perf_attrs_get_head (const SlPerfAttrs *self)
{
  return self->head != NULL ? self->head : self->only;
}

/**
 * sl_perf_attrs_find_type:
 *
 * Returns: (transfer none) (nullable): the first event of that type
 */
const SlPerfAttr *
sl_perf_attrs_find_type (const SlPerfAttrs *self, guint32 type)
{
  for (guint i = 0; i < self->attrs->len; i++)
    {
      const SlPerfAttr *attr = g_ptr_array_index (self->attrs, i);

      if (attr->type == type)
        return attr;
    }

  return NULL;
}

/**
 * sl_perf_attr_get_trailer_size:
 *
 * Returns: bytes at the end of records that are not samples
 */
guint32
sl_perf_attr_get_trailer_size (const SlPerfAttr *self)
{
  static const guint64 bits[] = { SL_PERF_HAS_TID,       SL_PERF_HAS_TIME, SL_PERF_HAS_ID,
                                  SL_PERF_HAS_STREAM_ID, SL_PERF_HAS_CPU,  SL_PERF_HAS_IDENTIFIER };
  guint32 size = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    size += (self->sample_type & bits[i]) != 0 ? 8 : 0;
  return size;
}

/* Bytes of what READ has at @at; G_MAXUINT64 where the sample is too short. */
static guint64
get_read_size (const SlPerfAttr *self, const guint8 *body, gsize size, guint64 at)
{
  guint64 format = self->read_format;
  guint64 value = 8 + ((format & READ_ID) != 0 ? 8 : 0) + ((format & READ_LOST) != 0 ? 8 : 0);
  guint64 times = ((format & READ_ENABLED) != 0 ? 8 : 0) + ((format & READ_RUNNING) != 0 ? 8 : 0);
  guint64 n_values;

  if ((format & READ_GROUP) == 0)
    return value + times;
  if (at + 8 > size)
    return G_MAXUINT64;

  n_values = sl_bytes_u64 (body + at, self->is_big);
  return n_values <= size ? 8 + times + n_values * value : G_MAXUINT64;
}

/**
 * sl_perf_attr_find_raw_behind:
 *
 * As sl_perf_attr_find_raw(), behind fields whose size varies.
 */
const guint8 *
sl_perf_attr_find_raw_behind (const SlPerfAttr *self,
                              const guint8 *body,
                              gsize size,
                              guint32 *raw_size)
{
  guint64 at = self->fixed_size;

  if ((self->sample_type & SL_PERF_HAS_RAW) == 0)
    return NULL;
  if ((self->sample_type & SL_PERF_HAS_READ) != 0)
    {
      guint64 read_size = get_read_size (self, body, size, at);

      if (read_size > size)
        return NULL;
      at += read_size;
    }
  if ((self->sample_type & SL_PERF_HAS_CALLCHAIN) != 0)
    {
      guint64 n_frames = at + 8 <= size ? sl_bytes_u64 (body + at, self->is_big) : G_MAXUINT64;

      if (n_frames > size / 8)
        return NULL;
      at += 8 + 8 * n_frames;
    }
  if (at + 4 > size)
    return NULL;

  *raw_size = sl_bytes_u32 (body + at, self->is_big);
  return *raw_size <= size - at - 4 ? body + at + 4 : NULL;
}
