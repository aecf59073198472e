/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-line.h"

struct _SlLine
{
  GObject parent_instance;

  gpointer table;
  GDestroyNotify unref; /* of the table */
  guint trace;
  guint number;
};

G_DEFINE_FINAL_TYPE (SlLine, sl_line, G_TYPE_OBJECT)

static void
sl_line_finalize (GObject *object)
{
  SlLine *self = SL_LINE (object);

  self->unref (self->table);

  G_OBJECT_CLASS (sl_line_parent_class)->finalize (object);
}

static void
sl_line_class_init (SlLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_line_finalize;
}

static void
sl_line_init (SlLine *self)
{
}

/**
 * sl_line_new:
 * @table: (transfer full): what the list shows of the trace
 * @unref: gives @table back
 * @trace: number in the document's set
 * @number: place in @table
 */
SlLine *
sl_line_new (gpointer table, GDestroyNotify unref, guint trace, guint number)
{
  SlLine *self = g_object_new (SL_TYPE_LINE, NULL);

  self->table = table;
  self->unref = unref;
  self->trace = trace;
  self->number = number;
  return self;
}

/**
 * sl_line_get_table:
 *
 * Returns: (transfer none): of the type that the list is of
 */
gpointer
sl_line_get_table (SlLine *self)
{
  g_return_val_if_fail (SL_IS_LINE (self), NULL);

  return self->table;
}

guint
sl_line_get_trace (SlLine *self)
{
  g_return_val_if_fail (SL_IS_LINE (self), 0);

  return self->trace;
}

guint
sl_line_get_number (SlLine *self)
{
  g_return_val_if_fail (SL_IS_LINE (self), 0);

  return self->number;
}
