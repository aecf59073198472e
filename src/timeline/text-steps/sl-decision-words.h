/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a sentence about a decision is made of: the names of whom it is about, and their figures. */

#include "sl-text-comparison.h"
#include "sl-text-decision.h"

G_BEGIN_DECLS

/**
 * SlDecisionWords:
 *
 * The members of SlDecision as texts. To be filled in: the first three.
 */
typedef struct
{
  SlReplay *replay;
  const SlClock *clock;
  const SlDecision *decision;
  char *task;
  char *other;
  char *rival;
  char *inherits_from;
  char *deciding_lock;
  char *released_lock;
  char *lock;
  char *holder;
  char *ceiling_lock;
  char *server;
  char *served;
  char *measure;
  char *measure_of;
  char *rival_measure;
  char *rival_measure_of;
} SlDecisionWords;

void sl_decision_words_clear (SlDecisionWords *self);
void sl_decision_words_find (SlDecisionWords *self, SlAnnotations *annotations);
char *sl_decision_words_add_lateness (const SlDecisionWords *self, char *text, guint number);
SlTextFigure
sl_decision_words_get_runner (const SlDecisionWords *self, guint32 task, const char *name);
SlTextFigure
sl_decision_words_get_waiter (const SlDecisionWords *self, guint32 task, const char *name);

char *sl_decision_words_add_processor (SlReplay *replay,
                                       SlAnnotations *annotations,
                                       const SlDecision *decision,
                                       char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
