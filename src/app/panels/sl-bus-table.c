/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-table.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-bus-item.h"
#include "sl-event-text.h"
#include "sl-table-menu.h"
#include "sl-table-sort.h"
#include "sl-table.h"
#include "sl-text.h"
#include "sl-time-text.h"

#define N_HOTTEST 16

typedef enum
{
  COLUMN_NAME,
  COLUMN_CYCLES,
  COLUMN_SHARE,
  COLUMN_BYTES,
  COLUMN_BYTES_SHARE,
  N_COLUMNS,
} Column;

static const SlTableColumn kind_columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_ ("Type"), 40, FALSE, FALSE, 0, TRUE },
  [COLUMN_CYCLES] = { N_ ("Cycles"), 9, TRUE, FALSE },
  [COLUMN_SHARE] = { N_ ("Share"), 8, TRUE, FALSE },
  [COLUMN_BYTES] = { N_ ("Bytes"), 11, TRUE, FALSE },
  [COLUMN_BYTES_SHARE] = { N_ ("Of all bytes"), 9, TRUE, FALSE },
};

static const SlTableColumn caching_columns[] = {
  [COLUMN_NAME] = { N_ ("Memory"), 32, FALSE, FALSE, 0, TRUE },
  [COLUMN_CYCLES] = { N_ ("Cycles"), 9, TRUE, FALSE },
  [COLUMN_SHARE] = { N_ ("Share"), 8, TRUE, FALSE },
};

static const SlTableColumn agent_columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_ ("Processor"), 16, FALSE, FALSE, 0, TRUE },
  [COLUMN_CYCLES] = { N_ ("Cycles"), 9, TRUE, FALSE },
  [COLUMN_SHARE] = { N_ ("Share"), 8, TRUE, FALSE },
  [COLUMN_BYTES] = { N_ ("Bytes"), 11, TRUE, FALSE },
  [COLUMN_BYTES_SHARE] = { N_ ("Of all bytes"), 9, TRUE, FALSE },
};

static const SlTableColumn page_columns[] = {
  [COLUMN_NAME] = { N_ ("Page"), 18, FALSE, FALSE, 0, TRUE },
  [COLUMN_CYCLES] = { N_ ("Cycles"), 9, TRUE, FALSE },
  [COLUMN_SHARE] = { N_ ("Share"), 8, TRUE, FALSE },
};

static const SlTableColumn port_columns[] = {
  [COLUMN_NAME] = { N_ ("Port"), 18, FALSE, FALSE, 0, TRUE },
  [COLUMN_CYCLES] = { N_ ("Cycles"), 9, TRUE, FALSE },
  [COLUMN_SHARE] = { N_ ("Share"), 8, TRUE, FALSE },
};

typedef struct
{
  const SlTableColumn *columns;
  guint n_columns;
  const char *name; /* proposed for a file */
} Form;

static const Form forms[] = {
  [SL_BUS_TABLE_KINDS] = { kind_columns, G_N_ELEMENTS (kind_columns), "cycles" },
  [SL_BUS_TABLE_CACHINGS] = { caching_columns, G_N_ELEMENTS (caching_columns), "memory" },
  [SL_BUS_TABLE_AGENTS] = { agent_columns, G_N_ELEMENTS (agent_columns), "processors" },
  [SL_BUS_TABLE_PAGES] = { page_columns, G_N_ELEMENTS (page_columns), "pages" },
  [SL_BUS_TABLE_PORTS] = { port_columns, G_N_ELEMENTS (port_columns), "ports" },
};

static char *
dup_cell (SlBusItem *item, guint column)
{
  const SlBusSum *sum = sl_bus_item_get_sum (item);
  const SlBusSum *all = sl_bus_item_get_all (item);

  switch ((Column) column)
    {
    case COLUMN_CYCLES:
      return sl_time_text_ticks (sum->cycles);
    case COLUMN_SHARE:
      return sl_text_share (sum->cycles, all->cycles);
    case COLUMN_BYTES:
      return sl_time_text_ticks (sum->bytes);
    case COLUMN_BYTES_SHARE:
      return sl_text_share (sum->bytes, all->bytes);
    case COLUMN_NAME:
    case N_COLUMNS:
    default:
      return g_strdup (sl_bus_item_get_name (item));
    }
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  g_autofree char *text = dup_cell (item, column);
  g_autofree char *cycles = NULL;
  g_autofree char *share = NULL;
  g_autofree char *name = NULL;

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (column != COLUMN_NAME)
    return;

  cycles = dup_cell (item, COLUMN_CYCLES);
  share = dup_cell (item, COLUMN_SHARE);
  name = g_strdup_printf (_ ("%s: %s cycles, %s"), text, cycles, share);
  sl_table_name_row (cell, name);
}

static void
go_to_selected (SlDocument *document, SlTableSelection *selection)
{
  SlBusItem *item = sl_table_selection_get_selected_item (selection);
  guint64 event;

  if (item != NULL && sl_bus_item_get_event (item, &event))
    sl_document_pick_event (document, event);
}

static void
activate_cb (SlDocument *document, guint position, GtkColumnView *view)
{
  go_to_selected (document, SL_TABLE_SELECTION (gtk_column_view_get_model (view)));
}

static void
selected_cb (SlDocument *document, GParamSpec *pspec, SlTableSelection *selection)
{
  go_to_selected (document, selection);
}

