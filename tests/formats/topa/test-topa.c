/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-test.h"
#include "sl-topa-capture.h"
#include "sl-topa-machine.h"

#define PAGE 4096

/* What a rebuilt capture is looked at by. */
typedef struct
{
  SlTopaCapture *capture;
  SlMapping *stream;
  const SlTopaLayout *layout;
} Rebuilt;

static void
rebuilt_clear (Rebuilt *self)
{
  g_clear_pointer (&self->stream, sl_mapping_unref);
  g_clear_pointer (&self->capture, sl_topa_capture_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rebuilt, rebuilt_clear)

/* Copies, so that a sanitizer sees a byte too many. */
static SlMapping *
map_bytes (gconstpointer bytes, gsize size, const char *name)
{
  g_autoptr (GBytes) copy = g_bytes_new (bytes, size);

  return sl_mapping_new_for_bytes (copy, name);
}

static Rebuilt
rebuild (const char *state, gconstpointer memory, gsize size, guint64 base)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) text = map_bytes (state, strlen (state), "state.txt");
  g_autoptr (SlMapping) dump = map_bytes (memory, size, "phys.bin");
  Rebuilt self = { .capture = sl_topa_capture_new (text, &error) };

  g_assert_no_error (error);
  sl_topa_capture_add_dump (self.capture, dump, base, &error);
  g_assert_no_error (error);
  self.stream = sl_topa_capture_rebuild (self.capture, NULL, &error);
  g_assert_no_error (error);
  self.layout = sl_topa_capture_get_layout (self.capture);
  return self;
}

static Rebuilt
rebuild_machine (const SlTopaMachine *machine)
{
  g_autofree char *state = sl_topa_machine_dup_state (machine);

  return rebuild (state, machine->memory, machine->size, 0);
}

static void
assert_stream (const Rebuilt *self, const guint8 *bytes, gsize size)
{
  g_assert_cmpmem (sl_mapping_get_data (self->stream), sl_mapping_get_size (self->stream), bytes,
                   size);
}

static gboolean
has_note (const Rebuilt *self, const char *part)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_topa_capture_get_notes (self->capture));

  for (guint i = 0; i < notes->len; i++)
    if (strstr (g_array_index (notes, SlNote, i).text, part) != NULL)
      return TRUE;

  return FALSE;
}

/* Tables of random regions, in random places, that lead to one another and end in one of the ways
 * that there are. Returns how many bytes fit before the first that closes the ring, and of the
 * whole; the ring is the difference. */
typedef struct
{
  guint64 lead;
  guint64 total;
  gboolean is_ring;
} Plan;

static void
shuffle (guint64 *values, guint n, GRand *rand)
{
  for (guint i = n; i > 1; i--)
    {
      guint j = (guint) g_rand_int_range (rand, 0, (gint32) i);
      guint64 kept = values[i - 1];

      values[i - 1] = values[j];
      values[j] = kept;
    }
}

static Plan
lay_out (SlTopaMachine *machine, GRand *rand)
{
  enum
  {
    MAX_REGIONS = 15
  };
  guint n_tables = (guint) g_rand_int_range (rand, 1, 4);
  guint64 slots[MAX_REGIONS];
  guint used = 0;
  guint ring = (guint) g_rand_int_range (rand, 0, (gint32) n_tables);
  Plan plan = { .is_ring = g_rand_boolean (rand) };

  /* Slots of 16 KiB above the tables: room for the largest region, aligned to it. */
  for (guint i = 0; i < MAX_REGIONS; i++)
    slots[i] = (i + 1) * 4 * PAGE;
  shuffle (slots, MAX_REGIONS, rand);

  for (guint table = 0; table < n_tables; table++)
    {
      guint n_regions = (guint) g_rand_int_range (rand, 1, 5);
      gboolean is_last = table + 1 == n_tables;

      if (plan.is_ring && table == ring)
        plan.lead = plan.total;
      for (guint i = 0; i < n_regions; i++)
        {
          guint code = (guint) g_rand_int_range (rand, 0, 3);
          guint flags = g_rand_boolean (rand) ? SL_TOPA_MACHINE_INT : 0;

          if (!plan.is_ring && is_last && i + 1 == n_regions)
            flags |= SL_TOPA_MACHINE_STOP;
          sl_topa_machine_set_entry (machine, (table + 1) * PAGE, i,
                                     sl_topa_machine_region (slots[used++], code, flags));
          plan.total += (guint64) PAGE << code;
        }

      if (!is_last)
        sl_topa_machine_set_entry (machine, (table + 1) * PAGE, n_regions,
                                   (table + 2) * PAGE | SL_TOPA_MACHINE_END);
      else if (plan.is_ring)
        sl_topa_machine_set_entry (machine, (table + 1) * PAGE, n_regions,
                                   (ring + 1) * PAGE | SL_TOPA_MACHINE_END);
    }

  return plan;
}

