/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-output-actions.h"

#include "sl-picture-copy.h"
#include "sl-picture-print.h"
#include "sl-save-span.h"
#include "sl-save-steps.h"

#define DOCUMENT "document-of-output"

static SlDocument *
get_document (gpointer timeline)
{
  return g_object_get_data (timeline, DOCUMENT);
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, gpointer timeline)
{
  sl_picture_copy (SL_PICTURE_WIDGET (timeline), get_document (timeline));
}

static void
print_cb (GSimpleAction *action, GVariant *parameter, gpointer timeline)
{
  sl_picture_print_ask (timeline, get_document (timeline),
                        GTK_WINDOW (gtk_widget_get_root (timeline)));
}

static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer timeline)
{
  sl_save_span_ask (timeline, get_document (timeline));
}

static void
steps_cb (GSimpleAction *action, GVariant *parameter, gpointer timeline)
{
  sl_save_steps_ask (timeline, get_document (timeline));
}

/**
 * sl_output_actions_add:
 * @map: must not outlive @timeline
 * @document: what it shows
 */
void
sl_output_actions_add (GActionMap *map, SlTimelineWidget *timeline, SlDocument *document)
{
  static const GActionEntry entries[] = {
    { .name = "copy-picture", .activate = copy_cb },
    { .name = "print", .activate = print_cb },
    { .name = "save-span", .activate = save_cb },
    { .name = "save-steps", .activate = steps_cb },
  };

  g_object_set_data_full (G_OBJECT (timeline), DOCUMENT, g_object_ref (document), g_object_unref);
  g_action_map_add_action_entries (map, entries, G_N_ELEMENTS (entries), timeline);
}
