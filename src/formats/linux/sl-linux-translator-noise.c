/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tracers osnoise and timerlat record. Each noise is recorded as it ends: an interrupt before the softirq that it
 * interrupted, and both before the thread that they delayed. So they are kept back, each processor's in the order of their begins,
 * until nothing can be around them any more. Where other tracepoints say the same, noise says nothing.
 *
 * The duration of a noise is that without what interrupted it. */

#include "sl-linux-translator-private.h"

/* Noises of a processor that are kept back at most: then those are told that there are. */
#define MOST_NOISES 512

/* How far the clock of a noise's begin may be from that of the trace, in ns. */
#define SAME_CLOCK 10000000

/* The vector of non-maskable interrupts. */
#define NMI 2

static GArray *
get_noises (SlLinuxState *self, guint cpu)
{
  if (cpu >= self->noises->len)
    g_ptr_array_set_size (self->noises, (gint) cpu + 1);
  if (self->noises->pdata[cpu] == NULL)
    self->noises->pdata[cpu] = g_array_new (FALSE, FALSE, sizeof (SlLinuxNoise));
  return self->noises->pdata[cpu];
}

static void
say_noise (SlLinuxState *self, guint cpu, const SlLinuxNoise *noise, gboolean is_begin)
{
  SlActed *acted;

  if (noise->handler.type == SL_OBJECT_TASK)
    {
      acted =
          sl_linux_say (self, SL_ACTION_RUN, is_begin ? (guint32) noise->handler.id : noise->next);
    }
  else
    {
      acted = sl_linux_say (self, is_begin ? SL_ACTION_ENTER : SL_ACTION_LEAVE, 0);
      acted->object_type = noise->handler.type;
      acted->object = noise->handler.id;
    }
  acted->cpu = (guint16) cpu;
  acted->time = is_begin ? noise->begin : noise->end;
}

/**
 * sl_linux_say_noises:
 *
 * Says the noises of a processor that are kept back: one in another from when it begins to when it ends.
 */
void
sl_linux_say_noises (SlLinuxState *self, guint cpu)
{
  GArray *noises = cpu < self->noises->len ? self->noises->pdata[cpu] : NULL;
  const SlLinuxNoise *open[SL_LINUX_MOST_NESTING];
  guint n_open = 0;

  for (guint i = 0; noises != NULL && i < noises->len; i++)
    {
      const SlLinuxNoise *noise = &g_array_index (noises, SlLinuxNoise, i);

      while (n_open > 0 && open[n_open - 1]->end <= noise->begin)
        say_noise (self, cpu, open[--n_open], FALSE);
      if (n_open == G_N_ELEMENTS (open))
        continue;
      say_noise (self, cpu, noise, TRUE);
      open[n_open++] = noise;
    }
  while (n_open > 0)
    say_noise (self, cpu, open[--n_open], FALSE);

  if (noises != NULL && noises->len > 0)
    {
      self->n_noises -= noises->len;
      g_array_set_size (noises, 0);
    }
}

/**
 * sl_linux_say_all_noises:
 *
 * There are no more events.
 */
void
sl_linux_say_all_noises (SlLinuxState *self)
{
  for (guint cpu = 0; cpu < self->noises->len; cpu++)
    sl_linux_say_noises (self, cpu);
}

/**
 * sl_linux_see_no_noise:
 *
 * The event at hand is not noise: what its processor does then was not interrupted by what is kept back, unless it is itself in
 * an interrupt, or by a thread that nobody else records.
 */
void
sl_linux_see_no_noise (SlLinuxState *self)
{
  const guint in_interrupt = SL_LINUX_HARDIRQ | SL_LINUX_SOFTIRQ | SL_LINUX_NMI;
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);

  if (cpu == NULL || (sl_linux_get_common_flags (self->event) & in_interrupt) != 0)
    return;
  if (self->has_switches || cpu->current == sl_linux_get_common_pid (self->event))
    sl_linux_say_noises (self, self->event->cpu);
}

/* What was busy; FALSE where other tracepoints say so, too. */
static gboolean
get_handler (SlLinuxState *self, SlLinuxHandler *handler)
{
  guint extra = sl_linux_get_extra (self->event);
  guint32 tid = sl_linux_get_common_pid (self->event);

  switch ((int) self->event->kind)
    {
    case SL_KIND_LINUX_NMI_NOISE:
      *handler = (SlLinuxHandler) { SL_OBJECT_VECTOR, NMI };
      return TRUE;
    case SL_KIND_LINUX_IRQ_NOISE:
      *handler = (SlLinuxHandler) { (extra & SL_LINUX_NOISE_IS_VECTOR) != 0 ? SL_OBJECT_VECTOR
                                                                            : SL_OBJECT_IRQ,
                                    extra & ~SL_LINUX_NOISE_IS_VECTOR };
      return handler->type == SL_OBJECT_VECTOR ? !self->has_vectors : !self->has_lines;
    case SL_KIND_LINUX_SOFTIRQ_NOISE:
      *handler = (SlLinuxHandler) { SL_OBJECT_SOFTIRQ, extra };
      return !self->has_softirqs;
    default:
      *handler = (SlLinuxHandler) { SL_OBJECT_TASK, tid };
      return !self->has_switches && tid != 0;
    }
}