/* No byte is zero: zeros would look like a buffer that was never written. */
static GByteArray *
write_random (SlTopaMachine *machine, guint64 n_bytes, GRand *rand)
{
  GByteArray *bytes = g_byte_array_new ();

  for (guint64 i = 0; i < n_bytes && !machine->is_stopped; i++)
    {
      guint8 byte = (guint8) g_rand_int_range (rand, 1, 256);

      sl_topa_machine_write (machine, byte);
      g_byte_array_append (bytes, &byte, 1);
    }

  return bytes;
}

static void
check_addresses (const Rebuilt *self, const SlTopaMachine *machine)
{
  const guint8 *stream = sl_mapping_get_data (self->stream);
  guint64 size = sl_mapping_get_size (self->stream);

  for (guint64 offset = 0; offset < size; offset += 97)
    {
      const SlTopaPiece *piece = sl_topa_layout_find_piece (self->layout, offset);

      g_assert_nonnull (piece);
      g_assert_cmpuint (offset, >=, piece->offset);
      g_assert_cmpuint (offset, <, piece->offset + piece->length);
      g_assert_cmpuint (machine->memory[piece->address + (offset - piece->offset)], ==,
                        stream[offset]);
    }
  g_assert_null (sl_topa_layout_find_piece (self->layout, size));
}

static void
test_machine (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (36);

  g_test_summary ("Whatever tables lead output where, the stream that comes back is what was "
                  "written, but for the laps that were written over.");

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (16 * 4 * PAGE, PAGE);
      Plan plan = lay_out (machine, rand);
      guint64 ring = plan.total - plan.lead;
      gboolean is_exact = g_rand_int_range (rand, 0, 4) == 0;
      guint64 n =
          is_exact ? plan.total : (guint64) g_rand_double_range (rand, 0, 3 * (double) plan.total);
      g_autoptr (GByteArray) bytes = NULL;
      g_auto (Rebuilt) rebuilt = { 0 };

      machine->one_below = g_rand_boolean (rand);
      bytes = write_random (machine, n, rand);
      rebuilt = rebuild_machine (machine);

      g_assert_null (rebuilt.layout->failure);
      check_addresses (&rebuilt, machine);
      g_assert_cmpint (rebuilt.layout->has_wrapped, ==, machine->has_wrapped);
      if (plan.is_ring && bytes->len > plan.total)
        {
          /* The tables that lead into the ring are not written over. */
          g_autoptr (GByteArray) expected = g_byte_array_new ();

          g_byte_array_append (expected, bytes->data, (guint) plan.lead);
          g_byte_array_append (expected, bytes->data + bytes->len - ring, (guint) ring);
          assert_stream (&rebuilt, expected->data, expected->len);
        }
      else
        assert_stream (&rebuilt, bytes->data, bytes->len);
    }
}

typedef struct
{
  const char *what;
  guint64 entries[3];
  guint64 base;
  guint64 pointers;
  const char *more;
  const char *expected;
  gsize n_bytes;
} RuleCase;

#define POINTERS(index, offset) ((guint64) (offset) << 32 | (guint64) (index) << 7 | 0x7f)

