/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What few sources have besides events: records that are only counted, code, clocks that fit others, and the output regions of Intel PT in
 * memory. A source that hands on the events of others passes it all on by sl_source_extras_pass_on(). */

#include "sl-flow.h"
#include "sl-peer-clock.h"
#include "sl-source.h"
#include "sl-topa-layout.h"

G_BEGIN_DECLS

SlSourceExtras *sl_source_extras_new (void);
SlSourceExtras *sl_source_extras_ref (SlSourceExtras *self);
void sl_source_extras_unref (SlSourceExtras *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSourceExtras, sl_source_extras_unref)

/**
 * SlProcessOf:
 *
 * Says which process a task belongs to; 0 where nobody knows. Called from any thread.
 */
typedef guint64 (*SlProcessOf) (gpointer data, guint64 task);

/**
 * SlMayHaveField:
 *
 * Says whether the description of an event of @kind may have @field. Called from any thread.
 */
typedef gboolean (*SlMayHaveField) (gpointer data, guint16 kind, const char *field);

/**
 * SlListWords:
 *
 * Lists the words that @field can be: none if it is always a number, the only possible numbers among them if it cannot be
 * any number, and an empty one if it has words in some events and is a number in others. Called from any thread.
 *
 * Returns: (transfer full) (element-type utf8) (nullable): them; %NULL where that is not known beforehand
 */
typedef GPtrArray *(*SlListWords) (gpointer data, const char *field);

/**
 * SlIsKernelThread:
 * @name: (nullable): of that life of the task
 *
 * Says whether a task is a thread of the kernel. Called from any thread.
 */
typedef gboolean (*SlIsKernelThread) (gpointer data, guint64 task, const char *name);

/**
 * SlRefineObject:
 * @type: of what @event acts on
 * @id: (inout): as the event's kind has it
 *
 * Says which object an event means by an id that several have, such as an address in one of several processes. Called from
 * any thread.
 */
typedef void (*SlRefineObject) (gpointer data,
                                const SlEvent *event,
                                SlObjectType type,
                                guint64 *id);

/* Before the source is shared between threads. */
void sl_source_extras_pass_on (SlSourceExtras *self, SlSourceExtras *part);
void sl_source_extras_set_topa_layout (SlSourceExtras *self, SlTopaLayout *layout);
void sl_source_extras_take_code_files (SlSourceExtras *self, GPtrArray *files);
void sl_source_extras_set_late_names (SlSourceExtras *self);
void sl_source_extras_set_concluded (SlSourceExtras *self);
void sl_source_extras_set_clock_name (SlSourceExtras *self, const char *name);
void sl_source_extras_set_wall_shift (SlSourceExtras *self, gint64 shift);
void sl_source_extras_set_wall_if_unix (SlSourceExtras *self, guint64 first);
void sl_source_extras_set_peer_clock (SlSourceExtras *self, SlPeerClock *clock);
void sl_source_extras_take_flow_stream (SlSourceExtras *self, SlFlowStream *stream);
void
sl_source_extras_set_may_have_field (SlSourceExtras *self, SlMayHaveField may_have, gpointer data);
void sl_source_extras_set_list_words (SlSourceExtras *self, SlListWords list_words, gpointer data);
void sl_source_extras_set_processes (SlSourceExtras *self,
                                     SlProcessOf process_of,
                                     SlIsKernelThread is_kernel_thread,
                                     gpointer data);
void sl_source_extras_set_refine_object (SlSourceExtras *self,
                                         SlRefineObject refine_object,
                                         gpointer data);

/* From any thread. */
void sl_source_extras_count_unlisted (SlSourceExtras *self, guint16 kind, guint64 n_records);

SlTopaLayout *sl_source_extras_get_topa_layout (const SlSourceExtras *self);
const char *sl_source_extras_get_clock_name (const SlSourceExtras *self);
gboolean sl_source_extras_get_wall (const SlSourceExtras *self, guint64 absolute, gint64 *unix_ns);
SlPeerClock *sl_source_extras_get_peer_clock (const SlSourceExtras *self);
GPtrArray *sl_source_extras_get_code_files (const SlSourceExtras *self);
GPtrArray *sl_source_extras_get_flow_streams (const SlSourceExtras *self);
gboolean sl_source_extras_has_late_names (const SlSourceExtras *self);
gboolean sl_source_extras_is_concluded (const SlSourceExtras *self);
guint64 sl_source_extras_get_n_unlisted (const SlSourceExtras *self, guint16 kind);
guint64 sl_source_extras_get_process_of (const SlSourceExtras *self, guint64 task);
gboolean
sl_source_extras_may_have_field (const SlSourceExtras *self, guint16 kind, const char *field);
GPtrArray *sl_source_extras_list_words (const SlSourceExtras *self, const char *field);
gboolean
sl_source_extras_is_kernel_thread (const SlSourceExtras *self, guint64 task, const char *name);
gboolean sl_source_extras_get_native_object (const SlSourceExtras *self,
                                             const SlEvent *event,
                                             SlObjectType *type,
                                             guint64 *id);

/* The same, of a source. */

static inline SlTopaLayout *
sl_source_get_topa_layout (SlSource *source)
{
  return sl_source_extras_get_topa_layout (sl_source_get_extras (source));
}

/* Whether there are marks, and nothing of a scheduler or a bus: then tasks have spans instead of states. */
static inline gboolean
sl_source_is_of_spans (SlSource *source)
{
  const SlTranslator *translator = sl_source_get_translator (source);

  return sl_source_says (source, SL_TELLS_MARKS) &&
         (sl_source_get_tells (source) & ~(guint) (SL_TELLS_MARKS | SL_TELLS_JOBS)) == 0 &&
         translator->state_size == 0 && translator->translate != sl_translate_by_kinds;
}

/* Whether every change of a task's state is said, and as it was recorded. */
static inline gboolean
sl_source_records_wakeups (SlSource *source)
{
  return sl_source_says (source, SL_TELLS_WAKEUPS) &&
         !sl_source_extras_is_concluded (sl_source_get_extras (source));
}

static inline GPtrArray *
sl_source_get_code_files (SlSource *source)
{
  return sl_source_extras_get_code_files (sl_source_get_extras (source));
}

static inline GPtrArray *
sl_source_get_flow_streams (SlSource *source)
{
  return sl_source_extras_get_flow_streams (sl_source_get_extras (source));
}

static inline guint64
sl_source_get_n_unlisted (SlSource *source, guint16 kind)
{
  return sl_source_extras_get_n_unlisted (sl_source_get_extras (source), kind);
}

static inline guint64
sl_source_get_process_of (SlSource *source, guint64 task)
{
  return sl_source_extras_get_process_of (sl_source_get_extras (source), task);
}

static inline gboolean
sl_source_may_have_field (SlSource *source, guint16 kind, const char *field)
{
  return sl_source_extras_may_have_field (sl_source_get_extras (source), kind, field);
}

static inline GPtrArray *
sl_source_list_words (SlSource *source, const char *field)
{
  return sl_source_extras_list_words (sl_source_get_extras (source), field);
}

static inline gboolean
sl_source_get_native_object (SlSource *source,
                             const SlEvent *event,
                             SlObjectType *type,
                             guint64 *id)
{
  return sl_source_extras_get_native_object (sl_source_get_extras (source), event, type, id);
}

G_END_DECLS
