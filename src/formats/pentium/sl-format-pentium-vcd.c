/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Value change dumps (IEEE 1364, section 18) of a Pentium's bus, from a simulator or an analyser:
 *
 *   $timescale 1 ns $end         what a tick is
 *   $var wire 29 ! A[31:3] $end  a signal: width, code, name
 *   $enddefinitions $end
 *   #30                          the time from here on
 *   b0010 !   1"   x#            levels that change
 *   $dumpoff … $end              from here on nothing is recorded
 *
 * The pins are sampled where CLK rises, as they were before that time; without CLK every time is a
 * clock. The protocol is in sl-pentium-bus.c. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-pentium-describe.h"
#include "sl-pentium-stream.h"
#include "sl-vcd-head.h"

/* Codes of more signals than any capture has. */
#define MOST_CODES (1u << 20)

/* A cycle needs ADS# and BRDY# to fall and CLK to rise. */
#define LEAST_CYCLE 8

/* A variable, and the pins that it is. */
typedef struct
{
  guint code;
  SlPin pin;
  guint low;
  guint width;
} Signal;

typedef struct
{
  const char *data;
  gsize size;
  gsize begin;     /* behind the head */
  GArray *signals; /* of Signal, by code */
  guint32 *first;  /* by code: number of the first signal + 1 */
  guint n_codes;
  guint32 present;
} Dump;

typedef struct
{
  const SlPinMap *map;
  GArray *signals;
  SlPinLevels taken; /* bits that have a signal */
  guint32 present;
  gboolean has_far_code;
} Search;

static void
dump_free (gpointer data)
{
  Dump *self = data;

  g_clear_pointer (&self->signals, g_array_unref);
  g_free (self->first);
  g_free (self);
}

/* Codes are numbers of base 94, the lowest digit first. */
static gboolean
read_code (const char *text, guint *code)
{
  guint64 value = 0, weight = 1;

  for (; *text != '\0'; text++, weight *= 94)
    {
      if (*text < '!' || *text > '~' || weight > MOST_CODES)
        return FALSE;
      value += (guint64) (*text - '!' + 1) * weight;
    }

  *code = (guint) value;
  return value > 0 && value < MOST_CODES;
}

static gboolean
find_pin (const SlPinMap *map, const SlVcdVariable *variable, SlPinName *name)
{
  char path[sizeof variable->scope + 1 + sizeof variable->reference];

  g_snprintf (path, sizeof path, "%s.%s", variable->scope, variable->reference);
  return sl_pin_map_find (map, path, name) || sl_pin_map_find (map, variable->reference, name);
}

/* Of signals of one name in several scopes the first is taken. */
static gboolean
take_bits (SlPinLevels *taken, const Signal *signal)
{
  SlPinLevels before = *taken, one = { 0 };

  sl_pin_levels_set (&one, signal->pin, signal->low, signal->width, G_MAXUINT64);
  if ((before.d & one.d) != 0 || (before.a & one.a) != 0 || (before.be & one.be) != 0 ||
      (before.bt & one.bt) != 0 || (before.lines & one.lines) != 0)
    return FALSE;

  sl_pin_levels_set (taken, signal->pin, signal->low, signal->width, G_MAXUINT64);
  return TRUE;
}

static void
add_variable (gpointer user_data, const SlVcdVariable *variable)
{
  Search *self = user_data;
  Signal signal;
  SlPinName name;
  guint width;

  if (!find_pin (self->map, variable, &name) || name.pin >= SL_PIN_TIME || variable->width == 0)
    return;

  width = sl_pin_get_width (name.pin);
  signal = (Signal) { .pin = name.pin, .width = MIN (variable->width, width) };
  if (name.has_range)
    signal.low = name.low;
  else if (name.pin == SL_PIN_A)
    signal.low = width - signal.width;
  if (!read_code (variable->code, &signal.code))
    {
      self->has_far_code = TRUE;
      return;
    }
  if (!take_bits (&self->taken, &signal))
    return;

  self->present |= SL_PIN_BIT (name.pin);
  if (self->signals != NULL)
    g_array_append_val (self->signals, signal);
}

/* Whether a dump can begin with a word: other bytes may begin with a dollar, too. */
static gboolean
is_declaration (const char *word)
{
  static const char *const keywords[] = {
    "$comment", "$date", "$enddefinitions", "$scope", "$timescale",
    "$upscope", "$var",  "$version",        NULL,
  };

  return g_strv_contains (keywords, word);
}