static void
append (GListStore *store,
        const char *name,
        const SlBusSum *sum,
        const SlBusSum *all,
        guint64 event)
{
  g_autoptr (SlBusItem) item = sl_bus_item_new (name, sum, all, event);

  g_list_store_append (store, item);
}

static void
append_kinds (GListStore *store, const SlBusStatistics *statistics)
{
  for (guint i = 0; i < statistics->kinds->len; i++)
    {
      const SlBusKindSum *sum = &g_array_index (statistics->kinds, SlBusKindSum, i);
      g_autofree char *title = sl_event_text_kind_title (sum->kind);

      append (store, title, &sum->sum, &statistics->all, sum->first);
    }
}

static void
append_cachings (GListStore *store, const SlBusStatistics *statistics)
{
  for (guint i = 0; i < SL_N_BUS_CACHINGS; i++)
    {
      if (statistics->cachings[i].cycles > 0)
        append (store, _ (sl_bus_caching_get_title (i)), &statistics->cachings[i],
                &statistics->memory, G_MAXUINT64);
    }
}

/* Of one processor the mix says all. */
static void
append_agents (GListStore *store, const SlBusStatistics *statistics)
{
  for (guint i = 0; statistics->agents->len > 1 && i < statistics->agents->len; i++)
    {
      const SlBusAgent *agent = &g_array_index (statistics->agents, SlBusAgent, i);
      g_autofree char *name = g_strdup_printf ("agent:%u", agent->agent);

      append (store, name, &agent->sum, &statistics->all, agent->first);
    }
}

static void
append_hottest (GListStore *store, const SlAddressTally *tally, guint shift)
{
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (tally, N_HOTTEST);
  SlBusSum all = { .cycles = sl_address_tally_get_count (tally) };

  for (guint i = 0; i < hottest->len; i++)
    {
      const SlAddressCount *hot = &g_array_index (hottest, SlAddressCount, i);
      g_autofree char *name = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", hot->address << shift);

      append (store, name, &(SlBusSum) { .cycles = hot->count }, &all, hot->first);
    }
}

static int
compare_numbers (guint64 one, guint64 other)
{
  return one < other ? -1 : one > other;
}

/* Names that are addresses or numbers are as long as they are large, but for those of kinds. */
static int
compare_names (const char *one, const char *other)
{
  gsize length = strlen (one), other_length = strlen (other);

  if (g_str_has_prefix (one, "0x") && length != other_length)
    return length < other_length ? -1 : 1;
  return g_utf8_collate (one, other);
}

/* Shares are in the order of what they are shares of: all lines are of one whole. */
static int
compare_lines (gpointer one, gpointer other, guint column, gpointer user_data)
{
  const SlBusSum *sum = sl_bus_item_get_sum (one);
  const SlBusSum *other_sum = sl_bus_item_get_sum (other);

  switch ((Column) column)
    {
    case COLUMN_CYCLES:
    case COLUMN_SHARE:
      return compare_numbers (sum->cycles, other_sum->cycles);
    case COLUMN_BYTES:
    case COLUMN_BYTES_SHARE:
      return compare_numbers (sum->bytes, other_sum->bytes);
    case COLUMN_NAME:
    case N_COLUMNS:
    default:
      return compare_names (sl_bus_item_get_name (one), sl_bus_item_get_name (other));
    }
}

/**
 * sl_bus_table_prepare:
 * @document: in which what is activated is gone to
 *
 * Gives @view its columns.
 */
void
sl_bus_table_prepare (GtkColumnView *view, SlBusTable table, SlDocument *document)
{
  sl_table_add_columns (view, forms[table].columns, forms[table].n_columns, bind_cb, NULL);
  sl_table_sort_prepare (view, compare_lines, NULL);
  g_signal_connect_object (view, "activate", G_CALLBACK (activate_cb), document, G_CONNECT_SWAPPED);
}

/**
 * sl_bus_table_fill:
 * @view: as prepared for @table, alone in its parent
 * @document: in which what is selected is gone to
 *
 * Shows these figures in the place of others; hides the parent where there are none.
 */
void
sl_bus_table_fill (GtkColumnView *view,
                   SlBusTable table,
                   const SlBusStatistics *statistics,
                   SlDocument *document)
{
  g_autoptr (GListStore) store = g_list_store_new (SL_TYPE_BUS_ITEM);
  g_autoptr (GListModel) lines = sl_table_sort_lines (view, G_LIST_MODEL (store));
  g_autoptr (SlTableSelection) selection = NULL;

  switch (table)
    {
    case SL_BUS_TABLE_KINDS:
      append_kinds (store, statistics);
      break;
    case SL_BUS_TABLE_CACHINGS:
      append_cachings (store, statistics);
      break;
    case SL_BUS_TABLE_AGENTS:
      append_agents (store, statistics);
      break;
    case SL_BUS_TABLE_PAGES:
      append_hottest (store, statistics->pages, SL_BUS_PAGE_SHIFT);
      break;
    case SL_BUS_TABLE_PORTS:
      append_hottest (store, statistics->ports, 0);
      break;
    default:
      g_return_if_reached ();
    }

  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (view)),
                          g_list_model_get_n_items (G_LIST_MODEL (store)) > 0);
  selection = sl_table_make_selection (view, lines, forms[table].name);
  g_signal_connect_object (selection, "notify::selected-item", G_CALLBACK (selected_cb), document,
                           G_CONNECT_SWAPPED);
}
