/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The keys that groups of a task model may have: the one place that a new key needs. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlModelGroup:
 * @SL_MODEL_SCHEDULER: the one group without a name: functions that ask for one take ""
 *
 * What a group speaks of.
 */
typedef enum
{
  SL_MODEL_TASK,
  SL_MODEL_LOCK,
  SL_MODEL_SERVER,
  SL_MODEL_INTERRUPT,
  SL_MODEL_SCHEDULER,
  SL_MODEL_EVENT, /* what the traced program logs under a number */
  SL_MODEL_LEVEL, /* a scheduling module */
  SL_MODEL_SPAN,  /* from one event to another */
  SL_N_MODEL_GROUPS,
} SlModelGroup;

/**
 * SlModelForm:
 *
 * What a value has to look like.
 */
typedef enum
{
  SL_MODEL_TEXT,
  SL_MODEL_DURATION, /* above zero */
  SL_MODEL_DELAY,    /* a duration that may be zero */
  SL_MODEL_NUMBER,   /* a whole one that fits into 64 bits */
  SL_MODEL_COLOUR,   /* #rrggbb */
  SL_MODEL_CHOICE,   /* one of a list; other words are kept and mean nothing */
} SlModelForm;

/**
 * SlModelKey:
 * @group: where it may stand
 * @id: as it stands in the file
 * @form: of its values
 * @title: for people, to be translated
 * @hint: what it is for, a sentence without a full stop, to be translated
 * @choices: (nullable): of %SL_MODEL_CHOICE
 */
typedef struct
{
  SlModelGroup group;
  const char *id;
  SlModelForm form;
  const char *title;
  const char *hint;
  const char *const *choices;
} SlModelKey;

const SlModelKey *sl_model_keys_get (guint *n_keys);
const SlModelKey *sl_model_keys_find (SlModelGroup group, const char *id);
const char *sl_model_group_get_prefix (SlModelGroup group);
gboolean sl_model_group_find (const char *header, SlModelGroup *group);
gboolean sl_model_form_check (SlModelForm form, const char *value, GError **error);
const char *sl_model_form_get_range (SlModelForm form);

G_END_DECLS
