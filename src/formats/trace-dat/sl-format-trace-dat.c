/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What trace-cmd records of Linux, versions 6 and 7. The layout is in sl-dat-file.h, that of the pages in
 * sl-ring-page.h. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-dat-options.h"
#include "sl-dat-source.h"
#include "sl-error.h"
#include "sl-ftrace-source.h"

static guint
trace_dat_probe (const SlProbe *probe)
{
  static const guint8 magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

  return probe->head_length >= sizeof magic && memcmp (probe->head, magic, sizeof magic) == 0
             ? SL_PROBE_MAGIC
             : 0;
}

/* What the file says that it does not hold. */
static void
add_notes (const SlDatFile *file, SlNotes *notes)
{
  if (file->overrun > 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, file->overrun,
        N_ ("Records were overwritten before the recording was read: the processors begin at "
            "different times"));
  if ((file->marks & SL_DAT_MARK_CUT) != 0 && file->earlier_marks != NULL)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  N_ ("This is a span cut out of a longer recording: jobs and locks that began "
                      "before it are not known"));
  else if ((file->marks & SL_DAT_MARK_CUT) != 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        N_ ("This is a span cut out of a longer recording: jobs and marks that began before it, "
            "and what earlier marks say of tasks, are not known"));
  if ((file->marks & SL_DAT_MARK_LACKS) != 0)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  N_ ("The recording that this was cut out of has no records of some processors: "
                      "what they executed is not known"));
  sl_tracing_peers_add_notes (file->peers, notes);
  if (file->text != NULL && file->rows->len > 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        N_ ("The file also holds the text of a tracer of latencies, which is not read with its "
            "records"));
  for (guint i = 0; i < file->buffers->len; i++)
    {
      const SlDatBuffer *buffer = &g_array_index (file->buffers, SlDatBuffer, i);

      if (buffer->clock != NULL && g_strcmp0 (buffer->clock, file->clock) != 0)
        sl_notes_add (notes, SL_OFFSET_NONE, 1,
                      "The buffer “%s” was recorded by the clock “%s”, not “%s”: its times do not "
                      "fit those of the others",
                      buffer->name, buffer->clock, file->clock);
    }
}

/* A tracer of latencies leaves text in place of pages. Offsets are those in the text. */
static SlSource *
open_text (const SlDatFile *file, SlNotes *notes, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (file->text, "text");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  SlSource *source = sl_ftrace_source_open (input, cancellable, error);

  if (source == NULL)
    return NULL;

  sl_source_set_some_fields (source, sl_format_ftrace_text.some_fields);
  sl_notes_add_all (sl_source_get_notes (source), notes);
  return source;
}

static SlSource *
trace_dat_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlDatFile) file = sl_dat_file_new (sl_input_get_file (input, 0), notes, error);

  if (file == NULL)
    return NULL;
  if (file->rows->len == 0 && file->text != NULL)
    return open_text (file, notes, cancellable, error);
  if (file->rows->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_EMPTY, "The file holds no pages of any CPU");
      return NULL;
    }

  add_notes (file, notes);
  return sl_dat_source_new (g_steal_pointer (&file), notes);
}

static const char *const extensions[] = { "dat", NULL };
static const char *const mime_types[] = { "application/x-trace-cmd", NULL };

const SlFormat sl_format_trace_dat = {
  .struct_size = sizeof (SlFormat),
  .id = "trace-dat",
  .title = N_ ("Linux trace-cmd"),
  .traits = SL_TRAIT_LINUX_CLASSES,
  .tells = SL_LINUX_TELLS,
  .translator = &sl_linux_translator,
  .extensions = extensions,
  .mime_types = mime_types,
  .probe = trace_dat_probe,
  .open = trace_dat_open,
};
