/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A processor that writes trace output through tables of physical addresses into a memory of its
 * own, byte by byte, by the manual's words. It shares no code with what reads dumps. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_TOPA_MACHINE_END  0x1
#define SL_TOPA_MACHINE_INT  0x4
#define SL_TOPA_MACHINE_STOP 0x10

/**
 * SlTopaMachine:
 * @memory: from address 0
 * @size: of @memory
 * @start: table that output starts with
 * @table: current table
 * @index: current entry
 * @offset: of the next byte in the current region
 * @is_stopped: whether a STOP region is full
 * @has_wrapped: whether an END led back to a table that was left before
 * @one_below: leave the offset of a full STOP region one below its size, as some do
 */
typedef struct
{
  guint8 *memory;
  gsize size;
  guint64 start;
  guint64 table;
  guint32 index;
  guint64 offset;
  gboolean is_stopped;
  gboolean has_wrapped;
  gboolean one_below;
} SlTopaMachine;

SlTopaMachine *sl_topa_machine_new (gsize size, guint64 start);
void sl_topa_machine_free (SlTopaMachine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTopaMachine, sl_topa_machine_free)

void sl_topa_machine_set_entry (SlTopaMachine *self, guint64 table, guint32 index, guint64 raw);
guint64 sl_topa_machine_region (guint64 base, guint size_code, guint flags);
void sl_topa_machine_write (SlTopaMachine *self, guint8 byte);
char *sl_topa_machine_dup_state (const SlTopaMachine *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
