/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The traces of a real-time kernel that only this test knows, in a module outside the tree. Its kinds say by their
 * actions what they mean, and that is all that it takes for states, jobs, misses, causes and pictures.
 *
 *   offset  size  field
 *        0     8  "TINYRT1\n"
 *   then records of 16 bytes, in order of time:
 *        0     8  time in ns, little-endian
 *        8     1  code, an index into the kinds below
 *        9     1  processor
 *       10     2  task; 0xffff for none
 *       12     4  a release: relative deadline in ns; a lock: its number */

#include <sl-byte-reader.h>
#include <sl-error.h>
#include <sl-format-registry.h>
#include <sl-record-source.h>

#define MAGIC       "TINYRT1\n"
#define RECORD_SIZE 16
#define NO_TASK     0xffff

enum
{
  CREATE,
  RELEASE,
  RUN,
  FINISH,
  REQUEST,
  ACQUIRE,
  UNLOCK,
  N_CODES
};

static guint16 kind_base;

#define TASK_KIND(code, word, name, b_name, meaning) \
  [code] = { .id = "tiny-" word,                     \
             .title = name,                          \
             .family = "tiny",                       \
             .a = { "task", SL_FIELD_DECIMAL },      \
             .b = { b_name, SL_FIELD_DECIMAL },      \
             .object_type = SL_OBJECT_TASK,          \
             .object_source = SL_FROM_A,             \
             .action = meaning }
#define LOCK_KIND(code, word, name, meaning)    \
  [code] = { .id = "tiny-" word,                \
             .title = name,                     \
             .family = "tiny",                  \
             .a = { "task", SL_FIELD_DECIMAL }, \
             .b = { "lock", SL_FIELD_DECIMAL }, \
             .object_type = SL_OBJECT_MUTEX,    \
             .object_source = SL_FROM_B,        \
             .action = meaning }

static const SlKind kinds[N_CODES] = {
  TASK_KIND (CREATE, "create", "Task made", "parameter", SL_ACTION_CREATE),
  TASK_KIND (RELEASE, "release", "Job due", "deadline", SL_ACTION_RELEASE),
  TASK_KIND (RUN, "run", "Task on a processor", "parameter", SL_ACTION_RUN),
  TASK_KIND (FINISH, "finish", "Job done", "parameter", SL_ACTION_FINISH),
  LOCK_KIND (REQUEST, "request", "Lock asked for", SL_ACTION_REQUEST),
  LOCK_KIND (ACQUIRE, "acquire", "Lock got", SL_ACTION_ACQUIRE),
  LOCK_KIND (UNLOCK, "unlock", "Lock given back", SL_ACTION_UNLOCK),
};

static guint
tiny_probe (const SlProbe *probe)
{
  if (probe->head_length >= strlen (MAGIC) && memcmp (probe->head, MAGIC, strlen (MAGIC)) == 0)
    return SL_PROBE_MAGIC;

  return 0;
}

static SlEvent
decode (const guint8 *record)
{
  guint code = record[8];
  guint task = sl_bytes_u16_le (record + 10);
  guint32 parameter = sl_bytes_u32_le (record + 12);
  SlEvent event = {
    .time = sl_bytes_u64_le (record),
    .a = task,
    .kind = code < N_CODES ? kind_base + code : SL_KIND_UNKNOWN + code,
    .cpu = record[9],
    .flags = task == NO_TASK ? SL_EVENT_NO_A : 0,
  };

  event.b = code == RELEASE ? event.time + parameter : parameter;
  if (code == CREATE || code == RUN || code == FINISH)
    event.flags |= SL_EVENT_NO_B;
  return event;
}

static guint
tiny_decode (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events)
{
  for (guint i = 0; i < block->n_records; i++)
    {
      events[i] = decode (block->records + i * RECORD_SIZE);
      events[i].offset = sl_record_block_get_offset (block, RECORD_SIZE, i);
    }

  return block->n_records;
}

static SlSource *
tiny_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  static const SlRecordFormat format = { .record_size = RECORD_SIZE, .decode = tiny_decode };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  gsize size = sl_mapping_get_size (sl_input_get_file (input, 0));
  SlRecordRun run = { 0, strlen (MAGIC), (size - strlen (MAGIC)) / RECORD_SIZE };

  if (run.count == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "There is no record after the header");
      return NULL;
    }

  return sl_record_source_new (&format, input, &run, 1, clock, NULL, NULL, error);
}

static const SlFormat sl_format_tiny = {
  .struct_size = sizeof (SlFormat),
  .abi = SL_FORMAT_ABI,
  .id = "tiny",
  .title = "Tiny kernel",
  .kinds = kinds,
  .n_kinds = N_CODES,
  .kind_base = &kind_base,
  .probe = tiny_probe,
  .open = tiny_open,
  .tells = SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_LOCKS,
};

const SlFormat *sl_format_module_get (void);

const SlFormat *
sl_format_module_get (void)
{
  return &sl_format_tiny;
}
