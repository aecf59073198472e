/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-names.h"

#include <string.h>

/* Between the parts of a key; in no text of JSON. */
#define SEPARATOR '\x1f'

/* Room for a key; what is longer is told apart by its begin. */
#define KEY_SIZE 512

/* Values of a counter with fractions are kept in thousandths: a power of ten. */
#define SERIES_SHIFT 3

/* From here on threads have ids that are not tids. */
#define FIRST_OWN_ID (G_GUINT64_CONSTANT (1) << 62)

typedef struct
{
  char *name;
  char *pid;
  guint n_threads;
} Process;

typedef struct
{
  guint64 id;
  guint64 tid; /* G_MAXUINT64 where it is none */
  guint64 pid;
  guint32 process;
  char *name;
  char *text; /* of the tid */
} Thread;

typedef struct
{
  char *text;
  int shift;
} Label;

struct _SlChromeNames
{
  GHashTable *process_numbers; /* pid → place + 1 */
  GArray *processes;
  GHashTable *thread_numbers; /* pid, tid → place + 1 */
  GArray *threads;
  GHashTable *threads_by_id; /* id → place + 1 */
  GHashTable *label_numbers; /* name, or name, key and pid → place */
  GArray *labels;            /* the first is that of all names beyond the most */
};

static void
clear_process (gpointer data)
{
  Process *process = data;

  g_free (process->name);
  g_free (process->pid);
}

static void
clear_thread (gpointer data)
{
  Thread *thread = data;

  g_free (thread->name);
  g_free (thread->text);
}

static void
clear_label (gpointer data)
{
  g_free (((Label *) data)->text);
}

static GArray *
new_array (gsize size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, (guint) size);

  g_array_set_clear_func (array, clear);
  return array;
}

SlChromeNames *
sl_chrome_names_new (void)
{
  SlChromeNames *self = g_new0 (SlChromeNames, 1);
  Label others = { g_strdup ("…"), 0 };

  self->process_numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->processes = new_array (sizeof (Process), clear_process);
  self->thread_numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->threads = new_array (sizeof (Thread), clear_thread);
  self->threads_by_id = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->label_numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->labels = new_array (sizeof (Label), clear_label);
  g_array_append_val (self->labels, others);
  return self;
}

void
sl_chrome_names_free (SlChromeNames *self)
{
  g_hash_table_unref (self->process_numbers);
  g_array_unref (self->processes);
  g_hash_table_unref (self->thread_numbers);
  g_array_unref (self->threads);
  g_hash_table_unref (self->threads_by_id);
  g_hash_table_unref (self->label_numbers);
  g_array_unref (self->labels);
  g_free (self);
}

/* Appends a part of a key at @length; returns the new length. */
static gsize
put (char *key, gsize length, const SlJsonSpan *span)
{
  gsize n_bytes = MIN (span->length, KEY_SIZE - 2 - length);

  if (n_bytes > 0)
    memcpy (key + length, span->begin, n_bytes);
  length += n_bytes;
  if (length < KEY_SIZE - 1)
    key[length++] = SEPARATOR;
  key[length] = '\0';
  return length;
}

/* Keys may have NULs, as damaged text does: what is behind does not count. */
static guint32
look_up (GHashTable *table, const char *key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (table, key));
}

static guint64
get_number (const char *text)
{
  guint64 number;

  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, &number, NULL) ? number : G_MAXUINT64;
}

static guint32
add_process (SlChromeNames *self, const SlJsonSpan *pid)
{
  char key[KEY_SIZE];
  guint32 number;
  Process process = { 0 };

  put (key, 0, pid);
  number = look_up (self->process_numbers, key);
  if (number > 0 || self->processes->len == SL_CHROME_MOST_NAMES)
    return number;

  process.pid = sl_json_span_dup (pid);
  g_array_append_val (self->processes, process);
  g_hash_table_insert (self->process_numbers, g_strdup (key),
                       GUINT_TO_POINTER (self->processes->len));
  return self->processes->len;
}

static void
make_thread_key (char *key, const SlChromeRecord *record)
{
  put (key, put (key, 0, &record->pid), &record->tid);
}

/**
 * sl_chrome_names_add_thread:
 *
 * Returns: the place of the record's thread, from 1; 0 where there are too many
 */
