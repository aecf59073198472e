/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-decoder.h"

#include "sl-event-decoder.h"
#include "sl-event-values.h"

/* No time is further from the origin. */
#define MOST_TIME (G_GINT64_CONSTANT (1) << 61)

/* What is this much later than any other page was not recorded then. */
#define FAR (G_GUINT64_CONSTANT (1) << 40)

struct _SlDatDecoder
{
  const SlDatFile *file;
  const SlTracingData *tracing;
  SlRingLayout layout;
  guint64 origin;
  guint64 latest; /* the last time that is believed, from the origin */
  SlEventDecoder records;
};

/* What a page is decoded with. */
typedef struct
{
  const SlDatDecoder *decoder;
  SlRingPage ring;
  SlEvent *events;
  guint64 place;
  guint64 origin;
  SlTime last;
  SlTime limit;
  guint16 cpu;
  SlDatTally *tally;
} Run;

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

  self->file = file;
  self->tracing = file->tracing;
  self->latest = MOST_TIME;
  self->layout = (SlRingLayout) {
    .is_big = file->tracing->is_big,
    .commit_size = file->tracing->commit_size,
    .data_offset = file->tracing->data_offset,
  };

  sl_event_decoder_init (&self->records, file->tracing, file->release, notes);
  return self;
}

void
sl_dat_decoder_free (SlDatDecoder *self)
{
  sl_event_decoder_clear (&self->records);
  g_free (self);
}

/* What sl_dat_record_describe() says besides the fields of the format. */
static const char *const own[] = { "buffer",        "timestamp", "lost",        "event",
                                   "function_name", "format",    "common_type", NULL };

/**
 * sl_dat_decoder_list_words:
 *
 * As #SlListWords.
 */
GPtrArray *
sl_dat_decoder_list_words (gpointer decoder, const char *field)
{
  const SlDatDecoder *self = decoder;

  return g_strv_contains (own, field) && !g_str_equal (field, "event")
             ? NULL
             : sl_event_values_list_words (self->records.tracing, field);
}

/**
 * sl_dat_decoder_may_have_field:
 *
 * As #SlMayHaveField.
 */
gboolean
sl_dat_decoder_may_have_field (gpointer decoder, guint16 kind, const char *field)
{
  const SlDatDecoder *self = decoder;

  return g_strv_contains (own, field) ||
         sl_event_decoder_may_have_field (&self->records, kind, field);
}

/**
 * sl_dat_decoder_set_names:
 * @names: that marks are found in; must outlive the decoder
 */
void
sl_dat_decoder_set_names (SlDatDecoder *self, const SlLinuxNames *names)
{
  self->records.names = names;
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
  /* A record has 4 bytes of data at least; two more events may say that some were lost, before it and behind it. */
  return (guint) (size / 8) + 3;
}

/* The time of a record since the origin, where it is believed; else that of the event before. */
static inline SlTime
take_time (Run *run, guint64 ring_time, guint32 *flags)
{
  SlTime time = (SlTime) (ring_time - run->origin);

  if (G_LIKELY (time >= run->last && time <= run->limit))
    return run->last = time;

  *flags |= SL_EVENT_BAD_TIME;
  return run->last;
}

static void
count_odd (SlDatTally *tally, SlEventOdd odd, guint64 place)
{
  static const SlDatFault faults[] = {
    [SL_EVENT_ODD_FORMAT] = SL_DAT_FAULT_FORMAT,
    [SL_EVENT_ODD_SHORT] = SL_DAT_FAULT_SHORT,
    [SL_EVENT_ODD_STATE] = SL_DAT_FAULT_STATE,
  };

  sl_dat_tally_count (tally, faults[odd], place);
}

