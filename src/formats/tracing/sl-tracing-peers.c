/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tracing-peers.h"

#include "sl-bytes-order.h"

#define FLAG_INTERPOLATE 1

/* Bytes of one sample, without its fraction. */
#define SAMPLE_SIZE 24

#define MOST_NAME 4096

static void
guest_free (gpointer data)
{
  SlTracingGuest *guest = data;

  g_free (guest->name);
  g_hash_table_unref (guest->cpus);
  g_free (guest);
}

SlTracingPeers *
sl_tracing_peers_new (void)
{
  SlTracingPeers *self = g_new0 (SlTracingPeers, 1);

  self->samples = g_array_new (FALSE, FALSE, sizeof (SlPeerSample));
  self->guests = g_ptr_array_new_with_free_func (guest_free);
  return self;
}

void
sl_tracing_peers_free (SlTracingPeers *self)
{
  g_array_unref (self->samples);
  g_ptr_array_unref (self->guests);
  g_free (self);
}

/* The samples of one CPU, without their fractions. */
static GArray *
read_samples (SlByteReader *data, gboolean is_big)
{
  GArray *samples = g_array_new (FALSE, TRUE, sizeof (SlPeerSample));
  const guint8 *bytes;
  guint32 n;

  if (!sl_byte_reader_u32 (data, is_big, &n, "number of samples", NULL) ||
      n > sl_byte_reader_get_left (data) / SAMPLE_SIZE)
    {
      data->position = data->size;
      return samples;
    }

  bytes = sl_byte_reader_take (data, (gsize) n * SAMPLE_SIZE, "samples", NULL);
  g_array_set_size (samples, n);
  for (guint32 i = 0; i < n; i++)
    g_array_index (samples, SlPeerSample, i) = (SlPeerSample) {
      .time = (gint64) sl_bytes_u64 (bytes + (gsize) i * 8, is_big),
      .offset = (gint64) sl_bytes_u64 (bytes + ((gsize) n + i) * 8, is_big),
      .scaling = (gint64) sl_bytes_u64 (bytes + (2 * (gsize) n + i) * 8, is_big),
    };
  return samples;
}

static void
read_fractions (SlByteReader *data, gboolean is_big, GArray *samples)
{
  guint64 fraction;

  for (guint i = 0; i < samples->len; i++)
    if (sl_byte_reader_u64 (data, is_big, &fraction, "fraction", NULL))
      g_array_index (samples, SlPeerSample, i).fraction = (guint) MIN (fraction, 64);
}

/* In order, and of a clock that goes on. */
static gboolean
are_right (const GArray *samples)
{
  for (guint i = 0; i < samples->len; i++)
    {
      const SlPeerSample *sample = &g_array_index (samples, SlPeerSample, i);

      if (sample->scaling <= 0 || sample->fraction > 63 || sample->time < 0 ||
          (i > 0 && sample->time <= sample[-1].time))
        return FALSE;
    }

  return samples->len > 0;
}

static gboolean
are_same (const GArray *one, const GArray *other)
{
  for (guint i = 0; i < MIN (one->len, other->len); i++)
    {
      const SlPeerSample *a = &g_array_index (one, SlPeerSample, i);
      const SlPeerSample *b = &g_array_index (other, SlPeerSample, i);

      if (a->time != b->time || a->offset != b->offset || a->scaling != b->scaling ||
          a->fraction != b->fraction)
        return FALSE;
    }

  return one->len == other->len;
}

/**
 * sl_tracing_peers_take_shift:
 * @data: of the option TIME_SHIFT
 */
void
sl_tracing_peers_take_shift (SlTracingPeers *self, SlByteReader data, gboolean is_big)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint32 flags, n_cpus;

  if (!sl_byte_reader_u64 (&data, is_big, &self->host, "host", NULL) ||
      !sl_byte_reader_u32 (&data, is_big, &flags, "flags", NULL) ||
      !sl_byte_reader_u32 (&data, is_big, &n_cpus, "number of CPUs", NULL))
    return;

  self->interpolates = (flags & FLAG_INTERPOLATE) != 0;
  self->n_apart = 0;
  for (guint32 i = 0; i < n_cpus && sl_byte_reader_get_left (&data) > 0; i++)
    g_ptr_array_add (all, read_samples (&data, is_big));
  for (guint i = 0; i < all->len; i++)
    read_fractions (&data, is_big, all->pdata[i]);

  g_array_set_size (self->samples, 0);
  if (all->len == 0 || !are_right (all->pdata[0]))
    return;

  g_array_append_vals (self->samples, ((GArray *) all->pdata[0])->data,
                       ((GArray *) all->pdata[0])->len);
  for (guint i = 1; i < all->len; i++)
    self->n_apart += !are_same (all->pdata[0], all->pdata[i]);
}

