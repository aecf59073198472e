/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-instant.h"

G_BEGIN_DECLS

/**
 * SlUrgency:
 * @measure: by which the policy orders: a priority, of which the greater goes first, or a length or
 *   a time, of which the smaller does
 * @known: whether the facts that the policy asks for are there
 * @of: whose urgency it is: the task itself, or who it inherits from
 * @ceiling: the lock whose ceiling gives it, under the immediate ceiling protocol; 0 for none
 */
typedef struct
{
  gint64 measure;
  gboolean known;
  guint32 of;
  guint32 ceiling;
} SlUrgency;

SlUrgency sl_urgency_get (const SlInstant *instant, SlSteps *steps, guint32 task);
int sl_urgency_compare (const SlInstant *instant, SlSteps *steps, guint32 one, guint32 other);

G_END_DECLS
