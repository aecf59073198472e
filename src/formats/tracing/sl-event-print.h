/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the “print fmt” of an event's format says of its fields: a C expression with a format of printf(). Only what is
 * looked for is read; an expression that is not understood says nothing. */

#include "sl-event-format.h"

G_BEGIN_DECLS

/**
 * SlEventPair:
 * @value: the number in “{ 0x10, "X" }”
 * @text: (array length=size): what is in quotes; points into the print fmt
 */
typedef struct
{
  guint64 value;
  const char *text;
  gsize size;
} SlEventPair;

/* How the kernel prints a number by names. */
typedef enum
{
  SL_EVENT_NAMES_NONE,
  SL_EVENT_NAMES_VALUES, /* of the whole number */
  SL_EVENT_NAMES_BITS,   /* of its bits, of which several may be set */
} SlEventNames;

void sl_event_print_mark_hex (const char *print, SlEventField *fields, guint n_fields);
GArray *sl_event_print_find_pairs (const char *print, const char *field, SlEventNames *names);

G_END_DECLS
