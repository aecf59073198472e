/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-late-release.h"

static gpointer
release (gpointer object)
{
  g_object_unref (object);
  return NULL;
}

static gboolean
hand_over_cb (gpointer object)
{
  g_thread_unref (g_thread_new ("sl-release", release, object));
  return G_SOURCE_REMOVE;
}

/**
 * sl_late_release:
 * @object: (transfer full) (nullable): to be called in the main thread
 *
 * Gives the reference up in a thread of its own, once the main loop has nothing else to do: what is
 * freed with a long trace would take the window several frames. Until then those who go with it
 * have given up their references.
 */
void
sl_late_release (gpointer object)
{
  if (object != NULL)
    g_idle_add_full (G_PRIORITY_LOW, hand_over_cb, object, NULL);
}
