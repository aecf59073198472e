/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-random-events.h"

#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-load.h"

static const guint16 contexts[] = { 0, 80, 248, 256, 264, 272, 280, 288, 296, 1480, 7 };

/* Any kind of events that name what they are about by themselves, with parameters that mostly name something that
 * exists. */
static SlEvent
random_event (GRand *rand, SlTime *time)
{
  SlEvent event = { 0 };

  *time += g_rand_int_range (rand, 0, 4) * 5;
  event.time = *time;
  event.kind = g_rand_int_range (rand, 0, SL_KIND_LINUX_SCHED_SWITCH);
  /* Switches, interrupts and locks shall be frequent, filters and blackouts rare. */
  if (g_rand_int_range (rand, 0, 3) > 0)
    event.kind = g_rand_int_range (rand, SL_KIND_TASK_ACTIVATE, SL_KIND_SERVER_CREATE);
  if (g_rand_int_range (rand, 0, 200) == 0)
    event.kind = SL_KIND_UNKNOWN + g_rand_int_range (rand, 0, 256);
  event.a = contexts[g_rand_int_range (rand, 0, G_N_ELEMENTS (contexts))];
  event.b = event.a;
  if (event.kind >= SL_KIND_INTERRUPT_START && event.kind <= SL_KIND_INTERRUPT_COUNT)
    event.a = g_rand_int_range (rand, 0, 4);
  else if (event.kind >= SL_KIND_MUTEX_CREATE && event.kind <= SL_KIND_MUTEX_POST)
    event.b = g_rand_int_range (rand, 0, 4) * 200;
  else if (event.kind >= SL_KIND_FILTER_TRACE_EVENTS)
    event.a = g_rand_int_range (rand, 0, 2);
  if (g_rand_int_range (rand, 0, 500) == 0)
    event.flags = SL_EVENT_GAP;

  return event;
}

/* Returns: (transfer full) (element-type SlEvent): some thousands at most, the same for the same
 * state of @rand */
GArray *
sl_random_events (GRand *rand)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  guint n = g_rand_int_range (rand, 1, 3000);
  SlTime time = g_rand_int_range (rand, 0, 2);

  for (guint i = 0; i < n; i++)
    {
      SlEvent event = random_event (rand, &time);

      event.offset = SL_OFFSET (0, 16 * i);
      g_array_append_val (events, event);
    }

  return events;
}

/* Returns: (transfer full): random events, loaded as S.Ha.R.K.'s */
SlTrace *
sl_random_trace (GRand *rand)
{
  g_autoptr (GArray) events = sl_random_events (rand);
  g_autoptr (SlSource) source = sl_array_source_new ("shark-ftrace", events);

  return sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);
}