/* A dump without these pins is still a dump: opening it says which names are missing. */
static guint
vcd_probe (const SlProbe *probe)
{
  SlVcdText text = { (const char *) probe->head, probe->head_length, 0 };
  SlVcdTimescale timescale;
  Search search = { 0 };
  char word[SL_VCD_WORD + 1];

  if (!sl_vcd_next_word (&text, word, NULL) || !is_declaration (word))
    return 0;

  text.position = 0;
  if (!sl_vcd_read_head (&text, &timescale, add_variable, &search) &&
      text.position < probe->head_length)
    return 0;

  return (search.present & SL_PIN_BIT (SL_PIN_ADS)) != 0 ? SL_PROBE_MAGIC : SL_PROBE_SHAPE / 2;
}

static int
compare_signals (gconstpointer a, gconstpointer b)
{
  const Signal *one = a;
  const Signal *other = b;

  return one->code < other->code ? -1 : one->code > other->code;
}

static void
index_signals (Dump *self)
{
  g_array_sort (self->signals, compare_signals);
  self->n_codes = g_array_index (self->signals, Signal, self->signals->len - 1).code + 1;
  self->first = g_new0 (guint32, self->n_codes);
  for (guint i = self->signals->len; i > 0; i--)
    self->first[g_array_index (self->signals, Signal, i - 1).code] = i;
}

static void
set_levels (const Dump *self, SlPentiumReader *reader, guint code, guint64 value, guint64 unknown)
{
  if (code >= self->n_codes || self->first[code] == 0)
    return;

  for (guint i = self->first[code] - 1; i < self->signals->len; i++)
    {
      const Signal *signal = &g_array_index (self->signals, Signal, i);
      gboolean was_low =
          signal->pin == SL_PIN_CLK &&
          ((reader->levels.lines | reader->unknown.lines) & SL_PIN_BIT (SL_PIN_CLK)) == 0;

      if (signal->code != code)
        return;

      sl_pin_levels_set (&reader->levels, signal->pin, signal->low, signal->width, value);
      sl_pin_levels_set (&reader->unknown, signal->pin, signal->low, signal->width, unknown);
      if (was_low && (value & 1) != 0 && (unknown & 1) == 0)
        reader->is_edge = TRUE;
    }
}

static gboolean
read_digit (char c, guint64 *value, guint64 *unknown)
{
  gboolean is_unknown = strchr ("xXzZ", c) != NULL;

  if (c == '\0' || (!is_unknown && c != '0' && c != '1'))
    return FALSE;

  *value = *value << 1 | (c == '1');
  *unknown = *unknown << 1 | is_unknown;
  return TRUE;
}

/* "b10x" and the code in the next word. What is left out at the left is 0, or X before an X. */
static void
read_vector (const Dump *self, SlVcdText *text, const char *digits, SlPentiumReader *reader)
{
  char word[SL_VCD_WORD + 1];
  guint64 value = 0, unknown = strchr ("xXzZ", digits[0]) != NULL ? G_MAXUINT64 : 0;
  guint code;

  while (read_digit (*digits, &value, &unknown))
    digits++;
  if (sl_vcd_next_word (text, word, NULL) && read_code (word, &code))
    set_levels (self, reader, code, value, unknown);
}

static void
read_scalar (const Dump *self, const char *word, SlPentiumReader *reader)
{
  guint64 value = 0, unknown = 0;
  guint code;

  if (read_digit (word[0], &value, &unknown) && read_code (word + 1, &code))
    set_levels (self, reader, code, value, unknown);
}

static void
read_command (SlVcdText *text, const char *word, SlPentiumReader *reader)
{
  if (strcmp (word, "$comment") == 0)
    sl_vcd_skip_command (text);
  if (strcmp (word, "$dumpoff") == 0)
    {
      reader->has_gap = TRUE;
      reader->bus.n_cycles = 0;
    }
}

/* All changes of a time are read: where they are a clock, the bus moves. */
static void
end_step (const Dump *self, SlPentiumReader *reader, SlNotes *notes)
{
  gboolean has_clock = (self->present & SL_PIN_BIT (SL_PIN_CLK)) != 0;
  SlPentiumBusCycle done[SL_PENTIUM_READY];
  guint n_done;

  if (!reader->has_begun || (has_clock && !reader->is_edge))
    return;

  reader->is_edge = FALSE;
  n_done =
      sl_pentium_bus_clock (&reader->bus, has_clock ? &reader->edge_levels : &reader->levels,
                            has_clock ? &reader->edge_unknown : &reader->unknown, self->present,
                            sl_pentium_reader_get_time (reader), reader->step, done, notes);
  for (guint i = 0; i < n_done; i++)
    sl_pentium_reader_add (reader, &done[i]);
}

static void
begin_step (SlPentiumReader *reader, const char *word, gsize offset)
{
  guint64 time = g_ascii_strtoull (word, NULL, 10);

  sl_pentium_reader_set_time (reader, (gint64) MIN (time, G_MAXINT64));
  reader->step = offset;
  reader->edge_levels = reader->levels;
  reader->edge_unknown = reader->unknown;
}

