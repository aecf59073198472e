/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part is a segment of the stream, which begins behind a PSB. The decoder hands out blocks of
 * instructions; they end where control leaves the straight way, and the next one tells where to. It
 * goes on as far as it can without a packet, so the end of a part may tell what the next one tells
 * again: the last blocks are handed on, for those who join parts. */

#include "sl-pt-flow.h"

#ifdef SL_HAVE_IPT

#include "sl-pt-images.h"
#include "sl-pt-listing.h"

/* Cancelling is looked at once in so many blocks. */
#define BLOCKS_A_LOOK 4096

/* A part of so many steps is damaged, or a loop. */
#define MOST_STEPS (8u << 20)

/* What is decoded of one part. */
typedef struct
{
  SlPtStream *stream;
  const SlSegment *segment;
  SlCodeMap *map;
  SlFlow *flow;
  SlPtImages *images;
  struct pt_block_decoder *decoder;
  gsize begin;       /* in the stream, of the decoder's buffer */
  gsize size;        /* of it */
  guint64 first_tsc; /* at the segment's begin; 0 if not known */
  SlTime end;        /* no step is later */
  SlTime now;
  guint64 last_offset;
  guint64 n_pending;        /* instructions since the last step */
  enum pt_insn_class class; /* of the last block's last instruction; ptic_error for none */
  guint64 last;             /* its address */
  guint64 function_begin;   /* of what was looked up last */
  guint64 function_end;
} Decoding;

static SlTime
get_time (Decoding *self)
{
  uint64_t tsc, offset;
  uint32_t lost_mtc, lost_cyc;

  if (!self->stream->has_time)
    {
      if (pt_blk_get_offset (self->decoder, &offset) == 0)
        self->now = CLAMP ((SlTime) (self->begin + offset), self->now, self->end);
      return self->now;
    }
  if (pt_blk_time (self->decoder, &tsc, &lost_mtc, &lost_cyc) < 0)
    return self->now;

  if (self->first_tsc == 0)
    self->first_tsc = tsc;
  if (tsc >= self->first_tsc && tsc - self->first_tsc < SL_PT_MOST_STEP)
    self->now = CLAMP (sl_time_add (self->segment->a, (SlTime) (tsc - self->first_tsc)), self->now,
                       self->end);
  return self->now;
}

static void
add_step (Decoding *self, SlFlowType type, guint64 from, guint64 to)
{
  SlFlowStep step = {
    .time = get_time (self),
    .from = from,
    .to = to,
    .n_instructions = (guint32) MIN (self->n_pending, G_MAXUINT32),
    .type = type,
    .process = sl_pt_images_get_process (self->images),
  };

  self->n_pending = 0;
  g_array_append_val (self->flow->steps, step);
}

/* Whether both are in one function. */
static gboolean
stays (Decoding *self, guint64 from, guint64 to)
{
  SlCodePlace place;

  if (from < self->function_begin || from >= self->function_end)
    {
      if (!sl_code_map_find (self->map, sl_pt_images_get_process (self->images), from, &place) ||
          place.name == NULL)
        return FALSE;
      self->function_begin = place.begin;
      self->function_end = place.end;
    }

  return to >= self->function_begin && to < self->function_end;
}

/* What is behind here is told by packets; what comes from here on need not be. */
static void
confirm (Decoding *self)
{
  g_array_set_size (self->flow->tail, 0);
}

/* How the last block led to @to. */
static void
follow (Decoding *self, guint64 to)
{
  switch (self->class)
    {
    case ptic_call:
      add_step (self, SL_FLOW_CALL, self->last, to);
      break;
    case ptic_return:
      add_step (self, SL_FLOW_RETURN, self->last, to);
      break;
    case ptic_far_call:
      add_step (self, SL_FLOW_FAR_CALL, self->last, to);
      break;
    case ptic_far_return:
      add_step (self, SL_FLOW_FAR_RETURN, self->last, to);
      break;
    case ptic_far_jump:
    case ptic_jump:
    case ptic_cond_jump:
      if (!stays (self, self->last, to))
        add_step (self, SL_FLOW_JUMP, self->last, to);
      break;
    case ptic_error:
    case ptic_other:
    case ptic_ptwrite:
    default:
      break;
    }
}

static void
take_block (Decoding *self, const struct pt_block *block)
{
  uint64_t offset = self->last_offset;
  SlFlowRun run = { block->ip, block->end_ip, 0 };

  if (self->flow->steps->len == 0)
    add_step (self, SL_FLOW_ENTER, block->ip, block->ip);
  else
    follow (self, block->ip);

  pt_blk_get_offset (self->decoder, &offset);
  if (offset != self->last_offset || (self->class != ptic_call && self->class != ptic_jump &&
                                      self->class != ptic_other && self->class != ptic_ptwrite))
    confirm (self);
  self->last_offset = offset;
  run.n_steps = self->flow->steps->len;
  g_array_append_val (self->flow->tail, run);
  self->class = block->iclass;
  self->last = block->end_ip;
  self->n_pending += block->ninsn;
  self->flow->n_instructions += block->ninsn;
}

