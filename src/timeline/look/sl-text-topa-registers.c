/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The manual's "Configuration MSRs for Packet Generation", of the processors up to those that have
 * all of these bits. */

#include "sl-text-topa-registers.h"

#include <glib/gi18n-lib.h>

#include "sl-text-topa.h"

/* What a field's value means, where on and off do not say all. */
typedef enum
{
  MEANS_SWITCH, /* the words for 1 and 0 */
  MEANS_MTC,
  MEANS_CYC_THRESHOLD,
  MEANS_PSB,
  MEANS_RANGE, /* ADDRn_CFG */
  MEANS_PACKET_BYTES,
  MEANS_TABLE_OFFSET,
  MEANS_OUTPUT_OFFSET,
  MEANS_BASE,
  MEANS_CR3,
  MEANS_ADDRESS, /* ADDRn_A or B */
  MEANS_STOPPED,
} Means;

typedef struct
{
  guint8 reg; /* SlTopaRegister */
  guint8 first;
  guint8 width;
  guint8 means;
  const char *name;
  const char *on;
  const char *off;
} Field;

static const Field fields[] = {
  { SL_TOPA_CONTROL, 0, 1, MEANS_SWITCH, "TraceEn",
    N_ ("tracing was on when the registers were read"), N_ ("tracing was off") },
  { SL_TOPA_CONTROL, 1, 1, MEANS_SWITCH, "CYCEn", N_ ("cycles are counted (CYC)"),
    N_ ("no CYC packets") },
  { SL_TOPA_CONTROL, 2, 1, MEANS_SWITCH, "OS", N_ ("the kernel is traced"),
    N_ ("the kernel is not traced") },
  { SL_TOPA_CONTROL, 3, 1, MEANS_SWITCH, "User", N_ ("user code is traced"),
    N_ ("user code is not traced") },
  { SL_TOPA_CONTROL, 4, 1, MEANS_SWITCH, "PwrEvtEn", N_ ("power events are recorded"),
    N_ ("no power events") },
  { SL_TOPA_CONTROL, 5, 1, MEANS_SWITCH, "FUPonPTW", N_ ("PTWRITE reports its address"),
    N_ ("PTWRITE does not report its address") },
  { SL_TOPA_CONTROL, 6, 1, MEANS_SWITCH, "FabricEn",
    N_ ("output goes to the trace fabric, not to memory"), N_ ("output goes to memory") },
  { SL_TOPA_CONTROL, 7, 1, MEANS_SWITCH, "CR3Filter",
    N_ ("only the address space of CR3_MATCH is traced"), N_ ("all address spaces are traced") },
  { SL_TOPA_CONTROL, 8, 1, MEANS_SWITCH, "ToPA", N_ ("output by tables (ToPA)"),
    N_ ("output to a single range") },
  { SL_TOPA_CONTROL, 9, 1, MEANS_SWITCH, "MTCEn", N_ ("ticks of the crystal clock (MTC)"),
    N_ ("no MTC packets") },
  { SL_TOPA_CONTROL, 10, 1, MEANS_SWITCH, "TSCEn", N_ ("time stamps (TSC)"),
    N_ ("no TSC packets") },
  { SL_TOPA_CONTROL, 11, 1, MEANS_SWITCH, "DisRETC", N_ ("returns are not compressed"),
    N_ ("returns are compressed") },
  { SL_TOPA_CONTROL, 12, 1, MEANS_SWITCH, "PTWEn", N_ ("PTWRITE is recorded"),
    N_ ("PTWRITE is not recorded") },
  { SL_TOPA_CONTROL, 13, 1, MEANS_SWITCH, "BranchEn", N_ ("branches are recorded"),
    N_ ("no branches") },
  { SL_TOPA_CONTROL, 14, 4, MEANS_MTC, "MTCFreq", NULL, NULL },
  { SL_TOPA_CONTROL, 19, 4, MEANS_CYC_THRESHOLD, "CycThresh", NULL, NULL },
  { SL_TOPA_CONTROL, 24, 4, MEANS_PSB, "PSBFreq", NULL, NULL },
  { SL_TOPA_CONTROL, 31, 1, MEANS_SWITCH, "EventEn", N_ ("interrupts and faults are recorded"),
    N_ ("no CFE and EVD packets") },
  { SL_TOPA_CONTROL, 32, 4, MEANS_RANGE, "ADDR0_CFG", NULL, NULL },
  { SL_TOPA_CONTROL, 36, 4, MEANS_RANGE, "ADDR1_CFG", NULL, NULL },
  { SL_TOPA_CONTROL, 40, 4, MEANS_RANGE, "ADDR2_CFG", NULL, NULL },
  { SL_TOPA_CONTROL, 44, 4, MEANS_RANGE, "ADDR3_CFG", NULL, NULL },
  { SL_TOPA_CONTROL, 55, 1, MEANS_SWITCH, "DisTNT", N_ ("conditional branches are left out"),
    N_ ("conditional branches are recorded") },
  { SL_TOPA_STATUS, 0, 1, MEANS_SWITCH, "FilterEn", N_ ("the code was inside the address filters"),
    N_ ("the code was outside the address filters, or tracing was off") },
  { SL_TOPA_STATUS, 1, 1, MEANS_SWITCH, "ContextEn", N_ ("the context was to be traced"),
    N_ ("the context was not to be traced, or tracing was off") },
  { SL_TOPA_STATUS, 2, 1, MEANS_SWITCH, "TriggerEn", N_ ("tracing went on"),
    N_ ("tracing had ended") },
  { SL_TOPA_STATUS, 4, 1, MEANS_SWITCH, "Error", N_ ("an operational error ended output"),
    N_ ("no operational error") },
  { SL_TOPA_STATUS, 5, 1, MEANS_STOPPED, "Stopped", NULL, NULL },
  { SL_TOPA_STATUS, 6, 1, MEANS_SWITCH, "PendPSB", N_ ("a PSB is pending"),
    N_ ("no PSB is pending") },
  { SL_TOPA_STATUS, 7, 1, MEANS_SWITCH, "PendToPAPMI", N_ ("an interrupt of a region is pending"),
    N_ ("no interrupt is pending") },
  { SL_TOPA_STATUS, 32, 17, MEANS_PACKET_BYTES, "PacketByteCnt", NULL, NULL },
  { SL_TOPA_OUTPUT_BASE, 0, 64, MEANS_BASE, "BasePhysAddr", NULL, NULL },
  { SL_TOPA_MASK_POINTERS, 0, 7, MEANS_SWITCH, "LowerMask",
    N_ ("all ones, as the processor keeps it"), N_ ("zero: not as the processor keeps it") },
  { SL_TOPA_MASK_POINTERS, 7, 25, MEANS_TABLE_OFFSET, "MaskOrTableOffset", NULL, NULL },
  { SL_TOPA_MASK_POINTERS, 32, 32, MEANS_OUTPUT_OFFSET, "OutputOffset", NULL, NULL },
  { SL_TOPA_CR3_MATCH, 0, 64, MEANS_CR3, "CR3", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A, 0, 64, MEANS_ADDRESS, "ADDR0_A", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 1, 0, 64, MEANS_ADDRESS, "ADDR0_B", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 2, 0, 64, MEANS_ADDRESS, "ADDR1_A", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 3, 0, 64, MEANS_ADDRESS, "ADDR1_B", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 4, 0, 64, MEANS_ADDRESS, "ADDR2_A", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 5, 0, 64, MEANS_ADDRESS, "ADDR2_B", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 6, 0, 64, MEANS_ADDRESS, "ADDR3_A", NULL, NULL },
  { SL_TOPA_ADDRESS_0_A + 7, 0, 64, MEANS_ADDRESS, "ADDR3_B", NULL, NULL },
};

