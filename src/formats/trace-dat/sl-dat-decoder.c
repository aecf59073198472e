/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-decoder.h"

#include <string.h>

#include "sl-event-class.h"
#include "sl-linux-marks.h"

/* Values of prev_state that are looked up. */
#define N_STATES 4096

#define PREEMPTED 0x80

/* No time is further from the origin. */
#define MOST_TIME (G_GINT64_CONSTANT (1) << 61)

/* What is this much later than any other page was not recorded then. */
#define FAR (G_GUINT64_CONSTANT (1) << 40)

/* Functions of timers that mean something, at most. */
#define MOST_TIMERS 16

typedef struct
{
  guint64 address;
  SlLinuxTimer timer;
} Timer;

struct _SlDatDecoder
{
  const SlDatFile *file;
  const SlTracingData *tracing;
  const SlLinuxNames *names;
  SlRingLayout layout;
  guint64 origin;
  guint64 latest; /* the last time that is believed, from the origin */
  guint8 states[N_STATES];
  SlLinuxStates all_states;
  guint n_timers;
  Timer timers[MOST_TIMERS];
  SlEventClass *classes;
  guint16 class_of[SL_TRACING_IDS];
};

/* What a page is decoded with. */
typedef struct
{
  const SlDatDecoder *decoder;
  SlRingPage ring;
  SlEvent *events;
  guint64 place;
  SlTime last;
  SlTime limit;
  guint16 cpu;
  SlDatTally *tally;
} Run;

static void
learn_states (SlDatDecoder *self, SlNotes *notes)
{
  const SlEventFormat *format = sl_tracing_data_find (self->tracing, "sched", "sched_switch");

  sl_linux_states_init (&self->all_states);
  if (format != NULL)
    sl_linux_states_parse (&self->all_states, format->print);
  if (self->all_states.is_index && self->file->release != NULL &&
      !g_str_has_prefix (self->file->release, "4.14"))
    self->all_states.is_index = FALSE;
  if (self->all_states.is_index)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "States of tasks are read as numbers, not as flags, as kernel 4.14 records them");

  for (guint value = 0; value < N_STATES; value++)
    {
      gboolean is_preempted;
      char letter = sl_linux_states_get (&self->all_states, value, &is_preempted);

      self->states[value] = (guint8) letter | (is_preempted ? PREEMPTED : 0);
    }
}

static void
learn_timers (SlDatDecoder *self)
{
  static const char *const functions[] = { "hrtimer_wakeup",  "posix_timer_fn", "timerfd_tmrproc",
                                           "it_real_fn",      "dl_task_timer",  "tick_nohz_handler",
                                           "tick_sched_timer" };

  G_STATIC_ASSERT (G_N_ELEMENTS (functions) <= MOST_TIMERS);
  if (self->tracing->symbols == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      Timer *timer = &self->timers[self->n_timers];

      timer->timer = sl_linux_find_timer (functions[i]);
      self->n_timers +=
          sl_kernel_symbols_find_address (self->tracing->symbols, functions[i], &timer->address);
    }
}

/**
 * sl_dat_decoder_new:
 * @file: must outlive the decoder
 * @notes: of what the formats leave open
 *
 * Returns: (transfer full): what decodes the pages of @file
 */
SlDatDecoder *
sl_dat_decoder_new (const SlDatFile *file, SlNotes *notes)
{
  SlDatDecoder *self = g_new0 (SlDatDecoder, 1);
  const GPtrArray *formats = file->tracing->formats;

  self->file = file;
  self->tracing = file->tracing;
  self->latest = MOST_TIME;
  self->layout = (SlRingLayout) {
    .is_big = file->tracing->is_big,
    .commit_size = file->tracing->commit_size,
    .data_offset = file->tracing->data_offset,
  };

  /* The first class is that of numbers without a format. */
  self->classes = g_new0 (SlEventClass, formats->len + 1);
  self->classes[0].kind = SL_KIND_LINUX_EVENT;
  for (guint i = 0; i < formats->len && i < G_MAXUINT16; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (formats, i);

      if (self->tracing->by_id[format->id] != format)
        continue;
      sl_event_class_init (&self->classes[i + 1], format);
      self->class_of[format->id] = (guint16) (i + 1);
    }

  learn_states (self, notes);
  learn_timers (self);
  return self;
}

