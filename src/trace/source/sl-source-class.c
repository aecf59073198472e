/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What formats implement: each asks the class, or answers for a format that does not. */
#include "sl-source.h"

/**
 * sl_source_read_block:
 * @block: from 0
 * @events: (out caller-allocates): room for %SL_BLOCK_EVENTS
 *
 * Decodes one block; for order and threads see #SlSourceClass.
 *
 * Returns: the number of events, 0 for a block that holds none, -1 past the last block
 */
gssize
sl_source_read_block (SlSource *self, guint64 block, SlEvent *events)
{
  return SL_SOURCE_GET_CLASS (self)->read_block (self, block, events);
}

/**
 * sl_source_get_n_blocks:
 *
 * Returns: the number of blocks, exact or an upper bound; 0 if it is not known yet
 */
guint64
sl_source_get_n_blocks (SlSource *self)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->get_n_blocks != NULL ? klass->get_n_blocks (self) : 0;
}

/**
 * sl_source_get_clock:
 *
 * Returns: (transfer none): the clock as known so far
 */
SlClock *
sl_source_get_clock (SlSource *self)
{
  return SL_SOURCE_GET_CLASS (self)->get_clock (self);
}

/**
 * sl_source_describe:
 * @details: (element-type SlDetail): appended to
 *
 * Tells all raw fields of the record at @offset.
 *
 * Returns: %FALSE, with @details as they were, if no record starts there
 */
gboolean
sl_source_describe (SlSource *self, guint64 offset, GArray *details)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->describe != NULL && klass->describe (self, offset, details);
}

/**
 * sl_source_read_field:
 * @field: its name in filters and lists
 * @value: (out): set only where %TRUE is returned
 *
 * Reads one raw field of the record at @offset, many times as fast as by a description.
 *
 * Returns: %FALSE where only sl_source_describe() knows
 */
gboolean
sl_source_read_field (SlSource *self, guint64 offset, const char *field, SlFieldValue *value)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->read_field != NULL && klass->read_field (self, offset, field, value);
}

/**
 * sl_source_get_form:
 *
 * Returns: (nullable): the id of the form of text in which the format's document prints records;
 *   %NULL where it has none
 */
const char *
sl_source_get_form (SlSource *self)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->get_form != NULL ? klass->get_form (self) : NULL;
}

/**
 * sl_source_print:
 * @text: appended to
 *
 * Writes the record at @offset as the format's document does, with a newline.
 *
 * Returns: %FALSE, with @text as it was, if no record starts there or there is no such form
 */
gboolean
sl_source_print (SlSource *self, guint64 offset, GString *text)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->print != NULL && klass->print (self, offset, text);
}

/**
 * sl_source_can_share_pass:
 *
 * Returns: whether the first pass may read the blocks from several threads at once, in any order
 */
gboolean
sl_source_can_share_pass (SlSource *self)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->can_share_pass != NULL && klass->can_share_pass (self);
}

/**
 * sl_source_get_object_name:
 * @id: native
 * @time: the name is that of this time, where it changes
 *
 * Returns: (transfer full) (nullable): the name of the object, with what distinguishes it from others of
 *   the same name; %NULL where the trace does not tell
 */
char *
sl_source_get_object_name (SlSource *self, SlObjectType type, guint64 id, SlTime time)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->get_object_name != NULL ? klass->get_object_name (self, type, id, time) : NULL;
}

/**
 * sl_source_fill_columns:
 *
 * Reads a block as columns; see #SlSourceClass. They are not counted.
 *
 * Returns: %FALSE where sl_source_read_block() has to read the block
 */
gboolean
sl_source_fill_columns (SlSource *self, guint64 block, SlColumns *columns)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  return klass->read_columns != NULL && klass->read_columns (self, block, columns);
}

/**
 * sl_source_read_columns:
 *
 * Reads a block as columns and counts them; see #SlSourceClass.
 *
 * Returns: %FALSE where sl_source_read_block() has to read the block
 */
gboolean
sl_source_read_columns (SlSource *self, guint64 block, SlColumns *columns)
{
  return sl_source_fill_columns (self, block, columns) && sl_columns_count (columns);
}

/**
 * sl_source_prepare:
 * @n_blocks: that will be read, whether or not they exist
 *
 * Says what the calling thread reads next; see #SlSourceClass.
 */
void
sl_source_prepare (SlSource *self, guint64 block, guint n_blocks)
{
  SlSourceClass *klass = SL_SOURCE_GET_CLASS (self);

  if (klass->prepare != NULL)
    klass->prepare (self, block, n_blocks);
}
