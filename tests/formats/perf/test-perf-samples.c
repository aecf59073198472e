/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples that say where a thread was, among other records and damaged ones. Those of little-endian files go through loops of
 * their own where all begin with the same fields; those of big-endian files do not, so that the same recording in both orders
 * compares the two ways. */
#include "sl-format-registry.h"
#include "sl-kind.h"
#include "sl-perf-attrs.h"
#include "sl-test-source.h"

#define HEADER_SIZE 104
#define ATTR_SIZE   64
#define N_RECORDS   3000

#define SAMPLE 9
#define COMM   3

#define FIRST_ID 500

/* What samples have, without the period. */
#define HEAD (SL_PERF_HAS_IDENTIFIER | SL_PERF_HAS_IP | SL_PERF_HAS_TID | SL_PERF_HAS_TIME)

#define MOST_ATTRS 3

typedef struct
{
  guint32 type;
  guint64 config;
  guint64 fields;
} Attr;

typedef struct
{
  guint n_attrs;
  Attr attrs[MOST_ATTRS];
  gboolean is_damaged;
} Layout;

static const Layout layouts[] = {
  { 1, { { 1, 0, HEAD | SL_PERF_HAS_CPU } }, FALSE },
  { 1, { { 1, 0, HEAD | SL_PERF_HAS_PERIOD } }, FALSE },
  { 2,
    { { 0, 0, HEAD | SL_PERF_HAS_CPU }, { 1, 2, HEAD | SL_PERF_HAS_CPU | SL_PERF_HAS_PERIOD } },
    FALSE },
  { 2, { { 1, 9, HEAD }, { 1, 0, HEAD | SL_PERF_HAS_CPU | SL_PERF_HAS_PERIOD } }, FALSE },
  { 2, { { 0, 0, HEAD | SL_PERF_HAS_ADDR }, { 1, 2, HEAD | SL_PERF_HAS_CPU } }, FALSE },
  { 1, { { 1, 0, HEAD | SL_PERF_HAS_CPU } }, TRUE },
  { 1, { { 2, 0, HEAD } }, TRUE },
  { 3,
    { { 0, 0, HEAD | SL_PERF_HAS_CPU },
      { 1, 2, HEAD | SL_PERF_HAS_CPU | SL_PERF_HAS_PERIOD },
      { 2, 77, HEAD | SL_PERF_HAS_CPU | SL_PERF_HAS_RAW } },
    TRUE },
};

/* A file that is being written. */
typedef struct
{
  GByteArray *bytes;
  gboolean is_big;
} File;

static void
put (File *file, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    {
      guint8 byte = (guint8) (value >> 8 * (file->is_big ? size - 1 - i : i));

      g_byte_array_append (file->bytes, &byte, 1);
    }
}

static void
put_cpu (File *file, guint32 cpu)
{
  put (file, cpu, 4);
  put (file, 0, 4);
}

static void
put_header (File *file, const Layout *layout, guint64 n_bytes)
{
  guint64 attrs_size = layout->n_attrs * (ATTR_SIZE + 16);
  guint64 ids_size = 8 * (guint64) layout->n_attrs;

  put (file, G_GUINT64_CONSTANT (0x32454c4946524550), 8);
  put (file, HEADER_SIZE, 8);
  put (file, ATTR_SIZE + 16, 8);
  put (file, HEADER_SIZE, 8);
  put (file, attrs_size, 8);
  put (file, HEADER_SIZE + attrs_size + ids_size, 8);
  put (file, n_bytes, 8);
  for (guint i = 0; i < 6; i++)
    put (file, 0, 8);

  for (guint i = 0; i < layout->n_attrs; i++)
    {
      put (file, layout->attrs[i].type, 4);
      put (file, ATTR_SIZE, 4);
      put (file, layout->attrs[i].config, 8);
      put (file, 1, 8);
      put (file, layout->attrs[i].fields, 8);
      put (file, 0, 8);
      /* Bit 18, sample_id_all: of a big-endian machine counted from the highest one. */
      put (file, file->is_big ? G_GUINT64_CONSTANT (1) << (63 - 18) : 1 << 18, 8);
      put (file, 0, 8);
      put (file, 0, 8);
      put (file, HEADER_SIZE + attrs_size + 8 * i, 8);
      put (file, 8, 8);
    }
  for (guint i = 0; i < layout->n_attrs; i++)
    put (file, FIRST_ID + i, 8);
}

/* What the records of a file say. */
typedef struct
{
  guint64 time;
  guint32 pid;
  guint32 tid;
  guint32 cpu;
  guint64 id;
} Moment;

static void
put_sample (File *file, const Attr *attr, const Moment *moment, guint64 ip, guint n_missing)
{
  guint begin = file->bytes->len;

  put (file, SAMPLE, 4);
  put (file, 1, 2);
  put (file, 0, 2);
  put (file, moment->id, 8);
  put (file, ip, 8);
  put (file, moment->pid, 4);
  put (file, moment->tid, 4);
  put (file, moment->time, 8);
  if ((attr->fields & SL_PERF_HAS_ADDR) != 0)
    put (file, 0xadd, 8);
  if ((attr->fields & SL_PERF_HAS_CPU) != 0)
    put_cpu (file, moment->cpu);
  if ((attr->fields & SL_PERF_HAS_PERIOD) != 0)
    put (file, 1000, 8);
  if ((attr->fields & SL_PERF_HAS_RAW) != 0)
    {
      put (file, 4, 4);
      put (file, 0, 4);
    }
  g_byte_array_set_size (file->bytes, file->bytes->len - 8 * n_missing);
  for (guint i = 0; i < 2; i++)
    file->bytes->data[begin + 6 + i] =
        (guint8) ((file->bytes->len - begin) >> 8 * (file->is_big ? 1 - i : i));
}