/* Makes an event of a record. Returns: %FALSE for one that is only counted. */
static G_ALWAYS_INLINE inline gboolean
decode_record (Run *run, const guint8 *record, guint32 size, gboolean is_big, SlEvent *event)
{
  const SlDatDecoder *self = run->decoder;
  const SlTracingData *tracing = self->tracing;
  const SlEventClass *class = &self->records.classes[0];
  guint32 common_pid = 0;
  guint32 flags = 0;
  guint16 id = 0;
  SlEventOdd odd;
  SlTime time;

  if (G_LIKELY (size >= SL_TRACING_COMMON_SIZE))
    {
      id = sl_bytes_u16 (record + tracing->type_offset, is_big);
      class = sl_event_decoder_get_class (&self->records, id);
      common_pid = sl_bytes_u32 (record + tracing->pid_offset, is_big);
      flags = class->flags | SL_LINUX_FLAGS (record[tracing->flags_offset], class->role);
    }

  time = take_time (run, run->ring.time, &flags);
  if (run->tally != NULL && run->tally->learner != NULL && class->format != NULL)
    sl_event_learner_take (run->tally->learner, id,
                           (guint64) time + run->origin + (guint64) self->file->shift, record,
                           size);
  if (class->is == SL_EVENT_IS_QUIET)
    return FALSE;

  event->time = time;
  event->offset = run->place + (guint64) (run->ring.head - run->ring.bytes);
  event->object = 0;
  event->flags = flags;
  event->kind = class->kind;
  event->cpu = run->cpu;
  odd = sl_event_decoder_fill (&self->records, class, record, size, is_big, common_pid, event);
  if (G_UNLIKELY (odd != SL_EVENT_ODD_NOTHING))
    count_odd (run->tally, odd, event->offset);
  if (G_UNLIKELY ((flags & SL_EVENT_BAD_TIME) != 0))
    sl_dat_tally_count (run->tally, SL_DAT_FAULT_TIME, event->offset);
  return TRUE;
}

/* All records of a page; @is_big is a constant. Works on a copy, which no event that is written can change, so that it is
 * kept in registers. */
static G_ALWAYS_INLINE inline guint
decode_records (Run *page, guint n_events, const gboolean is_big)
{
  Run run = *page;
  guint64 n_records = 0;
  guint n_before = n_events;
  const guint8 *record;
  guint32 size;

  for (; (record = sl_ring_page_next (&run.ring, is_big, &size)) != NULL; n_records++)
    n_events += (guint) decode_record (&run, record, size, is_big, &run.events[n_events]);

  if (run.tally != NULL)
    run.tally->n_runtime += n_records - (n_events - n_before);
  page->ring = run.ring;
  page->last = run.last;
  return n_events;
}

/* An event that says that records are missing.
 *
 * @role: why, if not the recorder lost them */
static void
add_lost (Run *run, guint64 n_lost, SlLinuxRole role, guint *n_events)
{
  guint32 flags = SL_EVENT_LOST | SL_LINUX_FLAGS (0, role);

  run->events[(*n_events)++] = (SlEvent) {
    .time = take_time (run, run->ring.time, &flags),
    .a = n_lost,
    .offset = run->place,
    .flags = flags | (n_lost == 0 ? SL_EVENT_NO_A : 0),
    .kind = SL_KIND_LINUX_LOST,
    .cpu = run->cpu,
  };
}

/* An event that says that all further records of the processor are missing. */
static void
add_end (Run *run, gsize page_size, guint *n_events)
{
  run->events[(*n_events)++] = (SlEvent) {
    .time = run->last,
    .offset = run->place + (page_size > SL_DAT_CUT_OFF ? SL_DAT_CUT_OFF : 0),
    .flags = SL_EVENT_LOST | SL_EVENT_NO_A | SL_LINUX_LOSS_FOLLOWS |
             SL_LINUX_FLAGS (0, SL_LINUX_ROLE_MISSING),
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
    .origin = self->origin,
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
          add_lost (&run, 0, SL_LINUX_ROLE_MISSING, &n_events);
          sl_dat_tally_count (tally, SL_DAT_FAULT_CHUNK, page->place);
        }
      if (page->is_cut_off)
        add_end (&run, 0, &n_events);
      return n_events;
    }

  sl_ring_page_open (&run.ring, &self->layout, page->bytes, page->size);
  if (run.ring.has_lost)
    {
      /* The kernel writes no page without records. So is written what a file lacked out of which a span was cut. */
      gboolean is_hole = run.ring.at == run.ring.end;

      add_lost (&run, run.ring.n_lost, is_hole ? SL_LINUX_ROLE_MISSING : SL_LINUX_ROLE_NONE,
                &n_events);
      if (page->is_last && is_hole)
        events[0].flags |= SL_LINUX_LOSS_FOLLOWS;
    }
  n_events = self->layout.is_big ? decode_records (&run, n_events, TRUE)
                                 : decode_records (&run, n_events, FALSE);
  if (n_events > 0 && page->next_head != NULL &&
      sl_ring_page_is_behind_loss (page->next_head, &self->layout))
    events[n_events - 1].flags |= SL_LINUX_LOSS_FOLLOWS;
  if (page->is_cut_off)
    add_end (&run, page->size, &n_events);
  if (run.ring.is_damaged)
    sl_dat_tally_count (tally,
                        page->size < sl_dat_file_get_buffer (self->file, row)->page_size
                            ? SL_DAT_FAULT_CUT
                            : SL_DAT_FAULT_PAGE,
                        page->place);
  *last = run.last;
  return n_events;
}
