/* SPDX-License-Identifier: GPL-3.0-or-later */

/* State listings of a Pentium's bus, as logic analysers print them: a row a bus cycle, under a head
 * line with the names of the pins, between commas, semicolons or tabs. The neutral form is
 *
 *   time_ns,cpu,addr,be,mio,dc,wr,cache,lock,data
 *
 *   time_ns   decimal; other columns for the time have their unit in the name or in the cell
 *   cpu       D/P#: 0 the primary processor, 1 the dual
 *   addr      A31-A3 at their places, hex
 *   be        BE7#-BE0#, hex, low where a byte takes part
 *   mio … lock  the pins M/IO#, D/C#, W/R#, CACHE#, LOCK#
 *   data      D63-D0, hex, X where a digit is not known
 *
 * Instead of the pins a column may have the type of the cycle in words. Lines before the head, and
 * those that begin with #, say nothing. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>

#include "sl-byu-pentium.h"
#include "sl-error.h"
#include "sl-pentium-describe.h"
#include "sl-pentium-listing.h"
#include "sl-pentium-stream.h"

/* Lines that may stand before the head. */
#define MOST_PREAMBLE 64

/* No row with an address and a type is shorter. */
#define LEAST_ROW 4

#define NO_PIN SL_N_PINS

typedef struct
{
  guint8 pin; /* NO_PIN for what is left out of account */
  guint8 low;
  guint8 width;
} Column;

/* What the head line says. */
typedef struct
{
  Column columns[SL_LISTING_COLUMNS];
  guint n_columns;
  char delimiter;
  guint32 present; /* by SL_PIN_BIT() */
  int exponent;    /* of ten: ps a unit of the time column */
  gboolean is_ns;
  gsize begin; /* of the first row */
} Head;

typedef struct
{
  Head head;
  const char *data;
  gsize size;
} Listing;

typedef struct
{
  SlPinLevels levels;
  SlPinLevels unknown;
  gint64 ps;
  guint8 type;
  guint8 type_enables;
  gboolean has_type;
  gboolean has_time;
} Row;

static gboolean
is_type_known (guint32 present)
{
  guint32 pins = SL_PIN_BIT (SL_PIN_MIO) | SL_PIN_BIT (SL_PIN_DC) | SL_PIN_BIT (SL_PIN_WR);

  return (present & pins) == pins || (present & SL_PIN_BIT (SL_PIN_TYPE)) != 0;
}

static void
read_time_name (Head *head, const char *name)
{
  static const struct
  {
    const char *suffix;
    int exponent;
  } units[] = { { "ns", 3 }, { "ps", 0 }, { "us", 6 }, { "ms", 9 }, { "_s", 12 } };

  head->exponent = 12;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      gsize length = strlen (name);

      if (length >= 2 && g_ascii_strcasecmp (name + length - 2, units[i].suffix) == 0)
        head->exponent = units[i].exponent;
    }
  head->is_ns = head->exponent == 3;
}

/* Whether the line is the head; then *@head says what it says. */
static gboolean
read_head (const SlPinMap *map, SlListingLine line, Head *head)
{
  char cell[SL_LISTING_CELL + 1];

  *head = (Head) { .delimiter = sl_listing_find_delimiter (&line) };
  line.delimiter = head->delimiter;
  while (head->n_columns < SL_LISTING_COLUMNS && sl_listing_next_cell (&line, cell))
    {
      Column *column = &head->columns[head->n_columns++];
      SlPinName name;

      column->pin = NO_PIN;
      if (!sl_pin_map_find (map, cell, &name))
        continue;
      if (!name.has_range && (head->present & SL_PIN_BIT (name.pin)) != 0)
        continue;

      column->pin = (guint8) name.pin;
      column->low = (guint8) name.low;
      column->width =
          (guint8) (name.has_range ? name.high - name.low + 1 : sl_pin_get_width (name.pin));
      head->present |= SL_PIN_BIT (name.pin);
      if (name.pin == SL_PIN_TIME)
        read_time_name (head, cell);
    }

  return (head->present & SL_PIN_BIT (SL_PIN_A)) != 0 && is_type_known (head->present);
}

static gboolean
find_head (const SlPinMap *map, const char *data, gsize size, Head *head)
{
  SlListingText text = { data, size, 0 };
  SlListingLine line;

  for (guint i = 0; i < MOST_PREAMBLE && sl_listing_next_line (&text, &line); i++)
    {
      if (!read_head (map, line, head))
        continue;
      head->begin = text.position;
      return TRUE;
    }

  return FALSE;
}

