/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The registers of the processor's tracing, bit by bit, and what they say in a sentence each. */

#include "sl-topa-layout.h"

G_BEGIN_DECLS

/**
 * SlTopaField:
 * @reg: of which register
 * @name: of the field in the manual, such as "MTCFreq"
 * @bits: where it stands, such as "17:14"
 * @value: of the field
 * @meaning: in a few words
 * @is_telling: whether it says more than that something was not used
 */
typedef struct
{
  SlTopaRegister reg;
  const char *name;
  char *bits;
  guint64 value;
  char *meaning;
  gboolean is_telling;
} SlTopaField;

const char *sl_text_topa_register_name (SlTopaRegister reg);
GArray *sl_text_topa_fields (const SlTopaLayout *layout);
gboolean sl_topa_fields_begin_register (const GArray *list, guint number);

G_END_DECLS
