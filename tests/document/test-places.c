/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-analyses.h"
#include "sl-go-to.h"
#include "sl-load.h"
#include "sl-marker-edit.h"
#include "sl-marker-model.h"
#include "sl-open.h"

/* Times of the sample are counted by 400 MHz, and its first event is at 24 000 248 264. */
#define FIRST_TICK "24003000000"

static SlDocument *
open_sample (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_open (file, NULL, NULL, &error);
  g_autoptr (SlTrace) trace = NULL;

  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_document_new (trace);
}

static SlMarkers *
get_markers (SlDocument *document)
{
  return sl_view_state_get_markers (sl_document_get_state (document));
}

static const SlMarker *
find_marker (SlDocument *document, guint id)
{
  return sl_markers_find (get_markers (document), id, NULL);
}
