/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sessions of sigrok (the project's "File format:Sigrok/v2") that hold a Pentium's bus: a zip archive of
 *
 *   version               "2"
 *   metadata              an ini file: "[device 1]", "samplerate=50 MHz", "unitsize=16",
 *                         "probe1=A3" for bit 0 of each sample and so on
 *   logic-1 or logic-1-1, logic-1-2 …   the samples, unitsize bytes each, little endian
 *
 * The pins are sampled where CLK rises, as they were in the sample before; without CLK every sample
 * is a clock. The samples are unpacked as they are: libsigrok would pass them on in other pieces. */

#include "sl-formats.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-key-file.h"
#include "sl-pentium-describe.h"
#include "sl-pentium-stream.h"
#include "sl-spill.h"
#include "sl-unpack.h"

#define MOST_UNIT     64
#define MOST_METADATA (1u << 20)
#define DEVICE        "device 1"

typedef struct archive Archive;
typedef struct archive_entry ArchiveEntry;

/* A channel that is a pin. */
typedef struct
{
  guint bit;
  SlPin pin;
  guint low;
} Channel;

typedef struct
{
  SlMapping *samples;
  gsize unit;
  gsize size; /* of whole samples */
  GArray *channels;
  guint64 rate; /* samples a second; 0 where it is not known */
  guint32 present;
} Session;

static void
session_free (gpointer data)
{
  Session *self = data;

  g_clear_pointer (&self->samples, sl_mapping_unref);
  g_clear_pointer (&self->channels, g_array_unref);
  g_free (self);
}

static guint
sigrok_probe (const SlProbe *probe)
{
  return sl_unpack_is_session (probe->head, probe->head_length) ? SL_PROBE_MAGIC : 0;
}

/* All of a member goes into @spill, or into @text where that is given. */
static gboolean
read_member (Archive *archive, SlSpill *spill, GString *text, guint64 packed_size, GError **error)
{
  const void *bytes;
  gsize size;
  la_int64_t offset;
  int status;

  while ((status = archive_read_data_block (archive, &bytes, &size, &offset)) == ARCHIVE_OK)
    {
      if (text != NULL && text->len + size <= MOST_METADATA)
        g_string_append_len (text, bytes, (gssize) size);
      if (text == NULL && (!sl_unpack_check_size ("session's", sl_spill_get_size (spill) + size,
                                                  packed_size, sl_unpack_get_limits (), error) ||
                           !sl_spill_write (spill, bytes, size, error)))
        return FALSE;
    }

  /* What came out of a damaged archive is shown. */
  return TRUE;
}

static gboolean
read_members (Archive *archive, SlSpill *spill, GString *metadata, guint64 size, GError **error)
{
  ArchiveEntry *entry;
  int status;

  while ((status = archive_read_next_header (archive, &entry)) == ARCHIVE_OK ||
         status == ARCHIVE_WARN)
    {
      const char *name = archive_entry_pathname (entry);
      gboolean is_metadata = g_strcmp0 (name, "metadata") == 0;

      if (!is_metadata && (name == NULL || !g_str_has_prefix (name, "logic-1")))
        continue;
      if (!read_member (archive, spill, is_metadata ? metadata : NULL, size, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
unpack (SlMapping *file, Session *self, GString *metadata, GError **error)
{
  g_autoptr (SlSpill) spill = sl_spill_new (SL_SPILL_MEMORY, error);
  Archive *archive;
  gboolean is_read;

  if (spill == NULL)
    return FALSE;

  archive = archive_read_new ();
  archive_read_support_format_zip (archive);
  is_read = archive_read_open_memory (archive, sl_mapping_get_data (file),
                                      sl_mapping_get_size (file)) == ARCHIVE_OK &&
            read_members (archive, spill, metadata, sl_mapping_get_size (file), error);
  archive_read_free (archive);
  if (is_read && (metadata->len == 0 || sl_spill_get_size (spill) == 0))
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY,
                           "The session has no metadata or no samples of logic channels");
      return FALSE;
    }
  if (!is_read)
    {
      if (error != NULL && *error == NULL)
        g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED,
                             "The session is not a zip archive");
      return FALSE;
    }

  self->samples = sl_mapping_new_take_fd (sl_spill_steal_fd (spill), "logic-1", error);
  return self->samples != NULL;
}

/* "50 MHz", "24000000". */
static guint64
parse_rate (const char *text)
{
  static const struct
  {
    const char *unit;
    guint64 weight;
  } units[] = { { "GHz", 1000000000 }, { "MHz", 1000000 }, { "kHz", 1000 }, { "Hz", 1 } };
  char *end = NULL;
  double number = text != NULL ? g_ascii_strtod (text, &end) : 0;
  guint64 weight = 1;

  for (guint i = 0; end != NULL && i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (end + strspn (end, " "), units[i].unit) == 0)
        weight = units[i].weight;
    }

  number *= (double) weight;
  return number >= 1 && number < 1e15 ? (guint64) (number + 0.5) : 0;
}

static void
add_channel (Session *self, const SlPinMap *map, guint bit, const char *name)
{
  Channel channel = { .bit = bit };
  SlPinName found;

  if (!sl_pin_map_find (map, name, &found) || found.pin >= SL_PIN_TIME)
    return;

  channel.pin = found.pin;
  channel.low = found.low;
  self->present |= SL_PIN_BIT (found.pin);
  g_array_append_val (self->channels, channel);
}

static gboolean
read_metadata (Session *self, const SlPinMap *map, const GString *text, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *rate = NULL;
  gint64 unit;

  if (!sl_key_file_load (file, text->str, text->len, NULL))
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED,
                           "The session's metadata is not a file of keys and values");
      return FALSE;
    }

  unit = g_key_file_get_int64 (file, DEVICE, "unitsize", NULL);
  if (unit < 1 || unit > MOST_UNIT)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "metadata: unitsize is %" G_GINT64_FORMAT "; a sample has 1 to %d bytes", unit,
                   MOST_UNIT);
      return FALSE;
    }

  self->unit = (gsize) unit;
  self->size = sl_mapping_get_size (self->samples) / self->unit * self->unit;
  rate = g_key_file_get_string (file, DEVICE, "samplerate", NULL);
  self->rate = parse_rate (rate);
  for (guint bit = 0; bit < 8 * self->unit; bit++)
    {
      g_autofree char *key = g_strdup_printf ("probe%u", bit + 1);
      g_autofree char *name = g_key_file_get_string (file, DEVICE, key, NULL);

      if (name != NULL)
        add_channel (self, map, bit, name);
    }

  return sl_pentium_check_pins (self->present, "signals", error);
}

