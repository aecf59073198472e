/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-source.h"

#include <string.h>

#include "sl-linux-kinds.h"
#include "sl-source-extras.h"

/* Of the recording: a processor that begins later than that leaves a gap that is worth a note. */
#define NOTABLE_PART 20

typedef struct
{
  SlLinuxNames *names;
  SlClock *clock;
  gboolean is_overwritten;
  SlLinuxSwitches switches;
  gboolean is_incomplete;
  GArray *earlier_marks; /* of SlLinuxEarlierMark; NULL for none */
} SlLinuxSourcePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SlLinuxSource, sl_linux_source, SL_TYPE_SOURCE)

static SlLinuxSourcePrivate *
get_private (gpointer self)
{
  return sl_linux_source_get_instance_private (SL_LINUX_SOURCE (self));
}

static SlClock *
sl_linux_source_get_clock (SlSource *source)
{
  return get_private (source)->clock;
}

static char *
sl_linux_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlLinuxSourcePrivate *private = get_private (source);

  if (private->names == NULL)
    return NULL;

  return sl_linux_names_dup (private->names, type, id, sl_clock_to_absolute (private->clock, time));
}

static void
sl_linux_source_finalize (GObject *object)
{
  SlLinuxSourcePrivate *private = get_private (object);

  g_clear_pointer (&private->names, sl_linux_names_free);
  g_clear_pointer (&private->clock, sl_clock_unref);
  g_clear_pointer (&private->earlier_marks, g_array_unref);
  G_OBJECT_CLASS (sl_linux_source_parent_class)->finalize (object);
}

static void
sl_linux_source_class_init (SlLinuxSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_linux_source_finalize;
  source_class->get_clock = sl_linux_source_get_clock;
  source_class->get_object_name = sl_linux_source_get_object_name;
}

static void
sl_linux_source_init (SlLinuxSource *self)
{
}

static guint64
get_process_of (gpointer names, guint64 task)
{
  return task <= G_MAXUINT32 ? sl_linux_names_get_tgid (names, (guint32) task) : 0;
}

static gboolean
is_kernel_thread (gpointer names, guint64 task, const char *name)
{
  return task <= G_MAXUINT32 && sl_linux_names_is_kernel_thread (names, (guint32) task, name);
}

/**
 * sl_linux_find_futex:
 * @names: that know which process the caller belongs to
 * @event: a sys-enter-futex
 * @absolute: its time on the file's clock
 *
 * A private futex is one of a process, whatever others have at its address; one that may be shared goes by the address alone,
 * as does one of a process that nobody knows.
 *
 * Returns: the native id of the futex
 */
guint64
sl_linux_find_futex (const SlLinuxNames *names, const SlEvent *event, guint64 absolute)
{
  gboolean is_private = (sl_linux_get_extra (event) & SL_LINUX_FUTEX_PRIVATE) != 0;
  guint32 tid = sl_linux_get_common_pid (event);

  return sl_futex_id_make (is_private ? sl_linux_names_get_tgid_at (names, tid, absolute) : 0,
                           event->b);
}

static void
refine_object (gpointer data, const SlEvent *event, SlObjectType type, guint64 *id)
{
  SlLinuxSourcePrivate *private = data;

  *id = sl_linux_find_futex (private->names, event,
                             sl_clock_to_absolute (private->clock, event->time));
}

/**
 * sl_linux_source_init_tables:
 * @names: (transfer full): all of them, or what is added to until the first pass ends; see
 *   sl_source_extras_set_late_names()
 * @clock: held: its origin is the time of the first event
 *
 * Call it once, before the source is shared between threads.
 */
void
sl_linux_source_init_tables (SlLinuxSource *self, SlLinuxNames *names, SlClock *clock)
{
  SlLinuxSourcePrivate *private = get_private (self);

  g_return_if_fail (private->names == NULL);

  private->names = names;
  private->clock = sl_clock_ref (clock);
  sl_source_extras_set_processes (sl_source_get_extras (SL_SOURCE (self)), get_process_of,
                                  is_kernel_thread, names);
  sl_source_extras_set_refine_object (sl_source_get_extras (SL_SOURCE (self)), refine_object,
                                      private);
}

