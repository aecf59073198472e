/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-machine.h"

#include <string.h>

SlTopaMachine *
sl_topa_machine_new (gsize size, guint64 start)
{
  SlTopaMachine *self = g_new0 (SlTopaMachine, 1);

  self->memory = g_malloc0 (size);
  self->size = size;
  self->start = self->table = start;
  return self;
}

void
sl_topa_machine_free (SlTopaMachine *self)
{
  g_free (self->memory);
  g_free (self);
}

void
sl_topa_machine_set_entry (SlTopaMachine *self, guint64 table, guint32 index, guint64 raw)
{
  guint64 value = GUINT64_TO_LE (raw);

  g_assert_cmpuint (table + index * 8 + 8, <=, self->size);
  memcpy (self->memory + table + index * 8, &value, sizeof value);
}

guint64
sl_topa_machine_region (guint64 base, guint size_code, guint flags)
{
  return base | (guint64) size_code << 6 | flags;
}

static guint64
read_entry (const SlTopaMachine *self)
{
  guint64 value;

  memcpy (&value, self->memory + self->table + self->index * 8, sizeof value);
  return GUINT64_FROM_LE (value);
}

static void
step (SlTopaMachine *self)
{
  guint64 entry;

  self->offset = 0;
  self->index++;
  entry = read_entry (self);
  if ((entry & SL_TOPA_MACHINE_END) == 0)
    return;

  /* Tables are laid out in the order in which they are first used. */
  self->has_wrapped = self->has_wrapped || (entry & ~G_GUINT64_CONSTANT (0xfff)) <= self->table;
  self->table = entry & ~G_GUINT64_CONSTANT (0xfff);
  self->index = 0;
}

/* Output ends silently when a STOP region is full. */
void
sl_topa_machine_write (SlTopaMachine *self, guint8 byte)
{
  guint64 entry = read_entry (self);
  guint64 size = G_GUINT64_CONSTANT (4096) << (entry >> 6 & 0xf);

  if (self->is_stopped)
    return;

  self->memory[(entry & ~G_GUINT64_CONSTANT (0xfff)) + self->offset++] = byte;
  if (self->offset < size)
    return;

  if ((entry & SL_TOPA_MACHINE_STOP) != 0)
    {
      self->is_stopped = TRUE;
      self->offset -= self->one_below ? 1 : 0;
    }
  else
    step (self);
}

/* Without a word on whether output has wrapped: that is to be told from the bytes. */
char *
sl_topa_machine_dup_state (const SlTopaMachine *self)
{
  return g_strdup_printf ("# made by a test\n"
                          "IA32_RTIT_CTL=0x300e700\n"
                          "IA32_RTIT_STATUS=0x%x\n"
                          "IA32_RTIT_OUTPUT_BASE=0x%" G_GINT64_MODIFIER "x\n"
                          "IA32_RTIT_OUTPUT_MASK_PTRS=0x%" G_GINT64_MODIFIER "x\n"
                          "start_table = %" G_GUINT64_FORMAT "\n"
                          "maxphyaddr=39\n"
                          "colour=blue\n",
                          self->is_stopped ? 0x20 : 0, self->table,
                          self->offset << 32 | (guint64) self->index << 7 | 0x7f, self->start);
}
