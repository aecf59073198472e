/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The packets of Intel PT, each by its bytes, and as many as are known of real streams. */
#include <string.h>

#include "sl-pt-files.h"
#include "sl-pt-packet.h"

typedef struct
{
  const char *hex;
  SlPtPacket packet;
} Vector;

/* A packet each by the manual's tables. PWRE.HW is bit 7; BBP, BIP, BEP, CFE, EVD and TRIG are
 * younger than libipt 2.0.5, which makes the expected listings. */
static const Vector vectors[] = {
  { "00", { SL_PT_PAD, 1, 0, 0, 0, 0 } },
  { "02820282028202820282028202820282", { SL_PT_PSB, 16, 0, 0, 0, 0 } },
  { "0223", { SL_PT_PSBEND, 2, 0, 0, 0, 0 } },
  { "1901020304050607", { SL_PT_TSC, 8, 0, 0, 0x07060504030201, 0 } },
  { "02733412005601", { SL_PT_TMA, 7, 0, 0, 0x1234, 0x156 } },
  { "59a5", { SL_PT_MTC, 2, 0, 0, 0xa5, 0 } },
  { "fb", { SL_PT_CYC, 1, 0, 0, 0x1f, 0 } },
  { "0f02", { SL_PT_CYC, 2, 0, 0, 0x21, 0 } },
  { "ffff7e", { SL_PT_CYC, 3, 0, 0, 0x3ffff, 0 } },
  { "02032aff", { SL_PT_CBR, 4, 0, 0, 42, 0 } },
  { "04", { SL_PT_TNT_SHORT, 1, 0, 1, 0, 0 } },
  { "06", { SL_PT_TNT_SHORT, 1, 0, 1, 1, 1 } },
  { "da", { SL_PT_TNT_SHORT, 1, 0, 6, 0x2d, 4 } },
  { "02a3feffffffffff", { SL_PT_TNT_LONG, 8, 0, 47, 0x7ffffffffffe, 46 } },
  { "02a3030000000000", { SL_PT_TNT_LONG, 8, 0, 1, 1, 1 } },
  { "0d", { SL_PT_TIP, 1, 0, 0, 0, 0 } },
  { "2d3412", { SL_PT_TIP, 3, 0, 1, 0x1234, 0x1234 } },
  { "5178563412", { SL_PT_TIP_PGE, 5, 0, 2, 0x12345678, 0x12345678 } },
  { "610000000000ff", { SL_PT_TIP_PGD, 7, 0, 3, 0xffffff0000000000, 0xff0000000000 } },
  { "7d0000000000ff", { SL_PT_FUP, 7, 0, 3, 0xffffff0000000000, 0xff0000000000 } },
  { "8d0000000000ff", { SL_PT_TIP, 7, 0, 4, 0xff0000000000, 0xff0000000000 } },
  { "dd0102030405060708", { SL_PT_FUP, 9, 0, 6, 0x0807060504030201, 0x0807060504030201 } },
  { "0243010203040506", { SL_PT_PIP, 8, 1, 0, 0x060504030201 >> 1 << 5, 0 } },
  { "9901", { SL_PT_MODE_EXEC, 2, 0, 0, 64, 1 } },
  { "9906", { SL_PT_MODE_EXEC, 2, 1, 0, 32, 2 } },
  { "9900", { SL_PT_MODE_EXEC, 2, 0, 0, 16, 0 } },
  { "9921", { SL_PT_MODE_TSX, 2, 0, 0, 1, 0 } },
  { "9922", { SL_PT_MODE_TSX, 2, 0, 0, 0, 1 } },
  { "02f3", { SL_PT_OVF, 2, 0, 0, 0, 0 } },
  { "0283", { SL_PT_STOP, 2, 0, 0, 0, 0 } },
  { "02c8cdab000000", { SL_PT_VMCS, 7, 0, 0, 0xabcd000, 0 } },
  { "02c3880102030405060708", { SL_PT_MNT, 11, 0, 0, 0x0807060504030201, 0 } },
  { "021278563412", { SL_PT_PTW, 6, 0, 0, 0x12345678, 4 } },
  { "02b20102030405060708", { SL_PT_PTW, 10, 1, 0, 0x0807060504030201, 8 } },
  { "0262", { SL_PT_EXSTOP, 2, 0, 0, 0, 0 } },
  { "02e2", { SL_PT_EXSTOP, 2, 1, 0, 0, 0 } },
  { "02c20b00000001000000", { SL_PT_MWAIT, 10, 0, 0, 11, 1 } },
  { "02228052", { SL_PT_PWRE, 4, 1, 0, 6, 3 } },
  { "022200ff", { SL_PT_PWRE, 4, 0, 0, 0, 0 } },
  { "02a20504000000", { SL_PT_PWRX, 7, 0, 0, 0x106, 4 } },
  { "026305", { SL_PT_BBP, 3, 0, 0, 5, 8 } },
  { "026381", { SL_PT_BBP, 3, 0, 0, 1, 4 } },
  { "0233", { SL_PT_BEP, 2, 0, 0, 0, 0 } },
  { "02b3", { SL_PT_BEP, 2, 1, 0, 0, 0 } },
  { "021381ec", { SL_PT_CFE, 4, 1, 0, 1, 0xec } },
  { "0253000102030405060708", { SL_PT_EVD, 11, 0, 0, 0x0807060504030201, 0 } },
  { "d98003", { SL_PT_TRIG, 3, 1, 0, 3, 0 } },
  { "d940033412", { SL_PT_TRIG, 5, 0, 0, 3, 0x1234 } },
};

