/* SPDX-License-Identifier: GPL-3.0-or-later */

/* | offset | size | MMAP and MMAP2 |
 * | --- | --- | --- |
 * | 0 | 4 | process; -1 for the kernel |
 * | 8 | 8 | address |
 * | 16 | 8 | length |
 * | 24 | 8 | offset in the file |
 * | 56 | 4 | MMAP2 only: protection, 4 is code |
 * | 32, 64 | | name |
 *
 * A process that forks has what its parent had. Names such as "[vdso]" and "//anon" are of no file, but say
 * what the code is. */

#include "sl-perf-code.h"

#include <string.h>

#define PROTECTION_IS_CODE 4
#define MISC_IS_DATA       0x2000

/* What a damaged file claims beyond this is left out. */
#define MOST_FILES 65536

static void
add_mapping (GPtrArray *files, const SlPerfRecord *record)
{
  gboolean is_second = record->type == SL_PERF_MMAP2;
  gsize name_at = is_second ? 64 : 32;
  g_autofree char *name = NULL;
  SlCodeFile *file;

  if (record->size <= name_at || files->len >= MOST_FILES ||
      (is_second && (sl_perf_record_get_u32 (record, 56) & PROTECTION_IS_CODE) == 0) ||
      (!is_second && (record->misc & MISC_IS_DATA) != 0))
    return;

  name = g_strndup ((const char *) record->body + name_at, record->size - name_at);
  if (!g_path_is_absolute (name) && name[0] != '[')
    return;

  file = sl_code_file_new (name, sl_perf_record_get_u32 (record, 0),
                           sl_perf_record_get_u64 (record, 8));
  file->size = sl_perf_record_get_u64 (record, 16);
  file->file_offset = sl_perf_record_get_u64 (record, 24);
  g_ptr_array_add (files, file);
}

static void
inherit (GPtrArray *files, guint32 child, guint32 parent)
{
  guint n_files = child != parent ? files->len : 0;

  for (guint i = 0; i < n_files && files->len < MOST_FILES; i++)
    {
      const SlCodeFile *file = g_ptr_array_index (files, i);
      SlCodeFile *copy;

      if (file->process != parent)
        continue;
      copy = sl_code_file_new (file->path, child, file->address);
      copy->size = file->size;
      copy->file_offset = file->file_offset;
      g_ptr_array_add (files, copy);
    }
}

/**
 * sl_perf_code_find:
 *
 * Returns: (transfer full) (element-type SlCodeFile): in the order of the records
 */
GPtrArray *
sl_perf_code_find (const SlPerfCapture *capture)
{
  GPtrArray *files = sl_code_files_new ();

  for (guint i = 0; i < capture->places->len; i++)
    {
      guint64 offset = g_array_index (capture->places, SlPerfPlace, i).offset;
      SlPerfRecord record;

      if (!sl_perf_records_read (capture->records, offset, &record))
        continue;
      if (record.type == SL_PERF_MMAP || record.type == SL_PERF_MMAP2)
        add_mapping (files, &record);
      else if (record.type == SL_PERF_FORK)
        inherit (files, sl_perf_record_get_u32 (&record, 0), sl_perf_record_get_u32 (&record, 4));
    }

  return files;
}
