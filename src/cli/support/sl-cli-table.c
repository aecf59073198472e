/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-table.h"

#include <string.h>

#include "sl-csv.h"

/* People read columns two spaces apart; a field that is too long pushes the rest of its row. */
#define COLUMN_GAP 2

static void
finish_field (SlCliTable *self)
{
  self->column++;
  if (self->column < self->n_columns)
    {
      if (self->csv)
        sl_cli_writer_char (self->writer, ',');
      return;
    }

  self->column = 0;
  self->owed = 0;
  sl_cli_writer_char (self->writer, '\n');
}

/* Writes a field that needs no quotes. */
static void
write_plain (SlCliTable *self, const char *text, gsize length)
{
  const SlCliColumn *column = &self->columns[self->column];
  guint n_characters, missing;

  if (self->csv)
    {
      sl_cli_writer_bytes (self->writer, text, length);
      finish_field (self);
      return;
    }

  n_characters = (guint) g_utf8_strlen (text, (gssize) length);
  missing = column->width > n_characters ? column->width - n_characters : 0;
  if (column->is_number)
    self->owed += missing;
  if (n_characters > 0)
    {
      sl_cli_writer_pad (self->writer, self->owed);
      sl_cli_writer_bytes (self->writer, text, length);
      self->owed = 0;
    }
  if (!column->is_number)
    self->owed += missing;
  self->owed += COLUMN_GAP;
  finish_field (self);
}

static void
write_quoted (SlCliTable *self, const char *text)
{
  g_autoptr (GString) quoted = g_string_new (NULL);

  sl_csv_append (quoted, text);
  sl_cli_writer_bytes (self->writer, quoted->str, quoted->len);
  finish_field (self);
}

/**
 * sl_cli_table_init:
 * @writer: where the rows go; must outlive @self
 * @columns: must outlive @self
 * @csv: for scripts
 *
 * Writes the header line.
 */
void
sl_cli_table_init (SlCliTable *self,
                   SlCliWriter *writer,
                   const SlCliColumn *columns,
                   guint n_columns,
                   gboolean csv)
{
  *self = (SlCliTable) { .writer = writer, .columns = columns, .n_columns = n_columns, .csv = csv };

  for (guint i = 0; i < n_columns; i++)
    sl_cli_table_text (self, columns[i].name);
}

/**
 * sl_cli_table_text:
 * @text: UTF-8
 */
void
sl_cli_table_text (SlCliTable *self, const char *text)
{
  if (self->csv && !sl_csv_is_plain (text))
    write_quoted (self, text);
  else
    write_plain (self, text, strlen (text));
}

/**
 * sl_cli_table_empty:
 *
 * Writes a cell whose value is unknown or has no meaning.
 */
void
sl_cli_table_empty (SlCliTable *self)
{
  write_plain (self, "", 0);
}

/**
 * sl_cli_table_decimal:
 *
 * Writes a cell.
 */
void
sl_cli_table_decimal (SlCliTable *self, guint64 number)
{
  char text[SL_CLI_NUMBER_LENGTH];

  write_plain (self, text, sl_cli_format_decimal (text, number));
}

/**
 * sl_cli_table_set_unit:
 * @unit: of all times from now on; the clocks must have a rate unless it is ticks
 */
void
sl_cli_table_set_unit (SlCliTable *self, SlShownUnit unit)
{
  self->unit = unit;
}

static void
write_ns (SlCliTable *self, gint64 ns)
{
  g_autofree char *text = sl_shown_unit_dup_ns (self->unit, ns);

  write_plain (self, text, strlen (text));
}

static gboolean
has_unit (const SlCliTable *self)
{
  return self->unit != SL_SHOWN_AUTO && self->unit != SL_SHOWN_TICKS;
}

/**
 * sl_cli_table_absolute:
 * @time: ticks of @clock
 *
 * Writes a cell: the absolute count, with a minus sign where it is below 0; in another unit than ticks the time since the
 * origin of the clock.
 */
void
sl_cli_table_absolute (SlCliTable *self, const SlClock *clock, SlTime time)
{
  guint64 absolute = sl_clock_to_absolute (clock, time);
  gint64 ns;

  if (has_unit (self))
    {
      if (sl_clock_to_ns (clock, time, &ns))
        write_ns (self, ns);
      else
        sl_cli_table_empty (self);
    }
  else if (sl_clock_is_before_zero (clock, time))
    sl_cli_table_signed (self, (gint64) absolute);
  else
    sl_cli_table_decimal (self, absolute);
}

/**
 * sl_cli_table_duration:
 * @span: ticks of @clock
 *
 * Writes a cell: how long it is.
 */
void
sl_cli_table_duration (SlCliTable *self, const SlClock *clock, SlSpan span)
{
  gint64 ns;

  if (!has_unit (self))
    sl_cli_table_decimal (self, (guint64) span.end - (guint64) span.begin);
  else if (sl_clock_span_to_ns (clock, span, &ns))
    write_ns (self, ns);
  else
    sl_cli_table_empty (self);
}

/**
 * sl_cli_table_between:
 * @from: ticks of @clock
 * @to: may be before it
 *
 * Writes a cell: how long it is from one to the other, with a minus sign where that is backwards.
 */
void
sl_cli_table_between (SlCliTable *self, const SlClock *clock, SlTime from, SlTime to)
{
  SlSpan span = { MIN (from, to), MAX (from, to) };
  gint64 ns;

  if (!has_unit (self))
    sl_cli_table_signed (self, sl_time_subtract (to, from));
  else if (sl_clock_span_to_ns (clock, span, &ns))
    write_ns (self, to < from ? -ns : ns);
  else
    sl_cli_table_empty (self);
}

/**
 * sl_cli_table_signed:
 *
 * Writes a cell.
 */
void
sl_cli_table_signed (SlCliTable *self, gint64 number)
{
  char text[1 + SL_CLI_NUMBER_LENGTH];
  gboolean negative = number < 0;

  text[0] = '-';
  write_plain (self, negative ? text : text + 1,
               negative + sl_cli_format_decimal (text + 1,
                                                 negative ? -(guint64) number : (guint64) number));
}

/**
 * sl_cli_table_hex:
 *
 * Writes a cell: 0x and lower-case digits without padding.
 */
void
sl_cli_table_hex (SlCliTable *self, guint64 number)
{
  char text[SL_CLI_NUMBER_LENGTH];

  write_plain (self, text, sl_cli_format_hex (text, number));
}
