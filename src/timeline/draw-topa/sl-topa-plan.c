/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-plan.h"

#define ROW_HEIGHT      40
#define LEFT_OUT_HEIGHT 22
#define REGION_LEAST    58
#define REGION_STEP     16
#define REGION_MOST     168

/* A ring of thousands of pages is told by some of them. */
#define MAX_SHOWN 16

/* Entries that tell most come first, the others fill up what room is left. */
static void
show (const SlTopaLayout *layout, gboolean *shown, guint entry, guint *room)
{
  /* Of what is probably no entry, the first stands for all. */
  if (entry >= layout->entries->len || shown[entry] || *room == 0 ||
      (sl_topa_layout_is_damaged (layout, entry) && entry != layout->first_damaged))
    return;

  shown[entry] = TRUE;
  --*room;
}

static gboolean *
choose_shown (const SlTopaLayout *layout, guint selected)
{
  guint n = layout->entries->len;
  gboolean *shown = g_new0 (gboolean, MAX (n, 1));
  guint room = MAX_SHOWN;

  show (layout, shown, selected, &room);
  show (layout, shown, layout->current, &room);
  show (layout, shown, layout->bad_entry, &room);
  show (layout, shown, layout->first_damaged, &room);
  show (layout, shown, 0, &room);
  if (n > 0)
    show (layout, shown, n - 1, &room);
  show (layout, shown, layout->ring, &room);
  if (layout->current != SL_TOPA_NO_ENTRY)
    {
      show (layout, shown, layout->current + 1, &room);
      if (layout->current > 0)
        show (layout, shown, layout->current - 1, &room);
    }

  /* Where tables end and begin. */
  for (guint i = 0; i + 1 < n && room > 2; i++)
    if ((sl_topa_layout_get_entry (layout, i)->flags & SL_TOPA_ENTRY_END) != 0)
      {
        show (layout, shown, i, &room);
        show (layout, shown, i + 1, &room);
      }
  for (guint i = 0; i < n && room > 0; i++)
    show (layout, shown, i, &room);

  return shown;
}

static double
get_region_height (guint64 size)
{
  guint steps = 0;

  while (steps < 16 && (G_GUINT64_CONSTANT (4096) << steps) < size)
    steps++;
  return MIN (REGION_LEAST + REGION_STEP * (double) steps, REGION_MOST);
}

static void
add_regions (SlTopaPlan *self, const SlTopaLayout *layout, const gboolean *shown)
{
  for (guint i = 0; i < layout->entries->len; i++)
    {
      const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, i);
      gboolean is_bad = i == layout->bad_entry && i != layout->current;

      if (shown[i] && entry->size > 0 && !is_bad && !sl_topa_layout_is_damaged (layout, i))
        {
          SlTopaPart part = { .type = SL_TOPA_PART_REGION,
                              .address = entry->base,
                              .size = entry->size,
                              .entry = i,
                              .height = get_region_height (entry->size) };

          g_array_append_val (self->parts, part);
        }
    }
}

/* A table's entries follow one another, from its first on, in the order of output. */
static guint
count_table (const SlTopaLayout *layout, guint first)
{
  guint64 table = sl_topa_layout_get_entry (layout, first)->table;
  guint n = 1;

  while (first + n < layout->entries->len &&
         sl_topa_layout_get_entry (layout, first + n)->table == table)
    n++;
  return n;
}

static double
get_table_height (const gboolean *shown, guint first, guint n)
{
  double height = 0;
  gboolean left_out = FALSE;

  for (guint i = first; i < first + n; i++)
    {
      if (shown[i])
        height += ROW_HEIGHT;
      else if (!left_out)
        height += LEFT_OUT_HEIGHT;
      left_out = !shown[i];
    }

  return height;
}

static void
add_tables (SlTopaPlan *self, const SlTopaLayout *layout, const gboolean *shown)
{
  for (guint i = 0; layout->uses_tables && i < layout->entries->len;)
    {
      guint n = count_table (layout, i);
      const SlTopaEntry *last = sl_topa_layout_get_entry (layout, i + n - 1);
      SlTopaPart part = { .type = SL_TOPA_PART_TABLE,
                          .address = last->table,
                          .size = ((guint64) last->index + 1) * 8,
                          .entry = i,
                          .n_entries = n,
                          .height = get_table_height (shown, i, n) };

      /* Of thousands of tables, those of which nothing is shown are left out with the rest. */
      if (part.height > LEFT_OUT_HEIGHT)
        g_array_append_val (self->parts, part);
      i += n;
    }
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const SlTopaPart *one = a, *other = b;

  if (one->address != other->address)
    return one->address > other->address ? -1 : 1;
  return (int) one->type - (int) other->type;
}