static void
take_event (Decoding *self, const struct pt_event *event)
{
  switch (event->type)
    {
    case ptev_enabled:
      if (event->status_update)
        return;
      add_step (self, SL_FLOW_ON, event->variant.enabled.ip, event->variant.enabled.ip);
      break;
    case ptev_disabled:
      add_step (self, SL_FLOW_OFF, self->last,
                event->ip_suppressed ? 0 : event->variant.disabled.ip);
      break;
    case ptev_async_disabled:
      add_step (self, SL_FLOW_OFF, event->variant.async_disabled.at,
                event->ip_suppressed ? 0 : event->variant.async_disabled.ip);
      break;
    case ptev_async_branch:
      add_step (self, SL_FLOW_INTERRUPT, event->variant.async_branch.from,
                event->variant.async_branch.to);
      break;
    case ptev_overflow:
      add_step (self, SL_FLOW_LOST, self->last, 0);
      if (!event->ip_suppressed)
        add_step (self, SL_FLOW_ENTER, event->variant.overflow.ip, event->variant.overflow.ip);
      break;
    case ptev_stop:
      add_step (self, SL_FLOW_OFF, self->last, 0);
      break;
    case ptev_paging:
    case ptev_async_paging:
    case ptev_exec_mode:
    case ptev_tsx:
    case ptev_vmcs:
    case ptev_async_vmcs:
    case ptev_exstop:
    case ptev_mwait:
    case ptev_pwre:
    case ptev_pwrx:
    case ptev_ptwrite:
    case ptev_tick:
    case ptev_cbr:
    case ptev_mnt:
    default:
      return;
    }

  confirm (self);
  self->class = ptic_error;
}

/* Reads another memory from here on where another process runs. */
static void
follow_process (Decoding *self, const struct pt_event *event)
{
  uint64_t offset = 0;

  pt_blk_get_offset (self->decoder, &offset);
  if (!sl_pt_images_follow (self->images, event, self->stream->base + self->begin + offset,
                            get_time (self)))
    return;

  pt_blk_set_image (self->decoder, sl_pt_images_get (self->images));
  self->function_begin = self->function_end = 0;
}

static int
take_events (Decoding *self, int status)
{
  while (status >= 0 && (status & pts_event_pending) != 0)
    {
      struct pt_event event;

      status = pt_blk_event (self->decoder, &event, sizeof event);
      if (status < 0)
        break;
      follow_process (self, &event);
      take_event (self, &event);
    }

  return status;
}

/* Where decoding stopped: the decoder tells the address of an instruction that it cannot read when it is
 * asked for a block that begins there. */
static guint64
find_stop (Decoding *self, const struct pt_block *block)
{
  struct pt_block empty = { .ninsn = 0 };

  if (block->ninsn == 0)
    return block->ip;

  pt_blk_next (self->decoder, &empty, sizeof empty);
  return empty.ip;
}

/* Nothing decodes here: goes on at the next PSB. */
static int
skip (Decoding *self, int error, const struct pt_block *block)
{
  SlFlowGap gap = {
    .span = { get_time (self), self->end },
    .address = error == -pte_nomap ? find_stop (self, block) : self->last,
    .process = sl_pt_images_get_process (self->images),
    .has_no_code = error == -pte_nomap,
  };
  uint64_t offset = 0, end = self->size;
  int status;

  pt_blk_get_offset (self->decoder, &offset);
  status = pt_blk_sync_forward (self->decoder);
  add_step (self, SL_FLOW_LOST, self->last, 0);
  confirm (self);
  self->class = ptic_error;
  if (status >= 0 && pt_blk_get_offset (self->decoder, &end) < 0)
    status = -pte_eos;
  if (status >= 0)
    gap.span.end = get_time (self);

  end = MIN (end, self->size);
  if (offset < end)
    gap.n_branches =
        sl_pt_stream_count_branches (self->stream, self->begin + offset, self->begin + end);
  g_array_append_val (self->flow->gaps, gap);

  /* What comes first then is not a consequence of what came before. */
  self->last_offset = end;
  return status;
}

static void
run (Decoding *self, GCancellable *cancellable)
{
  int status = pt_blk_sync_forward (self->decoder);
  guint n_blocks = 0;
  gboolean enters = FALSE;

  while (status >= 0 || status != -pte_eos)
    {
      struct pt_block block = { .ninsn = 0 };

      if (n_blocks++ % BLOCKS_A_LOOK == 0 &&
          (g_cancellable_is_cancelled (cancellable) || self->flow->steps->len > MOST_STEPS))
        return;

      status = take_events (self, status);
      if (status >= 0 && (status & pts_eos) != 0)
        return;
      if (status >= 0)
        status = pt_blk_next (self->decoder, &block, sizeof block);
      if (block.ninsn > 0)
        {
          if (enters)
            add_step (self, SL_FLOW_ENTER, block.ip, block.ip);
          enters = FALSE;
          take_block (self, &block);
        }
      if (status < 0 && status != -pte_eos)
        {
          status = skip (self, status, &block);
          enters = TRUE;
        }
    }
}

