/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a processor's trace output lay in physical memory: tables of physical addresses, their
 * regions, where the three pointers stood, and which bytes of the stream are where. It is what
 * Figure 36-1 of the manual draws. Made once, then immutable; shared by count. */

#include <glib.h>

G_BEGIN_DECLS

/* Stands for "no entry" where the number of an entry is asked for. */
#define SL_TOPA_NO_ENTRY G_MAXUINT

/**
 * SlTopaEntryFlags:
 * @SL_TOPA_ENTRY_END: leads to another table and holds no bytes
 * @SL_TOPA_ENTRY_INT: an interrupt is raised when the region is full
 * @SL_TOPA_ENTRY_STOP: tracing stops when the region is full
 */
typedef enum
{
  SL_TOPA_ENTRY_END = 1 << 0,
  SL_TOPA_ENTRY_INT = 1 << 2,
  SL_TOPA_ENTRY_STOP = 1 << 4,
} SlTopaEntryFlags;

/**
 * SlTopaAge:
 * @SL_TOPA_EARLIER: written before output came to the ring, in a chain that leads into it
 * @SL_TOPA_OLD: of the lap before the current one
 * @SL_TOPA_NEW: of the current lap
 */
typedef enum
{
  SL_TOPA_EARLIER,
  SL_TOPA_OLD,
  SL_TOPA_NEW,
} SlTopaAge;

/**
 * SlTopaEntry:
 * @table: physical address of its table; 0 for the one range of output without tables
 * @raw: the eight bytes as they stand in memory
 * @base: physical address of the region, or of the table that END leads to
 * @size: of the region in bytes; 0 with END
 * @index: within its table
 * @flags: #SlTopaEntryFlags
 *
 * The bits are:
 *
 * | bits | name | rule |
 * | --- | --- | --- |
 * | 0 | END | not in entry 0; INT and STOP must be 0 |
 * | 2 | INT | |
 * | 4 | STOP | |
 * | 9:6 | size | 4 KiB << n; ignored with END |
 * | MAXPHYADDR-1:12 | base | a region's is aligned to its size |
 * | others | reserved | 0 |
 */
typedef struct
{
  guint64 table;
  guint64 raw;
  guint64 base;
  guint64 size;
  guint32 index;
  guint32 flags;
} SlTopaEntry;

/**
 * SlTopaPiece:
 * @offset: in the stream
 * @address: physical, of its first byte
 * @length: in bytes, above 0
 * @entry: number of the entry whose region it lies in
 * @age: when it was written
 * @is_missing: whether no dump has these bytes, or they read as FFH for they cannot be read: then
 *   the stream goes on without them, and @offset is where they are missing
 *
 * A stretch of a region that holds one stretch of the stream.
 */
typedef struct
{
  guint64 offset;
  guint64 address;
  guint64 length;
  guint entry;
  SlTopaAge age;
  gboolean is_missing;
} SlTopaPiece;

/**
 * SlTopaRegister:
 *
 * The registers of the processor's tracing, in the order of their numbers.
 */
typedef enum
{
  SL_TOPA_OUTPUT_BASE,
  SL_TOPA_MASK_POINTERS,
  SL_TOPA_CONTROL,
  SL_TOPA_STATUS,
  SL_TOPA_CR3_MATCH,
  SL_TOPA_ADDRESS_0_A,
  SL_TOPA_ADDRESS_3_B = SL_TOPA_ADDRESS_0_A + 7,
  SL_TOPA_N_REGISTERS,
} SlTopaRegister;

/**
 * SlTopaRegisters:
 * @values: by #SlTopaRegister; 0 where it is not known
 * @known: a bit for each register that was read
 */
typedef struct
{
  guint64 values[SL_TOPA_N_REGISTERS];
  guint32 known;
} SlTopaRegisters;

/* Bits of IA32_RTIT_CTL and IA32_RTIT_STATUS. */
#define SL_TOPA_CONTROL_TRACE_EN               (G_GUINT64_CONSTANT (1) << 0)
#define SL_TOPA_CONTROL_FABRIC_EN              (G_GUINT64_CONSTANT (1) << 6)
#define SL_TOPA_CONTROL_TOPA                   (G_GUINT64_CONSTANT (1) << 8)
#define SL_TOPA_CONTROL_MTC_FREQUENCY(control) ((guint32) ((control) >> 14 & 0xf))
#define SL_TOPA_STATUS_ERROR                   (G_GUINT64_CONSTANT (1) << 4)
#define SL_TOPA_STATUS_STOPPED                 (G_GUINT64_CONSTANT (1) << 5)

/**
 * SlTopaLayout:
 * @uses_tables: %FALSE for output to a single range, whose one region is entry 0
 * @table_base: OUTPUT_BASE: the current table, or the range
 * @table_index: the current entry's index in it
 * @output_offset: of the next byte in the current region
 * @registers: what was read of the processor's registers
 * @entries: (element-type SlTopaEntry): in the order in which output comes to them
 * @current: number of the current entry, or %SL_TOPA_NO_ENTRY
 * @ring: number of the entry that output comes to after the last, or %SL_TOPA_NO_ENTRY
 * @has_wrapped: whether output came to @ring for a second time
 * @filled: bytes that the current lap wrote to the current entry's region
 * @pieces: (element-type SlTopaPiece): in the order of the stream, which is that of time
 * @size: of the stream in bytes
 * @first_damaged: number of the first of the entries that are probably none, for all of their bytes are
 *   zero: a page that was cleared or not written. Or %SL_TOPA_NO_ENTRY
 * @n_damaged: how many they are, one after the other in one table
 * @bad_entry: number of the entry that broke a rule, or %SL_TOPA_NO_ENTRY
 * @rule: (nullable): how it did, in a few words with the rule's number
 * @failure: (nullable): the operational error that ended output: what, where, which value, rule
 */
typedef struct _SlTopaLayout
{
  gatomicrefcount ref_count;

  gboolean uses_tables;
  guint64 table_base;
  guint64 table_index;
  guint64 output_offset;
  SlTopaRegisters registers;

  GArray *entries;
  guint current;
  guint ring;
  gboolean has_wrapped;
  guint64 filled;

  GArray *pieces;
  guint64 size;

  guint first_damaged;
  guint n_damaged;
  guint bad_entry;
  char *rule;
  char *failure;
} SlTopaLayout;

SlTopaLayout *sl_topa_layout_new (void);
SlTopaLayout *sl_topa_layout_ref (SlTopaLayout *self);
void sl_topa_layout_unref (SlTopaLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTopaLayout, sl_topa_layout_unref)

const SlTopaEntry *sl_topa_layout_get_entry (const SlTopaLayout *self, guint entry);
guint sl_topa_layout_find_entry (const SlTopaLayout *self, guint64 table, guint64 index);
char *sl_topa_layout_dup_table (const SlTopaLayout *layout,
                                guint64 table) G_GNUC_WARN_UNUSED_RESULT;
char *sl_topa_layout_dup_place (const SlTopaLayout *layout, guint entry) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_topa_layout_has_stopped (const SlTopaLayout *self);
gboolean sl_topa_layout_is_damaged (const SlTopaLayout *self, guint entry);
const SlTopaPiece *sl_topa_layout_find_piece (const SlTopaLayout *self, guint64 offset);

G_END_DECLS
