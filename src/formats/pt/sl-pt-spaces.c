/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-spaces.h"

#include "sl-kind.h"

/* Events that are decoded at once. */
#define BATCH 512

/* Bits 51 … 12 are the address of the page tables. */
#define CR3_ADDRESS G_GUINT64_CONSTANT (0xffffffffff000)

/* Linux keeps two page tables of a process beside each other, with the kernel's code and without it. */
#define CR3_WITHOUT_KERNEL G_GUINT64_CONSTANT (0x1000)

typedef struct
{
  guint64 cr3;
  guint32 process;
  guint32 count;
} Vote;

/* Tracing was switched on. */
typedef struct
{
  guint64 offset;
  SlTime time; /* the first that is known from then on */
} Enabled;

struct _SlPtSpaces
{
  GArray *votes;   /* of Vote */
  GArray *enabled; /* of Enabled, by offset */
  guint n_timed;   /* of @enabled, whose time is found */
  guint64 cr3;     /* of the last PIP; 0 before it */
};

static void
add_vote (SlPtSpaces *self, guint32 process)
{
  Vote first = { self->cr3, process, 1 };

  for (guint i = 0; i < self->votes->len; i++)
    {
      Vote *vote = &g_array_index (self->votes, Vote, i);

      if (vote->cr3 != self->cr3 || vote->process != process)
        continue;
      vote->count++;
      return;
    }

  g_array_append_val (self->votes, first);
}

static gboolean
tells_time (guint16 kind)
{
  return kind == SL_KIND_PT_TSC || kind == SL_KIND_PT_MTC || kind == SL_KIND_PT_CYC;
}

static void
add_event (SlPtSpaces *self, const SlPtStream *stream, const SlEvent *event)
{
  Enabled enabled = { event->offset, event->time };
  guint32 process;

  if (tells_time (event->kind))
    for (; self->n_timed < self->enabled->len; self->n_timed++)
      g_array_index (self->enabled, Enabled, self->n_timed).time = event->time;

  if (event->kind == SL_KIND_PT_PIP)
    self->cr3 = event->a & CR3_ADDRESS;
  else if (event->kind == SL_KIND_PT_TIP_PGE)
    g_array_append_val (self->enabled, enabled);
  if (self->cr3 == 0 || (event->flags & SL_EVENT_NO_A) != 0 || (event->a >> 63) != 0 ||
      (event->kind != SL_KIND_PT_TIP && event->kind != SL_KIND_PT_TIP_PGE &&
       event->kind != SL_KIND_PT_FUP))
    return;

  if (sl_pt_stream_find_owner (stream, event->time, &process))
    add_vote (self, process);
}

/**
 * sl_pt_spaces_new:
 * @segment: of @stream
 *
 * Goes over the packets of the segment once. Any thread.
 */
SlPtSpaces *
sl_pt_spaces_new (SlPtStream *stream, const SlSegment *segment)
{
  SlPtSpaces *self = g_new0 (SlPtSpaces, 1);
  g_autofree SlEvent *events = g_new (SlEvent, BATCH);
  SlPtDecoder decoder;
  guint n_events;

  self->votes = g_array_new (FALSE, FALSE, sizeof (Vote));
  self->enabled = g_array_new (FALSE, FALSE, sizeof (Enabled));
  sl_pt_decoder_begin (stream, segment, &decoder);
  do
    {
      n_events = sl_pt_decoder_decode (stream, &decoder, events, BATCH, NULL);
      for (guint i = 0; i < n_events; i++)
        add_event (self, stream, &events[i]);
    }
  while (n_events > 0);
  return self;
}

void
sl_pt_spaces_free (SlPtSpaces *self)
{
  g_clear_pointer (&self->votes, g_array_unref);
  g_clear_pointer (&self->enabled, g_array_unref);
  g_free (self);
}

static const Vote *
find_most (const SlPtSpaces *self, guint64 cr3)
{
  const Vote *most = NULL;

  for (guint i = 0; i < self->votes->len; i++)
    {
      const Vote *vote = &g_array_index (self->votes, Vote, i);

      if (vote->cr3 == cr3 && (most == NULL || vote->count > most->count))
        most = vote;
    }

  return most;
}

/**
 * sl_pt_spaces_find:
 * @process: (out): on success
 *
 * Returns: whether it shows in the segment whose address space @cr3 is
 */
gboolean
sl_pt_spaces_find (const SlPtSpaces *self, guint64 cr3, guint32 *process)
{
  const Vote *most = find_most (self, cr3 & CR3_ADDRESS);

  if (most == NULL)
    most = find_most (self, (cr3 ^ CR3_WITHOUT_KERNEL) & CR3_ADDRESS);
  if (most == NULL)
    return FALSE;

  *process = most->process;
  return TRUE;
}

/**
 * sl_pt_spaces_find_enabled:
 * @offset: SL_OFFSET() behind a packet that switched tracing on
 * @time: that is known there
 *
 * Returns: the first time that is known from there on: while tracing is off time passes unseen
 */
SlTime
sl_pt_spaces_find_enabled (const SlPtSpaces *self, guint64 offset, SlTime time)
{
  for (guint i = self->enabled->len; i > 0; i--)
    {
      const Enabled *enabled = &g_array_index (self->enabled, Enabled, i - 1);

      if (enabled->offset < offset)
        return MAX (time, enabled->time);
    }

  return time;
}
