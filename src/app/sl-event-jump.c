/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-jump.h"

#include "sl-event-finder.h"

struct _SlEventJump
{
  SlDocument *document;
  GCancellable *cancellable; /* of what is looked for; NULL for nothing */
};

SlEventJump *
sl_event_jump_new (SlDocument *document)
{
  SlEventJump *self = g_new0 (SlEventJump, 1);

  self->document = g_object_ref (document);
  return self;
}

/* Makes place for the next wish. */
static void
cancel (SlEventJump *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/**
 * sl_event_jump_free:
 * @self: (transfer full): what it still looks for is given up
 */
void
sl_event_jump_free (SlEventJump *self)
{
  g_return_if_fail (self != NULL);

  cancel (self);
  g_object_unref (self->document);
  g_free (self);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlEventJump *self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean found;
  guint64 index;

  /* Cancelled: there is another wish, or @self is gone. */
  found = sl_event_finder_finish (result, &index, &error);
  if (error != NULL)
    return;

  g_clear_object (&self->cancellable);
  if (found)
    sl_document_pick_event (self->document, index);
}

void
sl_event_jump_to_offset (SlEventJump *self, guint64 offset)
{
  cancel (self);
  self->cancellable = g_cancellable_new ();
  sl_event_finder_find_offset_async (sl_document_get_trace (self->document), offset,
                                     self->cancellable, found_cb, self);
}
