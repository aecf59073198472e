/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-decoder.h"

#include <string.h>

#include "sl-event-values.h"
#include "sl-linux-marks.h"

static void
learn_states (SlEventDecoder *self, const char *release, SlNotes *notes)
{
  const SlEventFormat *format = sl_tracing_data_find (self->tracing, "sched", "sched_switch");

  sl_linux_states_init (&self->all_states);
  if (format != NULL)
    sl_linux_states_parse (&self->all_states, format->print);
  if (self->all_states.is_index && release != NULL && !g_str_has_prefix (release, "4.14"))
    self->all_states.is_index = FALSE;
  if (self->all_states.is_index)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "States of tasks are read as numbers, not as flags, as kernel 4.14 records them");

  for (guint value = 0; value < SL_EVENT_DECODER_STATES; value++)
    {
      gboolean is_preempted;
      char letter = sl_linux_states_get (&self->all_states, value, &is_preempted);

      self->states[value] = (guint8) letter | (is_preempted ? SL_EVENT_DECODER_PREEMPTED : 0);
    }
}

static void
learn_timers (SlEventDecoder *self)
{
  SlEventTimer timer;
  const char *name;

  if (self->tracing->symbols == NULL)
    return;

  for (guint i = 0; (name = sl_linux_get_timer (i, &timer.timer)) != NULL; i++)
    if (self->n_timers < SL_EVENT_DECODER_TIMERS &&
        sl_kernel_symbols_find_address (self->tracing->symbols, name, &timer.address))
      self->timers[self->n_timers++] = timer;
}

/**
 * sl_event_decoder_init:
 * @tracing: must outlive the decoder
 * @release: (nullable): of the kernel that recorded
 * @notes: of what the formats leave open
 *
 * One thread at a time opens files, so this may add kinds.
 */
void
sl_event_decoder_init (SlEventDecoder *self,
                       const SlTracingData *tracing,
                       const char *release,
                       SlNotes *notes)
{
  const GPtrArray *formats = tracing->formats;

  memset (self, 0, sizeof *self);
  self->tracing = tracing;

  /* The first class is that of numbers without a format. */
  self->classes = g_new0 (SlEventClass, formats->len + 1);
  self->classes[0].kind = SL_KIND_LINUX_EVENT;
  for (guint i = 0; i < formats->len && i < G_MAXUINT16; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (formats, i);

      if (tracing->by_id[format->id] != format)
        continue;
      sl_event_class_init (&self->classes[i + 1], format);
      self->class_of[format->id] = (guint16) (i + 1);
    }

  learn_states (self, release, notes);
  learn_timers (self);
}

void
sl_event_decoder_clear (SlEventDecoder *self)
{
  g_clear_pointer (&self->classes, g_free);
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

/**
 * sl_event_decoder_set_text:
 * @event: (inout): of a record with a text, whose mark it gets
 */
void
sl_event_decoder_set_text (const SlEventDecoder *self,
                           const SlEventClass *class,
                           const guint8 *record,
                           guint32 size,
                           SlEvent *event)
{
  gsize length;
  const char *text = find_text (class, record, size, &length);

  event->a = 0;
  event->b = 0;
  if (self->names != NULL)
    sl_linux_mark_set (self->names, text, length, event);
}

/**
 * sl_event_decoder_set_noise:
 * @event: (inout): of a record of an interrupt's noise, which gets its number
 */
void
sl_event_decoder_set_noise (const SlEventClass *class,
                            const guint8 *record,
                            guint32 size,
                            gboolean is_big,
                            guint32 common_pid,
                            SlEvent *event)
{
  SlEventRecord found = { class->format, record, size, is_big };
  const SlEventField *field = sl_event_format_find (class->format, "desc");
  gsize length = 0;
  const char *name =
      field != NULL ? (const char *) sl_event_record_find (&found, field, &length) : NULL;
  guint64 vector = class->parts[2].size > 0 ? sl_event_part_read (&class->parts[2], record, is_big)
                                            : G_MAXUINT64;

  event->detail =
      SL_LINUX_DETAIL (common_pid, sl_linux_pack_noise (vector, name,
                                                        name != NULL ? strnlen (name, length) : 0));
}

static gboolean
has_field (const SlEventFormat *format, const char *field)
{
  for (guint i = 0; i < format->n_fields; i++)
    if (g_str_equal (format->fields[i].field, field))
      return TRUE;

  return FALSE;
}

/**
 * sl_event_decoder_may_have_field:
 * @field: as sl_event_record_describe() calls it
 *
 * Returns: %FALSE where other tracepoints than those of @kind have @field
 */
gboolean
sl_event_decoder_may_have_field (const SlEventDecoder *self, guint16 kind, const char *field)
{
  gboolean is_of_others = FALSE;

  for (guint i = 1; i <= self->tracing->formats->len; i++)
    {
      const SlEventClass *class = &self->classes[i];

      if (class->format == NULL || !has_field (class->format, field))
        continue;
      if (class->kind == kind)
        return TRUE;
      is_of_others = TRUE;
    }

  return !is_of_others;
}
