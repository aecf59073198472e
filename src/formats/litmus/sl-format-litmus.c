/* SPDX-License-Identifier: GPL-3.0-or-later */

/* LITMUS^RT's sched_trace: what a real-time extension of Linux scheduled, a file for each processor. The record is
 * in sl-litmus-record.h. */

#include "sl-format.h"
#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-litmus-kinds.h"
#include "sl-litmus-record.h"
#include "sl-litmus-source.h"
#include "sl-litmus-translator.h"

/* Records that a probe looks at. */
#define PROBED (64 * SL_LITMUS_RECORD_SIZE)

/* With the name that st_trace gives a file, and without. */
#define SCORE_NAMED 880
#define SCORE_SHAPE 600

/* The part of "st-NAME-3.bin" before the processor's number; 0 for other names. */
static gsize
get_run_length (const char *name)
{
  const char *dash = strrchr (name, '-');
  gsize digits;

  if (!g_str_has_prefix (name, "st-") || dash == NULL || dash <= name + 2)
    return 0;

  digits = strspn (dash + 1, "0123456789");
  return digits > 0 && g_str_equal (dash + 1 + digits, ".bin") ? (gsize) (dash - name) : 0;
}

static guint
litmus_probe (const SlProbe *probe)
{
  gboolean is_big;

  if (probe->size % SL_LITMUS_RECORD_SIZE != 0 && get_run_length (probe->name) == 0)
    return 0;
  if (!sl_litmus_looks_right (probe->head, MIN (probe->head_length, PROBED), &is_big))
    return 0;

  return get_run_length (probe->name) > 0 ? SCORE_NAMED : SCORE_SHAPE;
}

static gboolean
litmus_joins (const char *name, const char *other)
{
  gsize length = get_run_length (name);

  return length > 0 && length == get_run_length (other) && memcmp (name, other, length) == 0;
}

static int
litmus_compare_names (const char *name, const char *other)
{
  guint64 one = g_ascii_strtoull (name + get_run_length (name) + 1, NULL, 10);
  guint64 two = g_ascii_strtoull (other + get_run_length (other) + 1, NULL, 10);

  return one < two ? -1 : one > two;
}

static SlSource *
litmus_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  return sl_litmus_source_new (input, cancellable, error);
}

static const char *const extensions[] = { "bin", NULL };
static const char *const some_fields[] = {
  "wcet", "period", "phase", "partition", "deadline", "execution", "forced", NULL,
};

const SlFormat sl_format_litmus = {
  .struct_size = sizeof (SlFormat),
  .id = "litmus",
  .title = N_ ("LITMUS^RT sched_trace"),
  .extensions = extensions,
  .kinds = sl_litmus_kinds,
  .n_kinds = SL_N_LITMUS_TYPES,
  .kind_base = &sl_litmus_kind_base,
  .probe = litmus_probe,
  .joins = litmus_joins,
  .compare_names = litmus_compare_names,
  .some_fields = some_fields,
  .tells = SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_MARKS,
  .translator = &sl_litmus_translator,
  .open = litmus_open,
};
