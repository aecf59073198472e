/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-sections.h"

#include "sl-model-sections.h"

typedef struct
{
  const SlTaskSetReader *reader;
  gint64 wcet;
  GPtrArray *locks;
  GArray *steps;
} Sections;

typedef struct
{
  gint64 begin;
  gint64 end;
  guint lock;
} Section;

static guint
find_lock (GPtrArray *locks, const char *name)
{
  for (guint i = 0; i < locks->len; i++)
    if (g_str_equal (g_ptr_array_index (locks, i), name))
      return i;

  g_ptr_array_add (locks, g_strdup (name));
  return locks->len - 1;
}

static gboolean
take_section (const Sections *self, const SlModelSection *read, Section *section, GError **error)
{
  if (read->begin > self->wcet || read->length > self->wcet - read->begin)
    return sl_task_set_reader_fail (self->reader, "sections", error,
                                    "The section of “%s” ends after the WCET of %" G_GINT64_FORMAT
                                    " ns",
                                    read->lock, self->wcet);

  section->begin = read->begin;
  section->end = read->begin + read->length;
  section->lock = find_lock (self->locks, read->lock);
  if (self->locks->len > SL_SIM_MAX_LOCKS)
    return sl_task_set_reader_fail (self->reader, "sections", error,
                                    "“%s” would be lock number %d; at most %d are accepted",
                                    read->lock, SL_SIM_MAX_LOCKS + 1, SL_SIM_MAX_LOCKS);

  return TRUE;
}

/* What begins first, and of those what ends last, lies around the others. */
static int
compare_sections (gconstpointer one, gconstpointer other)
{
  const Section *a = one;
  const Section *b = other;

  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->end == b->end ? 0 : a->end > b->end ? -1 : 1;
}

static void
close_sections (GArray *steps, GArray *open, gint64 until)
{
  while (open->len > 0)
    {
      const Section *last = &g_array_index (open, Section, open->len - 1);
      const SlSimStep step = { last->end, last->lock, FALSE };

      if (last->end > until)
        return;
      g_array_append_val (steps, step);
      g_array_set_size (open, open->len - 1);
    }
}

static gboolean
order_sections (const Sections *self, GArray *sections, GError **error)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Section));

  g_array_sort (sections, compare_sections);
  for (guint i = 0; i < sections->len; i++)
    {
      const Section section = g_array_index (sections, Section, i);
      const SlSimStep step = { section.begin, section.lock, TRUE };
      const char *name = g_ptr_array_index (self->locks, section.lock);

      close_sections (self->steps, open, section.begin);
      for (guint k = 0; k < open->len; k++)
        {
          const Section *around = &g_array_index (open, Section, k);

          if (around->lock == section.lock)
            return sl_task_set_reader_fail (self->reader, "sections", error,
                                            "It already holds “%s” when it requests it", name);
          if (section.end > around->end)
            return sl_task_set_reader_fail (
                self->reader, "sections", error,
                "The section of “%s” ends after the section that encloses its start", name);
        }
      g_array_append_val (self->steps, step);
      g_array_append_val (open, section);
    }

  close_sections (self->steps, open, G_MAXINT64);
  return TRUE;
}

/**
 * sl_sim_sections_read:
 * @wcet: of the task, in which its sections lie
 * @locks: of names, to which those that are not there yet are added
 * @steps: (element-type SlSimStep): to which its sections are added in order
 */
gboolean
sl_sim_sections_read (const SlTaskSetReader *reader,
                      gint64 wcet,
                      GPtrArray *locks,
                      GArray *steps,
                      GError **error)
{
  const Sections self = { reader, wcet, locks, steps };
  g_autofree char *value = sl_task_set_reader_get (reader, "sections");
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (Section));
  g_autoptr (GArray) read = NULL;
  g_autoptr (GError) failure = NULL;

  if (value == NULL)
    return TRUE;

  read = sl_model_sections_parse (value, reader->clock, &failure);
  if (read == NULL)
    return sl_task_set_reader_fail (reader, "sections", error, "%s", failure->message);

  for (guint i = 0; i < read->len; i++)
    {
      Section section;

      if (!take_section (&self, &g_array_index (read, SlModelSection, i), &section, error))
        return FALSE;
      g_array_append_val (sections, section);
    }

  return order_sections (&self, sections, error);
}