/**
 * sl_linux_source_get_names:
 *
 * Returns: (transfer none): the names
 */
const SlLinuxNames *
sl_linux_source_get_names (SlLinuxSource *self)
{
  return get_private (self)->names;
}

/**
 * sl_linux_source_set_overwritten:
 *
 * The file says that the begin of the recording was overwritten: of each processor up to another time.
 */
void
sl_linux_source_set_overwritten (SlLinuxSource *self)
{
  get_private (self)->is_overwritten = TRUE;
}

gboolean
sl_linux_source_is_overwritten (SlLinuxSource *self)
{
  return get_private (self)->is_overwritten;
}

/**
 * sl_linux_source_set_switches:
 *
 * What the file says of its switches; %SL_LINUX_SWITCHES_UNKNOWN where nothing is set.
 */
void
sl_linux_source_set_switches (SlLinuxSource *self, SlLinuxSwitches switches)
{
  get_private (self)->switches = switches;
}

SlLinuxSwitches
sl_linux_source_get_switches (SlLinuxSource *self)
{
  return get_private (self)->switches;
}

/**
 * sl_linux_source_set_incomplete:
 *
 * Of some processors, nobody knows which, all events are missing.
 */
void
sl_linux_source_set_incomplete (SlLinuxSource *self)
{
  get_private (self)->is_incomplete = TRUE;
}

gboolean
sl_linux_source_is_incomplete (SlLinuxSource *self)
{
  return get_private (self)->is_incomplete;
}

/**
 * sl_linux_source_take_earlier_marks:
 * @marks: (transfer full) (element-type SlLinuxEarlierMark): from before the first event, in their order
 *
 * Before the source is read.
 */
void
sl_linux_source_take_earlier_marks (SlLinuxSource *self, GArray *marks)
{
  SlLinuxSourcePrivate *private = get_private (self);

  g_clear_pointer (&private->earlier_marks, g_array_unref);
  private->earlier_marks = marks;
}

/**
 * sl_linux_source_get_earlier_marks:
 *
 * Returns: (transfer none) (nullable) (element-type SlLinuxEarlierMark): those
 */
const GArray *
sl_linux_source_get_earlier_marks (SlLinuxSource *self)
{
  return get_private (self)->earlier_marks;
}

/**
 * sl_linux_source_note_begin:
 * @first: time of the first event of all, on the clock
 * @complete: of that processor which begins last
 * @last: of the last event
 *
 * Before each processor has a record, the picture is partial: said where that is a notable part of it.
 */
void
sl_linux_source_note_begin (SlLinuxSource *self, guint64 first, guint64 complete, guint64 last)
{
  if (complete > first && complete - first > (last - first) / NOTABLE_PART)
    sl_notes_add (sl_source_get_notes (SL_SOURCE (self)), SL_OFFSET_NONE, 1,
                  "The processors begin at different times, the last one at %" G_GUINT64_FORMAT
                  ": what ran there before, and who waited, is not known",
                  complete);
}

/**
 * sl_linux_clock_get_unit:
 * @clock: as trace_clock has it: "local", "mono", "x86-tsc"
 *
 * Returns: what the clock counts
 */
SlUnit
sl_linux_clock_get_unit (const char *clock)
{
  if (strcmp (clock, "x86-tsc") == 0)
    return SL_UNIT_CYCLES;
  if (strcmp (clock, "counter") == 0)
    return SL_UNIT_RECORDS;
  if (strcmp (clock, "ppc-tb") == 0 || strcmp (clock, "uptime") == 0)
    return SL_UNIT_TICKS;

  return SL_UNIT_NS;
}

/**
 * sl_linux_clock_get_hz:
 * @clock: as trace_clock has it
 *
 * Returns: how many ticks of the clock are a second, if its name alone says so; 0 otherwise, also
 * for clocks of nanoseconds
 */
guint64
sl_linux_clock_get_hz (const char *clock)
{
  /* Jiffies, handed out in the ticks of times(2), whatever the kernel’s own HZ. */
  return strcmp (clock, "uptime") == 0 ? 100 : 0;
}