static const RuleCase rule_cases[] = {
  { "reserved", { 0x10000, 0x11002 }, 0, POINTERS (1, 0), "", "reserved bit 1 set (rule 1)", PAGE },
  { "reserved 11", { 0x10800 }, 0, POINTERS (0, 0), "", "reserved bit 11 set (rule 1)", 0 },
  { "table", { 0x10000 }, 0x80, POINTERS (0, 0), "", "not aligned to 4 KiB (rule 2a)", 0 },
  { "region", { 0x10000, 0x11040 }, 0, POINTERS (1, 0), "", "not aligned to its size", PAGE },
  { "beyond",
    { 0x10000, 0x8000000000 },
    0,
    POINTERS (1, 0),
    "maxphyaddr=39\n",
    "base 0x8000000000 beyond MAXPHYADDR, which is 39 bits (rule 2c)",
    PAGE },
  { "offset", { 0x10000, 0x11000 }, 0, POINTERS (1, PAGE), "", "(rule 3)", PAGE },
  { "stop with end", { 0x10000, 0x11 }, 0, POINTERS (1, 0), "", "STOP with END (rule 4a)", PAGE },
  { "int with end", { 0x10000, 0x5 }, 0, POINTERS (1, 0), "", "INT with END (rule 4a)", PAGE },
  { "end first", { 0x1 }, 0, POINTERS (0, 0), "", "END in entry 0 (rule 4b)", 0 },
  { "two regions",
    { 0x10000, 0x11000 },
    0,
    POINTERS (1, 0),
    "cpuid_14h_ecx=1\n",
    "entry 1 without END on a processor of one region a table (rule 4c)",
    PAGE },
  { "other table",
    { 0x10000, 0x1001 },
    0,
    POINTERS (1, 0),
    "cpuid_14h_ecx=1\n",
    "END to another table on a processor of one region a table (rule 4c)",
    PAGE },
  { "no dump",
    { 0x10000 },
    0x7000000,
    POINTERS (0, 0),
    "",
    "which is not in any dump (the dump holds 0x0 to 0x13fff)",
    0 },
};

static void
test_rules (void)
{
  g_test_summary ("Each rule that an entry breaks is told with table, entry and value, and the "
                  "bytes that were written before are there.");

  for (guint i = 0; i < G_N_ELEMENTS (rule_cases); i++)
    {
      const RuleCase *rule = &rule_cases[i];
      g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (0x14000, 0);
      g_autofree char *state =
          g_strdup_printf ("IA32_RTIT_CTL=0x100\nIA32_RTIT_STATUS=0x10\n"
                           "IA32_RTIT_OUTPUT_BASE=0x%" G_GINT64_MODIFIER "x\n"
                           "IA32_RTIT_OUTPUT_MASK_PTRS=0x%" G_GINT64_MODIFIER "x\n%s",
                           rule->base, rule->pointers, rule->more);
      g_auto (Rebuilt) rebuilt = { 0 };

      g_test_message ("%s", rule->what);
      for (guint j = 0; j < G_N_ELEMENTS (rule->entries); j++)
        sl_topa_machine_set_entry (machine, 0, j, rule->entries[j]);
      memset (machine->memory + 0x10000, 0x5a, PAGE);
      rebuilt = rebuild (state, machine->memory, machine->size, 0);

      g_assert_nonnull (rebuilt.layout->failure);
      g_assert_nonnull (strstr (rebuilt.layout->failure, rule->expected));
      assert_stream (&rebuilt, machine->memory + 0x10000, rule->n_bytes);
    }
}

static void
test_later_rule (void)
{
  g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (0x14000, 0);
  g_auto (Rebuilt) rebuilt = { 0 };

  g_test_summary ("An entry that output has not come to may be anything.");

  sl_topa_machine_set_entry (machine, 0, 0, 0x10000);
  sl_topa_machine_set_entry (machine, 0, 1, 0x2);
  sl_topa_machine_write (machine, 7);
  rebuilt = rebuild_machine (machine);

  g_assert_null (rebuilt.layout->failure);
  g_assert_true (has_note (&rebuilt, "reserved bit 1"));
  assert_stream (&rebuilt, machine->memory + 0x10000, 1);
}

static const struct
{
  guint64 base, mask, offset;
  const char *expected;
} range_cases[] = {
  { 0x10000, 0xfff, 0x123, NULL },
  { 0x10000, 0x7f, 0x7f, NULL },
  { 0x10000, 0x1000, 0, "not ones from bit 0 up" },
  { 0x10000, 0x1ffff, 0, "not aligned to its size 0x20000" },
  { 0x10000, 0xfff, 0x1000, "beyond the single range" },
};

