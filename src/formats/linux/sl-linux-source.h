/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What all formats of Linux's tracepoints have in common, as a source to derive from: names, clock and meaning.
 *
 * A format fills an SlLinuxNames while it opens the file, creates its source, and gives both here by
 * sl_linux_source_init_tables(). It reads blocks of events as sl-linux-kinds.h packs them, in order of time, and describes
 * records; names of objects are found here. Its SlFormat has %SL_LINUX_TELLS and sl_linux_translator. */

#include "sl-linux-names.h"
#include "sl-linux-states.h"
#include "sl-source.h"

G_BEGIN_DECLS

/* What events of Linux say. Each change of a task's state is said, so nothing else is concluded. */
#define SL_LINUX_TELLS                                                                             \
  (SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_LOCKS | SL_TELLS_SERVERS | SL_TELLS_INTERRUPTS | \
   SL_TELLS_MARKS | SL_TELLS_RECORDING | SL_TELLS_WAKEUPS | SL_TELLS_PLACES)

extern const SlTranslator sl_linux_translator;

#define SL_TYPE_LINUX_SOURCE (sl_linux_source_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlLinuxSource, sl_linux_source, SL, LINUX_SOURCE, SlSource)

struct _SlLinuxSourceClass
{
  SlSourceClass parent_class;

  gpointer padding[2];
};

/* Whether a file has the switches between tasks, as far as it says so before its events are read. */
typedef enum
{
  SL_LINUX_SWITCHES_UNKNOWN,
  SL_LINUX_SWITCHES_NONE,
  SL_LINUX_SWITCHES_RECORDED,
} SlLinuxSwitches;

/* For translators of formats that hold tracepoints among other records: of a state of sl_linux_translator. */
void sl_linux_translator_set_runs_told (gpointer state, gboolean is_told);
void sl_linux_translator_forget_cpu (gpointer state, const SlEvent *event, GArray *actions);
void
sl_linux_translator_see_task (gpointer state, const SlEvent *event, guint32 tid, GArray *actions);
void
sl_linux_translator_doubt_task (gpointer state, const SlEvent *event, guint32 tid, GArray *actions);
void sl_linux_translator_forget_unseen (gpointer state, GArray *actions);
void sl_linux_translator_begin_loss (gpointer state, const SlEvent *event, GArray *actions);

void sl_linux_source_init_tables (SlLinuxSource *self, SlLinuxNames *names, SlClock *clock);
const SlLinuxNames *sl_linux_source_get_names (SlLinuxSource *self);
guint64 sl_linux_find_futex (const SlLinuxNames *names, const SlEvent *event, guint64 absolute);
void sl_linux_source_set_overwritten (SlLinuxSource *self);
gboolean sl_linux_source_is_overwritten (SlLinuxSource *self);
void sl_linux_source_set_switches (SlLinuxSource *self, SlLinuxSwitches switches);
SlLinuxSwitches sl_linux_source_get_switches (SlLinuxSource *self);
void sl_linux_source_set_incomplete (SlLinuxSource *self);
gboolean sl_linux_source_is_incomplete (SlLinuxSource *self);
void sl_linux_source_take_earlier_marks (SlLinuxSource *self, GArray *marks);
const GArray *sl_linux_source_get_earlier_marks (SlLinuxSource *self);
void
sl_linux_source_note_begin (SlLinuxSource *self, guint64 first, guint64 complete, guint64 last);
SlUnit sl_linux_clock_get_unit (const char *clock);
guint64 sl_linux_clock_get_hz (const char *clock);

G_END_DECLS