static void
take_sample (const Session *self, const guint8 *sample, SlPinLevels *levels)
{
  for (guint i = 0; i < self->channels->len; i++)
    {
      const Channel *channel = &g_array_index (self->channels, Channel, i);

      sl_pin_levels_set (levels, channel->pin, channel->low, 1,
                         sample[channel->bit / 8] >> (channel->bit % 8) & 1);
    }
}

/* Whether the bus moves with this sample, and the levels that it sees. */
static const SlPinLevels *
find_edge (const Session *self, const SlPentiumReader *reader)
{
  if ((self->present & SL_PIN_BIT (SL_PIN_CLK)) == 0)
    return &reader->levels;

  return sl_pin_levels_get (&reader->levels, SL_PIN_CLK) &&
                 !sl_pin_levels_get (&reader->edge_levels, SL_PIN_CLK)
             ? &reader->edge_levels
             : NULL;
}

static gboolean
sigrok_next (gpointer data, SlPentiumReader *reader, SlNotes *notes)
{
  const Session *self = data;
  const guint8 *bytes = sl_mapping_get_data (self->samples);

  if (reader->position == 0)
    {
      sl_pin_levels_init (&reader->levels);
      take_sample (self, bytes, &reader->levels);
    }
  for (; reader->n_ready == 0 && reader->position < self->size; reader->position += self->unit)
    {
      const guint8 *sample = bytes + reader->position;
      const SlPinLevels *edge;
      SlPentiumBusCycle done[SL_PENTIUM_READY];
      guint n_done;

      reader->edge_levels = reader->levels;
      if (reader->position == 0 || memcmp (sample, sample - self->unit, self->unit) != 0)
        take_sample (self, sample, &reader->levels);
      edge = find_edge (self, reader);
      if (edge == NULL)
        continue;

      reader->step = reader->position;
      sl_pentium_reader_set_time (reader, (gint64) (reader->position / self->unit));
      n_done =
          sl_pentium_bus_clock (&reader->bus, edge, &reader->unknown, self->present,
                                sl_pentium_reader_get_time (reader), reader->step, done, notes);
      for (guint i = 0; i < n_done; i++)
        sl_pentium_reader_add (reader, &done[i]);
    }

  if (reader->n_ready == 0 && !reader->has_ended)
    {
      reader->has_ended = TRUE;
      sl_pentium_reader_end (reader, notes);
    }
  return reader->n_ready > 0;
}

static SlSource *
sigrok_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  static const SlPentiumReaderFuncs funcs = { sigrok_next, session_free };
  g_autoptr (SlPinMap) map = sl_pin_map_new (sl_pentium_options_get (user, "signals"), error);
  g_autoptr (GString) metadata = g_string_new (NULL);
  g_autoptr (GError) local = NULL;
  g_autoptr (SlClock) clock = NULL;
  SlPentiumOptions options;
  Session *self;
  SlRate rate;

  if (map == NULL || !sl_pentium_options_parse (&options, user, error))
    return NULL;

  self = g_new0 (Session, 1);
  self->channels = g_array_new (FALSE, FALSE, sizeof (Channel));
  if (!unpack (sl_input_get_file (input, 0), self, metadata, &local) ||
      !read_metadata (self, map, metadata, &local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      session_free (self);
      return NULL;
    }

  rate = (SlRate) { 0, self->rate, 1 };
  clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, self->rate > 0);
  return sl_pentium_source_new (input, &funcs, self, &options, self->present, clock,
                                self->size / self->unit + 1, error);
}

static const char *const extensions[] = { "sr", NULL };

static const SlFormatOption option_table[] = {
  { "signals", N_ ("Signals of other names, as in ADS#=top.ads_n,A=addr"), NULL },
  SL_PENTIUM_OPTIONS,
  { NULL, NULL, NULL },
};

const SlFormat sl_format_sigrok = {
  .struct_size = sizeof (SlFormat),
  .id = "sigrok",
  .title = N_ ("Pentium bus (sigrok session)"),
  .traits = SL_TRAIT_BUS_DATA,
  .tells = SL_TELLS_BUS | SL_TELLS_BRANCHES,
  .extensions = extensions,
  .options = option_table,
  .probe = sigrok_probe,
  .some_fields = sl_pentium_some_fields,
  .open = sigrok_open,
};
