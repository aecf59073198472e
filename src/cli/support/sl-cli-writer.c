/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"

#define BUFFER_SIZE (256 * 1024)

struct _SlCliWriter
{
  int fd;
  char *name;
  int failure; /* errno of the first write that failed; 0 while all is well */
  gsize used;
  char buffer[BUFFER_SIZE];
};

/**
 * sl_cli_writer_new:
 * @fd: an open file; stays the caller's
 * @name: what errors call it
 */
SlCliWriter *
sl_cli_writer_new (int fd, const char *name)
{
  SlCliWriter *self = g_malloc (sizeof *self);

  self->fd = fd;
  self->name = g_strdup (name);
  self->failure = 0;
  self->used = 0;

  return self;
}

/* What is still buffered is dropped: sl_cli_writer_finish() writes it. */
void
sl_cli_writer_free (SlCliWriter *self)
{
  g_free (self->name);
  g_free (self);
}

static void
write_all (SlCliWriter *self, const char *bytes, gsize length)
{
  while (length > 0 && self->failure == 0)
    {
      gssize written = write (self->fd, bytes, length);

      if (written >= 0)
        {
          bytes += written;
          length -= (gsize) written;
        }
      else if (errno != EINTR)
        {
          self->failure = errno;
        }
    }
}

static void
flush (SlCliWriter *self)
{
  write_all (self, self->buffer, self->used);
  self->used = 0;
}

/**
 * sl_cli_writer_bytes:
 *
 * Writes @length bytes, sooner or later. Errors are kept for sl_cli_writer_finish().
 */
void
sl_cli_writer_bytes (SlCliWriter *self, const char *bytes, gsize length)
{
  if (length > BUFFER_SIZE - self->used)
    flush (self);
  if (length > BUFFER_SIZE)
    {
      write_all (self, bytes, length);
      return;
    }

  memcpy (self->buffer + self->used, bytes, length);
  self->used += length;
}

/**
 * sl_cli_writer_text:
 *
 * As sl_cli_writer_bytes(), up to the NUL.
 */
void
sl_cli_writer_text (SlCliWriter *self, const char *text)
{
  sl_cli_writer_bytes (self, text, strlen (text));
}

/**
 * sl_cli_writer_char:
 *
 * As sl_cli_writer_bytes(), for one byte.
 */
void
sl_cli_writer_char (SlCliWriter *self, char c)
{
  sl_cli_writer_bytes (self, &c, 1);
}

/**
 * sl_cli_writer_pad:
 *
 * As sl_cli_writer_bytes(), for spaces.
 */
void
sl_cli_writer_pad (SlCliWriter *self, guint n_spaces)
{
  for (guint i = 0; i < n_spaces; i++)
    sl_cli_writer_char (self, ' ');
}

/* For the few lines that are not rows: allocates. */
void
sl_cli_writer_format (SlCliWriter *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  sl_cli_writer_text (self, text);
}

/**
 * sl_cli_writer_is_open:
 *
 * Returns: whether more output can still reach anybody; loops over many rows end when not
 */
gboolean
sl_cli_writer_is_open (const SlCliWriter *self)
{
  return self->failure == 0;
}

/**
 * sl_cli_writer_finish:
 * @error: %SL_CLI_ERROR_OUTPUT if anything could not be written
 *
 * Writes what is buffered. A reader that went away (a broken pipe) has seen what it wanted: no
 * error.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_writer_finish (SlCliWriter *self, GError **error)
{
  flush (self);
  if (self->failure == 0 || self->failure == EPIPE)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_OUTPUT, "%s: Cannot be written: %s", self->name,
               g_strerror (self->failure));
  return FALSE;
}

/**
 * sl_cli_format_decimal:
 * @text: room for %SL_CLI_NUMBER_LENGTH bytes; gets no ending NUL
 *
 * Returns: how many bytes were written
 */
guint
sl_cli_format_decimal (char *text, guint64 number)
{
  static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                              "25262728293031323334353637383940414243444546474849"
                              "50515253545556575859606162636465666768697071727374"
                              "75767778798081828384858687888990919293949596979899";
  char digits[SL_CLI_NUMBER_LENGTH];
  guint at = sizeof digits;

  while (number >= 100)
    {
      at -= 2;
      memcpy (digits + at, pairs + 2 * (number % 100), 2);
      number /= 100;
    }
  if (number >= 10)
    {
      at -= 2;
      memcpy (digits + at, pairs + 2 * number, 2);
    }
  else
    {
      digits[--at] = (char) ('0' + number);
    }

  memcpy (text, digits + at, sizeof digits - at);
  return sizeof digits - at;
}

/**
 * sl_cli_format_hex:
 * @text: room for %SL_CLI_NUMBER_LENGTH bytes; gets no ending NUL
 *
 * Lower case after "0x", without padding.
 *
 * Returns: how many bytes were written
 */
guint
sl_cli_format_hex (char *text, guint64 number)
{
  guint n_digits = 1;

  while (n_digits < 16 && number >> (4 * n_digits) != 0)
    n_digits++;

  text[0] = '0';
  text[1] = 'x';
  for (guint i = 0; i < n_digits; i++)
    text[2 + i] = "0123456789abcdef"[number >> (4 * (n_digits - 1 - i)) & 15];

  return 2 + n_digits;
}
