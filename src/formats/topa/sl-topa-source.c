/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-source.h"

#include "sl-source-extras.h"

struct _SlTopaSource
{
  SlSource parent;

  SlSource *stream;
  SlTopaLayout *layout;
};

G_DEFINE_FINAL_TYPE (SlTopaSource, sl_topa_source, SL_TYPE_SOURCE)

static gssize
sl_topa_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  return sl_source_read_block (SL_TOPA_SOURCE (source)->stream, block, events);
}

static guint64
sl_topa_source_get_n_blocks (SlSource *source)
{
  return sl_source_get_n_blocks (SL_TOPA_SOURCE (source)->stream);
}

static SlClock *
sl_topa_source_get_clock (SlSource *source)
{
  return sl_source_get_clock (SL_TOPA_SOURCE (source)->stream);
}

static gboolean
sl_topa_source_can_share_pass (SlSource *source)
{
  return sl_source_can_share_pass (SL_TOPA_SOURCE (source)->stream);
}

static const char *
get_age (SlTopaAge age)
{
  switch (age)
    {
    case SL_TOPA_EARLIER:
      return "written on the way to the ring";
    case SL_TOPA_OLD:
      return "of the lap before the last";
    case SL_TOPA_NEW:
    default:
      return "of the last lap";
    }
}

/* Where in memory the packet begins, and by which entry the processor came there. */
static gboolean
sl_topa_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlTopaSource *self = SL_TOPA_SOURCE (source);
  const SlTopaPiece *piece;
  const SlTopaEntry *entry;
  g_autofree char *place = NULL;
  g_autofree char *base = NULL;
  guint64 address;

  if (!sl_source_describe (self->stream, offset, details))
    return FALSE;

  piece = sl_topa_layout_find_piece (self->layout, SL_OFFSET_BYTE (offset));
  if (piece == NULL)
    return TRUE;

  entry = sl_topa_layout_get_entry (self->layout, piece->entry);
  place = sl_topa_layout_dup_place (self->layout, piece->entry);
  address = piece->address + (SL_OFFSET_BYTE (offset) - piece->offset);
  sl_details_add (details, "Physical address", "0x%" G_GINT64_MODIFIER "x", address);
  if (self->layout->uses_tables)
    sl_details_add_field (details, "ToPA entry", "topa-entry", place,
                          "%s: entry %u of the table at 0x%" G_GINT64_MODIFIER
                          "x, raw 0x%016" G_GINT64_MODIFIER "x",
                          place, entry->index, entry->table, entry->raw);
  base = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", entry->base);
  sl_details_add_field (details, "Region", "region", place[0] != '\0' ? place : base,
                        "0x%" G_GINT64_MODIFIER "x + 0x%" G_GINT64_MODIFIER
                        "x of 0x%" G_GINT64_MODIFIER "x bytes, %s",
                        entry->base, address - entry->base, entry->size, get_age (piece->age));
  return TRUE;
}

static void
sl_topa_source_finalize (GObject *object)
{
  SlTopaSource *self = SL_TOPA_SOURCE (object);

  g_clear_object (&self->stream);
  g_clear_pointer (&self->layout, sl_topa_layout_unref);
  G_OBJECT_CLASS (sl_topa_source_parent_class)->finalize (object);
}

static void
sl_topa_source_class_init (SlTopaSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_topa_source_finalize;
  source_class->read_block = sl_topa_source_read_block;
  source_class->get_n_blocks = sl_topa_source_get_n_blocks;
  source_class->get_clock = sl_topa_source_get_clock;
  source_class->describe = sl_topa_source_describe;
  source_class->can_share_pass = sl_topa_source_can_share_pass;
}

static void
sl_topa_source_init (SlTopaSource *self)
{
}

/**
 * sl_topa_source_new:
 * @stream: (transfer full): what was rebuilt; its notes on the first pass become the new source's
 * @layout: held
 *
 * Returns: (transfer full): the source
 */
SlSource *
sl_topa_source_new (SlSource *stream, SlTopaLayout *layout)
{
  SlTopaSource *self = g_object_new (SL_TYPE_TOPA_SOURCE, NULL);
  SlSourceExtras *extras = sl_source_get_extras (SL_SOURCE (self));

  self->stream = stream;
  self->layout = sl_topa_layout_ref (layout);
  sl_source_share_notes (SL_SOURCE (self), stream);
  sl_source_extras_set_topa_layout (extras, layout);
  sl_source_extras_pass_on (extras, sl_source_get_extras (stream));
  return SL_SOURCE (self);
}