/* Half of the score for address and type, the rest for what else a good listing has. */
static guint
csv_probe (const SlProbe *probe)
{
  static const SlPin others[] = { SL_PIN_BE, SL_PIN_D, SL_PIN_MIO, SL_PIN_TIME };
  guint score = SL_PROBE_SHAPE - 100 * G_N_ELEMENTS (others);
  Head head;

  if (memchr (probe->head, '\0', probe->head_length) != NULL ||
      !find_head (NULL, (const char *) probe->head, probe->head_length, &head))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      if ((head.present & SL_PIN_BIT (others[i])) != 0)
        score += 100;
    }

  return score;
}

static gboolean
read_cell (const Head *head, const Column *column, const char *cell, Row *row)
{
  guint64 value, unknown;
  gboolean is_right;

  if (column->pin == SL_PIN_TIME)
    {
      row->has_time = sl_listing_parse_ps (cell, head->exponent, &row->ps);
      return row->has_time;
    }
  if (column->pin == SL_PIN_TYPE)
    {
      row->has_type = sl_listing_parse_type (cell, &row->type, &row->type_enables);
      return row->has_type || (head->present & SL_PIN_BIT (SL_PIN_MIO)) != 0;
    }

  is_right = column->width == 1 ? sl_listing_parse_level (cell, &value, &unknown)
                                : sl_listing_parse_hex (cell, &value, &unknown);
  if (!is_right && cell[0] != '\0')
    return FALSE;
  if (!is_right)
    unknown = G_MAXUINT64;

  sl_pin_levels_set (&row->levels, (SlPin) column->pin, column->low, column->width, value);
  sl_pin_levels_set (&row->unknown, (SlPin) column->pin, column->low, column->width, unknown);
  return TRUE;
}

static gboolean
read_row (const Head *head, SlListingLine line, Row *row)
{
  char cell[SL_LISTING_CELL + 1];

  *row = (Row) { .type_enables = 0 };
  sl_pin_levels_init (&row->levels);
  row->levels.be = 0;
  line.delimiter = head->delimiter;
  for (guint i = 0; i < head->n_columns && sl_listing_next_cell (&line, cell); i++)
    {
      if (head->columns[i].pin != NO_PIN && !read_cell (head, &head->columns[i], cell, row))
        return FALSE;
    }

  if ((head->present & SL_PIN_BIT (SL_PIN_TIME)) != 0 && !row->has_time)
    return FALSE;

  return (row->unknown.a & ~7u) == 0 && row->unknown.be == 0;
}

static gboolean
get_type (const Head *head, const Row *row, guint8 *type)
{
  guint32 pins = SL_PIN_BIT (SL_PIN_MIO) | SL_PIN_BIT (SL_PIN_DC) | SL_PIN_BIT (SL_PIN_WR);
  gboolean has_cache = (head->present & SL_PIN_BIT (SL_PIN_CACHE)) != 0;
  guint8 cache = !has_cache || sl_pin_levels_get (&row->levels, SL_PIN_CACHE);

  if (row->has_type)
    {
      *type = row->type;
      /* Words seldom tell a line from a single transfer. */
      if (has_cache && *type >= SL_PENTIUM_CODE_READ)
        *type = (guint8) ((*type & ~1) | cache);
      return TRUE;
    }
  if ((head->present & pins) != pins || (row->unknown.lines & pins) != 0)
    return FALSE;

  *type = (guint8) (sl_pin_levels_get (&row->levels, SL_PIN_MIO) << 3 |
                    sl_pin_levels_get (&row->levels, SL_PIN_DC) << 2 |
                    sl_pin_levels_get (&row->levels, SL_PIN_WR) << 1 | cache);
  return TRUE;
}

