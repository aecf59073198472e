/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the two ways of one loading pass share: block after block through a queue, or blocks on all
 * cores whose sums are put in order. */

#include "sl-load.h"
#include "sl-trace-private.h"

G_BEGIN_DECLS

typedef struct
{
  const SlAnalysis *analysis;
  gpointer state;
} SlLoadRun;

typedef struct
{
  SlTraceBuilder *builder;
  GArray *runs; /* of SlLoadRun */
  SlLoadFunc publish;
  gpointer user_data;
  guint64 n_events;
  SlTime end;
  gint64 pause_us;
  gint64 next_us;
} SlLoadPass;

void sl_load_pass_publish (SlLoadPass *self, guint64 block);
gboolean sl_load_pass_can_share (SlLoadPass *self);
gboolean sl_load_pass_share (SlLoadPass *self, GCancellable *cancellable, GError **error);

G_END_DECLS
