/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How many events were lost, in one note of the whole trace. */

#include "sl-system-private.h"

/* Processors that a note names one by one. */
#define MOST_NAMED 8

/**
 * sl_system_count_loss:
 * @acted: a loss
 */
void
sl_system_count_loss (SlSystem *self, const SlActed *acted)
{
  SlSystemLoss *loss;

  if (acted->cpu >= self->losses->len)
    g_array_set_size (self->losses, acted->cpu + 1u);

  loss = &g_array_index (self->losses, SlSystemLoss, acted->cpu);
  if (self->n_lost++ == 0)
    self->first_lost = acted->offset;
  if (acted->value > 0)
    loss->n_events += (guint64) acted->value;
  else
    loss->n_uncounted++;
}

static char *
describe_processors (const SlSystem *self)
{
  GString *text = g_string_new (NULL);
  guint n_named = 0;

  for (guint cpu = 0; cpu < self->losses->len; cpu++)
    {
      const SlSystemLoss *loss = &g_array_index (self->losses, SlSystemLoss, cpu);

      if (loss->n_events + loss->n_uncounted == 0)
        continue;
      if (n_named++ == MOST_NAMED)
        {
          g_string_append (text, "; others");
          break;
        }
      g_string_append_printf (text, "%sCPU %u: %" G_GUINT64_FORMAT, n_named > 1 ? "; " : "", cpu,
                              loss->n_events);
      if (loss->n_uncounted > 0)
        g_string_append_printf (text, " and %u %s of unknown size", loss->n_uncounted,
                                loss->n_uncounted == 1 ? "gap" : "gaps");
    }
  return g_string_free (text, FALSE);
}

/**
 * sl_system_note_losses:
 *
 * Says once, of the whole trace, what was lost; nothing where nothing was.
 */
void
sl_system_note_losses (SlSystem *self)
{
  g_autofree char *processors = NULL;
  guint64 n_events = 0;
  guint n_uncounted = 0;

  if (self->n_lost == 0)
    return;

  for (guint cpu = 0; cpu < self->losses->len; cpu++)
    {
      n_events += g_array_index (self->losses, SlSystemLoss, cpu).n_events;
      n_uncounted += g_array_index (self->losses, SlSystemLoss, cpu).n_uncounted;
    }
  processors = describe_processors (self);
  sl_notes_add (sl_source_get_notes (self->source), self->first_lost, self->n_lost,
                "Events were lost while recording: %" G_GUINT64_FORMAT
                "%s (%s); what tasks did meanwhile is unknown",
                n_events, n_uncounted > 0 ? " and more that nobody counted" : "", processors);
}
