/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The packets of Intel PT against what libipt makes of the same bytes. */
#include <intel-pt.h>

#include "sl-pt-files.h"
#include "sl-pt-packet.h"

static const struct
{
  const char *name;
  int aux; /* index in a perf.data file, -1 for a plain stream */
} streams[] = {
  { "perf_data/perf.data.intel_pt-4.14-aux-idx0.bin", -1 },
  { "perf_data/perf.data.intel_pt-4.14", 0 },
  { "perf_data/perf.data.intel_pt-4.14", 3 },
  { "lldb/intelpt-trace/3842849.trace", -1 },
  { "keeper31337/traced_data.bin", -1 },
};

static void
assert_same_address (const SlPtPacket *packet, const struct pt_packet *other, guint type)
{
  g_assert_cmpuint (packet->type, ==, type);
  g_assert_cmpuint (packet->code, ==, other->payload.ip.ipc);
  g_assert_cmphex (packet->b, ==,
                   other->payload.ip.ipc == pt_ipc_sext_48
                       ? other->payload.ip.ip & G_GUINT64_CONSTANT (0xffffffffffff)
                       : other->payload.ip.ip);
}

static void
assert_same_mode (const SlPtPacket *packet, const struct pt_packet_mode *mode)
{
  if (mode->leaf == pt_mol_exec)
    {
      g_assert_cmpuint (packet->type, ==, SL_PT_MODE_EXEC);
      g_assert_cmpuint (packet->b, ==, mode->bits.exec.csl | mode->bits.exec.csd << 1);
      return;
    }

  g_assert_cmpuint (packet->type, ==, SL_PT_MODE_TSX);
  g_assert_cmpuint (packet->a, ==, mode->bits.tsx.intx);
  g_assert_cmpuint (packet->b, ==, mode->bits.tsx.abrt);
}

/* libipt leaves C-states as they are counted in the packet. */
static void
assert_same_power (const SlPtPacket *packet, const guint8 *bytes, const struct pt_packet *other)
{
  if (other->type == ppt_pwre)
    {
      g_assert_cmpuint (packet->type, ==, SL_PT_PWRE);
      g_assert_cmpuint (packet->a, ==, (other->payload.pwre.state + 1) & 15);
      g_assert_cmpuint (packet->b, ==, (other->payload.pwre.sub_state + 1) & 15);
      /* libipt has HW at bit 3, the manual at bit 7. */
      g_assert_cmpuint (packet->flag, ==, bytes[2] >> 7);
      return;
    }

  g_assert_cmpuint (packet->type, ==, SL_PT_PWRX);
  g_assert_cmpuint (packet->a >> 8, ==, (other->payload.pwrx.last + 1) & 15);
  g_assert_cmpuint (packet->a & 0xff, ==, (other->payload.pwrx.deepest + 1) & 15);
  g_assert_cmphex (packet->b & 1, ==, other->payload.pwrx.interrupt);
  g_assert_cmphex (packet->b >> 2 & 1, ==, other->payload.pwrx.store);
  g_assert_cmphex (packet->b >> 3 & 1, ==, other->payload.pwrx.autonomous);
}

static void
assert_same_value (const SlPtPacket *packet, guint type, guint64 a)
{
  g_assert_cmpuint (packet->type, ==, type);
  g_assert_cmphex (packet->a, ==, a);
}

static void
assert_same_branches (const SlPtPacket *packet, const struct pt_packet_tnt *tnt, guint type)
{
  assert_same_value (packet, type, tnt->payload);
  g_assert_cmpuint (packet->code, ==, tnt->bit_size);
  g_assert_cmpuint (packet->b, ==, (guint) __builtin_popcountll (tnt->payload));
}

static void
assert_same_time (const SlPtPacket *packet, const struct pt_packet *other)
{
  switch ((int) other->type)
    {
    case ppt_cbr:
      return assert_same_value (packet, SL_PT_CBR, other->payload.cbr.ratio);
    case ppt_tsc:
      return assert_same_value (packet, SL_PT_TSC, other->payload.tsc.tsc);
    case ppt_tma:
      g_assert_cmpuint (packet->b, ==, other->payload.tma.fc);
      return assert_same_value (packet, SL_PT_TMA, other->payload.tma.ctc);
    case ppt_mtc:
      return assert_same_value (packet, SL_PT_MTC, other->payload.mtc.ctc);
    case ppt_cyc:
      return assert_same_value (packet, SL_PT_CYC, other->payload.cyc.value);
    default:
      g_assert_not_reached ();
    }
}

