/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes trace.dat files as trace-cmd does, in all their forms, from events that the caller knows. Only what
 * trace-cmd.dat(5) says is used; nothing of the reader is. */

#include <glib.h>

G_BEGIN_DECLS

/* The tracepoints that are written; the values of each in the order of its fields, a text apart. */
typedef enum
{
  SL_DAT_SWITCH, /* prev_pid, prev_prio, prev_state, next_pid, next_prio; prev_comm and next_comm from the pids */
  SL_DAT_WAKING,                       /* pid, prio, target_cpu */
  SL_DAT_WAKEUP,                       /* the same; comm is a __data_loc */
  SL_DAT_RUNTIME,                      /* pid, runtime */
  SL_DAT_IRQ_ENTRY,                    /* irq; a text */
  SL_DAT_IRQ_EXIT,                     /* irq, ret */
  SL_DAT_SOFTIRQ,                      /* vec */
  SL_DAT_TIMER,                        /* hrtimer, function, expires, softexpires, mode */
  SL_DAT_PRINT,                        /* ip; a text */
  SL_DAT_CUSTOM,                       /* number, flag, address; a text by __rel_loc */
  SL_DAT_N_RANDOM,                     /* the tracepoints so far are those of random traces */
  SL_DAT_WAKEUP_NEW = SL_DAT_N_RANDOM, /* as wakeup */
  SL_DAT_FORK,                         /* parent_pid, child_pid */
  SL_DAT_EXIT,                         /* pid, prio */
  SL_DAT_FREE,                         /* the same */
  SL_DAT_MIGRATE,                      /* pid, prio, orig_cpu, dest_cpu */
  SL_DAT_SOFTIRQ_RAISE,                /* vec */
  SL_DAT_SOFTIRQ_EXIT,                 /* vec */
  SL_DAT_EXPIRE_ENTRY,                 /* hrtimer, now, function */
  SL_DAT_EXPIRE_EXIT,                  /* hrtimer */
  SL_DAT_TIMER_CANCEL,                 /* hrtimer */
  SL_DAT_LOCAL_ENTRY,                  /* vector */
  SL_DAT_LOCAL_EXIT,                   /* vector */
  SL_DAT_IDLE,                         /* state, cpu_id */
  SL_DAT_ENTER_READ,                   /* nr, fd, buf, count */
  SL_DAT_EXIT_READ,                    /* nr, ret */
  SL_DAT_ENTER_FUTEX,                  /* nr, uaddr, op, val, utime */
  SL_DAT_EXIT_FUTEX,                   /* nr, ret */
  SL_DAT_PI_SETPRIO,                   /* pid, oldprio, newprio */
  SL_DAT_ENTER_SLEEP,                  /* of clock_nanosleep: nr, which_clock, flags */
  SL_DAT_EXIT_SLEEP,                   /* nr, ret */
  SL_DAT_ENTER_YIELD,                  /* of sched_yield: nr */
  SL_DAT_EXIT_YIELD,                   /* nr, ret */
  SL_DAT_N_TRACEPOINTS,
} SlDatTracepoint;

#define SL_DAT_MOST_VALUES 6

/* The addresses of functions in the symbols that are written. */
#define SL_DAT_HRTIMER_WAKEUP G_GUINT64_CONSTANT (0x81234560)
#define SL_DAT_DL_TASK_TIMER  G_GUINT64_CONSTANT (0x81234580)

/* An option that the writer knows nothing of. */
typedef struct
{
  guint id;
  const void *data;
  gsize size;
} SlDatExtra;

/**
 * SlDatLayout:
 * @version: 6 or 7
 * @codec: "none", "zstd" or "zlib"; version 6 is never packed
 * @is_big: big endian
 * @long_size: 4 or 8
 * @page_size: of the ring buffer
 * @n_cpus: of each buffer
 * @n_buffers: 1 for the top buffer alone, then instances "one", "two" …
 * @pages_a_chunk: where it is packed
 * @clock: such as "mono"
 * @seed: of what may be written in more ways than one
 * @is_plain: always the shortest of those ways
 * @tsc_mult: of the option that says how long a tick is; 0 for no such option
 * @tsc_shift: likewise
 * @date_us: of the option that adds microseconds; 0 for no such option
 * @offset_ns: of the option that adds nanoseconds; 0 for no such option
 * @extras: (array length=n_extras): other options
 */
typedef struct
{
  guint version;
  const char *codec;
  gboolean is_big;
  guint long_size;
  guint page_size;
  guint n_cpus;
  guint n_buffers;
  guint pages_a_chunk;
  const char *clock;
  guint32 seed;
  gboolean is_plain;
  guint32 tsc_mult;
  guint32 tsc_shift;
  guint64 date_us;
  gint64 offset_ns;
  const SlDatExtra *extras;
  guint n_extras;
} SlDatLayout;

typedef struct
{
  SlDatTracepoint tracepoint;
  guint64 time;
  guint8 flags;
  guint32 common_pid;
  gint64 values[SL_DAT_MOST_VALUES];
  const char *text;
} SlDatEvent;

/**
 * SlDatListener:
 * @event: (nullable): that was written; %NULL for a loss
 * @record: (array length=size): its bytes. For a loss, @size is the number of lost records, or 1 where it is unknown
 */
typedef void (*SlDatListener) (gpointer user_data,
                               guint cpu,
                               const SlDatEvent *event,
                               const guint8 *record,
                               gsize size);

typedef struct _SlDatWriter SlDatWriter;

SlDatWriter *sl_dat_writer_new (const SlDatLayout *layout);
void sl_dat_writer_free (SlDatWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatWriter, sl_dat_writer_free)

void sl_dat_writer_set_listener (SlDatWriter *self, SlDatListener listener, gpointer user_data);
void sl_dat_writer_set_symbols (SlDatWriter *self, const char *symbols);
guint16 sl_dat_writer_get_id (SlDatTracepoint tracepoint);
void sl_dat_writer_add (SlDatWriter *self, guint buffer, guint cpu, const SlDatEvent *event);
void sl_dat_writer_lose (SlDatWriter *self, guint buffer, guint cpu, gint64 count);
GBytes *sl_dat_writer_finish (SlDatWriter *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