guint32
sl_chrome_names_add_thread (SlChromeNames *self, const SlChromeRecord *record)
{
  char key[KEY_SIZE];
  guint32 number;
  Thread thread = { 0 };

  make_thread_key (key, record);
  number = look_up (self->thread_numbers, key);
  if (number > 0 || self->threads->len == SL_CHROME_MOST_NAMES)
    return number;

  thread.process = add_process (self, &record->pid);
  thread.text = sl_json_span_dup (&record->tid);
  thread.tid = get_number (thread.text);
  thread.pid = thread.process > 0
                   ? get_number (g_array_index (self->processes, Process, thread.process - 1).pid)
                   : G_MAXUINT64;
  g_array_append_val (self->threads, thread);
  g_hash_table_insert (self->thread_numbers, g_strdup (key), GUINT_TO_POINTER (self->threads->len));
  return self->threads->len;
}

static void
set_name (char **name, const SlJsonSpan *value)
{
  if (value->type != SL_JSON_TYPE_TEXT || value->length == 0)
    return;

  g_free (*name);
  *name = sl_json_span_dup (value);
}

/**
 * sl_chrome_names_add_metadata:
 * @record: of %SL_CHROME_METADATA
 *
 * Takes the name of a process or of a thread; the last one holds.
 */
void
sl_chrome_names_add_metadata (SlChromeNames *self, const SlChromeRecord *record)
{
  guint32 number;
  SlJsonSpan name;

  if (!sl_chrome_record_find_argument (record, "name", &name))
    return;

  if (sl_json_span_is (&record->name, "process_name"))
    {
      number = add_process (self, &record->pid);
      if (number > 0)
        set_name (&g_array_index (self->processes, Process, number - 1).name, &name);
    }
  else if (sl_json_span_is (&record->name, "thread_name"))
    {
      number = sl_chrome_names_add_thread (self, record);
      if (number > 0)
        set_name (&g_array_index (self->threads, Thread, number - 1).name, &name);
    }
}

static Label *
add_label (SlChromeNames *self, const char *key)
{
  guint32 number = look_up (self->label_numbers, key);
  Label label = { NULL, 0 };

  if (number == 0 && self->labels->len < SL_CHROME_MOST_NAMES)
    {
      g_array_append_val (self->labels, label);
      number = self->labels->len - 1;
      g_hash_table_insert (self->label_numbers, g_strdup (key), GUINT_TO_POINTER (number));
    }
  return &g_array_index (self->labels, Label, number);
}

/**
 * sl_chrome_names_add_label:
 *
 * Takes the name of spans and marks.
 *
 * Returns: its number, as sl_chrome_names_get_label() gives it
 */
guint32
sl_chrome_names_add_label (SlChromeNames *self, const SlJsonSpan *name)
{
  char key[KEY_SIZE];
  Label *label;

  put (key, 0, name);
  label = add_label (self, key);
  if (label->text == NULL)
    label->text = name->length > 0 ? sl_json_span_dup (name) : g_strdup ("unnamed");
  return (guint32) (label - &g_array_index (self->labels, Label, 0));
}

static void
make_series_key (char *key, const SlChromeRecord *record, const SlJsonSpan *series)
{
  gsize length = put (key, 0, &record->name);

  length = put (key, length, series);
  length = put (key, length, &record->pid);
  put (key, length, &record->id);
}

/**
 * sl_chrome_names_add_series:
 * @key: of the value among the counter's arguments
 * @is_whole: the value has no fraction
 *
 * Takes a row of values of a counter; each process has its own.
 */
void
sl_chrome_names_add_series (SlChromeNames *self,
                            const SlChromeRecord *record,
                            const SlJsonSpan *key,
                            gboolean is_whole)
{
  char text[KEY_SIZE];
  Label *label;

  make_series_key (text, record, key);
  label = add_label (self, text);
  if (label->text == NULL)
    {
      g_autofree char *name = sl_json_span_dup (&record->name);
      g_autofree char *series = sl_json_span_dup (key);

      label->text = g_str_equal (series, "value") || g_str_equal (series, name)
                        ? g_strdup (name)
                        : g_strdup_printf ("%s: %s", name, series);
    }
  if (!is_whole && label != &g_array_index (self->labels, Label, 0))
    label->shift = SERIES_SHIFT;
}

/* A thread has its tid, where no other process has the same; else also its pid; else a number of its own. */
static void
set_ids (SlChromeNames *self)
{
  g_autoptr (GHashTable) owners = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = &g_array_index (self->threads, Thread, i);
      gpointer owner = GUINT_TO_POINTER (i + 1);

      if (g_hash_table_contains (owners, &thread->tid))
        owner = NULL;
      g_hash_table_insert (owners, &thread->tid, owner);
    }
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = &g_array_index (self->threads, Thread, i);
      gboolean is_alone = g_hash_table_lookup (owners, &thread->tid) != NULL;

      if (thread->tid == G_MAXUINT64 || (!is_alone && thread->pid == G_MAXUINT64))
        thread->id = FIRST_OWN_ID + i;
      else
        thread->id = is_alone ? thread->tid : thread->pid << 31 | thread->tid;
      g_hash_table_insert (self->threads_by_id, g_memdup2 (&thread->id, sizeof thread->id),
                           GUINT_TO_POINTER (i + 1));
    }
}

