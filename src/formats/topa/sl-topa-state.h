/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the registers held when tracing stopped, and where the dumps of memory are: a text file of
 * lines KEY=VALUE. The keys are in sl-topa-state.c. */

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bits of the registers. */
#define SL_TOPA_CONTROL_TRACE_EN               (G_GUINT64_CONSTANT (1) << 0)
#define SL_TOPA_CONTROL_FABRIC_EN              (G_GUINT64_CONSTANT (1) << 6)
#define SL_TOPA_CONTROL_TOPA                   (G_GUINT64_CONSTANT (1) << 8)
#define SL_TOPA_CONTROL_MTC_FREQUENCY(control) ((guint32) ((control) >> 14 & 0xf))
#define SL_TOPA_STATUS_ERROR                   (G_GUINT64_CONSTANT (1) << 4)
#define SL_TOPA_STATUS_STOPPED                 (G_GUINT64_CONSTANT (1) << 5)

/**
 * SlTopaWrapped:
 * @SL_TOPA_WRAPPED_UNKNOWN: to be told from the bytes: whoever prepares a buffer zeroes it
 *
 * Whether the state file says that output went round its ring.
 */
typedef enum
{
  SL_TOPA_WRAPPED_UNKNOWN,
  SL_TOPA_WRAPPED_NO,
  SL_TOPA_WRAPPED_YES,
} SlTopaWrapped;

/**
 * SlTopaDump:
 * @file: name as the state file gives it
 * @base: physical address of its first byte
 */
typedef struct
{
  char *file;
  guint64 base;
} SlTopaDump;

/**
 * SlTopaState:
 * @control: IA32_RTIT_CTL; without one, output to tables is assumed
 * @has_control: whether it was given
 * @status: IA32_RTIT_STATUS
 * @output_base: IA32_RTIT_OUTPUT_BASE
 * @mask_pointers: IA32_RTIT_OUTPUT_MASK_PTRS
 * @start_table: physical address of the table that tracing started with
 * @has_start_table: whether it is known
 * @has_single_entries: whether the processor knows tables of one region only
 * @max_physical_address: width of an address in bits, 32 … 52
 * @wrapped: whether output went round
 * @dumps: (element-type SlTopaDump): in the order of the file
 */
typedef struct
{
  guint64 control;
  gboolean has_control;
  guint64 status;
  guint64 output_base;
  guint64 mask_pointers;
  guint64 start_table;
  gboolean has_start_table;
  gboolean has_single_entries;
  guint max_physical_address;
  SlTopaWrapped wrapped;
  GArray *dumps;
} SlTopaState;

SlTopaState *sl_topa_state_parse (const char *text, gsize length, GError **error);
void sl_topa_state_free (SlTopaState *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTopaState, sl_topa_state_free)

gboolean sl_topa_state_uses_tables (const SlTopaState *self);
guint sl_topa_state_probe (const char *text, gsize length);

G_END_DECLS
