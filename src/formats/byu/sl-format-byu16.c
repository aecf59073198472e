/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The dialect of BYU address traces with addresses of 64 bits. The record is in
 * sl-byu-record.h. */
#include "sl-formats.h"

#include <glib/gi18n-lib.h>

#include "sl-byu-probe.h"
#include "sl-byu-record.h"
#include "sl-byu-timed.h"

static guint
byu16_probe (const SlProbe *probe)
{
  return sl_byu_probe_timed (probe, SL_BYU_RECORD_SIZE_16);
}

static SlSource *
byu16_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  return sl_byu_timed_open (input, SL_BYU_RECORD_SIZE_16, FALSE, cancellable, error);
}

static const char *const extensions[] = { "tr", NULL };
static const char *const mime_types[] = { "application/x-byu-address-trace", NULL };

const SlFormat sl_format_byu16 = {
  .struct_size = sizeof (SlFormat),
  .id = "byu16",
  .title = N_ ("BYU address trace (16 bytes)"),
  .traits = SL_TRAIT_BUS_ATTRIBUTES,
  .tells = SL_TELLS_BUS,
  .extensions = extensions,
  .mime_types = mime_types,
  .probe = byu16_probe,
  .some_fields = sl_byu_timed_some_fields,
  .open = byu16_open,
};
