/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-source.h"

#include "sl-damage-check.h"
#include "sl-dat-reader.h"
#include "sl-dat-record.h"
#include "sl-dat-survey.h"
#include "sl-earlier-marks.h"
#include "sl-source-extras.h"

/* Readers, and finders of records, that are kept for the next who reads again. */
#define MOST_IDLE 4

/* A reader and the block that it would give next. */
typedef struct
{
  SlDatReader *reader;
  guint64 block;
} Place;

struct _SlDatSource
{
  SlLinuxSource parent_instance;

  SlDatFile *file;
  SlDatDecoder *decoder;
  SlDatTally tally; /* of the first pass */
  Place pass;       /* of the first pass alone, which one thread makes */

  GMutex lock;        /* of all below */
  GArray *stands;     /* of SlDatStand: one for each row, for each block whose begin is known */
  guint64 n_blocks;   /* G_MAXUINT64 until the last one was read */
  guint64 n_known;    /* blocks that were read */
  GArray *idle;       /* of Place */
  GPtrArray *records; /* of SlDatRecord, idle */
};

G_DEFINE_FINAL_TYPE (SlDatSource, sl_dat_source, SL_TYPE_LINUX_SOURCE)

static SlNotes *
get_notes (SlDatSource *self)
{
  return sl_source_get_notes (SL_SOURCE (self));
}

/* Puts @place where @block begins, which is known. */
static void
go_to (SlDatSource *self, Place *place, guint64 block)
{
  guint n_rows = self->file->rows->len;
  g_autofree SlDatStand *stands = NULL;

  g_mutex_lock (&self->lock);
  stands = g_memdup2 (&g_array_index (self->stands, SlDatStand, block * n_rows),
                      n_rows * sizeof (SlDatStand));
  g_mutex_unlock (&self->lock);
  sl_dat_reader_go_to (place->reader, stands, NULL);
  place->block = block;
}

static void
finish_pass (SlDatSource *self)
{
  sl_note_counts_flush (self->tally.faults, get_notes (self));
  sl_source_extras_count_unlisted (sl_source_get_extras (SL_SOURCE (self)),
                                   SL_KIND_LINUX_SCHED_STAT_RUNTIME, self->tally.n_runtime);
  self->tally.n_runtime = 0;
  if (sl_mapping_is_damaged (self->file->mapping))
    sl_damage_note (get_notes (self), sl_mapping_get_intact_size (self->file->mapping),
                    self->file->mapping);
  g_clear_pointer (&self->tally.learner, sl_event_learner_free);
  g_clear_pointer (&self->pass.reader, sl_dat_reader_free);
}

/* The next block of the first pass. */
static gssize
read_first (SlDatSource *self, guint64 block, SlEvent *events)
{
  guint n_rows = self->file->rows->len;
  guint n_events;

  if (block == 0)
    {
      self->pass.reader = sl_dat_reader_new (self->file, self->decoder);
      sl_dat_reader_go_to (self->pass.reader, NULL, &self->tally);
    }
  n_events = sl_dat_reader_read (self->pass.reader, events, SL_BLOCK_EVENTS, &self->tally);

  g_mutex_lock (&self->lock);
  if (n_events < SL_BLOCK_EVENTS)
    self->n_blocks = block + (n_events > 0);
  else
    {
      g_array_set_size (self->stands, self->stands->len + n_rows);
      sl_dat_reader_get_stands (self->pass.reader,
                                &g_array_index (self->stands, SlDatStand, (block + 1) * n_rows));
    }
  self->n_known = block + 1;
  g_mutex_unlock (&self->lock);

  if (n_events < SL_BLOCK_EVENTS)
    finish_pass (self);
  return n_events > 0 ? (gssize) n_events : -1;
}

/* Takes the idle reader that is where @block begins, or any. */
static Place
take_place (SlDatSource *self, guint64 block)
{
  Place place = { NULL, G_MAXUINT64 };
  guint best = 0;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->idle->len; i++)
    {
      if (g_array_index (self->idle, Place, i).block == block)
        best = i;
    }
  if (self->idle->len > 0)
    {
      place = g_array_index (self->idle, Place, best);
      g_array_remove_index_fast (self->idle, best);
    }
  g_mutex_unlock (&self->lock);

  if (place.reader == NULL)
    place.reader = sl_dat_reader_new (self->file, self->decoder);
  return place;
}