void
sl_dat_decoder_free (SlDatDecoder *self)
{
  g_free (self->classes);
  g_free (self);
}

/**
 * sl_dat_decoder_set_names:
 * @names: that marks are found in; must outlive the decoder
 */
void
sl_dat_decoder_set_names (SlDatDecoder *self, const SlLinuxNames *names)
{
  self->names = names;
}

/**
 * sl_dat_decoder_set_span:
 * @first: the time that ticks are counted from
 * @last: the time of the last page, as far as pages agree
 */
void
sl_dat_decoder_set_span (SlDatDecoder *self, guint64 first, guint64 last)
{
  self->origin = first;
  self->latest = MIN (last - first, (guint64) MOST_TIME - FAR) + FAR;
}

/**
 * sl_dat_decoder_get_most:
 * @size: of a page, at most 1 MiB
 *
 * Returns: how many events it can have
 */
guint
sl_dat_decoder_get_most (gsize size)
{
  /* A record has 4 bytes of data at least; one more event may say that some were lost. */
  return (guint) (size / 8) + 2;
}

/* The time since the origin, where it is believed; else that of the event before. */
static inline SlTime
take_time (Run *run, guint32 *flags)
{
  SlTime time = (SlTime) (run->ring.time - run->decoder->origin);

  if (G_LIKELY (time >= run->last && time <= run->limit))
    return run->last = time;

  *flags |= SL_EVENT_BAD_TIME;
  return run->last;
}

static inline SlLinuxTimer
find_timer (const SlDatDecoder *self, guint64 function)
{
  for (guint i = 0; i < self->n_timers; i++)
    {
      if (self->timers[i].address == function)
        return self->timers[i].timer;
    }

  return SL_LINUX_TIMER_OTHER;
}

static guint8
find_state (const SlDatDecoder *self, guint64 value, SlDatTally *tally, guint64 place)
{
  gboolean is_preempted;
  guint8 state;

  if (value < N_STATES)
    state = self->states[value];
  else
    {
      state = (guint8) sl_linux_states_get (&self->all_states, value, &is_preempted);
      state |= is_preempted ? PREEMPTED : 0;
    }
  if (state == 'R' && value != 0)
    sl_dat_tally_count (tally, SL_DAT_FAULT_STATE, place);
  return state;
}

/* The bytes of a text that ends at a NUL or with the record, without blanks at its end. */
static const char *
find_text (const SlEventClass *class, const guint8 *record, guint32 size, gsize *length)
{
  guint32 offset = class->parts[1].offset;
  const char *text = (const char *) record + offset;

  *length = size > offset ? strnlen (text, size - offset) : 0;
  while (*length > 0 && g_ascii_isspace (text[*length - 1]))
    (*length)--;
  return text;
}

static void
decode_text (const Run *run,
             const SlEventClass *class,
             const guint8 *record,
             guint32 size,
             guint32 common_pid,
             SlEvent *event)
{
  gsize length;
  const char *text = find_text (class, record, size, &length);

  event->a = 0;
  event->b = 0;
  event->detail = SL_LINUX_DETAIL (common_pid, 0);
  if (run->decoder->names != NULL)
    sl_linux_mark_set (run->decoder->names, text, length, event);
}

