/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One place to go to. */

#include "sl-document.h"

G_BEGIN_DECLS

typedef enum
{
  SL_GO_TO_TIME,
  SL_GO_TO_EVENT,
  SL_GO_TO_OFFSET,  /* of the file: the event there has to be looked for */
  SL_GO_TO_ADDRESS, /* of memory: the bus cycle has to be looked for */
  SL_GO_TO_ROW,
  SL_GO_TO_MARKER,
  SL_GO_TO_JOB,
} SlGoToType;

/**
 * SlGoTo:
 * @time: reference tick, for %SL_GO_TO_TIME
 * @trace: number in the set, for an event, an offset and a job
 * @number: index of the event, offset, address, id of the marker, or place of the job in the trace's table
 * @row: (nullable): key of the row, which lasts as long as the document
 * @is_hidden: whether the row is not shown now
 * @said: what will be done, a translated sentence
 */
typedef struct
{
  SlGoToType type;
  SlTime time;
  guint trace;
  guint64 number;
  const char *row;
  gboolean is_hidden;
  char *said;
} SlGoTo;

SlGoTo *sl_go_to_new (SlGoToType type, char *said);
void sl_go_to_set_error (GError **error, char *text);
void sl_go_to_free (SlGoTo *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlGoTo, sl_go_to_free)

G_END_DECLS