static const char *const bad[] = {
  "05",
  "09",
  "15",
  "39",
  "79",
  "b9",
  "f9",
  "ad",
  "ed",
  "b1",
  "f1",
  "a1",
  "e1",
  "bd",
  "fd",
  "9940",
  "0200",
  "0252",
  "0272",
  "02f2",
  "02a3000000000000",
  "02c387",
  "02733412015601",
  "02733412005602",
  "d90103",
  "0282028202820283",
  "ffffffffffffffffffffff",
};

static GBytes *
unhex (const char *hex)
{
  GByteArray *bytes = g_byte_array_new ();

  for (; hex[0] != '\0'; hex += 2)
    {
      guint8 byte = (guint8) (g_ascii_xdigit_value (hex[0]) << 4 | g_ascii_xdigit_value (hex[1]));

      g_byte_array_append (bytes, &byte, 1);
    }

  return g_byte_array_free_to_bytes (bytes);
}

static void
assert_packet (const SlPtPacket *packet, const SlPtPacket *expected)
{
  g_assert_cmpuint (packet->type, ==, expected->type);
  g_assert_cmpuint (packet->length, ==, expected->length);
  g_assert_cmpuint (packet->flag, ==, expected->flag);
  g_assert_cmpuint (packet->code, ==, expected->code);
  g_assert_cmphex (packet->a, ==, expected->a);
  g_assert_cmphex (packet->b, ==, expected->b);
}

static void
test_vectors (void)
{
  g_test_summary ("Every packet decodes by the manual's tables, and cut anywhere it says so.");

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr (GBytes) bytes = unhex (vectors[i].hex);
      gsize size = g_bytes_get_size (bytes);
      SlPtContext context = { 0 };
      SlPtPacket packet;

      g_assert_true (sl_pt_packet_read (&context, g_bytes_get_data (bytes, NULL), size, &packet));
      assert_packet (&packet, &vectors[i].packet);
      g_assert_nonnull (sl_pt_packet_type_get_name (packet.type));

      for (gsize cut = 1; cut < size; cut++)
        {
          g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), cut);
          SlPtContext before = { .last_ip = 5 };

          g_assert_false (sl_pt_packet_read (&before, copy, cut, &packet));
          g_assert_cmpuint (packet.type, ==, SL_PT_CUT);
          g_assert_cmphex (before.last_ip, ==, 5);
        }
    }
}

