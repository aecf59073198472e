/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-formats.h"

#include <string.h>

#include "sl-dat-tracepoints.h"

#define FIRST_ID 300

struct _SlDatFormats
{
  gboolean is_big;
  guint long_size;
  GByteArray *behind; /* what a record has behind its fields */
  char *symbols;
};

SlDatFormats *
sl_dat_formats_new (gboolean is_big, guint long_size)
{
  SlDatFormats *self = g_new0 (SlDatFormats, 1);

  self->is_big = is_big;
  self->long_size = long_size;
  self->behind = g_byte_array_new ();
  self->symbols = g_strdup ("0000000081000000 T _text\n0000000081234560 t hrtimer_wakeup\n"
                            "0000000081234570 t hrtimer_wakeup_other\t[module]\n"
                            "0000000081234580 t dl_task_timer\n");
  return self;
}

void
sl_dat_formats_free (SlDatFormats *self)
{
  g_byte_array_unref (self->behind);
  g_free (self->symbols);
  g_free (self);
}

/* The lines of /proc/kallsyms. */
void
sl_dat_formats_set_symbols (SlDatFormats *self, const char *symbols)
{
  g_free (self->symbols);
  self->symbols = g_strdup (symbols);
}

guint16
sl_dat_formats_get_id (SlDatTracepoint tracepoint)
{
  return (guint16) (FIRST_ID + 7 * tracepoint);
}

void
sl_dat_put_number (GByteArray *bytes, guint64 value, guint size, gboolean is_big)
{
  guint8 number[8];

  for (guint i = 0; i < size; i++)
    number[is_big ? size - 1 - i : i] = (guint8) (value >> 8 * i);
  g_byte_array_append (bytes, number, size);
}

static guint
get_size (const SlDatFormats *self, const SlDatField *field)
{
  return field->type == SL_DAT_FIELD_NUMBER && field->size == 0 ? self->long_size : field->size;
}

/* As a compiler lays out a struct. */
static guint
get_offset (const SlDatFormats *self, const SlDatField *field, guint at)
{
  guint size = field->type == SL_DAT_FIELD_ALL_TEXT || field->type == SL_DAT_FIELD_COMM
                   ? 1
                   : get_size (self, field);

  return (at + size - 1) / size * size;
}

static guint
get_fields_size (const SlDatFormats *self, const SlDatFormat *tracepoint)
{
  guint at = 8;

  for (const SlDatField *field = tracepoint->fields; field->declaration != NULL; field++)
    at = get_offset (self, field, at) + get_size (self, field);
  return (at + 3) & ~3u;
}

static void
put_comm (GByteArray *bytes, gint64 pid)
{
  char comm[16] = "";

  g_snprintf (comm, sizeof comm, "task-%d", (int) pid);
  g_byte_array_append (bytes, (const guint8 *) comm, sizeof comm);
}

/* Something behind the fields, and where it is. */
static void
put_located (SlDatFormats *self, GByteArray *record, guint from, gsize length, guint behind)
{
  sl_dat_put_number (record, (guint64) length << 16 | (behind - from), 4, self->is_big);
}

static void
put_field (SlDatFormats *self,
           const SlDatField *field,
           const SlDatEvent *event,
           GByteArray *record,
           guint end)
{
  gsize length = event->text != NULL ? strlen (event->text) + 1 : 0;
  guint behind = end + self->behind->len;

  switch (field->type)
    {
    case SL_DAT_FIELD_NUMBER:
      sl_dat_put_number (record, (guint64) event->values[field->of], get_size (self, field),
                         self->is_big);
      break;
    case SL_DAT_FIELD_COMM:
      put_comm (record, event->values[field->of]);
      break;
    case SL_DAT_FIELD_LOC_COMM:
      put_located (self, record, 0, 16, behind);
      put_comm (self->behind, event->values[field->of]);
      break;
    case SL_DAT_FIELD_REL_TEXT:
    case SL_DAT_FIELD_LOC_TEXT:
      put_located (self, record, field->type == SL_DAT_FIELD_REL_TEXT ? record->len + 4 : 0, length,
                   behind);
      g_byte_array_append (self->behind, (const guint8 *) event->text, (guint) length);
      break;
    case SL_DAT_FIELD_ALL_TEXT:
    default:
      g_byte_array_append (record, (const guint8 *) event->text, (guint) length);
      break;
    }
}

static void
align (GByteArray *bytes, guint size)
{
  static const guint8 zero;

  while (bytes->len < size || bytes->len % 4 != 0)
    g_byte_array_append (bytes, &zero, 1);
}

/**
 * sl_dat_formats_make_record:
 * @record: (out): a multiple of 4 bytes
 */
