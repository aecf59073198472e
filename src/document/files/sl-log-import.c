/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-import.h"

#include <string.h>
#include <unistd.h>

#include "sl-background.h"
#include "sl-error.h"
#include "sl-file-reader.h"
#include "sl-log-guess.h"
#include "sl-log-map.h"
#include "sl-log-shape.h"
#include "sl-open-file.h"

/* Of a mapping file. */
#define MOST_MAP (1 << 20)

/* Of a file, to see whether it is text. */
#define HEAD_SIZE 4096

/* What is done in a thread, and what came of it. */
typedef struct
{
  GFile *log;
  SlMapping *mapping; /* NULL before the log was read */
  SlLogDraft *draft;  /* NULL to take the one beside the log, or to guess */
  SlLogGuess guess;
  SlLogPreview *preview;
  char *note;
  gboolean is_edited; /* there is a mapping beside the log */
} Work;

struct _SlLogImport
{
  SlLogImportFunc changed;
  gpointer owner;
  SlBackground *background;
  GError *error;
  Work *done; /* what came last; NULL before */
  GFile *log;
};

static void
work_free (gpointer data)
{
  Work *self = data;

  g_clear_object (&self->log);
  g_clear_pointer (&self->mapping, sl_mapping_unref);
  g_clear_pointer (&self->draft, sl_log_draft_free);
  g_clear_pointer (&self->preview, sl_log_preview_free);
  g_free (self->note);
  g_free (self);
}

static gboolean
read_log (Work *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlOpenFile) file = sl_open_file_new (self->log, NULL, NULL, NULL, cancellable, error);

  if (file == NULL)
    return FALSE;

  self->mapping = sl_mapping_ref (file->mapping);
  return TRUE;
}

/* The mapping beside the log, where there is one that can be edited. */
static void
read_map (Work *self)
{
  g_autoptr (GFile) file = sl_log_draft_get_file (self->log);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize size;

  if (!g_file_query_exists (file, NULL))
    return;

  self->is_edited = TRUE;
  text = sl_file_read (file, SL_FILE_READ_REGULAR, MOST_MAP, &size, &error);
  if (text != NULL)
    self->draft = sl_log_draft_parse (text, size, &error);
  if (self->draft == NULL)
    self->note = g_strdup (error->message);
}

static void
guess_columns (Work *self, const char *data, gsize size)
{
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (self->draft, data, size, NULL);

  if (preview->columns == NULL)
    return;

  sl_log_draft_settle (self->draft, preview->columns);
  if (sl_log_draft_get_cell (self->draft, preview->columns, SL_ROW_TIME) != SL_LOG_NO_COLUMN)
    return;

  sl_log_guess_columns (self->draft, data, size);
  sl_log_guess_words (self->draft, data, size);
}

static char
get_separator (const SlLogDraft *draft)
{
  g_autofree char *text = sl_log_draft_get (draft, "separator");

  if (g_strcmp0 (text, "tab") == 0)
    return '\t';
  if (g_strcmp0 (text, "blanks") == 0)
    return ' ';

  return text != NULL && strlen (text) == 1 ? text[0] : ',';
}

static void
guess (Work *self, const char *data, gsize size)
{
  SlLogDraft *shape = NULL;

  if (self->guess == SL_LOG_GUESS_REST)
    sl_log_guess_rest (self->draft, data, size);
  else if (self->guess == SL_LOG_GUESS_WORDS)
    sl_log_guess_words (self->draft, data, size);
  else if (self->guess == SL_LOG_GUESS_COLUMNS)
    guess_columns (self, data, size);
  else if (self->guess == SL_LOG_GUESS_LINES)
    shape = sl_log_shape_find_lines (data, size);
  else if (self->guess == SL_LOG_GUESS_TABLE)
    shape = sl_log_shape_find_table (data, size, get_separator (self->draft));
  if (shape == NULL)
    return;

  g_clear_pointer (&self->draft, sl_log_draft_free);
  self->draft = shape;
  guess_columns (self, data, size);
}

static gpointer
work (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Work *asked = request;
  Work *self = g_new0 (Work, 1);
  const char *data;
  gsize size;

  self->log = g_object_ref (asked->log);
  self->mapping = asked->mapping != NULL ? sl_mapping_ref (asked->mapping) : NULL;
  self->draft = asked->draft != NULL ? sl_log_draft_copy (asked->draft) : NULL;
  self->guess = asked->guess;
  self->note = g_strdup (asked->note);
  self->is_edited = asked->is_edited;
  if (self->mapping == NULL && !read_log (self, cancellable, error))
    {
      work_free (self);
      return NULL;
    }

  data = (const char *) sl_mapping_get_data (self->mapping);
  size = sl_mapping_get_size (self->mapping);
  if (self->draft == NULL)
    read_map (self);
  if (self->draft == NULL)
    self->draft = sl_log_guess (data, size);
  guess (self, data, size);
  self->preview = sl_log_preview_new (self->draft, data, size, cancellable);
  return self;
}

static void
worked (gpointer owner, gpointer found, const GError *error)
{
  SlLogImport *self = owner;

  g_clear_error (&self->error);
  if (found == NULL)
    self->error = g_error_copy (error);
  else
    {
      g_clear_pointer (&self->done, work_free);
      self->done = found;
    }
  self->changed (self->owner);
}

