/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A neutral event as its line says it: the cells checked against what its action takes. */

#include "sl-action.h"
#include "sl-text-names.h"
#include "sl-text-row.h"

G_BEGIN_DECLS

/**
 * SlActedLine:
 * @time: as are @deadline, @nominal and @span
 * @deadline: below zero where there is none; likewise @nominal and @span
 * @span: the value of an action whose value is a time
 * @value: the value of others; of recording switched off or on the family's number
 * @task: of type %SL_OBJECT_NONE where there is none; likewise @object
 * @address: in place of the object, of cycles and branches; with @has_address
 * @is_computed: a replenishment was not recorded, but follows from the kernel's rule
 * @is_cut: one of its times has more digits than are kept
 */
typedef struct
{
  SlFineTime time;
  SlFineTime deadline;
  SlFineTime nominal;
  SlFineTime span;
  gint64 value;
  SlTextName task;
  SlTextName object;
  guint64 address;
  SlAction action;
  guint16 cpu;
  gboolean has_value;
  gboolean has_address;
  gboolean is_computed;
  gboolean is_cut;
} SlActedLine;

gboolean sl_acted_line_read (SlActedLine *self, SlTextRow *row, const SlTextUnit *unit);

G_END_DECLS
