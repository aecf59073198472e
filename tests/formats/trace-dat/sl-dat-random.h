/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Random recordings whose events are known: what was written, as what has to be read. */

#include "sl-dat-writer.h"
#include "sl-perf-maker.h"
#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlDatExpected:
 * @event: without object and offset; its time as recorded
 * @buffer: number of the buffer
 * @order: among the events of its CPU in its buffer
 * @text: (nullable): of a custom event
 * @number: of a custom event
 */
typedef struct
{
  SlEvent event;
  guint buffer;
  guint order;
  char *text;
  gint64 number;
} SlDatExpected;

GBytes *sl_dat_random_write (const SlDatLayout *layout,
                             guint n_events,
                             GArray **expected,
                             guint64 *n_quiet);
GBytes *sl_dat_random_write_also (const SlDatLayout *layout,
                                  guint n_events,
                                  SlPerfMaker *maker,
                                  GArray **expected,
                                  guint64 *n_quiet);
SlSource *sl_dat_test_open (GBytes *bytes, GError **error);

G_END_DECLS