static void
begin_dump (const Dump *self, SlPentiumReader *reader)
{
  sl_pin_levels_init (&reader->levels);
  reader->edge_levels = reader->levels;
  /* What was never told is not known. */
  reader->unknown = (SlPinLevels) { G_MAXUINT64, G_MAXUINT32, self->present, G_MAXUINT8, 0 };
  reader->edge_unknown = reader->unknown;
  reader->position = self->begin;
}

static gboolean
vcd_next (gpointer data, SlPentiumReader *reader, SlNotes *notes)
{
  const Dump *self = data;
  SlVcdText text;
  char word[SL_VCD_WORD + 1];
  gsize offset;

  if (reader->position == 0)
    begin_dump (self, reader);
  text = (SlVcdText) { self->data, self->size, reader->position };
  while (reader->n_ready == 0 && sl_vcd_next_word (&text, word, &offset))
    {
      if (word[0] == '#')
        {
          end_step (self, reader, notes);
          begin_step (reader, word + 1, offset);
        }
      else if (word[0] == 'b' || word[0] == 'B')
        read_vector (self, &text, word + 1, reader);
      else if (word[0] == 'r' || word[0] == 'R' || word[0] == 's')
        sl_vcd_next_word (&text, word, NULL);
      else if (word[0] == '$')
        read_command (&text, word, reader);
      else
        read_scalar (self, word, reader);
    }

  reader->position = text.position;
  if (reader->n_ready == 0 && !reader->has_ended)
    {
      reader->has_ended = TRUE;
      end_step (self, reader, notes);
      sl_pentium_reader_end (reader, notes);
    }
  return reader->n_ready > 0;
}

static SlClock *
make_clock (const SlVcdTimescale *timescale)
{
  guint64 ticks = 1;
  SlRate rate;

  if (timescale->number == 0)
    return sl_clock_new (SL_UNIT_TICKS, 0, NULL, 0);
  if (timescale->number == 1 && timescale->exponent == -9)
    return sl_clock_new (SL_UNIT_NS, 0, NULL, 0);

  for (int i = timescale->exponent; i < 0; i++)
    ticks *= 10;
  rate = (SlRate) { 0, ticks, timescale->number };
  return sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
}

static gboolean
read_dump (Dump *self, const SlPinMap *map, SlVcdTimescale *timescale, GError **error)
{
  SlVcdText text = { self->data, self->size, 0 };
  Search search = { .map = map, .signals = self->signals };

  if (!sl_vcd_read_head (&text, timescale, add_variable, &search))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The header of the dump has no $enddefinitions before byte %" G_GSIZE_FORMAT,
                   text.position);
      return FALSE;
    }
  if (search.has_far_code)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                           "A signal's identifier code is longer than a million signals need");
      return FALSE;
    }
  if (!sl_pentium_check_pins (search.present, "signals", error))
    return FALSE;

  self->begin = text.position;
  self->present = search.present;
  index_signals (self);
  return TRUE;
}

static SlSource *
vcd_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  static const SlPentiumReaderFuncs funcs = { vcd_next, dump_free };
  SlMapping *file = sl_input_get_file (input, 0);
  g_autoptr (SlPinMap) map = sl_pin_map_new (sl_pentium_options_get (user, "signals"), error);
  g_autoptr (SlClock) clock = NULL;
  SlVcdTimescale timescale;
  SlPentiumOptions options;
  Dump *self;

  if (map == NULL || !sl_pentium_options_parse (&options, user, error))
    return NULL;

  self = g_new0 (Dump, 1);
  self->signals = g_array_new (FALSE, FALSE, sizeof (Signal));
  self->data = (const char *) sl_mapping_get_data (file);
  self->size = sl_mapping_get_size (file);
  if (!read_dump (self, map, &timescale, error))
    {
      dump_free (self);
      return NULL;
    }

  clock = make_clock (&timescale);
  return sl_pentium_source_new (input, &funcs, self, &options, self->present, clock,
                                self->size / LEAST_CYCLE + 1, error);
}

static const char *const extensions[] = { "vcd", NULL };

static const SlFormatOption option_table[] = {
  { "signals", N_ ("Signals of other names, as in ADS#=top.ads_n,A=addr"), NULL },
  SL_PENTIUM_OPTIONS,
  { NULL, NULL, NULL },
};

const SlFormat sl_format_pentium_vcd = {
  .struct_size = sizeof (SlFormat),
  .id = "pentium-vcd",
  .title = N_ ("Pentium bus (value change dump)"),
  .traits = SL_TRAIT_BUS_DATA,
  .tells = SL_TELLS_BUS | SL_TELLS_BRANCHES,
  .extensions = extensions,
  .options = option_table,
  .probe = vcd_probe,
  .some_fields = sl_pentium_some_fields,
  .open = vcd_open,
};