static void
test_bad (void)
{
  g_test_summary ("Bytes that the manual reserves are not a packet.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GBytes) bytes = unhex (bad[i]);
      SlPtContext context = { 0 };
      SlPtPacket packet;

      g_assert_false (sl_pt_packet_read (&context, g_bytes_get_data (bytes, NULL),
                                         g_bytes_get_size (bytes), &packet));
      g_assert_cmpuint (packet.type, ==, SL_PT_BAD);
    }
}

static void
test_last_ip (void)
{
  static const struct
  {
    const char *hex;
    guint64 address;
  } steps[] = {
    { "dd00ccccddddeeee0a00", 0 },
    { "ddeeeeddddcccc000a", 0x0a00ccccddddeeee },
    { "8dffffeeeeffff", 0x0a00ffffeeeeffff },
    { "31dddd", 0x0a00ffffeeeedddd },
    { "01", 0 },
    { "4d44332211", 0x0a00ffff11223344 },
    { "7d000000000080", 0xffff800000000000 },
    { "2d0100", 0xffff800000000001 },
    { "02820282028202820282028202820282", 0 },
    { "2d0100", 1 },
  };
  SlPtContext context = { 0 };

  g_test_summary ("Compressed addresses begin like the address before; PSB sets that to 0.");

  for (guint i = 1; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GBytes) bytes = unhex (steps[i].hex);
      SlPtPacket packet;

      g_assert_true (sl_pt_packet_read (&context, g_bytes_get_data (bytes, NULL),
                                        g_bytes_get_size (bytes), &packet));
      g_assert_cmphex (packet.a, ==, steps[i].address);
    }
}

/* A block of items goes on over packets that do not end it. */
static void
test_block_items (void)
{
  static const guint8 bytes[] = {
    0x02, 0x63, 0x81,                   /* BBP of items of 4 bytes */
    0x0c, 1,    2,    3, 4,             /* BIP 1 */
    0x59, 0x10,                         /* MTC */
    0x2d, 0x10, 0x20,                   /* TIP: ends the block */
    0x0c,                               /* now a TNT */
    0x02, 0x63, 0x00,                   /* BBP of items of 8 bytes */
    0xfc, 1,    2,    3, 4, 5, 6, 7, 8, /* BIP 31 */
    0x02, 0x33,                         /* BEP */
    0x04,                               /* TNT */
  };
  static const guint8 types[] = { SL_PT_BBP, SL_PT_BIP, SL_PT_MTC, SL_PT_TIP,      SL_PT_TNT_SHORT,
                                  SL_PT_BBP, SL_PT_BIP, SL_PT_BEP, SL_PT_TNT_SHORT };
  static const guint64 values[] = { 1, 0x04030201, 0x10, 0x2010, 2, 0, 0x0807060504030201, 0, 0 };
  SlPtContext context = { 0 };
  SlPtRun run = { 0 };
  gsize at = 0;

  g_test_summary ("Items are items inside their block only, and there nothing is a run.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      SlPtPacket packet;

      if (types[i] == SL_PT_BIP)
        g_assert_cmpuint (sl_pt_run_read (&run, &context, bytes + at, sizeof bytes - at), ==, 0);
      g_assert_true (sl_pt_packet_read (&context, bytes + at, sizeof bytes - at, &packet));
      g_assert_cmpuint (packet.type, ==, types[i]);
      g_assert_cmphex (packet.a, ==, values[i]);
      at += packet.length;
    }
  g_assert_cmpuint (at, ==, sizeof bytes);
}

static void
test_find_psb (void)
{
  guint8 bytes[80];

  g_test_summary ("A PSB is found wherever it stands, also after bytes that begin like one.");

  for (gsize offset = 0; offset <= sizeof bytes - SL_PT_PSB_LENGTH; offset++)
    {
      for (gsize before = 0; before <= MIN (offset, 14); before += 2)
        {
          memset (bytes, 0x99, sizeof bytes);
          for (gsize i = offset - before; i < offset + SL_PT_PSB_LENGTH; i++)
            bytes[i] = (i - offset) % 2 == 0 ? 0x02 : 0x82;

          g_assert_cmpuint (sl_pt_find_psb (bytes, sizeof bytes, 0), ==, offset);
          g_assert_cmpuint (sl_pt_find_psb (bytes, sizeof bytes, offset), ==, offset);
          g_assert_cmpuint (sl_pt_find_psb (bytes, sizeof bytes, offset + 1), ==, sizeof bytes);
        }
    }
}