/**
 * sl_tracing_peers_take_guest:
 * @data: of an option GUEST
 */
void
sl_tracing_peers_take_guest (SlTracingPeers *self, SlByteReader data, gboolean is_big)
{
  const char *name = sl_byte_reader_text (&data, MOST_NAME, "name of a guest", NULL);
  guint64 trace_id;
  SlTracingGuest *guest;
  guint32 n;

  if (name == NULL || !sl_byte_reader_u64 (&data, is_big, &trace_id, "guest", NULL) ||
      !sl_byte_reader_u32 (&data, is_big, &n, "number of CPUs", NULL))
    return;

  guest = g_new0 (SlTracingGuest, 1);
  guest->name = g_utf8_make_valid (name, -1);
  guest->trace_id = trace_id;
  guest->cpus = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < n; i++)
    {
      const guint8 *pair = sl_byte_reader_take (&data, 8, "CPU of a guest", NULL);

      if (pair == NULL)
        break;
      g_hash_table_insert (guest->cpus, GUINT_TO_POINTER (sl_bytes_u32 (pair + 4, is_big)),
                           GUINT_TO_POINTER (sl_bytes_u32 (pair, is_big)));
    }
  g_ptr_array_add (self->guests, guest);
}

/**
 * sl_tracing_peers_add_notes:
 *
 * Says once which recordings belong together.
 */
void
sl_tracing_peers_add_notes (const SlTracingPeers *self, SlNotes *notes)
{
  if (self->host != 0 && self->samples->len == 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        "The recording is that of a virtual machine, but what it says of its host’s clock "
        "cannot be right: it stays on its own");
  else if (self->host != 0)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "The recording is that of a virtual machine; joined with the recording of its "
                  "host, which has the TRACEID 0x%" G_GINT64_MODIFIER
                  "x, it is put onto the host’s axis",
                  self->host);
  if (self->n_apart > 0)
    sl_notes_add (notes, SL_OFFSET_NONE, self->n_apart,
                  "CPUs of the virtual machine have clocks of their own; on the host’s axis all "
                  "are where the clock of the first puts them");
  for (guint i = 0; i < self->guests->len; i++)
    {
      const SlTracingGuest *guest = self->guests->pdata[i];

      sl_notes_add (notes, SL_OFFSET_NONE, 1,
                    "The virtual machine “%s” was recorded too, under the TRACEID "
                    "0x%" G_GINT64_MODIFIER "x: both recordings can be joined on one axis",
                    guest->name, guest->trace_id);
    }
}

/**
 * sl_tracing_peers_make_clock:
 * @trace_id: of the recording itself; 0 where it has none
 * @first: the recorded time of its tick 0
 *
 * Returns: (transfer full) (nullable): how its clock fits others; %NULL where nobody can know it and it knows nobody
 */
SlPeerClock *
sl_tracing_peers_make_clock (const SlTracingPeers *self, guint64 trace_id, guint64 first)
{
  SlPeerClock *clock;

  if (trace_id == 0 && self->samples->len == 0)
    return NULL;

  clock = sl_peer_clock_new (trace_id != 0 ? trace_id : G_MAXUINT64, first);
  if (self->samples->len > 0)
    sl_peer_clock_set_samples (clock, self->host,
                               (const SlPeerSample *) (gpointer) self->samples->data,
                               self->samples->len, self->interpolates);
  return clock;
}

/**
 * sl_tracing_peers_name_thread:
 * @comm: (nullable): what the thread is called by itself
 *
 * Returns: (transfer full) (nullable): the name of a thread that is a CPU of a guest; %NULL for any other
 */
char *
sl_tracing_peers_name_thread (const SlTracingPeers *self, guint64 tid, const char *comm)
{
  for (guint i = 0; i < self->guests->len; i++)
    {
      const SlTracingGuest *guest = self->guests->pdata[i];
      gpointer cpu;

      if (tid <= G_MAXUINT32 &&
          g_hash_table_lookup_extended (guest->cpus, GUINT_TO_POINTER ((guint) tid), NULL, &cpu))
        return g_strdup_printf ("%s%s%s CPU %u", comm != NULL ? comm : "",
                                comm != NULL ? " · " : "", guest->name, GPOINTER_TO_UINT (cpu));
    }

  return NULL;
}