/**
 * sl_text_topa_register_name:
 *
 * Returns: (transfer none): as the manual and state files call it
 */
const char *
sl_text_topa_register_name (SlTopaRegister reg)
{
  static const char *const names[SL_TOPA_N_REGISTERS] = {
    [SL_TOPA_OUTPUT_BASE] = "IA32_RTIT_OUTPUT_BASE",
    [SL_TOPA_MASK_POINTERS] = "IA32_RTIT_OUTPUT_MASK_PTRS",
    [SL_TOPA_CONTROL] = "IA32_RTIT_CTL",
    [SL_TOPA_STATUS] = "IA32_RTIT_STATUS",
    [SL_TOPA_CR3_MATCH] = "IA32_RTIT_CR3_MATCH",
    [SL_TOPA_ADDRESS_0_A] = "IA32_RTIT_ADDR0_A",
    [SL_TOPA_ADDRESS_0_A + 1] = "IA32_RTIT_ADDR0_B",
    [SL_TOPA_ADDRESS_0_A + 2] = "IA32_RTIT_ADDR1_A",
    [SL_TOPA_ADDRESS_0_A + 3] = "IA32_RTIT_ADDR1_B",
    [SL_TOPA_ADDRESS_0_A + 4] = "IA32_RTIT_ADDR2_A",
    [SL_TOPA_ADDRESS_0_A + 5] = "IA32_RTIT_ADDR2_B",
    [SL_TOPA_ADDRESS_0_A + 6] = "IA32_RTIT_ADDR3_A",
    [SL_TOPA_ADDRESS_0_A + 7] = "IA32_RTIT_ADDR3_B",
  };

  g_return_val_if_fail ((guint) reg < SL_TOPA_N_REGISTERS, names[0]);

  return names[reg];
}