static void
test_single_range (void)
{
  g_test_summary ("Output without tables goes round one range, whose mask and base have rules.");

  for (guint i = 0; i < G_N_ELEMENTS (range_cases); i++)
    {
      g_autofree guint8 *memory = g_malloc0 (0x20000);
      g_autofree char *state =
          g_strdup_printf ("IA32_RTIT_CTL=0\nIA32_RTIT_OUTPUT_BASE=%" G_GUINT64_FORMAT "\n"
                           "IA32_RTIT_OUTPUT_MASK_PTRS=%" G_GUINT64_FORMAT "\n",
                           range_cases[i].base, range_cases[i].offset << 32 | range_cases[i].mask);
      guint64 offset = range_cases[i].offset, length = range_cases[i].mask + 1;
      g_autoptr (GByteArray) expected = g_byte_array_new ();
      g_auto (Rebuilt) rebuilt = { 0 };

      for (guint j = 0; j < 0x10000; j++)
        memory[0x10000 + j] = (guint8) (j % 251 + 1);
      rebuilt = rebuild (state, memory, 0x20000, 0);

      if (range_cases[i].expected != NULL)
        {
          g_assert_nonnull (strstr (rebuilt.layout->failure, range_cases[i].expected));
          continue;
        }
      g_byte_array_append (expected, memory + 0x10000 + offset, (guint) (length - offset));
      g_byte_array_append (expected, memory + 0x10000, (guint) offset);
      assert_stream (&rebuilt, expected->data, expected->len);
    }
}

static void
test_missing (void)
{
  g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (0x14000, 0);
  g_auto (Rebuilt) rebuilt = { 0 };

  g_test_summary ("Pages that read as ones, and regions that no dump has, are left out and told.");

  sl_topa_machine_set_entry (machine, 0, 0, sl_topa_machine_region (0x10000, 2, 0));
  sl_topa_machine_set_entry (machine, 0, 1, sl_topa_machine_region (0x40000, 0, 0));
  sl_topa_machine_set_entry (machine, 0, 2, sl_topa_machine_region (0x8000, 0, 0));
  machine->index = 2;
  machine->offset = 5;
  memset (machine->memory + 0x10000, 0x11, 0x4000);
  memset (machine->memory + 0x11000, 0xff, PAGE);
  memset (machine->memory + 0x8000, 0x22, 5);
  rebuilt = rebuild_machine (machine);

  g_assert_null (rebuilt.layout->failure);
  g_assert_cmpuint (sl_mapping_get_size (rebuilt.stream), ==, 3 * PAGE + 5);
  g_assert_cmpuint (sl_mapping_get_data (rebuilt.stream)[3 * PAGE], ==, 0x22);
  g_assert_true (has_note (&rebuilt, "in no dump or cannot be read"));
  check_addresses (&rebuilt, machine);
}

static void
test_wrong_start (void)
{
  g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (0x14000, 0);
  g_auto (Rebuilt) rebuilt = { 0 };

  g_test_summary ("Where the start table does not lead to the current one, the latter is enough.");

  sl_topa_machine_set_entry (machine, 0x1000, 0, 0x10000 | SL_TOPA_MACHINE_STOP);
  sl_topa_machine_set_entry (machine, 0x2000, 0, 0x11000 | SL_TOPA_MACHINE_STOP);
  machine->start = 0x1000;
  machine->table = 0x2000;
  machine->offset = 9;
  memset (machine->memory + 0x11000, 0x33, 9);
  rebuilt = rebuild_machine (machine);

  g_assert_null (rebuilt.layout->failure);
  g_assert_true (has_note (&rebuilt, "never leads to the current table"));
  assert_stream (&rebuilt, machine->memory + 0x11000, 9);
}

/* A PSB with a time stamp and its end; 26 bytes. */
static void
write_psb (SlTopaMachine *machine, guint8 tsc)
{
  for (guint i = 0; i < 16; i++)
    sl_topa_machine_write (machine, i % 2 == 0 ? 0x02 : 0x82);
  sl_topa_machine_write (machine, 0x19);
  for (guint i = 0; i < 7; i++)
    sl_topa_machine_write (machine, i == 1 ? tsc : 1);
  sl_topa_machine_write (machine, 0x02);
  sl_topa_machine_write (machine, 0x23);
}

