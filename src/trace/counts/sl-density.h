/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How many events of each kind and processor there are over time, for traces of so many records
 * that none can have an item of its own: groups of events, running counts at their borders, and
 * nothing else. A count between two times is the difference of two running counts, so counts add
 * up over any columns, and what a query costs depends on its columns alone.
 *
 * Blocks are summed up by any thread in any order and join the writer in theirs. A snapshot is
 * immutable, shares the blocks, and may be read by any thread. */

#include "sl-columns.h"

G_BEGIN_DECLS

/* Events in a group, unless a block holds very many codes. */
#define SL_DENSITY_GROUP_SHIFT 6
#define SL_DENSITY_GROUP       (1u << SL_DENSITY_GROUP_SHIFT)

/* The most pairs of kind and processor that a density tells apart. Those that are found after them
 * count together, as one more code of a kind that no trace has. */
#define SL_DENSITY_CODES  1024
#define SL_DENSITY_OTHERS (G_MAXUINT16 - 1)

/* The measures of a density: a code's events, or one of these. */
#define SL_DENSITY_EVENTS (G_MAXUINT - 1) /* all events */
#define SL_DENSITY_BYTES  (G_MAXUINT - 2) /* what they moved */

/* Which field of an event says how many bytes it moved. */
typedef enum
{
  SL_BYTES_IN_B,
  SL_BYTES_IN_DETAIL,
  SL_BYTES_NOWHERE, /* it moved none */
} SlBytesField;

typedef SlBytesField (*SlDensityBytesFunc) (guint16 kind);

typedef struct _SlDensityWriter SlDensityWriter;

/* Immutable, shared by count. */
typedef struct _SlDensity SlDensity;

/* The sum of one block. */
typedef struct _SlDensityBlock SlDensityBlock;

SlDensityBlock *sl_density_block_new (SlDensityWriter *writer,
                                      const SlEvent *events,
                                      gsize n_events,
                                      SlDensityBytesFunc get_bytes_field);
SlDensityBlock *sl_density_block_new_from_columns (SlDensityWriter *writer,
                                                   const SlColumns *columns);
void sl_density_block_discard (SlDensityBlock *self);
guint sl_density_block_get_n_codes (const SlDensityBlock *self);
guint16 sl_density_block_get_kind (const SlDensityBlock *self, guint code);

SlDensityWriter *sl_density_writer_new (void);
SlDensityWriter *sl_density_writer_new_with_codes (const SlDensity *like, guint16 blank_kind);
void sl_density_writer_free (SlDensityWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDensityWriter, sl_density_writer_free)
void sl_density_writer_add (SlDensityWriter *self, SlDensityBlock *block);
guint sl_density_writer_get_n_codes (const SlDensityWriter *self);
void
sl_density_writer_get_code (const SlDensityWriter *self, guint code, guint16 *kind, guint16 *cpu);

SlDensity *sl_density_writer_snapshot (SlDensityWriter *self);
SlDensity *sl_density_ref (SlDensity *self);
void sl_density_unref (SlDensity *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDensity, sl_density_unref)

guint sl_density_get_n_codes (const SlDensity *self);
void sl_density_get_code (const SlDensity *self, guint code, guint16 *kind, guint16 *cpu);
guint sl_density_find_code (const SlDensity *self, guint16 kind, guint16 cpu);
SlSpan sl_density_get_span (const SlDensity *self);
guint64 sl_density_get_total (const SlDensity *self, guint measure);
gsize sl_density_get_memory (const SlDensity *self);

/**
 * SlDensityQuery:
 * @begin: first tick of the first column
 * @width: ticks in a column, above 0
 * @n_columns: how many
 *
 * Every column is looked at in eighths.
 */
typedef struct
{
  SlTime begin;
  SlTime width;
  guint n_columns;
} SlDensityQuery;

/**
 * SlDensityColumn:
 * @count: events (or bytes) in the column; inside a group that a border cuts, and inside a block
 *   that takes less than half an eighth of a column, events are taken as spread evenly
 * @busiest: of its eighths, the largest count
 */
typedef struct
{
  guint64 count;
  guint64 busiest;
} SlDensityColumn;

void sl_density_fold (SlDensity *self,
                      guint measure,
                      const SlDensityQuery *query,
                      SlDensityColumn *columns);

/**
 * SlDensityReader:
 * @read: returns (nullable) (transfer none) @n_events events of block number @block from its number
 *   @first on, until the next call; %NULL where they cannot be had now
 * @get_bytes: what an event moved, as the density counts it
 * @user_data: for @read
 */
typedef struct
{
  const SlEvent *(*read) (guint64 block, guint first, guint n_events, gpointer user_data);
  guint64 (*get_bytes) (const SlEvent *event);
  gpointer user_data;
} SlDensityReader;

gboolean sl_density_is_coarse (const SlDensity *self, const SlDensityQuery *query);
SlDensityColumn *sl_density_fold_exactly (const SlDensity *self,
                                          const SlDensityQuery *query,
                                          const SlDensityReader *reader);
guint64 sl_density_count_before (SlDensity *self, guint measure, SlTime time);
double sl_density_get_peak (SlDensity *self, guint measure, SlTime width);

G_END_DECLS