static gboolean
is_set (const SlTopaLayout *layout, guint bit)
{
  return (layout->registers.values[SL_TOPA_CONTROL] >> bit & 1) != 0;
}

static guint
get_range_use (const SlTopaLayout *layout, guint range)
{
  return layout->registers.values[SL_TOPA_CONTROL] >> (32 + 4 * range) & 0xf;
}

static char *
dup_range (guint64 value)
{
  if (value == 0)
    return g_strdup (_ ("range not used"));
  if (value == 1)
    return g_strdup (_ ("only code in the range is traced"));

  return g_strdup (value == 2 ? _ ("code in the range stops tracing") : _ ("reserved"));
}

static char *
dup_frequency (const SlTopaLayout *layout, Means means, guint64 value)
{
  g_autofree char *size = NULL;
  guint n = 1u << value;

  switch ((int) means)
    {
    case MEANS_MTC:
      if (!is_set (layout, 9))
        return g_strdup (_ ("not used without MTCEn"));
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "MTC every crystal tick",
                                           "MTC every %u crystal ticks", n),
                              n);
    case MEANS_CYC_THRESHOLD:
      if (!is_set (layout, 1))
        return g_strdup (_ ("not used without CYCEn"));
      n = value == 0 ? 0 : 1u << (value - 1);
      return value == 0
                 ? g_strdup (_ ("CYC with every packet that may have one"))
                 : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "CYC after at least %u cycle",
                                                 "CYC after at least %u cycles", n),
                                    n);
    default:
      size = sl_text_topa_size (G_GUINT64_CONSTANT (2048) << value);
      return g_strdup_printf (_ ("PSB every %s"), size);
    }
}

static char *
dup_stopped (const SlTopaLayout *layout, guint64 value)
{
  g_autofree char *table = NULL;
  const SlTopaEntry *entry;

  if (value == 0)
    return g_strdup (_ ("not stopped"));
  if (!sl_topa_layout_has_stopped (layout))
    return g_strdup (_ ("stopped"));

  entry = sl_topa_layout_get_entry (layout, layout->current);
  table = sl_text_topa_table (layout, entry->table);
  return g_strdup_printf (_ ("stopped: table %s, entry %u was full"), table, entry->index);
}

static char *
dup_pointer (const SlTopaLayout *layout, Means means, guint64 value)
{
  g_autofree char *text = NULL;

  switch ((int) means)
    {
    case MEANS_TABLE_OFFSET:
      return layout->uses_tables
                 ? g_strdup_printf (_ ("entry %u of the current table"), (guint) value)
                 : g_strdup (_ ("size of the range, as a mask"));
    case MEANS_OUTPUT_OFFSET:
      if (sl_topa_layout_has_stopped (layout))
        return g_strdup (_ ("the region is full"));
      return g_strdup_printf (_ ("the next byte goes to byte %u of the region"), (guint) value);
    default:
      text = sl_text_topa_address (value);
      return g_strdup_printf (layout->uses_tables ? _ ("the current table is at %s")
                                                  : _ ("the range begins at %s"),
                              text);
    }
}