static void
test_stale (void)
{
  g_test_summary (
      "Bytes after the newest are the lap before if their time is earlier, and those of "
      "another recording if it is later.");

  for (guint later = 0; later < 2; later++)
    {
      g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (0x14000, 0x1000);
      g_auto (Rebuilt) rebuilt = { 0 };

      sl_topa_machine_set_entry (machine, 0x1000, 0, 0x10000);
      sl_topa_machine_set_entry (machine, 0x1000, 1, 0x1000 | SL_TOPA_MACHINE_END);
      while (machine->offset + 26 < PAGE)
        write_psb (machine, 50);
      while (machine->offset > 0)
        sl_topa_machine_write (machine, 0);
      write_psb (machine, later != 0 ? 20 : 70);
      rebuilt = rebuild_machine (machine);

      g_assert_cmpint (rebuilt.layout->has_wrapped, ==, later == 0);
      g_assert_cmpuint (rebuilt.layout->size, ==, later != 0 ? 26 : PAGE);
      g_assert_cmpint (has_note (&rebuilt, "from an earlier recording"), ==, later != 0);
    }
}

static void
test_hostile (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (41);

  g_test_summary ("Random tables and pointers end, and give no more bytes than there are.");

  for (guint round = 0; round < 400; round++)
    {
      gsize size = (gsize) g_rand_int_range (rand, 1, 6) * PAGE - (round % 3) * 5;
      g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (size, 0);
      g_auto (Rebuilt) rebuilt = { 0 };

      for (gsize i = 0; i + 8 <= size; i += 8)
        {
          guint64 raw = (guint64) g_rand_int_range (rand, 0, 8) * PAGE;

          if (g_rand_int_range (rand, 0, 9) == 0)
            raw |= g_rand_int (rand) & 0x3d5;
          sl_topa_machine_set_entry (machine, i / PAGE * PAGE, i % PAGE / 8, raw);
        }
      machine->start = (guint64) g_rand_int_range (rand, 0, 6) * PAGE;
      machine->table = (guint64) g_rand_int_range (rand, 0, 6) * PAGE;
      machine->index = (guint32) g_rand_int_range (rand, 0, 600);
      machine->offset = (guint64) g_rand_int_range (rand, 0, 2 * PAGE);
      rebuilt = rebuild_machine (machine);

      g_assert_cmpuint (sl_mapping_get_size (rebuilt.stream), <=, size);
      g_assert_cmpuint (sl_mapping_get_size (rebuilt.stream), ==, rebuilt.layout->size);
    }
}

static const struct
{
  const char *text;
  const char *expected;
} bad_states[] = {
  { "", "IA32_RTIT_OUTPUT_BASE" },
  { "IA32_RTIT_OUTPUT_BASE=0\n", "IA32_RTIT_OUTPUT_MASK_PTRS" },
  { "#\nIA32_RTIT_OUTPUT_BASE=12z\n", "line 2: IA32_RTIT_OUTPUT_BASE is “12z”" },
  { "IA32_RTIT_STATUS=0x\n", "line 1" },
  { "wrapped=2\n", "a number of 0 to 1" },
  { "maxphyaddr=64\n", "a number of 32 to 52" },
  { "phys_file=\n", "phys_file is “”" },
};

static void
test_bad_state (void)
{
  g_test_summary ("A state file that cannot be meant is refused with line, key, value and range.");

  for (guint i = 0; i < G_N_ELEMENTS (bad_states); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlTopaState) state =
          sl_topa_state_parse (bad_states[i].text, strlen (bad_states[i].text), &error);

      g_assert_null (state);
      g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
      g_assert_nonnull (strstr (error->message, bad_states[i].expected));
    }
}