static gboolean
add_row (const Head *head, const Row *row, guint64 offset, SlPentiumReader *reader)
{
  SlPentiumBusCycle cycle = { .offset = offset };

  if (!get_type (head, row, &cycle.type))
    return FALSE;

  if (row->has_time)
    sl_pentium_reader_set_time (reader, head->is_ns ? row->ps / 1000 : row->ps);
  else
    sl_pentium_reader_set_time (reader, reader->has_begun ? reader->now + 1 : 0);
  cycle.time = cycle.end = sl_pentium_reader_get_time (reader);
  cycle.address = row->levels.a & ~7u;
  cycle.byte_enables = row->levels.be;
  if ((head->present & SL_PIN_BIT (SL_PIN_BE)) == 0 && row->type_enables != 0)
    cycle.byte_enables = row->type_enables;
  cycle.data = row->levels.d & ~row->unknown.d;
  cycle.unknown = row->unknown.d;
  cycle.bt = row->levels.bt;
  cycle.processor = sl_pin_levels_get (&row->levels, SL_PIN_DP);
  if ((head->present & SL_PIN_BIT (SL_PIN_D)) == 0 || row->unknown.d == G_MAXUINT64)
    cycle.flags |= SL_PENTIUM_CYCLE_NO_DATA;
  if (!sl_pin_levels_get (&row->levels, SL_PIN_LOCK))
    cycle.flags |= SL_PENTIUM_CYCLE_LOCKED;
  sl_pentium_reader_add (reader, &cycle);
  return TRUE;
}

static gboolean
is_comment (const SlListingLine *line)
{
  for (gsize i = 0; i < line->length; i++)
    {
      if (!g_ascii_isspace (line->begin[i]) && line->begin[i] != line->delimiter)
        return line->begin[i] == '#';
    }

  return TRUE;
}

static gboolean
csv_next (gpointer data, SlPentiumReader *reader, SlNotes *notes)
{
  const Listing *self = data;
  SlListingText text = { self->data, self->size, MAX (reader->position, self->head.begin) };
  gsize begin = text.position;
  SlListingLine line;

  while (sl_listing_next_line (&text, &line))
    {
      gboolean is_cycle = FALSE;
      Row row;

      reader->position = text.position;
      line.delimiter = self->head.delimiter;
      if (!is_comment (&line))
        {
          is_cycle =
              read_row (&self->head, line, &row) && add_row (&self->head, &row, begin, reader);
          if (!is_cycle && notes != NULL)
            sl_notes_add (notes, SL_OFFSET (0, begin), 1,
                          N_ ("Lines that are not a bus cycle were skipped"));
        }
      if (is_cycle)
        return TRUE;
      begin = text.position;
    }

  return FALSE;
}

static SlClock *
make_clock (const Head *head)
{
  static const SlRate ps = { 0, G_GUINT64_CONSTANT (1000000000000), 1 };

  if ((head->present & SL_PIN_BIT (SL_PIN_TIME)) == 0)
    return sl_clock_new (SL_UNIT_RECORDS, 0, NULL, 0);

  return head->is_ns ? sl_clock_new (SL_UNIT_NS, 0, NULL, 0)
                     : sl_clock_new (SL_UNIT_TICKS, 0, &ps, 1);
}

static SlSource *
csv_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  static const SlPentiumReaderFuncs funcs = { csv_next, g_free };
  SlMapping *file = sl_input_get_file (input, 0);
  g_autoptr (SlPinMap) map = sl_pin_map_new (sl_pentium_options_get (user, "columns"), error);
  g_autofree Listing *self = g_new0 (Listing, 1);
  g_autoptr (SlClock) clock = NULL;
  SlPentiumOptions options;
  guint32 present;

  if (map == NULL || !sl_pentium_options_parse (&options, user, error))
    return NULL;

  self->data = (const char *) sl_mapping_get_data (file);
  self->size = sl_mapping_get_size (file);
  if (!find_head (map, self->data, self->size, &self->head))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "None of the first %d lines names a column for the address and one for the type "
                   "of a cycle (or M/IO#, D/C# and W/R#); columns=PIN=NAME maps other names",
                   MOST_PREAMBLE);
      return NULL;
    }

  clock = make_clock (&self->head);
  present = self->head.present;
  return sl_pentium_source_new (input, &funcs, g_steal_pointer (&self), &options, present, clock,
                                sl_mapping_get_size (file) / LEAST_ROW + 1, error);
}

static const char *const extensions[] = { "csv", "tsv", NULL };

static const SlFormatOption option_table[] = {
  { "columns", N_ ("Columns of other names, as in A=Address,D=Bus data,BE=Enables"), NULL },
  SL_PENTIUM_OPTIONS,
  { NULL, NULL, NULL },
};

const SlFormat sl_format_pentium_csv = {
  .struct_size = sizeof (SlFormat),
  .id = "pentium-csv",
  .title = N_ ("Pentium bus cycles (state listing)"),
  .traits = SL_TRAIT_BUS_DATA,
  .tells = SL_TELLS_BUS | SL_TELLS_BRANCHES,
  .extensions = extensions,
  .options = option_table,
  .probe = csv_probe,
  .some_fields = sl_pentium_some_fields,
  .open = csv_open,
};
