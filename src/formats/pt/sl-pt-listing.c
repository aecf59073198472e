/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The instructions of one part, one by one, by Intel's instruction decoder. Between two times that are known they
 * are spread evenly. As the block decoder, it goes on behind the last packet as far as it can: what the next part
 * begins with is left to that part. */

#include "sl-pt-listing.h"

#include <string.h>

#include "sl-pt-images.h"

/* Cancelling is looked at once in so many instructions. */
#define INSTRUCTIONS_A_LOOK 4096

/* So many without any packet are a loop that never ends: nothing can be told of it. */
#define MOST_UNCONFIRMED (1u << 20)

typedef struct
{
  SlPtStream *stream;
  const SlSegment *segment;
  SlPtImages *images;
  struct pt_insn_decoder *decoder;
  SlInstructions *found;
  SlSpan span;       /* that is asked for */
  GArray *pending;   /* of SlInstruction: since the last time that is known */
  guint64 n_pending; /* with those that had no room */
  gsize begin;       /* in the stream, of the decoder's buffer */
  guint64 first_tsc; /* at the segment's begin; 0 if not known */
  SlTime now;
  SlTime end; /* no instruction is later */
  guint64 last_offset;
  guint64 n_unconfirmed;   /* instructions since the last packet */
  guint first_unconfirmed; /* the first of them in @pending */
  guint most;
} Listing;

static SlInstructionClass get_class (enum pt_insn_class class)
{
  switch (class)
    {
    case ptic_call:
      return SL_INSTRUCTION_CALL;
    case ptic_return:
      return SL_INSTRUCTION_RETURN;
    case ptic_jump:
      return SL_INSTRUCTION_JUMP;
    case ptic_cond_jump:
      return SL_INSTRUCTION_BRANCH;
    case ptic_far_call:
      return SL_INSTRUCTION_FAR_CALL;
    case ptic_far_return:
      return SL_INSTRUCTION_FAR_RETURN;
    case ptic_far_jump:
      return SL_INSTRUCTION_FAR_JUMP;
    case ptic_ptwrite:
      return SL_INSTRUCTION_PTWRITE;
    case ptic_error:
    case ptic_other:
    default:
      return SL_INSTRUCTION_OTHER;
    }
}

/* Hands on what happened from the last time that was known to @next. */
static void
flush (Listing *self, SlTime next)
{
  SlTime begin = self->now;

  for (guint i = 0; i < self->n_pending; i++)
    {
      SlTime time =
          begin + (SlTime) ((double) (next - begin) * ((double) i / (double) self->n_pending));
      SlInstruction *instruction;

      if (time < self->span.begin || time >= self->span.end)
        continue;

      self->found->n_instructions++;
      if (i >= self->pending->len || self->found->list->len >= self->most)
        continue;
      instruction = &g_array_index (self->pending, SlInstruction, i);
      instruction->time = time;
      g_array_append_val (self->found->list, *instruction);
    }

  g_array_set_size (self->pending, 0);
  self->n_pending = 0;
  self->first_unconfirmed = 0;
  self->now = next;
}

static void
follow_time (Listing *self)
{
  uint64_t value = 0;
  SlTime time = self->now;

  if (!self->stream->has_time)
    {
      if (pt_insn_get_offset (self->decoder, &value) == 0)
        time = (SlTime) (self->begin + value);
    }
  else if (pt_insn_time (self->decoder, &value, NULL, NULL) >= 0)
    {
      if (self->first_tsc == 0)
        self->first_tsc = value;
      if (value >= self->first_tsc && value - self->first_tsc < SL_PT_MOST_STEP)
        time = sl_time_add (self->segment->a, (SlTime) (value - self->first_tsc));
    }
  time = CLAMP (time, self->now, self->end);
  if (time > self->now)
    flush (self, time);
}

static void
take_instruction (Listing *self, const struct pt_insn *insn)
{
  SlInstruction instruction = {
    .address = insn->ip,
    .process = sl_pt_images_get_process (self->images),
    .size = insn->size,
    .type = (guint8) get_class (insn->iclass),
  };
  uint64_t offset = self->last_offset;

  follow_time (self);
  pt_insn_get_offset (self->decoder, &offset);
  if (offset != self->last_offset)
    {
      self->n_unconfirmed = 0;
      self->first_unconfirmed = self->pending->len;
    }
  self->last_offset = offset;
  self->n_unconfirmed++;
  self->n_pending++;
  memcpy (instruction.bytes, insn->raw, MIN (insn->size, sizeof instruction.bytes));
  if (self->pending->len < MOST_UNCONFIRMED)
    g_array_append_val (self->pending, instruction);
}

