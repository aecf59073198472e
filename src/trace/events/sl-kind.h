/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The registry of event kinds: the only place where a kind is spelled out. The built-in
 * kinds of all formats are listed in sl-kind-table.h; a plugin's are appended at registration. */

#include "sl-action.h"
#include "sl-event.h"
#include "sl-object.h"

G_BEGIN_DECLS

/**
 * SlFieldForm:
 *
 * How a parameter prints, and what it names.
 */
typedef enum
{
  SL_FIELD_NONE,    /* has no meaning, prints empty */
  SL_FIELD_DECIMAL, /* a number */
  SL_FIELD_SIGNED,  /* a number that may be below zero */
  SL_FIELD_HEX,     /* an address or a code, 0x in lower case without padding */
  SL_FIELD_CODE,    /* the same, of code: symbols may name it */
  SL_FIELD_LOCK,    /* a semaphore's index below 256 in decimal, else a mutex's address in hex */
} SlFieldForm;

typedef struct
{
  const char *name; /* kebab case, such as "context"; NULL with SL_FIELD_NONE */
  SlFieldForm form;
} SlField;

/**
 * SlObjectSource:
 *
 * Where the native id of the object acted on is found.
 */
typedef enum
{
  SL_FROM_NOWHERE, /* the kind acts on no object */
  SL_FROM_FIXED,   /* the type's only member, id 0: the timer */
  SL_FROM_A,
  SL_FROM_B,
  SL_FROM_B_LOCK, /* b: a semaphore below 256, else a mutex */
  SL_FROM_B_TYPED, /* b: of the type in the event's detail, see SL_DETAIL_TYPE(); the kind's where there is none */
  SL_FROM_CPU,
} SlObjectSource;

/**
 * SlKind:
 * @id: kebab case; of built-in kinds several may share one where their formats mean the same by it
 *   but print it differently, never two of one format; a plugin's is unique
 * @title: for people, marked with N_()
 * @family: kebab case: what filters and quick toggles go by
 * @action: what such an event says about the system: of the task in a and the object or the value in b; the object
 *   is the one acted on where that is no task. %SL_ACTION_NONE where it says nothing, or where only the order of the
 *   events does: then the format has a translator
 *
 * A kind's number is its index in the registry; it fits SlEvent.kind.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *family;
  SlField a;
  SlField b;
  SlObjectType object_type;
  SlObjectSource object_source;
  SlAction action;
} SlKind;

/* Numbers of the built-in kinds: SL_KIND_TASK_CREATE and so on. */
typedef enum
{
#define SL_KIND(symbol, ...) SL_KIND_##symbol,
#include "sl-kind-table.h"
#undef SL_KIND
  SL_N_BUILTIN_KINDS,
} SlBuiltinKind;

/* From here on a kind is an unknown code: SL_KIND_UNKNOWN + code, named "unknown-0x…". */
#define SL_KIND_UNKNOWN 0x8000

/* The same for the codes of bus cycles, one byte each, whose a and b are address and size all the
 * same: SL_KIND_UNKNOWN_BUS + code. */
#define SL_KIND_UNKNOWN_BUS 0x7f00

guint sl_kind_get_count (void);
const SlKind *sl_kind_get (guint16 kind);
gboolean sl_kind_find (const char *id, guint16 *kind);
guint16 sl_kind_register (const SlKind *kinds, guint n_kinds);

guint sl_family_get_count (void);
const char *sl_family_get_id (guint family);
const char *sl_family_get_title (guint family);
guint sl_kind_get_family (guint16 kind);
gboolean sl_family_find (const char *id, guint *family);

gboolean sl_event_get_native_object (const SlEvent *event, SlObjectType *type, guint64 *id);
gboolean sl_event_get_logged_number (const SlEvent *event, SlObjectType *type, guint64 *id);

G_END_DECLS
