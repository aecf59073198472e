/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Events from records of one fixed size, in one or several files. A format has a function that
 * decodes some records at a time and says where sorted runs of records are; blocks, the order
 * between runs, damage and reading again are done here. */

#include "sl-input.h"
#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlRecordRun:
 * @file: number of the file in the input
 * @offset: of the first record, in bytes
 * @count: number of records
 *
 * Records that follow each other in the file with times that never decrease.
 */
typedef struct
{
  guint32 file;
  guint64 offset;
  guint64 count;
} SlRecordRun;

/**
 * SlRecordBlock:
 * @records: the bytes of @n_records records, inside the mapping
 * @n_records: at most %SL_BLOCK_EVENTS
 * @n_before: records of the same run that lie directly before @records and may be looked at
 * @file: number of the file in the input
 * @offset: of the first record, in bytes
 */
typedef struct
{
  const guint8 *records;
  guint n_records;
  guint64 n_before;
  guint32 file;
  guint64 offset;
} SlRecordBlock;

/**
 * SlRecordFormat:
 * @record_size: in bytes
 * @decode: turns the records of @block into events, in their order, and returns how many were
 *   written to @events, which has room for one each. A record that is not an event (an empty slot) is
 *   left out. SlEvent.offset must be that of the record: sl_record_block_get_offset(). @state is
 *   that before the block and must be that after it on return; %NULL without a state. Called from
 *   any thread, also again for the same records, also for single ones; the result must depend on
 *   nothing but the records, those before them in the run and @state
 * @fill: (nullable): fills @columns with what @decode would make of the records; its n_gaps is 0
 *   before. %FALSE if columns cannot express them. Called from any thread
 * @describe: (nullable): appends the raw fields of the one record in @block
 * @read_field: (nullable): what @describe says of one field of the one record in @block, as in
 *   #SlSourceClass
 * @form: (nullable): id of the form of text that the format's document has
 * @print: (nullable): appends a line of that form, with its newline, for the one record in @block
 * @state_size: size of the running state in bytes; 0 for none. States begin as all zeros
 * @summarize: (nullable): what the records of @block do to a state, seen from the state of all
 *   zeros. Needed with a state
 * @combine: (nullable): changes @state as @summary says: combining the summaries of two blocks in
 *   order is the summary of both. Needed with a state
 * @finish: (nullable): called once, by any thread, when the end has been read: takes the
 *   notes that @state, that after the last record, gives reason for. Only with a state
 */
typedef struct
{
  gsize record_size;
  guint (*decode) (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events);
  gboolean (*fill) (gpointer user_data,
                    const SlRecordBlock *block,
                    gconstpointer state,
                    SlColumns *columns);
  void (*describe) (gpointer user_data, const SlRecordBlock *block, GArray *details);
  gboolean (*read_field) (gpointer user_data,
                          const SlRecordBlock *block,
                          const char *field,
                          SlFieldValue *value);
  const char *form;
  void (*print) (gpointer user_data, const SlRecordBlock *block, GString *text);

  gsize state_size;
  void (*summarize) (gpointer user_data, const SlRecordBlock *block, gpointer summary);
  void (*combine) (gpointer user_data, gpointer state, gconstpointer summary);
  void (*finish) (gpointer user_data, SlSource *source, gconstpointer state);
} SlRecordFormat;

static inline guint64
sl_record_block_get_offset (const SlRecordBlock *block, gsize record_size, guint record)
{
  return SL_OFFSET (block->file, block->offset + record * record_size);
}

#define SL_TYPE_RECORD_SOURCE (sl_record_source_get_type ())
G_DECLARE_FINAL_TYPE (SlRecordSource, sl_record_source, SL, RECORD_SOURCE, SlSource)

SlSource *sl_record_source_new (const SlRecordFormat *format,
                                SlInput *input,
                                const SlRecordRun *runs,
                                guint n_runs,
                                SlClock *clock,
                                gpointer user_data,
                                GDestroyNotify user_data_free,
                                GError **error);
void sl_record_source_get_last_state (SlRecordSource *self, gpointer state);

G_END_DECLS