static void
test_runs (void)
{
  g_test_summary ("A run sums up to what its packets are one by one.");

  for (guint round = 0; round < 5000; round++)
    {
      gsize size = (gsize) g_test_rand_int_range (1, 120);
      g_autofree guint8 *bytes = g_malloc (size);
      SlPtContext context = { 0 };
      SlPtRun expected = { 0 };
      SlPtRun run = { 0 };
      SlPtPacket packet;
      gsize length = 0;

      /* Long runs now and then: one byte of some dozens only may be anything. */
      for (gsize i = 0; i < size; i++)
        bytes[i] =
            (guint8) (g_test_rand_int () & (g_test_rand_int_range (0, 60) == 0 ? 0xff : 0xfe));

      while (length < size &&
             sl_pt_packet_read (&context, bytes + length, size - length, &packet) &&
             (packet.type == SL_PT_PAD || packet.type == SL_PT_TNT_SHORT))
        {
          expected.n_pads += packet.type == SL_PT_PAD;
          expected.n_short += packet.type == SL_PT_TNT_SHORT;
          expected.n_branches += packet.code;
          expected.n_taken += packet.b;
          length++;
        }

      context = (SlPtContext) { 0 };
      g_assert_cmpuint (sl_pt_run_read (&run, &context, bytes, size), ==, length);
      g_assert_cmpmem (&run, sizeof run, &expected, sizeof expected);
    }
}

/* Counts of one stream by type, and of branches. */
typedef struct
{
  guint64 types[SL_PT_N_TYPES];
  guint64 n_packets;
  guint64 n_branches;
  guint64 n_bad;
} Counts;

/* Counts from the first PSB on, by single packets or by runs. */
static void
count (GBytes *bytes, gboolean by_runs, Counts *counts)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gsize at = sl_pt_find_psb (data, size, 0);
  SlPtContext context = { 0 };

  memset (counts, 0, sizeof *counts);
  while (at < size)
    {
      SlPtPacket packet;
      SlPtRun run = { 0 };

      if (by_runs)
        at += sl_pt_run_read (&run, &context, data + at, size - at);
      counts->types[SL_PT_PAD] += run.n_pads;
      counts->types[SL_PT_TNT_SHORT] += run.n_short;
      counts->n_packets += run.n_pads + run.n_short;
      counts->n_branches += run.n_branches;
      if (at == size)
        return;

      if (!sl_pt_packet_read (&context, data + at, size - at, &packet))
        {
          counts->n_bad++;
          at = sl_pt_find_psb (data, size, at + 1);
          context = (SlPtContext) { 0 };
          continue;
        }

      counts->types[packet.type]++;
      counts->n_packets++;
      if (packet.type == SL_PT_TNT_SHORT || packet.type == SL_PT_TNT_LONG)
        counts->n_branches += packet.code;
      at += packet.length;
    }
}

/* pad, psb, fup, tip, pge, pgd, tnt8, tnt64, mode, pip, cbr, tsc, tma, mtc as listed beside the
 * files. */
typedef struct
{
  const char *name;
  int aux; /* index in a perf.data file, -1 for a plain stream */
  guint n_packets;
  guint n_branches;
  guint types[14];
} Stream;

