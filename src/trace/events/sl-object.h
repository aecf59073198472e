/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What events act on: tasks, processors, interrupt lines, locks, servers. */

#include "sl-time.h"

G_BEGIN_DECLS

typedef enum
{
  SL_OBJECT_NONE,
  SL_OBJECT_TASK,
  SL_OBJECT_CPU,
  SL_OBJECT_IRQ,
  SL_OBJECT_TIMER,
  SL_OBJECT_MUTEX,
  SL_OBJECT_SEMAPHORE,
  SL_OBJECT_SERVER,
  SL_OBJECT_PROCESS,
  SL_OBJECT_AGENT,
  SL_OBJECT_FUNCTION,
  SL_OBJECT_USER_EVENT, /* what the traced program logs under one number */
  SL_OBJECT_IPOINT,     /* the same */
  SL_OBJECT_LEVEL,      /* a scheduling module of the kernel; has no lane */
  SL_OBJECT_SPAN,       /* pairs of instants that the user joined */
  SL_OBJECT_SOFTIRQ,    /* a deferred interrupt of Linux, by its number */
  SL_OBJECT_VECTOR,     /* an interrupt of a processor itself, by its number: local timer, … */
  SL_OBJECT_SYSCALL,    /* a system call, by its number; has no lane */
  SL_OBJECT_FUTEX,      /* a lock of a program, by sl_futex_id_make() */
  SL_OBJECT_LOCK,       /* a lock of a kernel, by its address */
  SL_OBJECT_REASON, /* what a task sleeps for in a kernel, by sl_reason_id_make(); has no lane */
  SL_N_OBJECT_TYPES,
} SlObjectType;

/**
 * SlObject:
 * @type: what it is
 * @id: the native id: a S.Ha.R.K. context, an interrupt number, an address
 * @life: 1 for the first use of the id in the trace, 2 for the next, …
 * @rank: rank of @id among the objects of its type, from 0: decides the colour
 * @first: time of the first event that says something of it (or of its creation)
 * @last: time of the last event that names it
 * @gone: tick from which the id is free again; %SL_TIME_MAX while it lives
 * @name: (nullable): the format's display name; %NULL to show the reference
 *
 * Objects are in a #SlObjectTable, numbered from 1; 0 means no object.
 */
typedef struct
{
  SlObjectType type;
  guint32 life;
  guint32 rank;
  guint64 id;
  SlTime first;
  SlTime last;
  SlTime gone;
  const char *name;
} SlObject;

/* An immutable table, shared by count; the builder makes it. */
typedef struct _SlObjectTable SlObjectTable;

SlObjectTable *sl_object_table_ref (SlObjectTable *self);
void sl_object_table_unref (SlObjectTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlObjectTable, sl_object_table_unref)

guint sl_object_table_get_size (const SlObjectTable *self);
const SlObject *sl_object_table_get (const SlObjectTable *self, guint32 number);
guint32 sl_object_table_at (const SlObjectTable *self, SlObjectType type, guint64 id, SlTime time);
guint32
sl_object_table_find (const SlObjectTable *self, SlObjectType type, guint64 id, guint32 life);
gboolean sl_object_table_is_reused (const SlObjectTable *self, const SlObject *object);

const char *sl_object_type_get_id (SlObjectType type);
int sl_object_type_compare_ids (SlObjectType type, guint64 one, guint64 other);

/* Native ids of futexes. */
guint64 sl_futex_id_make (guint32 process, guint64 address);
guint64 sl_futex_id_get_address (guint64 id, guint32 *process);

/* Native ids of reasons. */
guint64 sl_reason_id_make (const char *text, gsize length);
const char *sl_reason_id_get_text (guint64 id);

gboolean sl_object_is_meant (const SlObject *self, SlObjectType type, guint64 id, guint32 life);
char *sl_object_to_string (const SlObject *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_object_parse_reference (const char *text,
                                    SlObjectType *type,
                                    guint64 *id,
                                    guint32 *life,
                                    GError **error);

/* The mutable phase; one thread. */
typedef struct _SlObjectTableBuilder SlObjectTableBuilder;

SlObjectTableBuilder *sl_object_table_builder_new (void);
SlObjectTableBuilder *sl_object_table_builder_new_from (const SlObjectTable *table);
void sl_object_table_builder_free (SlObjectTableBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlObjectTableBuilder, sl_object_table_builder_free)

guint32 sl_object_table_builder_begin_life (SlObjectTableBuilder *self,
                                            SlObjectType type,
                                            guint64 id,
                                            SlTime time);
void sl_object_table_builder_end_life (SlObjectTableBuilder *self, guint32 number, SlTime time);
guint32 sl_object_table_builder_current (SlObjectTableBuilder *self, SlObjectType type, guint64 id);
void sl_object_table_builder_touch (SlObjectTableBuilder *self, guint32 number, SlTime time);
void sl_object_table_builder_name (SlObjectTableBuilder *self, guint32 number, const char *name);
const SlObject *sl_object_table_builder_get (SlObjectTableBuilder *self, guint32 number);
SlObjectTable *sl_object_table_builder_snapshot (SlObjectTableBuilder *self);

G_END_DECLS