void
sl_dat_formats_make_record (SlDatFormats *self, const SlDatEvent *event, GByteArray *record)
{
  const SlDatFormat *tracepoint = &sl_dat_tracepoints[event->tracepoint];
  guint end = get_fields_size (self, tracepoint);

  g_byte_array_set_size (record, 0);
  g_byte_array_set_size (self->behind, 0);
  sl_dat_put_number (record, sl_dat_formats_get_id (event->tracepoint), 2, self->is_big);
  sl_dat_put_number (record, event->flags, 1, self->is_big);
  sl_dat_put_number (record, 0, 1, self->is_big);
  sl_dat_put_number (record, event->common_pid, 4, self->is_big);
  for (const SlDatField *field = tracepoint->fields; field->declaration != NULL; field++)
    {
      guint offset = get_offset (self, field, record->len);

      while (record->len < offset)
        sl_dat_put_number (record, 0, 1, FALSE);
      put_field (self, field, event, record, end);
    }
  align (record, end);
  g_byte_array_append (record, self->behind->data, self->behind->len);
  align (record, 0);
}

static void
print_format (const SlDatFormats *self, SlDatTracepoint number, GString *text)
{
  const SlDatFormat *tracepoint = &sl_dat_tracepoints[number];
  guint at = 8;

  g_string_append_printf (text,
                          "name: %s\nID: %u\nformat:\n"
                          "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
                          "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
                          "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\t"
                          "signed:0;\n"
                          "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n",
                          tracepoint->name, sl_dat_formats_get_id (number));
  for (const SlDatField *field = tracepoint->fields; field->declaration != NULL; field++)
    {
      at = get_offset (self, field, at);
      g_string_append_printf (text, "\tfield:%s;\toffset:%u;\tsize:%u;\tsigned:%d;\n",
                              field->declaration, at, get_size (self, field), field->is_signed);
      at += get_size (self, field);
    }
  g_string_append_printf (text, "\nprint fmt: %s\n", tracepoint->print);
}

static void
put_sized (const SlDatFormats *self, GByteArray *bytes, const char *text, guint width)
{
  sl_dat_put_number (bytes, strlen (text), width, self->is_big);
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

static void
put_name (GByteArray *bytes, const char *name)
{
  g_byte_array_append (bytes, (const guint8 *) name, (guint) strlen (name) + 1);
}

static void
put_header_info (const SlDatFormats *self, GByteArray *bytes)
{
  g_autofree char *page =
      g_strdup_printf ("\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
                       "\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
                       "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
                       "\tfield: char data;\toffset:%u;\tsize:%u;\tsigned:1;\n",
                       self->long_size, 8 + self->long_size, 4088 - self->long_size);

  put_name (bytes, "header_page");
  put_sized (self, bytes, page, 8);
  put_name (bytes, "header_event");
  put_sized (self, bytes,
             "# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n"
             "\tarray       :   32 bits\n\n\tpadding     : type == 29\n\ttime_extend : type == "
             "30\n\ttime_stamp : type == 31\n\tdata max type_len  == 28\n",
             8);
}

static void
put_formats (const SlDatFormats *self, GByteArray *bytes, const char *system)
{
  GByteArray *formats = g_byte_array_new ();
  guint n_formats = 0;

  for (guint i = 0; i < SL_DAT_N_TRACEPOINTS; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (!g_str_equal (sl_dat_tracepoints[i].system, system))
        continue;
      print_format (self, (SlDatTracepoint) i, text);
      put_sized (self, formats, text->str, 8);
      n_formats++;
    }
  sl_dat_put_number (bytes, n_formats, 4, self->is_big);
  g_byte_array_append (bytes, formats->data, formats->len);
  g_byte_array_unref (formats);
}

/**
 * sl_dat_formats_make_part:
 * @part: from 0: how pages are laid out, the tracer's own formats, all other formats, symbols, formats of
 *   trace_printk(), saved names
 *
 * Returns: (transfer full): that part of the head
 */
GByteArray *
sl_dat_formats_make_part (SlDatFormats *self, guint part)
{
  static const char *const systems[] = { "sched",       "irq",   "timer",   "demo",
                                         "irq_vectors", "power", "syscalls" };
  GByteArray *bytes = g_byte_array_new ();

  switch (part)
    {
    case 0:
      put_header_info (self, bytes);
      break;
    case 1:
      put_formats (self, bytes, "ftrace");
      break;
    case 2:
      sl_dat_put_number (bytes, G_N_ELEMENTS (systems), 4, self->is_big);
      for (guint i = 0; i < G_N_ELEMENTS (systems); i++)
        {
          put_name (bytes, systems[i]);
          put_formats (self, bytes, systems[i]);
        }
      break;
    case 3:
      put_sized (self, bytes, self->symbols, 4);
      break;
    case 4:
      put_sized (self, bytes, "0x81400000 : \"printed %d\\n\"\n", 4);
      break;
    default:
      put_sized (self, bytes, "7 saved name\n8 <...>\n", 8);
      break;
    }
  return bytes;
}
