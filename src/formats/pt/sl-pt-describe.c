/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The raw fields of a packet, under the manual's names. */

#include "sl-pt-stream.h"

#define HEX64 "0x%" G_GINT64_MODIFIER "x"

const char *const sl_pt_some_fields[] = { "cpu",  "ip",         "ip-payload", "physical-address",
                                          "time", "topa-entry", "region",     NULL };

static void
describe_bytes (const guint8 *bytes, guint length, GArray *details)
{
  char text[3 * SL_PT_MAX_LENGTH + 1] = "";

  for (guint i = 0; i < length; i++)
    g_snprintf (text + 3 * i, 4, "%02x%s", bytes[i], i + 1 < length ? " " : "");
  sl_details_add (details, "Bytes", "%s", text);
}

static void
describe_address (const SlPtPacket *packet, GArray *details)
{
  static const char *const codes[] = {
    "suppressed",  "low 16 bits",    "low 32 bits", "48 bits, sign-extended",
    "low 48 bits", "reserved (bad)", "all 64 bits", "reserved (bad)",
  };

  sl_details_add (details, "IPBytes", "%u (%s)", packet->code, codes[packet->code]);
  if (packet->code == 0)
    return;

  sl_details_add (details, "IP payload", HEX64, packet->b);
  sl_details_add (details, "IP", HEX64, packet->a);
}

static void
describe_branches (const SlPtPacket *packet, GArray *details)
{
  char text[64] = "";

  for (guint i = 0; i < packet->code; i++)
    text[i] = (packet->a >> (packet->code - 1 - i) & 1) != 0 ? 'T' : 'N';
  sl_details_add (details, "Branches", "%s (%u, taken %u)", text, packet->code, (guint) packet->b);
}

static void
describe_mode (const SlPtPacket *packet, GArray *details)
{
  if (packet->type == SL_PT_MODE_TSX)
    {
      sl_details_add (details, "InTX", "%u", (guint) packet->a);
      sl_details_add (details, "TXAbort", "%u", (guint) packet->b);
      return;
    }

  sl_details_add (details, "CS.L & LMA", "%u", (guint) packet->b & 1);
  sl_details_add (details, "CS.D", "%u", (guint) packet->b >> 1);
  sl_details_add (details, "IF", "%u", packet->flag);
  if (packet->a != 0)
    sl_details_add (details, "Mode", "%u bits", (guint) packet->a);
  else
    sl_details_add (details, "Mode", "reserved");
}

static void
describe_power (const SlPtPacket *packet, GArray *details)
{
  if (packet->type == SL_PT_MWAIT)
    {
      sl_details_add (details, "MWAIT hints", HEX64, packet->a);
      sl_details_add (details, "Extensions", HEX64, packet->b);
      return;
    }
  if (packet->type == SL_PT_PWRE)
    {
      sl_details_add (details, "Resolved thread C-state", "C%u", (guint) packet->a);
      sl_details_add (details, "Resolved thread sub C-state", "%u", (guint) packet->b);
      sl_details_add (details, "HW", "%u", packet->flag);
      return;
    }

  sl_details_add (details, "Last core C-state", "C%u", (guint) packet->a >> 8);
  sl_details_add (details, "Deepest core C-state", "C%u", (guint) packet->a & 0xff);
  sl_details_add (details, "Wake reason", "%u (%s%s%s)", (guint) packet->b,
                  (packet->b & 1) != 0 ? "interrupt " : "",
                  (packet->b & 4) != 0 ? "store to the monitored address " : "",
                  (packet->b & 8) != 0 ? "hardware " : "");
}

static const char *
get_event_name (guint64 type)
{
  static const char *const names[] = {
    NULL,     "INTR",        "IRET",     "SMI", "RSM",   "SIPI",  "INIT",  "VMENTRY",
    "VMEXIT", "VMEXIT_INTR", "SHUTDOWN", NULL,  "UINTR", "UIRET", "SWINT", "SYSCALL",
  };

  return type < G_N_ELEMENTS (names) && names[type] != NULL ? names[type] : "not known";
}