/* Fields of the class into the event, which has all else. */
static inline void
fill (Run *run,
      const SlEventClass *class,
      const guint8 *record,
      guint32 size,
      gboolean is_big,
      guint32 common_pid,
      SlEvent *event)
{
  const SlEventPart *parts = class->parts;
  guint64 extra;
  guint8 state;

  switch ((SlEventIs) class->is)
    {
    case SL_EVENT_IS_SWITCH:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      state = find_state (run->decoder, sl_event_part_read (&parts[2], record, is_big), run->tally,
                          event->offset);
      event->detail = SL_LINUX_SWITCH (state & ~PREEMPTED, (state & PREEMPTED) != 0,
                                       sl_event_part_read (&parts[3], record, is_big),
                                       sl_event_part_read (&parts[4], record, is_big));
      return;
    case SL_EVENT_IS_WAKING:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = common_pid;
      event->detail = SL_LINUX_WAKING (sl_event_part_read (&parts[2], record, is_big),
                                       sl_event_part_read (&parts[3], record, is_big));
      return;
    case SL_EVENT_IS_MOVE:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      event->detail = (guint32) sl_event_part_read (&parts[2], record, is_big);
      return;
    case SL_EVENT_IS_PLAIN:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      extra = parts[2].size > 0
                  ? (sl_event_part_read (&parts[2], record, is_big) + class->extra_add) &
                        class->extra_mask
                  : class->extra;
      event->detail = SL_LINUX_DETAIL (common_pid, extra);
      return;
    case SL_EVENT_IS_TIMER:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      extra =
          SL_LINUX_TIMER (find_timer (run->decoder, sl_event_part_read (&parts[2], record, is_big)),
                          parts[3].size > 0,
                          parts[3].size > 0 &&
                              (sl_event_part_read (&parts[3], record, is_big) & 1) == 0);
      event->detail = SL_LINUX_DETAIL (common_pid, extra);
      return;
    case SL_EVENT_IS_TEXT:
      decode_text (run, class, record, size, common_pid, event);
      return;
    case SL_EVENT_IS_OTHER:
    case SL_EVENT_IS_QUIET:
    default:
      event->a = common_pid;
      event->b = 0;
      event->detail = SL_LINUX_DETAIL (common_pid, 0);
      return;
    }
}

/* A record too short for its fields, or without a format. */
static void
fill_bare (Run *run, const SlEventClass *class, guint32 size, guint32 common_pid, SlEvent *event)
{
  event->a = common_pid;
  event->b = 0;
  event->detail = SL_LINUX_DETAIL (common_pid, 0);
  if (class->format == NULL)
    {
      sl_dat_tally_count (run->tally, SL_DAT_FAULT_FORMAT, event->offset);
      return;
    }

  event->flags |= SL_EVENT_NO_A | SL_EVENT_NO_B;
  event->a = 0;
  sl_dat_tally_count (run->tally, SL_DAT_FAULT_SHORT, event->offset);
}

/* Makes an event of a record. Returns: %FALSE for one that is only counted. */
static inline gboolean
decode_record (Run *run, const guint8 *record, guint32 size, gboolean is_big, SlEvent *event)
{
  const SlDatDecoder *self = run->decoder;
  const SlTracingData *tracing = self->tracing;
  const SlEventClass *class = &self->classes[0];
  guint32 common_pid = 0;
  guint32 flags = 0;
  guint16 id = 0;
  SlTime time;

  if (G_LIKELY (size >= SL_TRACING_COMMON_SIZE))
    {
      id = sl_bytes_u16 (record + tracing->type_offset, is_big);
      class = &self->classes[self->class_of[id]];
      common_pid = sl_bytes_u32 (record + tracing->pid_offset, is_big);
      flags = class->flags | SL_LINUX_FLAGS (record[tracing->flags_offset], class->role);
    }

  time = take_time (run, &flags);
  if (run->tally != NULL && run->tally->learner != NULL && class->format != NULL)
    sl_event_learner_take (run->tally->learner, id,
                           (guint64) time + self->origin + (guint64) self->file->shift, record,
                           size);
  if (class->is == SL_EVENT_IS_QUIET)
    return FALSE;

  event->time = time;
  event->offset = run->place + (guint64) (run->ring.head - run->ring.bytes);
  event->object = 0;
  event->flags = flags;
  event->kind = class->kind;
  event->cpu = run->cpu;
  if (G_UNLIKELY (class->format == NULL || size < class->least_size))
    fill_bare (run, class, size, common_pid, event);
  else
    fill (run, class, record, size, is_big, common_pid, event);
  if (G_UNLIKELY ((flags & SL_EVENT_BAD_TIME) != 0))
    sl_dat_tally_count (run->tally, SL_DAT_FAULT_TIME, event->offset);
  return TRUE;
}