static char *
dup_filter (const SlTopaLayout *layout, const Field *field, guint64 value)
{
  g_autofree char *text = sl_text_topa_address (value);
  guint range = (field->reg - SL_TOPA_ADDRESS_0_A) / 2u;
  gboolean is_begin = (field->reg - SL_TOPA_ADDRESS_0_A) % 2 == 0;

  if (field->means == MEANS_CR3)
    return is_set (layout, 7) ? g_strdup_printf (_ ("the page tables at %s are traced"), text)
                              : g_strdup (_ ("not used without CR3Filter"));
  if (get_range_use (layout, range) == 0)
    return g_strdup_printf (_ ("not used, by ADDR%u_CFG"), range);

  return g_strdup_printf (is_begin ? _ ("the range begins at %s") : _ ("the range ends with %s"),
                          text);
}

static char *
dup_meaning (const SlTopaLayout *layout, const Field *field, guint64 value)
{
  switch ((Means) field->means)
    {
    case MEANS_MTC:
    case MEANS_CYC_THRESHOLD:
    case MEANS_PSB:
      return dup_frequency (layout, field->means, value);
    case MEANS_RANGE:
      return dup_range (value);
    case MEANS_PACKET_BYTES:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u byte since the last PSB",
                                           "%u bytes since the last PSB", (gulong) value),
                              (guint) value);
    case MEANS_TABLE_OFFSET:
    case MEANS_OUTPUT_OFFSET:
    case MEANS_BASE:
      return dup_pointer (layout, field->means, value);
    case MEANS_CR3:
    case MEANS_ADDRESS:
      return dup_filter (layout, field, value);
    case MEANS_STOPPED:
      return dup_stopped (layout, value);
    case MEANS_SWITCH:
    default:
      return g_strdup (_ (value != 0 ? field->on : field->off));
    }
}

static gboolean
is_telling (const SlTopaLayout *layout, const Field *field, guint64 value)
{
  switch ((Means) field->means)
    {
    case MEANS_MTC:
      return is_set (layout, 9);
    case MEANS_CYC_THRESHOLD:
      return is_set (layout, 1);
    case MEANS_CR3:
      return is_set (layout, 7);
    case MEANS_ADDRESS:
      return get_range_use (layout, (field->reg - SL_TOPA_ADDRESS_0_A) / 2u) != 0;
    case MEANS_PSB:
    case MEANS_TABLE_OFFSET:
    case MEANS_OUTPUT_OFFSET:
    case MEANS_BASE:
      return TRUE;
    case MEANS_SWITCH:
    case MEANS_RANGE:
    case MEANS_PACKET_BYTES:
    case MEANS_STOPPED:
    default:
      return value != 0 && field->width != 7;
    }
}

static void
clear_field (gpointer data)
{
  SlTopaField *self = data;

  g_free (self->bits);
  g_free (self->meaning);
}

/**
 * sl_text_topa_fields:
 *
 * Returns: (transfer full) (element-type SlTopaField): of the registers that are known
 */
GArray *
sl_text_topa_fields (const SlTopaLayout *layout)
{
  GArray *result = g_array_new (FALSE, FALSE, sizeof (SlTopaField));

  g_array_set_clear_func (result, clear_field);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const Field *field = &fields[i];
      guint64 all = field->width == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << field->width) - 1;
      guint64 value = layout->registers.values[field->reg] >> field->first & all;
      SlTopaField added = { .reg = field->reg, .name = field->name, .value = value };

      if ((layout->registers.known >> field->reg & 1) == 0)
        continue;

      added.bits = field->width == 1
                       ? g_strdup_printf ("%u", field->first)
                       : g_strdup_printf ("%u:%u", field->first + field->width - 1u, field->first);
      added.meaning = dup_meaning (layout, field, value);
      added.is_telling = is_telling (layout, field, value);
      g_array_append_val (result, added);
    }

  return result;
}

/**
 * sl_topa_fields_begin_register:
 * @list: of sl_text_topa_fields()
 * @number: of one of them
 *
 * Returns: whether it is the first one of its register
 */
gboolean
sl_topa_fields_begin_register (const GArray *list, guint number)
{
  return number == 0 || g_array_index (list, SlTopaField, number).reg !=
                            g_array_index (list, SlTopaField, number - 1).reg;
}
