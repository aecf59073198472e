/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The meaning of packets is that of the manual's tables. What is not plain from one packet:
 *
 * - Packets between PSB and PSBEND say what is, not what happens; an address (FUP) among them says
 *   that tracing is on.
 * - FUP and then TIP is an interrupt or an exception, unless the FUP belongs to a packet before it.
 *   Which one it was, processors with event tracing say in a packet of its own (CFE), which also says
 *   where it ends; else it is not known. It ends where a later target is the address that was left, which
 *   is also how the kernel looks from a trace of user code: FUP, TIP.PGD, and TIP.PGE there.
 * - After OVF packets are lost up to the next FUP or TIP.PGE. */

#include "sl-branch-cpu.h"

#include "sl-branch-curves.h"
#include "sl-branch-interrupts.h"
#include "sl-branch-vectors.h"
#include "sl-kind.h"

/* What a damaged stream claims beyond this gets no object. */
#define MAX_SPACES 4096

/* A FUP that belongs to a packet stands right behind it, but for packets that tell the time. */
#define NEAR 32

struct _SlBranchCpu
{
  SlTraceBuilder *builder;
  guint32 object;
  guint16 cpu;
  SlTime last_seen;

  SlStateTrack tracing;
  SlStateTrack space;
  SlStateTrack guest;
  SlStateTrack mode;
  SlStateTrack transaction;
  SlStateTrack power;
  SlTrackWriter *aborts;
  SlTrackWriter *frequency;
  SlTrackWriter *values;
  SlBranchInterrupts interrupts;

  guint n_spaces;
  guint32 current_space;
  SlState current_mode;
  gboolean is_guest;
  gboolean is_on;
  gboolean in_status;
  gboolean status_has_ip;
  gboolean fup_is_bound; /* the next FUP belongs to the packet before it */
  guint64 fup_before;    /* and does not stand behind this offset */
  gboolean has_fup;      /* a FUP that may be an interrupt */
  guint64 fup_ip;
  SlTime fup_time;

  gboolean has_gap;
  gboolean is_lost;
  SlTime gap_begin;
  SlTime gap_end;
  SlGapReason gap_reason;

  SlBranchCurves curves;
};

static SlLaneBuilder *
add_lane (SlBranchCpu *self, guint16 cpu, const char *what)
{
  g_autofree char *name = g_strdup_printf ("cpu:%u/%s", cpu, what);

  return sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, name, 0);
}

static void
add_states (SlBranchCpu *self, guint16 cpu, const char *what, SlStateTrack *track)
{
  SlLaneBuilder *lane = add_lane (self, cpu, what);

  sl_state_track_init (track, sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES));
}

static SlTrackWriter *
add_values (SlBranchCpu *self, guint16 cpu, const char *what)
{
  return sl_lane_builder_add_track (add_lane (self, cpu, what), SL_ROLE_VALUE, SL_TRACK_VALUES);
}

/**
 * sl_branch_cpu_new:
 * @time: of its first event
 *
 * Adds the lanes; those that nothing is put into do not show.
 */
