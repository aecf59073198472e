/* SPDX-License-Identifier: GPL-3.0-or-later */

/* BYU address traces with records of 12 bytes, versions 1.0 and 1.1, which nothing in the file
 * tells apart but sizes of 16 and 32, which only 1.1 has. The record is in sl-byu-record.h. */
#include "sl-formats.h"

#include <glib/gi18n-lib.h>

#include "sl-byu-probe.h"
#include "sl-byu-record.h"
#include "sl-byu-timed.h"
#include "sl-error.h"

#define FOLD_SECOND_PACKETS "fold-second-packets"

static guint
byu12_probe (const SlProbe *probe)
{
  return sl_byu_probe_timed (probe, SL_BYU_RECORD_SIZE_12);
}

static gboolean
get_fold (SlFormatOptions *options, gboolean *fold, GError **error)
{
  const char *text = options != NULL ? g_hash_table_lookup (options, FOLD_SECOND_PACKETS) : NULL;

  *fold = g_strcmp0 (text, "yes") == 0;
  if (text == NULL || *fold || g_str_equal (text, "no"))
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "The option " FOLD_SECOND_PACKETS " is “%s”, neither “yes” nor “no”", text);
  return FALSE;
}

static SlSource *
byu12_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  gboolean fold;

  if (!get_fold (options, &fold, error))
    return NULL;

  return sl_byu_timed_open (input, SL_BYU_RECORD_SIZE_12, fold, cancellable, error);
}

static const char *const extensions[] = { "tr", NULL };
static const char *const mime_types[] = { "application/x-byu-address-trace", NULL };
static const SlFormatOption options[] = {
  { FOLD_SECOND_PACKETS, N_ ("Leave out records that are the second packet of a request"), "no" },
  { .key = NULL },
};

const SlFormat sl_format_byu12 = {
  .struct_size = sizeof (SlFormat),
  .id = "byu12",
  .title = N_ ("BYU address trace (12 bytes)"),
  .traits = SL_TRAIT_BUS_ATTRIBUTES | SL_TRAIT_BUS_LENGTHS,
  .tells = SL_TELLS_BUS,
  .extensions = extensions,
  .mime_types = mime_types,
  .options = options,
  .probe = byu12_probe,
  .some_fields = sl_byu_timed_some_fields,
  .open = byu12_open,
};