/* When the noise began, in ticks: as it says, unless its clock is another. */
static SlTime
get_begin (const SlLinuxState *self, SlTime duration)
{
  SlTime latest = self->event->time - duration;
  gint64 begin = (gint64) (self->event->a - self->origin);

  return self->has_ns && begin <= latest && latest - begin < SAME_CLOCK ? MAX (begin, 0)
                                                                        : MAX (latest, 0);
}

static void
add_noise (SlLinuxState *self, const SlLinuxHandler *handler, guint32 next)
{
  SlTime duration = (SlTime) MIN (self->event->b, (guint64) self->event->time);
  SlLinuxNoise noise = { .begin = get_begin (self, duration), .handler = *handler, .next = next };
  GArray *noises = get_noises (self, self->event->cpu);
  guint place = noises->len;
  SlTime until;

  noise.end = noise.begin + duration;
  while (place > 0 && g_array_index (noises, SlLinuxNoise, place - 1).begin >= noise.begin)
    place--;
  if (place > 0)
    noise.begin = MAX (noise.begin, g_array_index (noises, SlLinuxNoise, place - 1).end);
  until = noise.begin;
  for (guint i = place; i < noises->len; i++)
    {
      const SlLinuxNoise *inner = &g_array_index (noises, SlLinuxNoise, i);

      if (inner->end <= until)
        continue;
      noise.end += inner->end - MAX (inner->begin, until);
      until = inner->end;
    }
  noise.end = MIN (MAX (noise.end, until), self->event->time);
  g_array_insert_val (noises, place, noise);
  self->n_noises++;
}

/**
 * sl_linux_take_noise:
 *
 * Takes the noise of an interrupt, a softirq or a thread.
 */
void
sl_linux_take_noise (SlLinuxState *self)
{
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  gboolean is_thread = self->event->kind == SL_KIND_LINUX_THREAD_NOISE;
  SlLinuxHandler handler;
  guint32 next;

  if (cpu == NULL || (self->event->flags & (SL_EVENT_NO_A | SL_EVENT_NO_B)) != 0 ||
      !get_handler (self, &handler))
    return;

  next = cpu->current != SL_LINUX_NO_TASK ? cpu->current : 0;
  add_noise (self, &handler, next);
  if (is_thread || get_noises (self, self->event->cpu)->len == MOST_NOISES)
    sl_linux_say_noises (self, self->event->cpu);
}

/* A timer's thread has a job each time that the timer expires, which is when it was due. */
static void
finish_timer (SlLinuxState *self, SlLinuxCpu *cpu, guint32 tid)
{
  SlActed *acted;

  if (cpu->timerlat_due == SL_TIME_MAX || self->has_switches)
    return;

  acted = sl_linux_say (self, SL_ACTION_RELEASE, tid);
  acted->time = cpu->timerlat_due;
  acted->nominal = cpu->timerlat_due;
  acted->kind = SL_KIND_ACTED_RELEASE;
  acted = sl_linux_say (self, SL_ACTION_FINISH, tid);
  acted->kind = SL_KIND_ACTED_FINISH;
  cpu->timerlat_due = SL_TIME_MAX;
}

/**
 * sl_linux_take_timerlat:
 *
 * Takes the latency of the interrupt of a timer, or of the thread that it wakes.
 */
void
sl_linux_take_timerlat (SlLinuxState *self)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  guint32 tid = sl_linux_get_common_pid (self->event);

  if (cpu == NULL || (self->event->flags & SL_EVENT_NO_B) != 0)
    return;

  if (sl_linux_get_extra (self->event) == SL_LINUX_TIMERLAT_IRQ)
    {
      cpu->timerlat_due =
          self->event->time - (SlTime) MIN (self->event->b, (guint64) self->event->time);
    }
  else if (sl_linux_get_extra (self->event) == SL_LINUX_TIMERLAT_THREAD && tid != 0)
    {
      cpu->timerlat_tid = tid;
      finish_timer (self, cpu, tid);
    }
}

/**
 * sl_linux_miss_timer:
 * @number: of the processor whose latency was over the threshold, so that the tracer stopped
 *
 * The tracer records that its thread there was late.
 */
void
sl_linux_miss_timer (SlLinuxState *self, guint64 number)
{
  const SlLinuxCpu *cpu =
      number < SL_LINUX_MOST_CPUS ? sl_linux_get_cpu (self, (guint) number) : NULL;

  if (cpu != NULL && cpu->timerlat_tid != 0)
    sl_linux_say (self, SL_ACTION_MISS, cpu->timerlat_tid)->kind = SL_KIND_ACTED_MISS;
}