static void
put_comm (File *file, const Attr *attr, const Moment *moment)
{
  gboolean has_cpu = (attr->fields & SL_PERF_HAS_CPU) != 0;

  put (file, COMM, 4);
  put (file, 0, 2);
  put (file, 8 + 16 + 16 + (has_cpu ? 8 : 0) + 8, 2);
  put (file, moment->pid, 4);
  put (file, moment->tid, 4);
  g_byte_array_append (file->bytes, (const guint8 *) "worker\0", 8);
  put (file, moment->pid, 4);
  put (file, moment->tid, 4);
  put (file, moment->time, 8);
  if (has_cpu)
    put_cpu (file, moment->cpu);
  put (file, moment->id, 8);
}

/* Where nothing is damaged the samples have rising times and are whole. */
static void
put_records (File *file, const Layout *layout, GRand *rand)
{
  guint64 now = 1000000;

  for (guint i = 0; i < N_RECORDS; i++)
    {
      gboolean is_odd = layout->is_damaged && g_rand_int_range (rand, 0, 8) == 0;
      guint number = (guint) g_rand_int_range (rand, 0, (gint32) layout->n_attrs);
      Moment moment = { .pid = 40, .id = FIRST_ID + number };

      /* Events of software with the number 9 never sample. */
      if (layout->attrs[number].type == 1 && layout->attrs[number].config == 9)
        moment.id = FIRST_ID + ++number;
      now += (guint64) g_rand_int_range (rand, 1, 900);
      moment.time = is_odd && g_rand_boolean (rand)
                        ? (guint64) g_rand_int_range (rand, 0, 3) * (now / 2)
                        : now;
      moment.tid = is_odd && g_rand_boolean (rand) ? G_MAXUINT32
                                                   : (guint32) g_rand_int_range (rand, 0, 70) * 512;
      moment.cpu = (guint32) g_rand_int_range (rand, 0, 3);
      if (g_rand_int_range (rand, 0, 20) == 0)
        put_comm (file, &layout->attrs[number], &moment);
      else
        put_sample (file, &layout->attrs[number], &moment, 0xffff0000 + i,
                    is_odd ? (guint) g_rand_int_range (rand, 0, 5) : 0);
    }
}

static SlSource *
open_layout (const Layout *layout, gboolean is_big)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GByteArray) records = g_byte_array_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlMapping) mapping = NULL;
  g_autoptr (SlInput) input = NULL;
  g_autoptr (GError) error = NULL;
  SlSource *source;

  put_records (&(File) { records, is_big }, layout, rand);
  put_header (&(File) { all, is_big }, layout, records->len);
  g_byte_array_append (all, records->data, records->len);
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&all));
  mapping = sl_mapping_new_for_bytes (bytes, "perf.data");
  input = sl_input_new (&mapping, 1);
  source = sl_formats_find ("perf-data")->open (input, NULL, NULL, &error);
  g_assert_no_error (error);
  return source;
}

static void
assert_same_notes (SlSource *one, SlSource *other)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (one));
  g_autoptr (GArray) others = sl_notes_snapshot (sl_source_get_notes (other));

  g_assert_cmpuint (notes->len, ==, others->len);
  for (guint i = 0; i < notes->len; i++)
    {
      g_assert_cmpstr (g_array_index (notes, SlNote, i).text, ==,
                       g_array_index (others, SlNote, i).text);
      g_assert_cmpuint (g_array_index (notes, SlNote, i).count, ==,
                        g_array_index (others, SlNote, i).count);
      g_assert_cmpuint (g_array_index (notes, SlNote, i).offset, ==,
                        g_array_index (others, SlNote, i).offset);
    }
}

static void
test_ways (void)
{
  g_test_summary (
      "Samples say the same whether a loop of their own decodes them or the one for all records");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (SlSource) little = open_layout (&layouts[i], FALSE);
      g_autoptr (SlSource) big = open_layout (&layouts[i], TRUE);
      g_autoptr (GArray) events = sl_test_read_all (little);
      g_autoptr (GArray) others = sl_test_read_all (big);

      g_test_message ("layout %u", i);
      g_assert_cmpuint (events->len, ==, N_RECORDS);
      g_assert_cmpuint (events->len, ==, others->len);
      for (guint j = 0; j < events->len; j++)
        sl_test_assert_same_event (&g_array_index (events, SlEvent, j),
                                   &g_array_index (others, SlEvent, j));
      assert_same_notes (little, big);
      sl_test_reread_at_random (little, events);
    }
}

static void
test_values (void)
{
  g_test_summary ("A sample says where which thread was, when and on which processor");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (SlSource) source = open_layout (&layouts[i], FALSE);
      g_autoptr (GArray) events = sl_test_read_all (source);
      guint n_samples = 0;

      for (guint j = 0; !layouts[i].is_damaged && j < events->len; j++)
        {
          const SlEvent *event = &g_array_index (events, SlEvent, j);

          if (event->kind != SL_KIND_LINUX_SAMPLE)
            continue;
          g_assert_cmpuint (event->a, ==, 0xffff0000 + j);
          g_assert_cmpuint (event->b % 512, ==, 0);
          g_assert_cmpuint (event->cpu, <, 3);
          g_assert_cmpuint (event->flags, ==, 0);
          n_samples++;
        }
      g_assert_true (layouts[i].is_damaged || n_samples > N_RECORDS * 9 / 10);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-samples/ways", test_ways);
  g_test_add_func ("/perf-samples/values", test_values);
  return g_test_run ();
}
