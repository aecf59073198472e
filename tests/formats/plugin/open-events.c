/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A program outside the tree: lists the formats and, where a file is named, its events. */

#include <locale.h>
#include <sl-open.h>
#include <stdlib.h>

static void
list_formats (void)
{
  for (guint i = 0; i < sl_formats_get_count (); i++)
    {
      const SlFormatInfo *info = sl_formats_get (i);
      const char *path = info->module_path != NULL ? info->module_path : "built in";

      if (info->format != NULL)
        g_print ("format %s %s\n", info->format->id, path);
      else
        g_print ("failure %s: %s\n", path, info->failure);
    }
}

static void
list_events (SlSource *source)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gssize n_events;

  for (guint64 block = 0; (n_events = sl_source_read_block (source, block, events)) >= 0; block++)
    {
      for (gssize i = 0; i < n_events; i++)
        g_print ("event %" G_GINT64_FORMAT " %s %" G_GUINT64_FORMAT "\n", events[i].time,
                 sl_kind_get (events[i].kind)->id, events[i].a);
    }
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  SlOpenRequest request = { .files = files };

  setlocale (LC_ALL, "");
  list_formats ();
  if (argc < 2)
    return EXIT_SUCCESS;

  g_ptr_array_add (files, g_file_new_for_commandline_arg (argv[1]));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  if (sources == NULL)
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }

  for (guint i = 0; i < sources->len; i++)
    list_events (g_ptr_array_index (sources, i));
  return EXIT_SUCCESS;
}
