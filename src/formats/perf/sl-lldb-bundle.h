/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The file of JSON that names the parts of a trace that LLDB saved. */

#include "sl-code-map.h"
#include "sl-mapping.h"
#include "sl-perf-clock.h"

G_BEGIN_DECLS

/**
 * SlLldbStream:
 * @trace: name of the file with the packets
 * @switches: (nullable): name of the file with the processor's context switches
 * @cpu: -1 for the stream of a thread
 * @tid: 0 for the stream of a processor
 */
typedef struct
{
  char *trace;
  char *switches;
  gint32 cpu;
  guint32 tid;
} SlLldbStream;

typedef struct
{
  GArray *streams;       /* of SlLldbStream */
  GPtrArray *code_files; /* of SlCodeFile: the modules of the processes */
  guint32 process;       /* that is being read */
  SlPerfClock clock;
} SlLldbBundle;

SlLldbBundle *sl_lldb_bundle_new (SlMapping *file, GError **error);
void sl_lldb_bundle_free (SlLldbBundle *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLldbBundle, sl_lldb_bundle_free)

G_END_DECLS