static void
give_back (SlDatSource *self, Place *place)
{
  g_mutex_lock (&self->lock);
  if (self->idle->len < MOST_IDLE)
    {
      g_array_append_val (self->idle, *place);
      place->reader = NULL;
    }
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&place->reader, sl_dat_reader_free);
}

static gssize
sl_dat_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlDatSource *self = SL_DAT_SOURCE (source);
  guint64 n_known, n_blocks;
  guint n_events;
  Place place;

  g_mutex_lock (&self->lock);
  n_known = self->n_known;
  n_blocks = self->n_blocks;
  g_mutex_unlock (&self->lock);
  if (block >= n_blocks)
    return -1;
  if (block == n_known)
    return read_first (self, block, events);
  if (block > n_known)
    return -1;

  place = take_place (self, block);
  if (place.block != block)
    go_to (self, &place, block);
  n_events = sl_dat_reader_read (place.reader, events, SL_BLOCK_EVENTS, NULL);
  place.block = block + 1;
  give_back (self, &place);
  return (gssize) n_events;
}

static guint64
sl_dat_source_get_n_blocks (SlSource *source)
{
  SlDatSource *self = SL_DAT_SOURCE (source);
  guint64 n_blocks;

  g_mutex_lock (&self->lock);
  n_blocks = self->n_blocks;
  g_mutex_unlock (&self->lock);
  /* No record has fewer bytes than these. */
  return n_blocks != G_MAXUINT64 ? n_blocks : self->file->end_place / (8 * SL_BLOCK_EVENTS) + 1;
}

static SlDatRecord *
take_record (SlDatSource *self)
{
  SlDatRecord *record = NULL;

  g_mutex_lock (&self->lock);
  if (self->records->len > 0)
    record = g_ptr_array_steal_index_fast (self->records, self->records->len - 1);
  g_mutex_unlock (&self->lock);
  return record != NULL ? record : sl_dat_record_new (self->file);
}

static void
give_record_back (SlDatSource *self, SlDatRecord *record)
{
  g_mutex_lock (&self->lock);
  if (self->records->len < MOST_IDLE)
    g_ptr_array_add (self->records, g_steal_pointer (&record));
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&record, sl_dat_record_free);
}

static gboolean
sl_dat_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlDatSource *self = SL_DAT_SOURCE (source);
  SlDatRecord *record = take_record (self);
  gboolean is_found = sl_dat_record_find (record, offset);

  if (is_found)
    sl_dat_record_describe (record, details);
  give_record_back (self, record);
  return is_found;
}

static gboolean
sl_dat_source_read_field (SlSource *source, guint64 offset, const char *field, SlFieldValue *value)
{
  SlDatSource *self = SL_DAT_SOURCE (source);
  SlDatRecord *record = take_record (self);
  gboolean is_found =
      sl_dat_record_find (record, offset) && sl_dat_record_read_field (record, field, value);

  give_record_back (self, record);
  return is_found;
}

/* A thread that is a CPU of a virtual machine says so. */
static char *
sl_dat_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlSourceClass *parent = SL_SOURCE_CLASS (sl_dat_source_parent_class);
  g_autofree char *name = parent->get_object_name (source, type, id, time);
  char *whole = NULL;

  if (type == SL_OBJECT_TASK)
    whole = sl_tracing_peers_name_thread (SL_DAT_SOURCE (source)->file->peers, id, name);
  return whole != NULL ? whole : g_steal_pointer (&name);
}