static void
describe_event (const SlPtPacket *packet, GArray *details)
{
  static const char *const data[] = { "CR2", "VMX exit qualification", "VMX exit reason" };

  if (packet->type == SL_PT_EVD)
    {
      sl_details_add (details, "Type", "%u (%s)", (guint) packet->b,
                      packet->b < G_N_ELEMENTS (data) ? data[packet->b] : "not known");
      sl_details_add (details, "Payload", HEX64, packet->a);
      return;
    }

  sl_details_add (details, "Type", "%u (%s)", (guint) packet->a, get_event_name (packet->a));
  sl_details_add (details, "Vector", "%u", (guint) packet->b);
  sl_details_add (details, "IP", "%u", packet->flag);
}

static void
describe_values (const SlPtPacket *packet, GArray *details)
{
  switch (packet->type)
    {
    case SL_PT_TSC:
      sl_details_add (details, "TSC", "%" G_GUINT64_FORMAT " (" HEX64 ")", packet->a, packet->a);
      break;
    case SL_PT_TMA:
      sl_details_add (details, "CTC", "%u", (guint) packet->a);
      sl_details_add (details, "FastCounter", "%u", (guint) packet->b);
      break;
    case SL_PT_MTC:
      sl_details_add (details, "CTC payload", "%u", (guint) packet->a);
      break;
    case SL_PT_CYC:
      sl_details_add (details, "Cycle counter", "%" G_GUINT64_FORMAT, packet->a);
      break;
    case SL_PT_CBR:
      sl_details_add (details, "Core:bus ratio", "%u", (guint) packet->a);
      break;
    case SL_PT_PIP:
      sl_details_add (details, "CR3", HEX64, packet->a);
      sl_details_add (details, "NR", "%u", packet->flag);
      break;
    case SL_PT_VMCS:
      sl_details_add (details, "VMCS base", HEX64, packet->a);
      break;
    case SL_PT_MNT:
      sl_details_add (details, "Payload", HEX64, packet->a);
      break;
    case SL_PT_PTW:
      sl_details_add (details, "Payload", HEX64 " (%u bytes)", packet->a, (guint) packet->b);
      sl_details_add (details, "IP", "%u", packet->flag);
      break;
    case SL_PT_EXSTOP:
    case SL_PT_BEP:
      sl_details_add (details, "IP", "%u", packet->flag);
      break;
    case SL_PT_BBP:
      sl_details_add (details, "Type", "%u", (guint) packet->a);
      sl_details_add (details, "Item size", "%u bytes", (guint) packet->b);
      break;
    case SL_PT_BIP:
      sl_details_add (details, "Item", "%u", (guint) packet->b);
      sl_details_add (details, "Payload", HEX64, packet->a);
      break;
    case SL_PT_TRIG:
      sl_details_add (details, "Triggers", HEX64, packet->a);
      sl_details_add (details, "Instructions", "%u", (guint) packet->b);
      sl_details_add (details, "IP", "%u", packet->flag);
      break;
    default:
      break;
    }
}

/**
 * sl_pt_packet_describe:
 * @context: as of sl_pt_packet_read()
 * @details: added to
 *
 * Tells all fields of the packet at @bytes.
 *
 * Returns: %FALSE, with @details as they were, if there is none
 */
gboolean
sl_pt_packet_describe (SlPtContext *context, const guint8 *bytes, gsize size, GArray *details)
{
  SlPtPacket packet;

  if (size == 0 || !sl_pt_packet_read (context, bytes, size, &packet))
    return FALSE;

  sl_details_add (details, "Packet", "%s", sl_pt_packet_type_get_name (packet.type));
  describe_bytes (bytes, packet.length, details);
  switch (packet.type)
    {
    case SL_PT_TNT_SHORT:
    case SL_PT_TNT_LONG:
      describe_branches (&packet, details);
      break;
    case SL_PT_TIP:
    case SL_PT_TIP_PGE:
    case SL_PT_TIP_PGD:
    case SL_PT_FUP:
      describe_address (&packet, details);
      break;
    case SL_PT_MODE_EXEC:
    case SL_PT_MODE_TSX:
      describe_mode (&packet, details);
      break;
    case SL_PT_MWAIT:
    case SL_PT_PWRE:
    case SL_PT_PWRX:
      describe_power (&packet, details);
      break;
    case SL_PT_CFE:
    case SL_PT_EVD:
      describe_event (&packet, details);
      break;
    default:
      describe_values (&packet, details);
      break;
    }

  return TRUE;
}
