/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the records of one tracepoint are laid out, by the text that the kernel gives in tracefs as
 * events/SYSTEM/NAME/format and that trace.dat and perf.data hold:
 *
 *   name: sched_switch
 *   ID: 372
 *   format:
 *   	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
 *   	…
 *
 *   	field:char prev_comm[16];	offset:8;	size:16;	signed:0;
 *   	field:__data_loc char[] name;	offset:24;	size:4;	signed:0;
 *   	…
 *
 *   print fmt: "prev_comm=%s …", REC->prev_comm, …
 *
 * A field of __data_loc is a u32: offset in its low 16 bits, length in its high ones; one of __rel_loc
 * counts from behind itself. Nothing of the text is trusted. */

#include <glib.h>

G_BEGIN_DECLS

/* No kernel has as many fields in one tracepoint, or records as long. */
#define SL_EVENT_FORMAT_MOST_FIELDS 1024
#define SL_EVENT_FORMAT_MOST_SIZE   (1u << 20)

typedef enum
{
  SL_EVENT_FIELD_FIXED,
  SL_EVENT_FIELD_DATA_LOC,
  SL_EVENT_FIELD_REL_LOC,
} SlEventFieldPlace;

/**
 * SlEventField:
 * @name: as the kernel spells it
 * @field: the same in lower case, for filters and lists
 * @offset: in the record, in bytes
 * @size: in bytes; of where it is, where @place says so
 * @element: bytes of each element of an array, else @size
 * @place: where the bytes of the value are
 * @is_array: several elements
 * @is_text: characters, ended by a NUL or by the end of the field
 * @is_signed: numbers may be below zero
 * @is_hex: a pointer, or what the kernel prints as a hexadecimal number
 */
typedef struct
{
  const char *name;
  const char *field;
  guint32 offset;
  guint32 size;
  guint32 element;
  SlEventFieldPlace place;
  gboolean is_array;
  gboolean is_text;
  gboolean is_signed;
  gboolean is_hex;
} SlEventField;

/**
 * SlEventFormat:
 * @system: such as "sched"
 * @name: such as "sched_switch"
 * @print: what follows “print fmt:”; empty where there is nothing
 * @id: the common_type of its records
 * @n_common: how many of @fields all events have
 * @n_fields: of @fields
 * @least_size: bytes of a record that holds all fields
 *
 * Immutable.
 */
typedef struct
{
  const char *system;
  const char *name;
  const char *print;
  guint32 id;
  guint n_common;
  guint n_fields;
  guint32 least_size;
  const SlEventField *fields;
  GStringChunk *texts;
} SlEventFormat;

SlEventFormat *
sl_event_format_parse (const char *system, const char *text, gsize size, GError **error);
void sl_event_format_free (SlEventFormat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventFormat, sl_event_format_free)

const SlEventField *sl_event_format_find (const SlEventFormat *self, const char *name);
gboolean sl_event_format_parse_field (const char *line, gsize size, SlEventField *field);

G_END_DECLS
