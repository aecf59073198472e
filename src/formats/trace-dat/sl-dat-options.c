/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-options.h"

#include <string.h>

/* What the version of the program that wrote a file ends with where that is a span of a recording, in the order of the
 * bits of SlDatMarks. */
static const char *const marks[] = {
  "; a span cut out by Slackline",
  "; symbols that its records need",
  "; pages of CPUs are missing",
};

/* Clocks further off than this are not shifted but damaged: some 146 years. */
#define MOST_SHIFT (G_GINT64_CONSTANT (1) << 62)

/**
 * sl_dat_option_dup_text:
 * @data: the option's data
 *
 * Returns: (transfer full): them as text, up to the first NUL, as valid UTF-8
 */
char *
sl_dat_option_dup_text (const SlByteReader *data)
{
  g_autofree char *bytes = g_strndup ((const char *) data->data, data->size);

  return g_utf8_make_valid (bytes, -1);
}

/**
 * sl_dat_option_parse_clock:
 * @text: the name of a clock, or all clocks with the one in use in brackets, as tracefs lists them
 *
 * Returns: (transfer full): the name of the clock in use
 */
char *
sl_dat_option_parse_clock (const char *text)
{
  const char *open = strchr (text, '[');
  const char *end = open != NULL ? strchr (open, ']') : NULL;

  if (end != NULL)
    return g_strndup (open + 1, (gsize) (end - open) - 1);
  return g_strstrip (g_strdup (text));
}

/* Adds @number × @scale to the shift, unless that is beyond any clock. */
static void
add_shift (SlDatFile *file, gint64 number, gint64 scale)
{
  gint64 shift;

  if (!__builtin_mul_overflow (number, scale, &shift) &&
      !__builtin_add_overflow (shift, file->shift, &shift) && ABS (shift) <= MOST_SHIFT)
    file->shift = shift;
}

/* “Linux vm 6.18.44 x86_64”: the release is the third word. */
static void
set_release (SlDatFile *file, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", 4);

  if (g_strv_length (words) < 3)
    return;

  g_free (file->release);
  file->release = g_strdup (words[2]);
}

/* per_cpu/cpuN/stats: “overrun: 69209”. */
static void
add_overrun (SlDatFile *file, const char *text)
{
  const char *line = strstr (text, "\noverrun: ");

  if (line != NULL)
    file->overrun += g_ascii_strtoull (line + strlen ("\noverrun: "), NULL, 10);
}

static void
set_tsc (SlDatFile *file, const SlByteReader *data)
{
  guint32 mult, shift;

  if (data->size < 8)
    return;

  mult = sl_bytes_u32 (data->data, file->tracing->is_big);
  shift = sl_bytes_u32 (data->data + 4, file->tracing->is_big);
  if (mult == 0 || shift > 32)
    return;

  file->tsc_mult = mult;
  file->tsc_shift = shift;
}

/**
 * sl_dat_option_dup_version:
 * @recorded: (nullable): as the recording has it
 * @which: those that are added where they are not there yet
 *
 * Returns: (transfer full): the version of a span of a recording, which lets readers know that it is one
 */
char *
sl_dat_option_dup_version (GBytes *recorded, SlDatMarks which)
{
  gsize size = 0;
  const char *text = recorded != NULL ? g_bytes_get_data (recorded, &size) : NULL;
  g_autofree char *recorded_version = g_strndup (text != NULL ? text : "", size);
  GString *version = g_string_new (recorded_version);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if ((which & 1u << i) != 0 && strstr (recorded_version, marks[i]) == NULL)
      g_string_append (version, marks[i]);
  return g_string_free (version, FALSE);
}

static SlDatMarks
find_marks (const char *version)
{
  SlDatMarks found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (version, marks[i]) != NULL)
      found |= 1u << i;
  return found;
}

/**
 * sl_dat_option_take:
 * @data: the option's data
 *
 * Keeps what an option says of the whole file.
 *
 * Returns: %FALSE for one of those that say where something is, which are left to the caller
 */
gboolean
sl_dat_option_take (SlDatFile *file, SlDatOption id, const SlByteReader *data)
{
  g_autofree char *text = NULL;

  switch ((guint) id)
    {
    case SL_DAT_OPTION_DATE:
    case SL_DAT_OPTION_OFFSET:
      text = sl_dat_option_dup_text (data);
      if (id == SL_DAT_OPTION_DATE)
        {
          add_shift (file, g_ascii_strtoll (text, NULL, 0), 1000);
          file->has_date = TRUE;
        }
      else
        add_shift (file, g_ascii_strtoll (text, NULL, 0), 1);
      return TRUE;
    case SL_DAT_OPTION_CPUSTAT:
      text = sl_dat_option_dup_text (data);
      add_overrun (file, text);
      file->has_instances |= g_str_has_prefix (text, "\nBuffer: ");
      return TRUE;
    case SL_DAT_OPTION_TRACECLOCK:
      text = sl_dat_option_dup_text (data);
      g_free (file->clock);
      file->clock = sl_dat_option_parse_clock (text);
      return TRUE;
    case SL_DAT_OPTION_UNAME:
      text = sl_dat_option_dup_text (data);
      set_release (file, text);
      return TRUE;
    case SL_DAT_OPTION_VERSION:
      text = sl_dat_option_dup_text (data);
      file->marks = find_marks (text);
      file->lacks_rows |= (file->marks & SL_DAT_MARK_LACKS) != 0;
      return TRUE;
    case SL_DAT_OPTION_EARLIER_MARKS:
      g_free (file->earlier_marks);
      file->earlier_marks = sl_dat_option_dup_text (data);
      return TRUE;
    case SL_DAT_OPTION_CPUCOUNT:
      if (data->size >= 4)
        file->n_cpus = sl_bytes_u32 (data->data, file->tracing->is_big);
      return TRUE;
    case SL_DAT_OPTION_TRACEID:
      if (data->size >= 8)
        file->trace_id = sl_bytes_u64 (data->data, file->tracing->is_big);
      return TRUE;
    case SL_DAT_OPTION_TIME_SHIFT:
      sl_tracing_peers_take_shift (file->peers, *data, file->tracing->is_big);
      return TRUE;
    case SL_DAT_OPTION_GUEST:
      sl_tracing_peers_take_guest (file->peers, *data, file->tracing->is_big);
      return TRUE;
    case SL_DAT_OPTION_TSC2NSEC:
      set_tsc (file, data);
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * sl_dat_option_keep:
 *
 * Keeps a copy of a part of the head, if parts are kept.
 */
void
sl_dat_option_keep (SlDatFile *self,
                    guint16 id,
                    gboolean is_section,
                    const guint8 *bytes,
                    gsize size)
{
  SlDatKept part = { id, is_section, NULL };

  if (self->parts == NULL)
    return;

  part.bytes = g_bytes_new (bytes, size);
  g_array_append_val (self->parts, part);
}