/* Steps between two times that are known stand where the instructions say. */
static void
spread (Decoding *self)
{
  GArray *steps = self->flow->steps;

  for (guint first = 0; first < steps->len;)
    {
      SlTime begin = g_array_index (steps, SlFlowStep, first).time;
      SlTime end = self->end;
      guint64 total = 0, before = 0;
      guint next = first;

      for (; next < steps->len && g_array_index (steps, SlFlowStep, next).time == begin; next++)
        total += g_array_index (steps, SlFlowStep, next).n_instructions;
      if (next < steps->len)
        {
          end = g_array_index (steps, SlFlowStep, next).time;
          total += g_array_index (steps, SlFlowStep, next).n_instructions;
        }
      else
        {
          total += self->n_pending;
        }

      for (guint i = first; i < next; i++)
        {
          SlFlowStep *step = &g_array_index (steps, SlFlowStep, i);

          /* The first was counted before the time came. */
          if (i > first)
            before += step->n_instructions;
          if (total > 0)
            step->time += (SlTime) ((double) (end - begin) * ((double) before / (double) total));
        }
      first = next;
    }
}

static struct pt_block_decoder *
make_decoder (const Decoding *self)
{
  struct pt_config config;

  sl_pt_images_configure (self->stream, self->begin, self->begin + self->size, &config);
  config.flags.variant.block.end_on_call = 1;
  config.flags.variant.block.end_on_jump = 1;
  return pt_blk_alloc_decoder (&config);
}

static void
finish_gaps (Decoding *self)
{
  for (guint i = 0; i < self->flow->gaps->len; i++)
    {
      SlFlowGap *gap = &g_array_index (self->flow->gaps, SlFlowGap, i);

      gap->span.end = MAX (MIN (gap->span.end, self->end), gap->span.begin);
    }
}

static SlFlow *
read_part (gpointer source_data, guint part, SlCodeMap *map, GCancellable *cancellable)
{
  SlPtStream *stream = source_data;
  const SlSegment *segment = &g_array_index (stream->segments, SlSegment, part);
  gsize begin = segment->offset - stream->base;
  g_autoptr (SlPtImages) images = sl_pt_images_new (stream, segment, map);
  Decoding decoding = {
    .stream = stream,
    .segment = segment,
    .map = map,
    .flow = sl_flow_new (),
    .images = images,
    .begin = sl_pt_stream_find_begin (stream, segment),
    .end = segment->b,
    .now = segment->a,
    .class = ptic_error,
  };

  decoding.size = begin + segment->size - decoding.begin;
  decoding.flow->n_branches =
      sl_pt_stream_count_branches (stream, decoding.begin, decoding.begin + decoding.size);
  if (stream->has_time)
    sl_pt_stream_find_tsc (stream, decoding.begin, &decoding.first_tsc);
  sl_pt_images_begin (images, segment->a);
  decoding.decoder = make_decoder (&decoding);
  if (decoding.decoder != NULL && sl_pt_images_get (images) != NULL &&
      pt_blk_set_image (decoding.decoder, sl_pt_images_get (images)) >= 0)
    {
      run (&decoding, cancellable);
      if (decoding.end == SL_TIME_MAX)
        decoding.end = get_time (&decoding);
      spread (&decoding);
      finish_gaps (&decoding);
    }

  if (decoding.decoder != NULL)
    pt_blk_free_decoder (decoding.decoder);
  return decoding.flow;
}

/**
 * sl_pt_flow_new:
 * @stream: with its segments, and moved to where it stays; outlives what is returned
 *
 * Returns: (transfer full) (nullable): what can be decoded; %NULL where libipt is not built in
 */
SlFlowStream *
sl_pt_flow_new (SlPtStream *stream)
{
  SlFlowStream *self = sl_flow_stream_new (stream->options.cpu);

  for (guint i = 0; i < stream->segments->len; i++)
    {
      const SlSegment *segment = &g_array_index (stream->segments, SlSegment, i);
      SlFlowPart part = { { segment->a, segment->b }, segment->size, FALSE };

      /* The last PSB belongs to both. */
      part.follows = i > 0 && segment->offset == (segment - 1)->offset + (segment - 1)->size &&
                     !sl_pt_stream_is_restart (stream, segment->offset - stream->base);
      if (!stream->has_time)
        part.span = (SlSpan) { (SlTime) (segment->offset - stream->base),
                               (SlTime) (segment->offset - stream->base + segment->size) };
      g_array_append_val (self->parts, part);
    }

  self->read = read_part;
  self->list = sl_pt_listing_read;
  self->source_data = stream;
  return self;
}

#else

SlFlowStream *
sl_pt_flow_new (SlPtStream *stream)
{
  return NULL;
}

#endif
