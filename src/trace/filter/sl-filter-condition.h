/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One comparison of a filter, bound to a trace. */

#include "sl-detail.h"
#include "sl-filter-private.h"

G_BEGIN_DECLS

/* Wide enough for both ticks (signed) and parameters (unsigned). */
typedef __int128 SlFilterNumber;

/* What a comparison can come to for one of several events: bits of this. */
typedef enum
{
  SL_FILTER_MAY_FAIL = 1 << 0,
  SL_FILTER_MAY_PASS = 1 << 1,
} SlFilterChance;

#define SL_FILTER_ANY_CHANCE (SL_FILTER_MAY_FAIL | SL_FILTER_MAY_PASS)

/**
 * SlFilterCondition:
 * @is_negative: the result is turned round, as for "!="; what has no value still fails
 * @low: the lowest number that passes
 * @high: the highest number that passes; below @low where none does
 * @bits: not 0: the numbers pass that have any of these bits
 * @name: (nullable): of a raw field
 * @is_flags: as #SlFilterNode has it
 * @kinds: for each kind that has a row whether it passes; for "state" by state
 * @zone_kinds: bit (kind % 64) of each kind that passes, those without a row included
 * @hidden: (nullable): kinds that do not pass, in the place of @text
 * @pattern: of a glob, else %NULL
 * @word: of a plain word, which is in the names that pass, folded; else %NULL
 * @text: what a name is compared with
 * @has_reference: @text is a reference, of @type, @id and @life
 * @has_number: @text is the number @id
 */
typedef struct
{
  SlFilterField field;
  gboolean is_negative;
  SlFilterNumber low;
  SlFilterNumber high;
  guint64 bits;
  char *name;
  gboolean is_flags;
  guint8 *kinds;
  guint n_kinds;
  guint64 zone_kinds;
  const SlKindMask *hidden;
  GPatternSpec *pattern;
  char *word;
  char *text;
  gboolean has_reference;
  gboolean has_number;
  SlObjectType type;
  guint64 id;
  guint32 life;
} SlFilterCondition;

gboolean sl_filter_condition_init (SlFilterCondition *self,
                                   const SlFilterNode *node,
                                   const SlClock *clock,
                                   GError **error);
void sl_filter_condition_clear (SlFilterCondition *self);

gboolean sl_filter_condition_number (const SlFilterCondition *self, SlFilterNumber number);
gboolean sl_filter_condition_interval (const SlFilterCondition *self,
                                       SlFilterNumber first,
                                       SlFilterNumber last);
SlFilterChance sl_filter_condition_chance (const SlFilterCondition *self,
                                           SlFilterNumber first,
                                           SlFilterNumber last);
gboolean sl_filter_condition_kind (const SlFilterCondition *self, guint16 kind);
gboolean sl_filter_kind_has_a (guint16 kind);
gboolean sl_filter_kind_has_b (guint16 kind);
gboolean sl_filter_kind_has_size (guint16 kind);
gboolean sl_filter_condition_state (const SlFilterCondition *self, SlState state);
gboolean sl_filter_condition_text (const SlFilterCondition *self, const char *text);
gboolean sl_filter_condition_raw (const SlFilterCondition *self, const char *plain);
gboolean sl_filter_condition_detail (const SlFilterCondition *self, const SlDetail *detail);
gboolean sl_filter_condition_value (const SlFilterCondition *self, const SlFieldValue *value);
gboolean sl_filter_condition_object (const SlFilterCondition *self,
                                     const SlObject *object,
                                     const char *name);

G_END_DECLS
