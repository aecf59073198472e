/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pretended-tracefs.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sl-dat-formats.h"

/* The trace is of version 6, whose table of CPUs follows this; it has no instances, little endian and longs of 8 bytes. */
#define TABLE "flyrecord"

static void
write_file (const char *folder, const char *name, const void *bytes, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
}

static void
write_text (const char *folder, const char *name, const char *text)
{
  write_file (folder, name, text, strlen (text));
}

static guint64
take_number (const guint8 **at, guint size)
{
  guint64 number = 0;

  for (guint i = 0; i < size; i++)
    number |= (guint64) (*at)[i] << 8 * i;
  *at += size;
  return number;
}

/* “header_page” NUL, u64 size, text; twice. */
static void
write_header_info (const char *root)
{
  SlDatFormats *formats = sl_dat_formats_new (FALSE, 8);
  g_autoptr (GByteArray) part = sl_dat_formats_make_part (formats, 0);
  const guint8 *at = part->data;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_build_filename ("events", (const char *) at, NULL);
      guint64 size;

      at += strlen ((const char *) at) + 1;
      size = take_number (&at, 8);
      write_file (root, name, at, size);
      at += size;
    }
  sl_dat_formats_free (formats);
}

static char *
find_name (const char *format)
{
  static const char key[] = "name: ";
  const char *name = strstr (format, key);

  g_assert_nonnull (name);
  name += strlen (key);
  return g_strndup (name, strcspn (name, "\n"));
}

/* u32 count, for each: u64 size, format text. */
static void
write_system (const char *root, const char *template, const char *system, const guint8 **at)
{
  guint64 n_events = take_number (at, 4);

  for (guint64 i = 0; i < n_events; i++)
    {
      guint64 size = take_number (at, 8);
      g_autofree char *text = g_strndup ((const char *) *at, size);
      g_autofree char *name = find_name (text);
      g_autofree char *folder = g_build_filename ("events", system, name, NULL);
      g_autofree char *format = g_build_filename (folder, "format", NULL);
      g_autofree char *enable = g_build_filename (folder, "enable", NULL);

      *at += size;
      write_text (root, format, text);
      if (g_str_equal (system, "ftrace"))
        continue;
      write_text (root, enable, "0\n");
      write_text (template, enable, "0\n");
    }
}

static void
write_formats (const char *root, const char *template)
{
  SlDatFormats *formats = sl_dat_formats_new (FALSE, 8);
  g_autoptr (GByteArray) own = sl_dat_formats_make_part (formats, 1);
  g_autoptr (GByteArray) others = sl_dat_formats_make_part (formats, 2);
  const guint8 *at = own->data;
  guint64 n_systems;

  write_system (root, template, "ftrace", &at);
  at = others->data;
  n_systems = take_number (&at, 4);
  for (guint64 i = 0; i < n_systems; i++)
    {
      const char *system = (const char *) at;

      at += strlen (system) + 1;
      write_system (root, template, system, &at);
    }
  sl_dat_formats_free (formats);
}

/* What the kernel recorded on each CPU. */
static void
write_pages (const char *template, GBytes *trace, guint n_cpus, guint n_lost)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (trace, &size);
  const guint8 *at = memmem (data, size, TABLE, sizeof TABLE);

  g_assert_nonnull (at);
  at += sizeof TABLE;
  for (guint cpu = 0; cpu < n_cpus; cpu++)
    {
      g_autofree char *folder = g_strdup_printf ("per_cpu/cpu%u", cpu);
      g_autofree char *raw = g_build_filename (folder, "trace_pipe_raw", NULL);
      g_autofree char *stats = g_build_filename (folder, "stats", NULL);
      g_autofree char *text = g_strdup_printf ("entries: 0\noverrun: %u\ncommit overrun: 0\n"
                                               "dropped events: %u\n",
                                               cpu == 1 ? n_lost : 0, cpu == 0 ? n_lost / 2 : 0);
      guint64 offset = take_number (&at, 8);
      guint64 length = take_number (&at, 8);

      g_assert_cmpuint (offset + length, <=, size);
      write_file (template, raw, data + offset, length);
      write_text (template, stats, text);
    }
}

/**
 * sl_pretended_tracefs_new:
 * @trace: a trace.dat of version 6, little endian, with longs of 8 bytes and the top buffer alone
 * @n_cpus: of it
 * @n_lost: records that CPU 1 says were overwritten; CPU 0 dropped half of that
 */
SlPretendedTracefs *
sl_pretended_tracefs_new (GBytes *trace, guint n_cpus, guint n_lost)
{
  SlPretendedTracefs *self = g_new0 (SlPretendedTracefs, 1);
  g_autofree char *template = NULL;
  g_autofree char *instances = NULL;

  self->path = g_dir_make_tmp ("slackline-tracefs-XXXXXX", NULL);
  g_assert_nonnull (self->path);
  template = g_build_filename (self->path, "template", NULL);
  instances = g_build_filename (self->path, "instances", NULL);
  g_assert_cmpint (g_mkdir (instances, 0700), ==, 0);
  write_text (self->path, "trace_clock", "[local] global mono\n");
  write_text (self->path, "printk_formats", "0x81400000 : \"printed %d\\n\"\n");
  write_text (self->path, "saved_cmdlines", "7 saved name\n8 <...>\n");
  write_text (template, "trace_clock", "[local] global mono\n");
  write_text (template, "buffer_size_kb", "1408\n");
  write_text (template, "tracing_on", "1\n");
  write_text (template, "options/copy_trace_marker", "0\n");
  write_header_info (self->path);
  write_formats (self->path, template);
  write_pages (template, trace, n_cpus, n_lost);
  return self;
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *member = g_build_filename (path, name, NULL);

      remove_all (member);
    }
  g_remove (path);
}

void
sl_pretended_tracefs_free (SlPretendedTracefs *self)
{
  remove_all (self->path);
  g_free (self->path);
  g_free (self);
}