static void
assert_same (const SlPtPacket *packet, const guint8 *bytes, const struct pt_packet *other)
{
  g_assert_cmpuint (packet->length, ==, other->size);
  switch (other->type)
    {
    case ppt_pad:
      return assert_same_value (packet, SL_PT_PAD, 0);
    case ppt_psb:
      return assert_same_value (packet, SL_PT_PSB, 0);
    case ppt_psbend:
      return assert_same_value (packet, SL_PT_PSBEND, 0);
    case ppt_fup:
      return assert_same_address (packet, other, SL_PT_FUP);
    case ppt_tip:
      return assert_same_address (packet, other, SL_PT_TIP);
    case ppt_tip_pge:
      return assert_same_address (packet, other, SL_PT_TIP_PGE);
    case ppt_tip_pgd:
      return assert_same_address (packet, other, SL_PT_TIP_PGD);
    case ppt_tnt_8:
      return assert_same_branches (packet, &other->payload.tnt, SL_PT_TNT_SHORT);
    case ppt_tnt_64:
      return assert_same_branches (packet, &other->payload.tnt, SL_PT_TNT_LONG);
    case ppt_mode:
      return assert_same_mode (packet, &other->payload.mode);
    case ppt_pip:
      g_assert_cmpuint (packet->flag, ==, other->payload.pip.nr);
      return assert_same_value (packet, SL_PT_PIP, other->payload.pip.cr3);
    case ppt_vmcs:
      return assert_same_value (packet, SL_PT_VMCS, other->payload.vmcs.base);
    case ppt_cbr:
    case ppt_tsc:
    case ppt_tma:
    case ppt_mtc:
    case ppt_cyc:
      return assert_same_time (packet, other);
    case ppt_stop:
      return assert_same_value (packet, SL_PT_STOP, 0);
    case ppt_ovf:
      return assert_same_value (packet, SL_PT_OVF, 0);
    case ppt_mnt:
      return assert_same_value (packet, SL_PT_MNT, other->payload.mnt.payload);
    case ppt_exstop:
      g_assert_cmpuint (packet->flag, ==, other->payload.exstop.ip);
      return assert_same_value (packet, SL_PT_EXSTOP, 0);
    case ppt_mwait:
      g_assert_cmpuint (packet->b, ==, other->payload.mwait.ext);
      return assert_same_value (packet, SL_PT_MWAIT, other->payload.mwait.hints);
    case ppt_pwre:
    case ppt_pwrx:
      return assert_same_power (packet, bytes, other);
    case ppt_ptw:
      g_assert_cmpuint (packet->b, ==, pt_ptw_size (other->payload.ptw.plc));
      g_assert_cmpuint (packet->flag, ==, other->payload.ptw.ip);
      return assert_same_value (packet, SL_PT_PTW, other->payload.ptw.payload);
    case ppt_invalid:
    case ppt_unknown:
    default:
      g_assert_not_reached ();
    }
}

/* Walks a stream with both decoders in step; both skip to the next PSB where one finds nothing.
 * TRUE if they got to the end without. */
static gboolean
compare (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autofree guint8 *copy = g_memdup2 (data, size);
  gsize at = sl_pt_find_psb (data, size, 0);
  struct pt_packet_decoder *decoder;
  struct pt_config config;
  SlPtContext context = { 0 };
  gboolean whole = TRUE;

  pt_config_init (&config);
  config.begin = copy;
  config.end = copy + size;
  decoder = pt_pkt_alloc_decoder (&config);
  g_assert_nonnull (decoder);

  while (at < size)
    {
      struct pt_packet other;
      SlPtPacket packet;
      int status;

      g_assert_cmpint (pt_pkt_sync_set (decoder, at), ==, 0);
      status = pt_pkt_next (decoder, &other, sizeof other);
      if (sl_pt_packet_read (&context, data + at, size - at, &packet))
        {
          /* Packets that libipt does not know yet are not compared. */
          if (status >= 0)
            assert_same (&packet, data + at, &other);
          context.item_size = 0;
          at += packet.length;
          continue;
        }

      g_assert_cmpint (status, <, 0);
      whole = FALSE;
      at = sl_pt_find_psb (data, size, at + 1);
      context = (SlPtContext) { 0 };
    }

  pt_pkt_free_decoder (decoder);
  return whole;
}

static void
test_real (void)
{
  g_test_summary ("libipt makes the same packets of real streams.");

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autoptr (GBytes) bytes =
          streams[i].aux < 0 ? sl_pt_files_read (streams[i].name)
                             : sl_pt_files_read_aux (streams[i].name, (guint32) streams[i].aux);

      if (bytes == NULL)
        {
          g_test_skip ("The real traces are not here");
          return;
        }
      g_assert_true (compare (bytes));
    }
}

/* Random bytes behind a PSB, of which most begin a packet. */
static void
test_random (void)
{
  g_test_summary ("libipt makes the same packets of random bytes.");

  for (guint round = 0; round < 3000; round++)
    {
      guint8 bytes[200];

      for (gsize i = 0; i < sizeof bytes; i++)
        bytes[i] = i < SL_PT_PSB_LENGTH     ? (guint8) (i % 2 == 0 ? 0x02 : 0x82)
                   : g_test_rand_int () % 3 ? (guint8) g_test_rand_int ()
                                            : 0x02;
      {
        g_autoptr (GBytes) all = g_bytes_new (bytes, sizeof bytes);

        compare (all);
      }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pt-libipt/real", test_real);
  g_test_add_func ("/pt-libipt/random", test_random);

  return g_test_run ();
}
