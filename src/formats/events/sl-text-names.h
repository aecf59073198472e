/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Objects that a text trace names. A number is the native id; a name gets an id that no number of the trace has.
 * Filled by one thread, then sealed, then read by any. */

#include "sl-object.h"
#include "sl-text-unit.h"

G_BEGIN_DECLS

/* Names that a trace may have. */
#define SL_TEXT_MOST_NAMES (1 << 20)

/**
 * SlTextName:
 * @type: %SL_OBJECT_NONE for no object
 * @begin: of the name, not NUL-terminated; %NULL for a number
 * @length: of the name
 * @number: the native id, where it is a number
 */
typedef struct
{
  SlObjectType type;
  const char *begin;
  gsize length;
  guint64 number;
} SlTextName;

typedef struct _SlTextNames SlTextNames;

SlTextNames *sl_text_names_new (void);
void sl_text_names_free (SlTextNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTextNames, sl_text_names_free)

void sl_text_name_set (SlTextName *self, SlObjectType type, const char *begin, gsize length);
gboolean sl_text_names_add (SlTextNames *self, const SlTextName *name);
void sl_text_names_rename (SlTextNames *self,
                           const SlTextName *name,
                           SlFineTime time,
                           const char *text,
                           gsize length);
void sl_text_names_seal (SlTextNames *self);
gboolean sl_text_names_find (SlTextNames *self, const SlTextName *name, guint64 *id);
const char *sl_text_names_get (SlTextNames *self, SlObjectType type, guint64 id, SlFineTime time);

G_END_DECLS