static int
take_events (Listing *self, int status)
{
  while (status >= 0 && (status & pts_event_pending) != 0)
    {
      uint64_t offset = 0;
      struct pt_event event;

      status = pt_insn_event (self->decoder, &event, sizeof event);
      if (status < 0)
        break;
      pt_insn_get_offset (self->decoder, &offset);
      if (sl_pt_images_follow (self->images, &event, self->stream->base + self->begin + offset,
                               self->now))
        pt_insn_set_image (self->decoder, sl_pt_images_get (self->images));
    }

  return status;
}

static void
run (Listing *self, GCancellable *cancellable)
{
  int status = pt_insn_sync_forward (self->decoder);
  guint n_instructions = 0;

  while (status >= 0 || status != -pte_eos)
    {
      struct pt_insn insn = { .size = 0 };

      if (n_instructions++ % INSTRUCTIONS_A_LOOK == 0 &&
          (g_cancellable_is_cancelled (cancellable) || self->now >= self->span.end))
        return;

      status = take_events (self, status);
      if (status >= 0 && (status & pts_eos) != 0)
        return;
      if (status >= 0)
        status = pt_insn_next (self->decoder, &insn, sizeof insn);
      if (insn.iclass != ptic_error && insn.size > 0)
        take_instruction (self, &insn);
      if (self->n_unconfirmed > MOST_UNCONFIRMED)
        return;
      if (status < 0 && status != -pte_eos)
        {
          self->found->n_gaps++;
          status = pt_insn_sync_forward (self->decoder);
          self->first_unconfirmed = self->pending->len;
        }
    }
}

/* The first instruction that no packet has confirmed: the decoder gets over none of these without one. */
static guint
find_tail (const Listing *self)
{
  for (guint i = self->pending->len; i > self->first_unconfirmed; i--)
    {
      guint8 type = g_array_index (self->pending, SlInstruction, i - 1).type;

      if (type != SL_INSTRUCTION_OTHER && type != SL_INSTRUCTION_CALL &&
          type != SL_INSTRUCTION_JUMP && type != SL_INSTRUCTION_PTWRITE)
        return i;
    }

  return self->first_unconfirmed;
}

/* What lies behind the last packet, and where the next part begins again, is not said twice. */
static void
cut_tail (Listing *self)
{
  gsize next = self->segment->offset - self->stream->base + self->segment->size;
  guint64 ip;

  if (next < SL_PT_PSB_LENGTH || next >= self->stream->size ||
      !sl_pt_stream_find_ip (self->stream, next - SL_PT_PSB_LENGTH, &ip))
    return;

  for (guint i = find_tail (self); i < self->pending->len; i++)
    if (g_array_index (self->pending, SlInstruction, i).address == ip)
      {
        g_array_set_size (self->pending, i);
        self->n_pending = i;
        return;
      }
}

/**
 * sl_pt_listing_read:
 *
 * As #SlFlowStream wants it of its @list.
 */
SlInstructions *
sl_pt_listing_read (gpointer source_data,
                    guint part,
                    SlCodeMap *map,
                    SlSpan span,
                    guint most,
                    GCancellable *cancellable)
{
  SlPtStream *stream = source_data;
  const SlSegment *segment = &g_array_index (stream->segments, SlSegment, part);
  g_autoptr (SlPtImages) images = sl_pt_images_new (stream, segment, map);
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (SlInstruction));
  struct pt_config config;
  Listing self = {
    .stream = stream,
    .segment = segment,
    .images = images,
    .found = sl_instructions_new (),
    .span = span,
    .pending = pending,
    .begin = sl_pt_stream_find_begin (stream, segment),
    .now = segment->a,
    .end = segment->b,
    .most = most,
  };

  if (stream->has_time)
    sl_pt_stream_find_tsc (stream, self.begin, &self.first_tsc);
  sl_pt_images_begin (images, segment->a);
  sl_pt_images_configure (stream, self.begin, segment->offset - stream->base + segment->size,
                          &config);
  self.decoder = pt_insn_alloc_decoder (&config);
  if (self.decoder != NULL && sl_pt_images_get (images) != NULL &&
      pt_insn_set_image (self.decoder, sl_pt_images_get (images)) >= 0)
    {
      run (&self, cancellable);
      cut_tail (&self);
      flush (&self, self.end != SL_TIME_MAX ? self.end : self.now);
    }

  if (self.decoder != NULL)
    pt_insn_free_decoder (self.decoder);
  return self.found;
}
