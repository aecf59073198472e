/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the registers held when tracing stopped, and where the dumps of memory are: a text file of
 * lines KEY=VALUE. The keys are in sl-topa-state.c. */

#include <gio/gio.h>

#include "sl-topa-layout.h"

G_BEGIN_DECLS

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
 * @registers: those that were given; without IA32_RTIT_CTL, output to tables is assumed
 * @start_table: physical address of the table that tracing started with
 * @has_start_table: whether it is known
 * @has_single_entries: whether the processor knows tables of one region only
 * @max_physical_address: width of an address in bits, 32 … 52
 * @wrapped: whether output went round
 * @dumps: (element-type SlTopaDump): in the order of the file
 */
typedef struct
{
  SlTopaRegisters registers;
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
