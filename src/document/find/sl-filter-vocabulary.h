/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The names that traces have for what a filter can ask for. */

#include "sl-trace-set.h"

G_BEGIN_DECLS

/**
 * SlCompletion:
 * @text: what is typed
 * @note: what it is, for people
 */
typedef struct
{
  char *text;
  char *note;
} SlCompletion;

GPtrArray *sl_completions_new (void);
void sl_completions_add (GPtrArray *list, const char *text, const char *note);

typedef enum
{
  SL_FILTER_NAMES_KINDS,
  SL_FILTER_NAMES_FAMILIES,
  SL_FILTER_NAMES_STATES,
  SL_FILTER_NAMES_OBJECTS,
  SL_FILTER_NAMES_TASKS,
  SL_FILTER_NAMES_PROCESSORS, /* by number */
  SL_FILTER_NAMES_LANES,      /* those without an object */
  SL_FILTER_NAMES_FIELDS,     /* raw ones */
  SL_N_FILTER_NAMES,
} SlFilterNames;

typedef struct _SlFilterVocabulary SlFilterVocabulary;

SlFilterVocabulary *sl_filter_vocabulary_new (SlTraceSet *set);
void sl_filter_vocabulary_free (SlFilterVocabulary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFilterVocabulary, sl_filter_vocabulary_free)

GPtrArray *sl_filter_vocabulary_get (SlFilterVocabulary *self, SlFilterNames names);
GPtrArray *sl_filter_vocabulary_list_values (SlFilterVocabulary *self, const char *field);

G_END_DECLS
