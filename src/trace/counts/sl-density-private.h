/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The packed blocks that writer and reader of a density share. */

#include "sl-arena.h"
#include "sl-density.h"

G_BEGIN_DECLS

#define SL_DENSITY_SEGMENT 256

typedef struct
{
  guint16 kind;
  guint16 cpu;
} SlDensityCode;

static inline gpointer
sl_density_code_key (guint16 kind, guint16 cpu)
{
  return GUINT_TO_POINTER ((guint) kind << 16 | cpu);
}

/**
 * SlDensityBlock:
 * @first: events before the block; set by the writer
 * @bytes_before: bytes moved before the block; set by the writer
 * @before: (array length=n_before): events of each code before the block; set by the writer
 * @end: time of the last event
 * @shift: a group has 1 << @shift events
 * @codes: (array length=n_codes): what occurs, all of it told apart
 * @numbers: (array length=n_codes): of the codes in the density; set by the writer
 * @begins: by group, ticks from @begin to its first event; 64 bits each where @wide
 * @bytes: by group, bytes moved up to its end
 * @counts: by code, then by group: events up to the group's end
 *
 * The arrays behind @n_groups lie in the block's own memory.
 */
struct _SlDensityBlock
{
  guint64 first;
  guint64 bytes_before;
  guint64 *before;
  SlTime begin;
  SlTime end;
  guint32 count;
  guint32 size;
  guint16 n_before;
  guint16 n_codes;
  guint16 n_groups;
  guint8 shift;
  guint8 wide : 1;
  guint8 is_packed : 1;  /* has no codes any more */
  guint8 is_waiting : 1; /* not in the memory of the writer yet */
  SlDensityCode *codes;
  guint16 *numbers;
  gpointer begins;
  guint32 *bytes;
  guint16 *counts;
};

typedef struct
{
  gatomicrefcount ref_count;
  SlTime begins[SL_DENSITY_SEGMENT];
  SlDensityBlock *blocks[SL_DENSITY_SEGMENT];
  guint n_blocks; /* the writer's alone */
} SlDensitySegment;

SlDensityBlock *sl_density_block_settle (SlDensityBlock *self, SlArena *arena, guint n_numbers);
SlArena *sl_density_writer_get_arena (const SlDensityWriter *self);
void sl_density_segment_unref (SlDensitySegment *self);

/* A place between two events, in units that every measure can be read from. */
typedef struct
{
  const SlDensityBlock *block; /* NULL before the first event */
  const SlDensityBlock
      *next; /* the block after it, where it is taken as evenly spread; else NULL */
  guint group;
  gboolean whole;   /* all of the block */
  guint64 part, of; /* how far into the group or block */
} SlDensityPlace;

struct _SlDensity
{
  gatomicrefcount ref_count;
  SlArena *arena;      /* of the blocks */
  GPtrArray *segments; /* of SlDensitySegment */
  GArray *codes;       /* of SlDensityCode */
  GHashTable *numbers; /* as of sl_density_code_key(), number + 1 */
  guint64 n_blocks;
  gsize memory;

  GMutex lock; /* of what follows: kept from query to query */
  SlDensityQuery query;
  SlDensityColumn *columns; /* by number of the measure, then by column; NULL for no query yet */
  double *peaks;            /* by number of the measure, then by level; NULL for not found yet */
};

static inline const SlDensityBlock *
sl_density_get_block (const SlDensity *self, guint64 number)
{
  const SlDensitySegment *segment = g_ptr_array_index (self->segments, number / SL_DENSITY_SEGMENT);

  return segment->blocks[number % SL_DENSITY_SEGMENT];
}

static inline guint64
sl_density_block_get_begin (const SlDensityBlock *self, guint group)
{
  return self->wide ? ((const guint64 *) self->begins)[group]
                    : ((const guint32 *) self->begins)[group];
}

static inline guint
sl_density_get_n_measures (const SlDensity *self)
{
  return self->codes->len + 2;
}

/* The codes, then bytes, then events. What is not a measure counts as events. */
static inline guint
sl_density_number_measure (const SlDensity *self, guint measure)
{
  if (measure < self->codes->len)
    return measure;

  return self->codes->len + (measure != SL_DENSITY_BYTES);
}

SlDensityPlace
sl_density_find_block (const SlDensity *self, guint64 *number, SlTime time, guint64 even_length);
void sl_density_refine_place (SlDensityPlace *place);
SlDensityPlace
sl_density_find_place (const SlDensity *self, guint64 *number, SlTime time, guint64 even_length);
guint64 sl_density_read (const SlDensityPlace *place, guint measure);
/* Every column is looked at in so many parts. */
#define SL_DENSITY_EIGHTHS 8

/* Blocks that are shorter than this part of what is between two borders are taken as evenly spread. */
#define SL_DENSITY_EVEN 2

static inline SlTime
sl_density_get_border (const SlDensityQuery *query, guint eighth)
{
  __int128 ticks = (__int128) query->width * (eighth / SL_DENSITY_EIGHTHS) +
                   (__int128) query->width * (eighth % SL_DENSITY_EIGHTHS) / SL_DENSITY_EIGHTHS;

  return sl_time_add (query->begin, (gint64) MIN (ticks, SL_TIME_MAX));
}

void sl_density_add_eighth (SlDensityColumn *columns,
                            guint n_columns,
                            guint n_measures,
                            const guint64 *before,
                            const guint64 *now);
void sl_density_read_all (const SlDensity *self, const SlDensityPlace *place, guint64 *counts);

G_END_DECLS
