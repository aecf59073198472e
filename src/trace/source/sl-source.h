/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where events come from: a file seen as blocks of events that can be read again at any block.
 * A source holds no events; it knows how to decode them. */

#include <glib-object.h>

#include "sl-clock.h"
#include "sl-columns.h"
#include "sl-detail.h"
#include "sl-event.h"
#include "sl-note.h"
#include "sl-object.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/* Of "sl-source-extras.h", which only branch traces need. */
typedef struct _SlSourceExtras SlSourceExtras;

/**
 * SlSourceTraits:
 * @SL_TRAIT_KERNEL: all that a kernel's scheduler does: each release, decision, switch, lock and
 *   budget is an event of its own
 * @SL_TRAIT_BUS_DATA: with what was on the data bus, so that branch trace messages have both addresses
 * @SL_TRAIT_BUS_LENGTHS: a cycle of more than 8 bytes shows in which version of its format the trace is
 * @SL_TRAIT_BUS_ATTRIBUTES: with the type of memory that each cycle is for
 * @SL_TRAIT_PACKETS: packets of Intel PT
 * @SL_TRAIT_LINUX_CLASSES: priorities are those of Linux: 0 of fair tasks, which have none, from 1 to 99 of real-time tasks,
 *   100 of deadline tasks; 99 is also that of the stop class, which precedes all others
 *
 * What the events of a source are besides what they say by actions (sl_source_says()), whatever format they are read
 * from. Everything else goes by these two and by the kinds of its events.
 */
typedef enum
{
  SL_TRAIT_KERNEL = 1 << 0,
  SL_TRAIT_BUS_DATA = 1 << 1,
  SL_TRAIT_BUS_LENGTHS = 1 << 2,
  SL_TRAIT_BUS_ATTRIBUTES = 1 << 3,
  SL_TRAIT_PACKETS = 1 << 4,
  SL_TRAIT_LINUX_CLASSES = 1 << 5,
} SlSourceTraits;

#define SL_TYPE_SOURCE (sl_source_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlSource, sl_source, SL, SOURCE, GObject)

/**
 * SlSourceClass:
 * @read_block: reads block number @block, from 0, into @events, which has room for %SL_BLOCK_EVENTS.
 *   Returns their number, 0 for a block that holds none, -1 past the last block. The first pass
 *   asks for each block once, in order, from one thread. A block that it has delivered may be
 *   asked for again by any thread, also while the pass goes on, and must give the same events.
 *   Notes are taken on the first pass only. Object numbers are left 0.
 * @get_n_blocks: number of blocks, exact or an upper bound; 0 if not known yet
 * @get_clock: (transfer none): the clock as known so far
 * @describe: appends all raw fields of the record at @offset as names and values; FALSE if no
 *   record starts there
 * @read_field: (nullable): gives one field of @describe as its plain value, without making
 *   text; FALSE for a field, or a record, that only @describe knows
 * @get_form: (nullable): id of the form of text that the format's document defines, else %NULL
 * @print: (nullable): appends a line of that form, with its newline, for the record at @offset; FALSE
 *   if no record starts there. With @get_form
 * @can_share_pass: (nullable): whether the first pass may read the blocks from several threads at
 *   once and in any order
 * @read_columns: (nullable): reads what @read_block reads, as columns. %FALSE for a block that does
 *   not exist, that columns cannot express or that is damaged: @read_block decides. Called
 *   only if the pass can be shared
 * @prepare: (nullable): announces that the calling thread of a shared pass will next read the blocks from
 *   @block on, as many as are given and exist, so that what is common to them is found once
 *   instead of block by block
 * @get_object_name: (nullable) (transfer full): the name of an object at a time, if the trace
 *   has one; else %NULL
 *
 * A source is immutable except for what its first pass finds; all functions are thread-safe
 * under the rule above.
 */
struct _SlSourceClass
{
  GObjectClass parent_class;

  gssize (*read_block) (SlSource *self, guint64 block, SlEvent *events);
  guint64 (*get_n_blocks) (SlSource *self);
  SlClock *(*get_clock) (SlSource *self);
  gboolean (*describe) (SlSource *self, guint64 offset, GArray *details);
  gboolean (*read_field) (SlSource *self, guint64 offset, const char *field, SlFieldValue *value);
  const char *(*get_form) (SlSource *self);
  gboolean (*print) (SlSource *self, guint64 offset, GString *text);
  gboolean (*can_share_pass) (SlSource *self);
  gboolean (*read_columns) (SlSource *self, guint64 block, SlColumns *columns);
  void (*prepare) (SlSource *self, guint64 block, guint n_blocks);
  char *(*get_object_name) (SlSource *self, SlObjectType type, guint64 id, SlTime time);

  gpointer padding[2];
};

gssize sl_source_read_block (SlSource *self, guint64 block, SlEvent *events);
guint64 sl_source_get_n_blocks (SlSource *self);
SlClock *sl_source_get_clock (SlSource *self);
gboolean sl_source_describe (SlSource *self, guint64 offset, GArray *details);
gboolean
sl_source_read_field (SlSource *self, guint64 offset, const char *field, SlFieldValue *value);
const char *sl_source_get_form (SlSource *self);
gboolean sl_source_print (SlSource *self, guint64 offset, GString *text);
const char *const *sl_source_get_some_fields (SlSource *self);
void sl_source_set_some_fields (SlSource *self, const char *const *fields);
gboolean sl_source_can_share_pass (SlSource *self);
gboolean sl_source_fill_columns (SlSource *self, guint64 block, SlColumns *columns);
gboolean sl_source_read_columns (SlSource *self, guint64 block, SlColumns *columns);
void sl_source_prepare (SlSource *self, guint64 block, guint n_blocks);
char *sl_source_get_object_name (SlSource *self, SlObjectType type, guint64 id, SlTime time)
    G_GNUC_WARN_UNUSED_RESULT;

/* Set once, right after the source was made, by whoever opened it. */
SlNotes *sl_source_get_notes (SlSource *self);
void sl_source_share_notes (SlSource *self, SlSource *other);
void sl_source_set_identity (SlSource *self,
                             const char *format_id,
                             const char *format_title,
                             const char *const *file_names);
void sl_source_set_traits (SlSource *self, SlSourceTraits traits);
gboolean sl_source_has_trait (SlSource *self, SlSourceTraits trait);
void sl_source_set_meaning (SlSource *self, SlActionGroups tells, const SlTranslator *translator);
SlActionGroups sl_source_get_tells (SlSource *self);
gboolean sl_source_says (SlSource *self, SlActionGroups group);
const SlTranslator *sl_source_get_translator (SlSource *self);
SlSourceTraits sl_source_get_traits (SlSource *self);
SlSourceExtras *sl_source_get_extras (SlSource *self);
void sl_source_share_extras (SlSource *self, SlSourceExtras *extras);
void sl_source_set_file_uris (SlSource *self, const char *const *uris);
const char *const *sl_source_get_file_uris (SlSource *self);
const char *sl_source_get_format_id (SlSource *self);
const char *sl_source_get_format_title (SlSource *self);
const char *const *sl_source_get_file_names (SlSource *self);
void sl_source_set_name (SlSource *self, const char *name);
const char *sl_source_get_name (SlSource *self);

G_END_DECLS