static void
sl_dat_source_finalize (GObject *object)
{
  SlDatSource *self = SL_DAT_SOURCE (object);

  for (guint i = 0; i < self->idle->len; i++)
    sl_dat_reader_free (g_array_index (self->idle, Place, i).reader);
  g_clear_pointer (&self->pass.reader, sl_dat_reader_free);
  g_clear_pointer (&self->idle, g_array_unref);
  g_clear_pointer (&self->records, g_ptr_array_unref);
  g_clear_pointer (&self->stands, g_array_unref);
  g_clear_pointer (&self->decoder, sl_dat_decoder_free);
  g_clear_pointer (&self->file, sl_dat_file_free);
  sl_dat_tally_clear (&self->tally);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (sl_dat_source_parent_class)->finalize (object);
}

static void
sl_dat_source_class_init (SlDatSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_dat_source_finalize;
  source_class->read_block = sl_dat_source_read_block;
  source_class->get_n_blocks = sl_dat_source_get_n_blocks;
  source_class->describe = sl_dat_source_describe;
  source_class->get_object_name = sl_dat_source_get_object_name;
  source_class->read_field = sl_dat_source_read_field;
}

static void
sl_dat_source_init (SlDatSource *self)
{
  g_mutex_init (&self->lock);
  self->stands = g_array_new (FALSE, TRUE, sizeof (SlDatStand));
  self->idle = g_array_new (FALSE, FALSE, sizeof (Place));
  self->records = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_dat_record_free);
  self->n_blocks = G_MAXUINT64;
  sl_dat_tally_init (&self->tally);
}

/**
 * sl_dat_source_new:
 * @file: (transfer full): with at least one row
 * @notes: what was found odd so far; added to those of the source
 *
 * Returns: (transfer full): its events
 */
SlSource *
sl_dat_source_new (SlDatFile *file, SlNotes *notes)
{
  SlDatSource *self = g_object_new (SL_TYPE_DAT_SOURCE, NULL);
  g_autoptr (SlLinuxNames) names = sl_linux_names_new ();
  g_autoptr (SlClock) clock = NULL;
  g_autoptr (SlPeerClock) peer_clock = NULL;
  SlDatSurvey survey;

  self->file = file;
  sl_notes_add_all (get_notes (self), notes);
  self->decoder = sl_dat_decoder_new (file, get_notes (self));
  g_array_set_size (self->stands, file->rows->len);
  sl_dat_survey_run (&survey, file);
  self->tally.learner = sl_event_learner_new (file->tracing, names);
  sl_source_extras_set_late_names (sl_source_get_extras (SL_SOURCE (self)));
  sl_source_extras_set_may_have_field (sl_source_get_extras (SL_SOURCE (self)),
                                       sl_dat_decoder_may_have_field, self->decoder);
  sl_source_extras_set_list_words (sl_source_get_extras (SL_SOURCE (self)),
                                   sl_dat_decoder_list_words, self->decoder);
  sl_dat_decoder_set_span (self->decoder, survey.first, survey.last);
  clock = sl_dat_file_make_clock (file, survey.first);
  sl_linux_source_note_begin (SL_LINUX_SOURCE (self), survey.first, survey.complete, survey.last);
  if (file->earlier_marks != NULL)
    sl_linux_source_take_earlier_marks (SL_LINUX_SOURCE (self),
                                        sl_earlier_marks_parse (file->earlier_marks));
  if (file->lacks_rows)
    sl_linux_source_set_incomplete (SL_LINUX_SOURCE (self));
  sl_source_extras_set_clock_name (sl_source_get_extras (SL_SOURCE (self)), file->clock);
  if (file->has_date && sl_clock_get_unit (clock) == SL_UNIT_NS)
    sl_source_extras_set_wall_shift (sl_source_get_extras (SL_SOURCE (self)), 0);
  peer_clock = sl_tracing_peers_make_clock (file->peers, file->trace_id, survey.first);
  if (peer_clock != NULL)
    sl_source_extras_set_peer_clock (sl_source_get_extras (SL_SOURCE (self)), peer_clock);
  sl_linux_source_init_tables (SL_LINUX_SOURCE (self), g_steal_pointer (&names), clock);
  sl_dat_decoder_set_names (self->decoder, sl_linux_source_get_names (SL_LINUX_SOURCE (self)));
  return SL_SOURCE (self);
}
