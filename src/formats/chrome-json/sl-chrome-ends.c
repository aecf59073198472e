/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-ends.h"

/* Spans of one thread that are open at one time; of a file whose spans do not end, more are only counted. */
#define MOST_OPEN 4096

enum
{
  STEP_OTHER,
  STEP_BEGIN,
  STEP_END,
  STEP_END_UNNAMED,
};

/* A begin or an end, as the file has it. */
typedef struct
{
  guint32 thread;
  guint32 label : 30; /* there are at most SL_CHROME_MOST_NAMES of them */
  guint32 step : 2;
} Step;

typedef struct
{
  guint64 offset;
  guint32 label;
} End;

/* The spans of a thread that have not ended. */
typedef struct
{
  GArray *labels;
  guint64 n_more; /* that began last, of which no label is kept */
} Open;

struct _SlChromeEnds
{
  GArray *steps;   /* of Step, until sealed */
  GPtrArray *open; /* by thread: Open, likewise */
  GArray *ends;    /* of End, by offset once sealed */
};

/* (nullable): threads that have no span without a length have none */
static void
free_open (gpointer data)
{
  Open *open = data;

  if (open == NULL)
    return;

  g_array_unref (open->labels);
  g_free (open);
}

SlChromeEnds *
sl_chrome_ends_new (void)
{
  SlChromeEnds *self = g_new0 (SlChromeEnds, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->open = g_ptr_array_new_with_free_func (free_open);
  self->ends = g_array_new (FALSE, FALSE, sizeof (End));
  return self;
}

void
sl_chrome_ends_free (SlChromeEnds *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->open, g_ptr_array_unref);
  g_clear_pointer (&self->ends, g_array_unref);
  g_free (self);
}

/**
 * sl_chrome_ends_add:
 * @record: a begin or an end, or anything else, which is passed over; in the order of the file
 * @thread: whose it is; 0 for none
 * @label: number of its name
 *
 * Returns: its number, for sl_chrome_ends_follow(): one more than the last one
 */
guint
sl_chrome_ends_add (SlChromeEnds *self, const SlChromeRecord *record, guint32 thread, guint32 label)
{
  Step step = { .thread = thread, .label = label, .step = STEP_OTHER };

  if (record->phase == SL_CHROME_BEGIN)
    step.step = STEP_BEGIN;
  else if (record->phase == SL_CHROME_END)
    step.step = record->name.length > 0 ? STEP_END : STEP_END_UNNAMED;
  g_array_append_val (self->steps, step);
  return self->steps->len - 1;
}

guint
sl_chrome_ends_get_count (const SlChromeEnds *self)
{
  return self->steps->len;
}

static Open *
get_open (SlChromeEnds *self, guint32 thread)
{
  Open **open;

  if (thread >= self->open->len)
    g_ptr_array_set_size (self->open, (int) thread + 1);
  open = (Open **) &g_ptr_array_index (self->open, thread);
  if (*open == NULL)
    {
      *open = g_new0 (Open, 1);
      (*open)->labels = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  return *open;
}

/* The place of the last span of that name; G_MAXUINT for none. */
static guint
find_open (const GArray *labels, guint32 label)
{
  for (guint i = labels->len; i-- > 0;)
    {
      if (g_array_index (labels, guint32, i) == label)
        return i;
    }

  return G_MAXUINT;
}

/**
 * sl_chrome_ends_follow:
 * @number: as sl_chrome_ends_add() returned it; in the order of time
 * @offset: of the record
 */
void
sl_chrome_ends_follow (SlChromeEnds *self, guint number, guint64 offset)
{
  const Step *step = &g_array_index (self->steps, Step, number);
  guint32 label = step->label;
  Open *open;
  guint place;

  if (step->thread == 0 || step->step == STEP_OTHER)
    return;

  open = get_open (self, step->thread);
  if (step->step == STEP_BEGIN)
    {
      if (open->labels->len < MOST_OPEN)
        g_array_append_val (open->labels, label);
      else
        open->n_more++;
      return;
    }
  if (open->n_more > 0)
    {
      open->n_more--;
      return;
    }

  place = step->step == STEP_END ? find_open (open->labels, label) : open->labels->len - 1;
  if (place >= open->labels->len)
    return;
  if (step->step == STEP_END_UNNAMED)
    {
      End end = { offset, g_array_index (open->labels, guint32, place) };

      g_array_append_val (self->ends, end);
    }
  g_array_remove_index (open->labels, place);
}

static int
compare (gconstpointer one, gconstpointer other)
{
  const End *a = one, *b = other;

  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/**
 * sl_chrome_ends_seal:
 *
 * Nothing follows any more.
 */
void
sl_chrome_ends_seal (SlChromeEnds *self)
{
  g_array_sort (self->ends, compare);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->open, g_ptr_array_unref);
}

/**
 * sl_chrome_ends_find:
 * @offset: of an end without a name
 * @label: (out): number of the name of the span that it ends
 *
 * Safe from any thread once sealed.
 *
 * Returns: %FALSE if no span is known that it could end
 */
gboolean
sl_chrome_ends_find (const SlChromeEnds *self, guint64 offset, guint32 *label)
{
  const End wanted = { .offset = offset };
  guint place;

  if (!g_array_binary_search (self->ends, &wanted, compare, &place))
    return FALSE;

  *label = g_array_index (self->ends, End, place).label;
  return TRUE;
}
