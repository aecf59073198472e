/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-annotations.h"
#include "sl-code-map.h"

G_BEGIN_DECLS

struct _SlAnnotations
{
  gatomicrefcount ref_count;
  GHashTable *names; /* reference → name */
  guint64 numerator; /* ticks a second; 0 where the user gave no rate */
  guint64 denominator;
  char **code_files;   /* FILE[@BASE], as bytes; NULL for none */
  SlCodeMap *code_map; /* what those and the trace tell; NULL where it was not loaded */
  char *idle_task;     /* reference; NULL where the user chose none */
};

G_END_DECLS