/* A table grows upwards, as addresses do. */
static void
add_rows (SlTopaPlan *self, guint number, const gboolean *shown)
{
  const SlTopaPart *part = &g_array_index (self->parts, SlTopaPart, number);
  double y = part->y;

  for (guint i = part->entry + part->n_entries; i > part->entry;)
    {
      SlTopaRow row = { .part = number, .y = y };

      i--;
      while (!shown[i])
        {
          row.n_left_out++;
          if (i == part->entry || shown[i - 1])
            break;
          i--;
        }
      row.entry = i;
      row.height = row.n_left_out > 0 ? LEFT_OUT_HEIGHT : ROW_HEIGHT;
      g_array_append_val (self->rows, row);
      y += row.height;
    }
}

static void
place_parts (SlTopaPlan *self, const gboolean *shown)
{
  double y = SL_TOPA_PLAN_GAP;

  for (guint i = 0; i < self->parts->len; i++)
    {
      SlTopaPart *part = &g_array_index (self->parts, SlTopaPart, i);
      const SlTopaPart *below =
          i + 1 < self->parts->len ? &g_array_index (self->parts, SlTopaPart, i + 1) : NULL;

      part->y = y;
      part->gap_below =
          below != NULL ? below->address + below->size < part->address : part->address > 0;
      if (part->type == SL_TOPA_PART_TABLE)
        add_rows (self, i, shown);
      y += part->height + (part->gap_below ? SL_TOPA_PLAN_GAP : 0);
    }

  self->height = y;
}

/**
 * sl_topa_plan_new:
 * @selected: number of an entry that has to be there, or %SL_TOPA_NO_ENTRY
 *
 * Returns: (transfer full): places for all tables, and for as many entries and regions as a
 *   picture can bear
 */
SlTopaPlan *
sl_topa_plan_new (const SlTopaLayout *layout, guint selected)
{
  SlTopaPlan *self = g_new0 (SlTopaPlan, 1);
  g_autofree gboolean *shown = choose_shown (layout, selected);

  self->parts = g_array_new (FALSE, FALSE, sizeof (SlTopaPart));
  self->rows = g_array_new (FALSE, FALSE, sizeof (SlTopaRow));
  add_regions (self, layout, shown);
  add_tables (self, layout, shown);
  g_array_sort (self->parts, compare_parts);
  place_parts (self, shown);
  return self;
}

void
sl_topa_plan_free (SlTopaPlan *self)
{
  g_array_unref (self->parts);
  g_array_unref (self->rows);
  g_free (self);
}

/**
 * sl_topa_plan_find_region:
 *
 * Returns: (transfer none) (nullable): the region that @entry leads to, if it is shown
 */
const SlTopaPart *
sl_topa_plan_find_region (const SlTopaPlan *self, guint entry)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const SlTopaPart *part = &g_array_index (self->parts, SlTopaPart, i);

      if (part->type == SL_TOPA_PART_REGION && part->entry == entry)
        return part;
    }

  return NULL;
}

/**
 * sl_topa_plan_find_table:
 *
 * Returns: (transfer none) (nullable): the table at @address
 */
const SlTopaPart *
sl_topa_plan_find_table (const SlTopaPlan *self, guint64 address)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const SlTopaPart *part = &g_array_index (self->parts, SlTopaPart, i);

      if (part->type == SL_TOPA_PART_TABLE && part->address == address)
        return part;
    }

  return NULL;
}

/**
 * sl_topa_plan_find_row:
 *
 * Returns: (transfer none) (nullable): the row of @entry, if it has one of its own
 */
const SlTopaRow *
sl_topa_plan_find_row (const SlTopaPlan *self, guint entry)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SlTopaRow *row = &g_array_index (self->rows, SlTopaRow, i);

      if (row->entry == entry && row->n_left_out == 0)
        return row;
    }

  return NULL;
}