static void
test_containers (void)
{
  /* A LiME stretch of 8 bytes at 0x1000, and one cut short at 0x2000. */
  static const guint8 lime[] = {
    'E',  'M', 'i', 'L', 1,   0,   0, 0, 0, 0x10, 0, 0,    0, 0, 0, 0, 7, 0x10, 0,
    0,    0,   0,   0,   0,   0,   0, 0, 0, 0,    0, 0,    0, 1, 2, 3, 4, 5,    6,
    7,    8,   'E', 'M', 'i', 'L', 1, 0, 0, 0,    0, 0x20, 0, 0, 0, 0, 0, 0,    7,
    0x20, 0,   0,   0,   0,   0,   0, 0, 0, 0,    0, 0,    0, 0, 0, 9,
  };
  g_autoptr (SlTopaMemory) memory = sl_topa_memory_new ();
  g_autoptr (SlMapping) dump = map_bytes (lime, sizeof lime, "dump.lime");
  g_autoptr (SlMapping) other = map_bytes (lime, 4, "other.bin");
  g_autoptr (GError) error = NULL;
  guint64 value, length;

  g_test_summary ("A dump that tells its addresses is read by them, and none may overlap another.");

  g_assert_true (sl_topa_memory_add (memory, dump, 0, &error));
  g_assert_no_error (error);
  g_assert_true (sl_topa_memory_read_u64 (memory, 0x1000, &value));
  g_assert_cmphex (value, ==, 0x0807060504030201);
  g_assert_false (sl_topa_memory_read_u64 (memory, 0x1001, &value));
  g_assert_cmpuint (*sl_topa_memory_peek (memory, 0x2000, &length), ==, 9);
  g_assert_cmpuint (length, ==, 1);
  g_assert_null (sl_topa_memory_peek (memory, 0x1008, &length));
  g_assert_cmpuint (length, ==, 0xff8);

  g_assert_false (sl_topa_memory_add (memory, other, 0x1007, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
  g_clear_error (&error);
  g_assert_false (sl_topa_memory_add (memory, other, G_MAXUINT64 - 1, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
  g_clear_error (&error);
  g_assert_true (sl_topa_memory_add (memory, other, G_MAXUINT64 - 3, &error));
}

/* The cases of a folder of simulated dumps: state.txt, phys.bin, and expect.bin or expect_error. */
static void
check_case (const char *folder)
{
  g_autofree char *state_path = g_build_filename (folder, "state.txt", NULL);
  g_autofree char *memory_path = g_build_filename (folder, "phys.bin", NULL);
  g_autofree char *expected_path = g_build_filename (folder, "expect.bin", NULL);
  g_autofree char *state = NULL;
  g_autofree char *memory = NULL;
  g_autofree char *expected = NULL;
  gsize size, expected_size;
  g_auto (Rebuilt) rebuilt = { 0 };

  g_test_message ("%s", folder);
  g_assert_true (g_file_get_contents (state_path, &state, NULL, NULL));
  g_assert_true (g_file_get_contents (memory_path, &memory, &size, NULL));
  rebuilt = rebuild (state, memory, size, 0);

  if (g_file_get_contents (expected_path, &expected, &expected_size, NULL))
    {
      g_assert_null (rebuilt.layout->failure);
      assert_stream (&rebuilt, (const guint8 *) expected, expected_size);
    }
  else
    {
      const char *rule = strstr (state, "expect_error=");

      g_assert_nonnull (rule);
      rule += strlen ("expect_error=");
      *strchrnul (rule, '\n') = '\0';
      g_assert_nonnull (rebuilt.layout->failure);
      g_assert_nonnull (strstr (rebuilt.layout->failure, rule));
    }
}

static void
test_real (void)
{
  g_autofree char *path = sl_test_make_real_path ("pt/topa");
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_test_summary ("Dumps made around a real capture's bytes come back byte by byte.");

  if (folder == NULL)
    {
      g_test_skip ("The dumps are not here");
      return;
    }

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        check_case (child);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/formats/topa/machine", test_machine);
  g_test_add_func ("/formats/topa/rules", test_rules);
  g_test_add_func ("/formats/topa/later-rule", test_later_rule);
  g_test_add_func ("/formats/topa/single-range", test_single_range);
  g_test_add_func ("/formats/topa/missing", test_missing);
  g_test_add_func ("/formats/topa/wrong-start", test_wrong_start);
  g_test_add_func ("/formats/topa/stale", test_stale);
  g_test_add_func ("/formats/topa/hostile", test_hostile);
  g_test_add_func ("/formats/topa/bad-state", test_bad_state);
  g_test_add_func ("/formats/topa/containers", test_containers);
  g_test_add_func ("/formats/topa/real", test_real);

  return g_test_run ();
}