static void
seal_labels (SlChromeNames *self)
{
  for (guint i = 0; i < self->labels->len; i++)
    {
      Label *label = &g_array_index (self->labels, Label, i);
      char *text = label->text;

      if (label->shift == 0)
        continue;
      label->text = g_strdup_printf ("%s (thousandths)", text);
      g_free (text);
    }
}

/**
 * sl_chrome_names_seal:
 *
 * Nothing is added from now on: everything has its number.
 */
void
sl_chrome_names_seal (SlChromeNames *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      const Thread *thread = &g_array_index (self->threads, Thread, i);

      if (thread->process > 0)
        g_array_index (self->processes, Process, thread->process - 1).n_threads++;
    }
  set_ids (self);
  seal_labels (self);
}

/**
 * sl_chrome_names_get_thread:
 *
 * Returns: the native id of the record's thread; G_MAXUINT64 where there is none
 */
guint64
sl_chrome_names_get_thread (SlChromeNames *self, const SlChromeRecord *record)
{
  char key[KEY_SIZE];
  guint32 number;

  make_thread_key (key, record);
  number = look_up (self->thread_numbers, key);
  return number > 0 ? g_array_index (self->threads, Thread, number - 1).id : G_MAXUINT64;
}

guint32
sl_chrome_names_get_label (SlChromeNames *self, const SlJsonSpan *name)
{
  char key[KEY_SIZE];

  put (key, 0, name);
  return look_up (self->label_numbers, key);
}

/**
 * sl_chrome_names_get_series:
 * @shift: (out): values are multiplied by ten to the power of it
 *
 * Returns: the native id of the variable
 */
guint32
sl_chrome_names_get_series (SlChromeNames *self,
                            const SlChromeRecord *record,
                            const SlJsonSpan *key,
                            int *shift)
{
  char text[KEY_SIZE];
  guint32 number;

  make_series_key (text, record, key);
  number = look_up (self->label_numbers, text);
  *shift = g_array_index (self->labels, Label, number).shift;
  return number;
}

/**
 * sl_chrome_names_get_process:
 * @thread: its native id
 *
 * Returns: the process of a thread: its pid, or a number of its own where that is none; 0 for no thread of the file
 */
guint64
sl_chrome_names_get_process (SlChromeNames *self, guint64 thread)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->threads_by_id, &thread));
  const Thread *found = number > 0 ? &g_array_index (self->threads, Thread, number - 1) : NULL;

  if (found == NULL || found->process == 0)
    return 0;
  return found->pid != G_MAXUINT64 ? found->pid : FIRST_OWN_ID + found->process;
}

/* A tid that is a text is a name too, and where there is none the process has it. */
static const char *
get_own_name (const Thread *thread, const Process *process)
{
  if (thread->name != NULL || thread->tid != G_MAXUINT64)
    return thread->name;
  if (thread->text[0] != '\0')
    return thread->text;

  return process != NULL && process->name == NULL && process->pid[0] != '\0' ? process->pid : NULL;
}

/* A thread is known by its name and, where there are several, by its process. */
static char *
dup_thread (SlChromeNames *self, const Thread *thread)
{
  const Process *process =
      thread->process > 0 ? &g_array_index (self->processes, Process, thread->process - 1) : NULL;
  const char *name = get_own_name (thread, process);
  const char *owner = process == NULL ? NULL : process->name != NULL ? process->name : process->pid;

  if (process == NULL || self->processes->len == 1 || name == process->pid)
    return g_strdup (name);
  if (name == NULL && process->name != NULL && process->n_threads == 1)
    return g_strdup (process->name);

  return g_strdup_printf ("%s/%s", owner, name != NULL ? name : thread->text);
}

/**
 * sl_chrome_names_dup:
 *
 * Returns: (transfer full) (nullable): what an object is called; %NULL where only its number is known
 */
char *
sl_chrome_names_dup (SlChromeNames *self, SlObjectType type, guint64 id)
{
  guint32 number;

  if (type == SL_OBJECT_USER_EVENT)
    return id < self->labels->len ? g_strdup (g_array_index (self->labels, Label, (guint) id).text)
                                  : NULL;
  if (type != SL_OBJECT_TASK)
    return NULL;

  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->threads_by_id, &id));
  return number > 0 ? dup_thread (self, &g_array_index (self->threads, Thread, number - 1)) : NULL;
}