static const Stream streams[] = {
  { "perf_data/perf.data.intel_pt-4.14-aux-idx0.bin",
    -1,
    9980,
    47456,
    { 874, 1, 10, 505, 1, 1, 8242, 0, 2, 15, 1, 1, 1, 325 } },
  { "perf_data/perf.data.intel_pt-4.14",
    0,
    9980,
    47456,
    { 874, 1, 10, 505, 1, 1, 8242, 0, 2, 15, 1, 1, 1, 325 } },
  { "perf_data/perf.data.intel_pt-4.14",
    3,
    95129,
    329792,
    { 19142, 9, 139, 11534, 9, 9, 61274, 0, 32, 426, 23, 23, 23, 2477 } },
  { "lldb/intelpt-trace/3842849.trace", -1, 84, 5, { 59, 4, 4, 0, 2, 2, 1, 0, 4, 0, 4, 0, 0, 0 } },
  { "keeper31337/traced_data.bin",
    -1,
    7966,
    21391,
    { 1996, 2, 74, 1377, 112, 112, 4285, 0, 2, 0, 4, 0, 0, 0 } },
};

static void
test_real_counts (gconstpointer data)
{
  static const guint8 order[14] = { SL_PT_PAD,     SL_PT_PSB,     SL_PT_FUP,       SL_PT_TIP,
                                    SL_PT_TIP_PGE, SL_PT_TIP_PGD, SL_PT_TNT_SHORT, SL_PT_TNT_LONG,
                                    SL_PT_N_TYPES, SL_PT_PIP,     SL_PT_CBR,       SL_PT_TSC,
                                    SL_PT_TMA,     SL_PT_MTC };
  const Stream *stream = data;
  g_autoptr (GBytes) bytes = stream->aux < 0
                                 ? sl_pt_files_read (stream->name)
                                 : sl_pt_files_read_aux (stream->name, (guint32) stream->aux);

  g_test_summary ("Real streams hold exactly the packets that are known of them.");

  if (bytes == NULL)
    {
      g_test_skip ("The real traces are not here");
      return;
    }

  for (gboolean by_runs = FALSE; by_runs <= TRUE; by_runs++)
    {
      Counts counts;

      count (bytes, by_runs, &counts);
      g_assert_cmpuint (counts.n_bad, ==, 0);
      g_assert_cmpuint (counts.n_packets, ==, stream->n_packets);
      g_assert_cmpuint (counts.n_branches, ==, stream->n_branches);
      for (guint i = 0; i < G_N_ELEMENTS (order); i++)
        {
          guint64 n = order[i] != SL_PT_N_TYPES
                          ? counts.types[order[i]]
                          : counts.types[SL_PT_MODE_EXEC] + counts.types[SL_PT_MODE_TSX];

          g_assert_cmpuint (n, ==, stream->types[i]);
        }
    }
}

static void
test_hostile (void)
{
  g_test_summary ("Random bytes are walked to their end, and never past it.");

  for (guint round = 0; round < 2000; round++)
    {
      gsize size = (gsize) g_test_rand_int_range (1, 80);
      g_autofree guint8 *bytes = g_malloc (size);
      SlPtContext context = { .item_size = (guint8) (g_test_rand_int_range (0, 3) * 4) };
      gsize at = 0;

      for (gsize i = 0; i < size; i++)
        bytes[i] = (guint8) (g_test_rand_bit () ? g_test_rand_int () : 2);
      while (at < size)
        {
          SlPtPacket packet;

          if (sl_pt_packet_read (&context, bytes + at, size - at, &packet))
            {
              g_assert_cmpuint (packet.type, <, SL_PT_N_TYPES);
              g_assert_cmpuint (packet.length, >, 0);
              g_assert_cmpuint (packet.length, <=, MIN (SL_PT_MAX_LENGTH, size - at));
              at += packet.length;
            }
          else
            {
              g_assert_cmpuint (packet.type, >=, SL_PT_BAD);
              at++;
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pt-packet/vectors", test_vectors);
  g_test_add_func ("/pt-packet/bad", test_bad);
  g_test_add_func ("/pt-packet/last-ip", test_last_ip);
  g_test_add_func ("/pt-packet/block-items", test_block_items);
  g_test_add_func ("/pt-packet/find-psb", test_find_psb);
  g_test_add_func ("/pt-packet/runs", test_runs);
  g_test_add_func ("/pt-packet/hostile", test_hostile);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autofree char *path = g_strdup_printf ("/pt-packet/real/%u", i);

      g_test_add_data_func (path, &streams[i], test_real_counts);
    }

  return g_test_run ();
}