/* All records of a page; @is_big is a constant. */
static inline guint
decode_records (Run *run, guint n_events, const gboolean is_big)
{
  guint64 n_records = 0;
  guint n_before = n_events;
  const guint8 *record;
  guint32 size;

  for (; (record = sl_ring_page_next (&run->ring, is_big, &size)) != NULL; n_records++)
    n_events += (guint) decode_record (run, record, size, is_big, &run->events[n_events]);

  if (run->tally != NULL)
    run->tally->n_runtime += n_records - (n_events - n_before);
  return n_events;
}

/* An event that says that records are missing. */
static void
add_lost (Run *run, guint64 n_lost, guint *n_events)
{
  guint32 flags = SL_EVENT_LOST;

  run->events[(*n_events)++] = (SlEvent) {
    .time = take_time (run, &flags),
    .a = n_lost,
    .offset = run->place,
    .flags = flags | (n_lost == 0 ? SL_EVENT_NO_A : 0),
    .kind = SL_KIND_LINUX_LOST,
    .cpu = run->cpu,
  };
}

/* The last time that a record of the page can have: that of the next page, where it is later than what was before. */
static SlTime
find_limit (const SlDatDecoder *self, const SlDatPage *page, SlTime last)
{
  SlTime next;

  if (page->next_time == NULL)
    return (SlTime) self->latest;

  next = (SlTime) (sl_bytes_u64 (page->next_time, self->layout.is_big) - self->origin);
  return next >= last && next <= (SlTime) self->latest ? next : (SlTime) self->latest;
}

/**
 * sl_dat_decoder_decode:
 * @row: number of the row
 * @page: of that row
 * @last: (inout): the time of the last event of the row
 * @events: (out caller-allocates): room for as many as sl_dat_decoder_get_most() says
 * @tally: (nullable): where the page is read for the first time
 *
 * Returns: how many events the page has
 */
guint
sl_dat_decoder_decode (const SlDatDecoder *self,
                       guint row,
                       const SlDatPage *page,
                       SlTime *last,
                       SlEvent *events,
                       SlDatTally *tally)
{
  Run run = {
    .decoder = self,
    .events = events,
    .place = page->place,
    .last = *last,
    .limit = find_limit (self, page, *last),
    .cpu = (guint16) MIN (g_array_index (self->file->rows, SlDatRow, row).cpu, G_MAXUINT16),
    .tally = tally,
  };
  guint n_events = 0;

  if (page->bytes == NULL)
    {
      /* One event for the whole chunk: its other pages have none. */
      if (page->is_first)
        {
          run.ring.time = self->origin + (guint64) run.last;
          add_lost (&run, 0, &n_events);
          sl_dat_tally_count (tally, SL_DAT_FAULT_CHUNK, page->place);
        }
      return n_events;
    }

  sl_ring_page_open (&run.ring, &self->layout, page->bytes, page->size);
  if (run.ring.has_lost)
    add_lost (&run, run.ring.n_lost, &n_events);
  n_events = self->layout.is_big ? decode_records (&run, n_events, TRUE)
                                 : decode_records (&run, n_events, FALSE);
  if (run.ring.is_damaged)
    sl_dat_tally_count (tally,
                        page->size < sl_dat_file_get_buffer (self->file, row)->page_size
                            ? SL_DAT_FAULT_CUT
                            : SL_DAT_FAULT_PAGE,
                        page->place);
  *last = run.last;
  return n_events;
}