SlBranchCpu *
sl_branch_cpu_new (SlTraceBuilder *builder, guint16 cpu, SlTime time)
{
  SlBranchCpu *self = g_new0 (SlBranchCpu, 1);
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (builder);
  SlLaneBuilder *lane;

  self->builder = builder;
  self->cpu = cpu;
  self->object = sl_object_table_builder_current (objects, SL_OBJECT_CPU, cpu);
  if (self->object == 0)
    self->object = sl_object_table_builder_begin_life (objects, SL_OBJECT_CPU, cpu, time);

  add_states (self, cpu, "tracing", &self->tracing);
  add_states (self, cpu, "address-space", &self->space);
  add_states (self, cpu, "guest", &self->guest);
  add_states (self, cpu, "mode", &self->mode);
  lane = add_lane (self, cpu, "transactions");
  sl_state_track_init (&self->transaction,
                       sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  self->aborts = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  sl_branch_interrupts_init (&self->interrupts, add_lane (self, cpu, "interrupts"));
  self->curves.branches = add_values (self, cpu, "branches");
  self->curves.taken = add_values (self, cpu, "taken");
  self->curves.bytes = add_values (self, cpu, "bytes");
  add_states (self, cpu, "power", &self->power);
  self->frequency = add_values (self, cpu, "frequency");
  self->values = add_values (self, cpu, "values");
  return self;
}

void
sl_branch_cpu_free (SlBranchCpu *self)
{
  g_free (self);
}

/* States are known only while tracing is on. */
static void
switch_tracing (SlBranchCpu *self, gboolean on, SlTime time)
{
  self->is_on = on;
  sl_state_track_set (&self->tracing, time, on ? SL_STATE_TRACED : SL_STATE_NONE, 0);
  sl_state_track_set (&self->space, time,
                      on && self->current_space != 0 ? SL_STATE_RUNNING : SL_STATE_NONE,
                      on ? self->current_space : 0);
  sl_state_track_set (&self->guest, time, on && self->is_guest ? SL_STATE_GUEST : SL_STATE_NONE, 0);
  sl_state_track_set (&self->mode, time, on ? self->current_mode : SL_STATE_NONE, 0);
  if (!on)
    sl_state_track_set (&self->transaction, time, SL_STATE_NONE, 0);
}

static void
set_space (SlBranchCpu *self, const SlBranchItem *item)
{
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (self->builder);
  guint32 space = sl_object_table_builder_current (objects, SL_OBJECT_PROCESS, item->a);

  if (space == 0 && self->n_spaces < MAX_SPACES)
    {
      g_autofree char *name = g_strdup_printf ("CR3 0x%" G_GINT64_MODIFIER "x", item->a);

      space = sl_object_table_builder_begin_life (objects, SL_OBJECT_PROCESS, item->a, item->time);
      sl_object_table_builder_name (objects, space, name);
      self->n_spaces++;
    }
  if (space != 0)
    sl_object_table_builder_touch (objects, space, item->time);

  self->current_space = space;
  self->is_guest = item->b != 0;
  switch_tracing (self, self->is_on, item->time);
}

static void
set_mode (SlBranchCpu *self, const SlBranchItem *item)
{
  self->current_mode = item->a == 64   ? SL_STATE_BITS_64
                       : item->a == 32 ? SL_STATE_BITS_32
                       : item->a == 16 ? SL_STATE_BITS_16
                                       : SL_STATE_NONE;
  switch_tracing (self, self->is_on, item->time);
}

static void
set_gap (SlBranchCpu *self, SlTime begin, SlTime end, SlGapReason reason)
{
  self->has_gap = TRUE;
  self->gap_begin = begin;
  self->gap_end = end;
  self->gap_reason = reason;
}

/* Packets go on after an overflow. */
static void
end_overflow (SlBranchCpu *self, SlTime time)
{
  if (!self->is_lost)
    return;

  self->is_lost = FALSE;
  set_gap (self, self->gap_begin, time, SL_GAP_OVERFLOW);
}

static void
follow_fup (SlBranchCpu *self, const SlBranchItem *item)
{
  gboolean was_lost = self->is_lost;

  self->status_has_ip = self->status_has_ip || self->in_status;
  end_overflow (self, item->time);
  if (self->in_status || was_lost)
    {
      switch_tracing (self, TRUE, item->time);
      return;
    }

  self->has_fup = (!self->fup_is_bound || item->offset > self->fup_before) &&
                  (item->flags & SL_EVENT_NO_A) == 0;
  self->fup_is_bound = FALSE;
  self->fup_ip = item->a;
  self->fup_time = item->time;
}

static void
follow_psb (SlBranchCpu *self, const SlBranchItem *item)
{
  if ((item->flags & SL_EVENT_LOST) != 0)
    set_gap (self, self->last_seen, item->time, SL_GAP_LOST);
  if ((item->flags & SL_EVENT_GAP) != 0)
    set_gap (self, item->time, item->time, SL_GAP_UNKNOWN_LENGTH);
  if ((item->flags & (SL_EVENT_LOST | SL_EVENT_GAP)) != 0)
    sl_branch_interrupts_end_all (&self->interrupts, item->time);
  self->in_status = TRUE;
  self->status_has_ip = FALSE;
  self->has_fup = FALSE;
}

static void
follow_overflow (SlBranchCpu *self, const SlBranchItem *item)
{
  sl_branch_interrupts_end_all (&self->interrupts, item->time);
  switch_tracing (self, FALSE, item->time);
  self->in_status = FALSE;
  self->has_fup = FALSE;
  if (!self->is_lost)
    self->gap_begin = item->time;
  self->is_lost = TRUE;
}

/* The packets that carry control from one place to another. */
static void
follow_branch (SlBranchCpu *self, const SlBranchItem *item)
{
  gboolean has_fup = self->has_fup;

  self->has_fup = FALSE;
  switch (item->kind)
    {
    case SL_KIND_PT_TIP:
      if (has_fup)
        sl_branch_interrupts_begin (&self->interrupts, self->fup_ip, self->fup_time, 0, FALSE);
      break;

    case SL_KIND_PT_TIP_PGD:
      /* From the kernel's half it is the kernel that switches tracing off. */
      if (has_fup && self->fup_ip >> 63 == 0)
        sl_branch_interrupts_begin (&self->interrupts, self->fup_ip, self->fup_time, 0, FALSE);
      switch_tracing (self, FALSE, item->time);
      break;

    case SL_KIND_PT_TIP_PGE:
      end_overflow (self, item->time);
      sl_branch_interrupts_return (&self->interrupts, (guint32) item->a, item->time);
      switch_tracing (self, TRUE, item->time);
      break;

    default:
      switch_tracing (self, FALSE, item->time);
      break;
    }
}

static void
bind_fup (SlBranchCpu *self, const SlBranchItem *item)
{
  self->fup_is_bound = TRUE;
  self->fup_before = item->offset + NEAR;
}

/* A control flow event: something came, or the processor went back from it. */
static void
follow_event (SlBranchCpu *self, const SlBranchItem *item)
{
  switch (sl_branch_event_get_use ((guint) item->a))
    {
    case SL_BRANCH_EVENT_COMES:
      sl_branch_interrupts_begin (&self->interrupts, 0, item->time,
                                  sl_branch_event_get_object (sl_trace_builder_get_objects (
                                                                  self->builder),
                                                              (guint) item->a, (guint) item->b,
                                                              item->time),
                                  TRUE);
      break;
    case SL_BRANCH_EVENT_ENDS:
      sl_branch_interrupts_exit (&self->interrupts, item->time);
      break;
    case SL_BRANCH_EVENT_ENDS_ALL:
      sl_branch_interrupts_end_all (&self->interrupts, item->time);
      break;
    case SL_BRANCH_EVENT_OTHER:
    default:
      break;
    }
}

static void
follow_power (SlBranchCpu *self, const SlBranchItem *item)
{
  switch (item->kind)
    {
    case SL_KIND_PT_CBR:
      sl_track_writer_add_value (self->frequency, item->time, (gint64) item->a);
      break;
    case SL_KIND_PT_PWRE:
      sl_state_track_set (&self->power, item->time, SL_STATE_ASLEEP, (guint32) item->a);
      break;
    case SL_KIND_PT_PWRX:
      sl_state_track_set (&self->power, item->time, SL_STATE_NONE, 0);
      break;
    case SL_KIND_PT_EXSTOP:
    default:
      if (item->a != 0)
        bind_fup (self, item);
      break;
    }
}

static void
follow_transaction (SlBranchCpu *self, const SlBranchItem *item)
{
  if (item->b != 0)
    sl_track_writer_add_instant (self->aborts, item->time, item->kind, 0);
  sl_state_track_set (&self->transaction, item->time,
                      item->a != 0 ? SL_STATE_TRANSACTION : SL_STATE_NONE, 0);
  /* Outside of a PSB the FUP behind it tells where that is. */
  if (!self->in_status)
    bind_fup (self, item);
}

/**
 * sl_branch_cpu_add_item:
 *
 * Follows the next packet.
 */
void
sl_branch_cpu_add_item (SlBranchCpu *self, const SlBranchItem *item)
{
  switch (item->kind)
    {
    case SL_KIND_PT_PSB:
      follow_psb (self, item);
      break;
    case SL_KIND_PT_PSBEND:
      if (self->in_status && !self->status_has_ip)
        switch_tracing (self, FALSE, item->time);
      self->in_status = FALSE;
      break;
    case SL_KIND_PT_FUP:
      follow_fup (self, item);
      break;
    case SL_KIND_PT_TIP:
    case SL_KIND_PT_TIP_PGE:
    case SL_KIND_PT_TIP_PGD:
    case SL_KIND_PT_STOP:
      follow_branch (self, item);
      break;
    case SL_KIND_PT_OVF:
      follow_overflow (self, item);
      break;
    case SL_KIND_PT_PIP:
      set_space (self, item);
      break;
    case SL_KIND_PT_MODE_EXEC:
      set_mode (self, item);
      break;
    case SL_KIND_PT_MODE_TSX:
      follow_transaction (self, item);
      break;
    case SL_KIND_PT_CBR:
    case SL_KIND_PT_PWRE:
    case SL_KIND_PT_PWRX:
    case SL_KIND_PT_EXSTOP:
      follow_power (self, item);
      break;
    case SL_KIND_PT_PTW:
      sl_track_writer_add_value (self->values, item->time, (gint64) item->a);
      bind_fup (self, item);
      break;
    case SL_KIND_PT_CFE:
      follow_event (self, item);
      bind_fup (self, item);
      break;
    case SL_KIND_PT_BEP:
      bind_fup (self, item);
      break;
    default:
      break;
    }

  self->last_seen = item->time;
}

/**
 * sl_branch_cpu_add_tips:
 * @first: number of a target in @sum
 * @end: number behind the last
 *
 * Ends the interrupts that return to one of the targets.
 */
void
sl_branch_cpu_add_tips (SlBranchCpu *self, const SlBranchSum *sum, guint first, guint end)
{
  for (guint i = first; i < end && self->interrupts.depth > 0; i++)
    {
      const SlBranchTip *tip = &sum->tips[i];

      if (tip->cpu == self->cpu && sl_branch_interrupts_have_left (&self->interrupts, tip->ip))
        sl_branch_interrupts_return (&self->interrupts, tip->ip, sum->begin + tip->after);
    }
}

/**
 * sl_branch_cpu_add_bucket:
 *
 * Adds to the curves.
 */
void
sl_branch_cpu_add_bucket (SlBranchCpu *self, const SlBranchBucket *bucket)
{
  sl_branch_curves_add (&self->curves, bucket);
}

/**
 * sl_branch_cpu_write:
 * @time: up to which all is certain
 *
 * Writes what is open.
 */
void
sl_branch_cpu_write (SlBranchCpu *self, SlTime time)
{
  SlStateTrack *const tracks[] = {
    &self->tracing, &self->space, &self->guest, &self->mode, &self->transaction, &self->power,
  };

  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    sl_state_track_write (tracks[i], time);
  sl_branch_interrupts_write (&self->interrupts, time);
  sl_object_table_builder_touch (sl_trace_builder_get_objects (self->builder), self->object,
                                 self->last_seen);
}

/**
 * sl_branch_cpu_finish:
 * @end: of the trace
 *
 * Ends what is open.
 */
void
sl_branch_cpu_finish (SlBranchCpu *self, SlTime end)
{
  sl_branch_cpu_write (self, end);
  end_overflow (self, end);
  sl_branch_curves_finish (&self->curves, end);
}

/**
 * sl_branch_cpu_take_gap:
 * @begin: (out): where nothing is known from
 * @end: (out): and up to where
 * @reason: (out): why
 *
 * Returns: whether a gap was found since this was asked last
 */
gboolean
sl_branch_cpu_take_gap (SlBranchCpu *self, SlTime *begin, SlTime *end, SlGapReason *reason)
{
  if (!self->has_gap)
    return FALSE;

  self->has_gap = FALSE;
  *begin = self->gap_begin;
  *end = self->gap_end;
  *reason = self->gap_reason;
  return TRUE;
}
