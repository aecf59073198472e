/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-jump.h"

#include <glib/gi18n.h>

#include "sl-address-edit.h"
#include "sl-message.h"

struct _SlEventJump
{
  SlDocument *document;
  GtkWidget *widget;
  SlBackground *finder;
  guint trace;         /* where it is looked for, in the document's set */
  gboolean has_target; /* an address was looked for */
  gboolean by_address; /* it is what is looked for now */
  SlAddressTarget target;
};

static void
tell_not_found (SlEventJump *self)
{
  const SlAddressTarget *target = &self->target;
  g_autofree char *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", target->first);
  g_autofree char *text = NULL;

  if (target->plane == SL_PLANE_PORTS)
    /* Translators: “%s” is the number of an I/O port, such as 0x70 */
    text = g_strdup_printf (_ ("No bus cycle touches the port %s"), address);
  else if (target->last > target->first)
    /* Translators: “%s” is an address, such as 0x3462f000 */
    text = g_strdup_printf (_ ("No bus cycle touches the page at %s"), address);
  else
    text = g_strdup_printf (_ ("No bus cycle touches the address %s"), address);
  sl_message_show (self->widget, text);
}

/* The map follows the list. */
static void
show_address (SlEventJump *self, gboolean found)
{
  const char *row;

  if (!found)
    tell_not_found (self);
  else if (sl_address_edit_find_row (self->document, self->trace, self->target.plane, &row))
    sl_address_edit_reveal (self->document, row, self->target.first, SL_GESTURE_NONE);
}

static void
found_cb (gpointer owner, gpointer found, const GError *error)
{
  SlEventJump *self = owner;
  g_autofree guint64 *index = found;

  if (index != NULL)
    sl_document_pick_event_of (self->document, self->trace, *index);
  if (self->by_address)
    show_address (self, index != NULL);
  else if (index == NULL && error == NULL)
    sl_message_show (self->widget, _ ("No event is at that offset or after it"));
}

/**
 * sl_event_jump_new:
 * @widget: in the window that says where nothing was found; outlives the jump
 */
SlEventJump *
sl_event_jump_new (SlDocument *document, GtkWidget *widget)
{
  SlEventJump *self = g_new0 (SlEventJump, 1);

  self->document = g_object_ref (document);
  self->widget = widget;
  self->finder = sl_event_finder_new (found_cb, self);
  return self;
}

/**
 * sl_event_jump_free:
 * @self: (transfer full): what it still looks for is given up
 */
void
sl_event_jump_free (SlEventJump *self)
{
  g_return_if_fail (self != NULL);

  sl_background_free (self->finder);
  g_object_unref (self->document);
  g_free (self);
}

static SlTrace *
get_trace (SlEventJump *self)
{
  return sl_trace_set_get_trace (sl_document_get_trace_set (self->document), self->trace);
}

/**
 * sl_event_jump_to_address:
 * @direction: above 0 for the next after what is picked, below 0 for the one before it
 *
 * The maps of addresses move too.
 */
void
sl_event_jump_to_address (SlEventJump *self, const SlAddressTarget *target, int direction)
{
  guint64 picked, from = 0;
  guint trace;

  self->by_address = TRUE;
  self->target = *target;
  self->has_target = TRUE;
  if (!sl_document_find_bus (self->document, &self->trace))
    self->trace = 0;
  if (sl_document_get_picked_event (self->document, &trace, &picked) && trace == self->trace)
    from = direction > 0 ? picked + 1 : picked;
  sl_event_finder_find_address (self->finder, get_trace (self), target, from, direction);
}

/**
 * sl_event_jump_get_address:
 *
 * Returns: (nullable) (transfer none): the address that was looked for last
 */
const SlAddressTarget *
sl_event_jump_get_address (const SlEventJump *self)
{
  return self->has_target ? &self->target : NULL;
}

/**
 * sl_event_jump_to_offset:
 * @trace: number in the document's set
 * @offset: in a file of that trace
 */
void
sl_event_jump_to_offset (SlEventJump *self, guint trace, guint64 offset)
{
  self->by_address = FALSE;
  self->trace = trace;
  sl_event_finder_find_offset (self->finder, get_trace (self), offset);
}