static const SlBackgroundKind kind = {
  .work = work,
  .free = work_free,
  .free_found = work_free,
  .priority = G_PRIORITY_DEFAULT,
};

/**
 * sl_log_import_new:
 * @log: which is read at once, in a thread
 * @changed: called with @owner, in the main context
 *
 * Returns: (transfer full): a log of which nothing is known yet
 */
SlLogImport *
sl_log_import_new (GFile *log, SlLogImportFunc changed, gpointer owner)
{
  SlLogImport *self = g_new0 (SlLogImport, 1);
  Work *request = g_new0 (Work, 1);

  self->changed = changed;
  self->owner = owner;
  self->log = g_object_ref (log);
  self->background = sl_background_new (&kind, worked, self);
  request->log = g_object_ref (log);
  sl_background_start (self->background, request);
  return self;
}

void
sl_log_import_free (SlLogImport *self)
{
  g_clear_pointer (&self->background, sl_background_free);
  g_clear_error (&self->error);
  g_clear_pointer (&self->done, work_free);
  g_clear_object (&self->log);
  g_free (self);
}

GFile *
sl_log_import_get_log (SlLogImport *self)
{
  return self->log;
}

/* Returns: (transfer none) (nullable): the mapping that was tried last */
const SlLogDraft *
sl_log_import_get_draft (SlLogImport *self)
{
  return self->done != NULL ? self->done->draft : NULL;
}

/* Returns: (transfer none) (nullable): what that makes of the log */
const SlLogPreview *
sl_log_import_get_preview (SlLogImport *self)
{
  return self->done != NULL ? self->done->preview : NULL;
}

/* Returns: (transfer none) (nullable): why the log cannot be read */
const GError *
sl_log_import_get_error (SlLogImport *self)
{
  return self->error;
}

/* Returns: (transfer none) (nullable): what is wrong with the mapping beside the log, in place of which one was guessed */
const char *
sl_log_import_get_note (SlLogImport *self)
{
  return self->done != NULL ? self->done->note : NULL;
}

/* Returns: whether there is a mapping beside the log, which saving replaces */
gboolean
sl_log_import_is_edited (SlLogImport *self)
{
  return self->done != NULL && self->done->is_edited;
}

/* Returns: whether something newer than the last preview comes */
gboolean
sl_log_import_is_busy (SlLogImport *self)
{
  return sl_background_is_busy (self->background);
}

/**
 * sl_log_import_try:
 * @draft: copied; what comes is a preview of it, and it where something is guessed
 * @guess: what is to be guessed first
 *
 * Tries a mapping on the log; what was tried before and is not done is left off. Does nothing before the log was read.
 */
void
sl_log_import_try (SlLogImport *self, const SlLogDraft *draft, SlLogGuess guess_first)
{
  Work *request;

  if (self->done == NULL)
    return;

  request = g_new0 (Work, 1);
  request->log = g_object_ref (self->log);
  request->mapping = sl_mapping_ref (self->done->mapping);
  request->draft = sl_log_draft_copy (draft);
  request->guess = guess_first;
  request->note = g_strdup (self->done->note);
  request->is_edited = self->done->is_edited;
  sl_background_start (self->background, request);
}

/**
 * sl_log_import_save:
 *
 * Writes the mapping that was tried last beside the log, whole or not at all.
 *
 * Returns: %FALSE with @error, which names the file, where that cannot be
 */
gboolean
sl_log_import_save (SlLogImport *self, GError **error)
{
  g_return_val_if_fail (self->done != NULL, FALSE);

  return sl_log_draft_save (self->done->draft, self->log, error);
}

/**
 * sl_log_import_find_log:
 * @file: a log, or its mapping
 *
 * Returns: (transfer full): the log
 */
GFile *
sl_log_import_find_log (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  gsize suffix = strlen (SL_LOG_MAP_SUFFIX);
  gboolean is_map = name != NULL && folder != NULL && g_str_has_suffix (name, SL_LOG_MAP_SUFFIX) &&
                    strlen (name) > suffix;

  if (!is_map)
    return g_object_ref (file);

  name[strlen (name) - suffix] = '\0';
  return g_file_get_child (folder, name);
}

static gboolean
is_text (GFile *file)
{
  const char *path = g_file_peek_path (file);
  int fd = path != NULL ? sl_file_open_regular (path, NULL) : -1;
  char head[HEAD_SIZE];
  gssize size;

  if (fd < 0)
    return FALSE;

  size = read (fd, head, sizeof head);
  close (fd);
  return size > 0 && sl_log_is_text (head, (gsize) size);
}

/**
 * sl_log_import_is_offered:
 * @file: that could not be opened
 * @error: why
 *
 * Reads the first bytes of a local file.
 *
 * Returns: whether it is a text of no format, or a log whose mapping may be wrong, so that importing it helps
 */
gboolean
sl_log_import_is_offered (GFile *file, const GError *error)
{
  g_autoptr (GFile) log = sl_log_import_find_log (file);
  g_autoptr (GFile) map = sl_log_draft_get_file (log);

  return (g_file_query_exists (map, NULL) && g_file_query_exists (log, NULL)) ||
         (g_error_matches (error, SL_ERROR, SL_ERROR_UNKNOWN_FORMAT) && is_text (log));
}
