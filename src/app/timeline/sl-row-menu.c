/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-menu.h"

#include <glib/gi18n.h>

#include "sl-action-util.h"
#include "sl-address-edit.h"
#include "sl-bus-look.h"
#include "sl-bus-matches.h"
#include "sl-go-to-name.h"
#include "sl-mark-rows.h"
#include "sl-menu.h"
#include "sl-row-edit.h"
#include "sl-row-select.h"

/* The context menu of one row. */

typedef struct
{
  SlDocument *document;
  const char *row; /* kept by the document's sets */
  GtkWidget *menu; /* which outlives this */
} Target;

static void
target_free (gpointer data)
{
  Target *target = data;

  g_object_unref (target->document);
  g_free (target);
}

static void
rename_row (const Target *target, const char *parameter)
{
  sl_row_edit_rename (target->document, target->row, target->menu);
}

static void
group_row (const Target *target, const char *parameter)
{
  sl_row_edit_group (target->document, target->row, target->menu);
}

/* An empty name takes the row out of its group. */
static void
put_into_group (const Target *target, const char *parameter)
{
  sl_row_select_group (target->document, target->row, parameter[0] != '\0' ? parameter : NULL);
}

static void
set_scale (const Target *target, const char *parameter)
{
  SlAddressScale scale;

  if (sl_address_scale_find (parameter, &scale))
    sl_address_edit_set_scale (target->document, target->row, scale);
}

static void
make_spans (const Target *target, const char *parameter)
{
  g_autofree char *row = sl_mark_rows_pair (target->document, target->row, parameter);

  if (row != NULL)
    sl_go_to_row_once_there (target->document, row);
}

static void
toggle_part (SlDocument *document, const char *row, int part)
{
  sl_row_edit_toggle_part (document, row, (SlRowPart) part);
}

static void
zoom_addresses (SlDocument *document, const char *row, int direction)
{
  sl_address_edit_zoom (document, row, 0.5, direction > 0 ? 2 : 0.5, SL_GESTURE_NONE);
}

/* One of the three functions is there: on the row alone, by a number, or by what the menu says. */
static const struct
{
  const char *name;
  void (*act) (SlDocument *document, const char *row);
  void (*act_by) (SlDocument *document, const char *row, int number);
  int number;
  void (*act_on) (const Target *target, const char *parameter);
  const char *parameter_type;
  const char *state;
} actions[] = {
  { .name = "rename", .act_on = rename_row },
  { .name = "pin", .act = sl_row_edit_toggle_pin },
  { .name = "hide", .act = sl_row_edit_hide },
  { .name = "only", .act = sl_row_select_show_only },
  { .name = "only-group", .act = sl_row_select_show_group },
  { .name = "new-group", .act_on = group_row },
  { .name = "to-group", .act_on = put_into_group, .parameter_type = "s" },
  { .name = "separator", .act = sl_row_edit_toggle_separator },
  { .name = "taller", .act_by = sl_row_select_scale, .number = 1 },
  { .name = "lower", .act_by = sl_row_select_scale, .number = -1 },
  { .name = "own-height", .act_by = sl_row_select_scale },
  { .name = "up", .act_by = sl_row_select_move, .number = -1 },
  { .name = "down", .act_by = sl_row_select_move, .number = 1 },
  { .name = "idle", .act = sl_row_edit_set_idle },
  { .name = "found-idle", .act = sl_row_edit_find_idle },
  { .name = "group", .act = sl_row_edit_toggle_group },
  { .name = "queue", .act_by = toggle_part, .number = SL_ROW_QUEUE },
  { .name = "frequency", .act_by = toggle_part, .number = SL_ROW_FREQUENCY },
  { .name = "cli", .act_by = toggle_part, .number = SL_ROW_CLI },
  { .name = "real-mode", .act_by = toggle_part, .number = SL_ROW_REAL_MODE },
  { .name = "numbers", .act = sl_mark_rows_toggle },
  { .name = "span", .act_on = make_spans, .parameter_type = "s" },
  { .name = "addresses-in", .act_by = zoom_addresses, .number = 1 },
  { .name = "addresses-out", .act_by = zoom_addresses, .number = -1 },
  { .name = "addresses-all", .act = sl_address_edit_show_all },
  { .name = "scale", .act_on = set_scale, .parameter_type = "s", .state = "'pages'" },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const Target *target = user_data;
  guint i = 0;

  while (strcmp (actions[i].name, g_action_get_name (G_ACTION (action))) != 0)
    i++;
  if (actions[i].act != NULL)
    actions[i].act (target->document, target->row);
  else if (actions[i].act_by != NULL)
    actions[i].act_by (target->document, target->row, actions[i].number);
  else
    actions[i].act_on (target, parameter != NULL ? g_variant_get_string (parameter, NULL) : NULL);
}

static void
add_actions (GActionMap *map, Target *target)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GActionEntry entry = { .name = actions[i].name,
                             .activate = activate_cb,
                             .parameter_type = actions[i].parameter_type,
                             .state = actions[i].state };

      g_action_map_add_action_entries (map, &entry, 1, target);
    }
}

/* Whether the row is a map of memory whose type the trace records. */
static gboolean
has_attributes (SlDocument *document, guint number)
{
  SlRows *rows = sl_document_get_rows (document);
  const SlRow *row = sl_rows_get (rows, number);
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), row->lane.trace);

  return sl_bus_look_get_plane (sl_rows_get_lane (rows, number)->map) == SL_PLANE_MEMORY &&
         sl_bus_matches_may_go_by_attribute (trace);
}

/* Of a map of pages or ports. */
static GMenuModel *
make_address_menu (gboolean has_attributes)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) scales = g_menu_new ();

  g_menu_append (menu, _ ("_Go to Address…"), "view.address");
  g_menu_append (menu, _ ("Zoom _In on Addresses"), "row.addresses-in");
  g_menu_append (menu, _ ("Zoom _Out of Addresses"), "row.addresses-out");
  g_menu_append (menu, _ ("_All Addresses"), "row.addresses-all");
  g_menu_append (scales, _ ("Only _Touched Addresses"), "row.scale::pages");
  g_menu_append (scales, _ ("_Linear"), "row.scale::linear");
  g_menu_append (scales, _ ("Lo_garithmic"), "row.scale::log");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (scales));
  if (has_attributes)
    g_menu_append (menu, _ ("_Colour by Memory Attribute"), "view.map-attributes");
  return G_MENU_MODEL (menu);
}

/* Rows of a processor that are not shown by themselves. */
static GMenuModel *
make_parts_menu (SlRows *rows, guint number)
{
  GMenu *menu = g_menu_new ();
  const char *queue = sl_rows_get_part_key (rows, number, SL_ROW_QUEUE);
  const char *frequency = sl_rows_get_part_key (rows, number, SL_ROW_FREQUENCY);
  const char *cli = sl_rows_get_part_key (rows, number, SL_ROW_CLI);
  const char *real_mode = sl_rows_get_part_key (rows, number, SL_ROW_REAL_MODE);
  guint shown;

  if (queue != NULL)
    g_menu_append (menu, sl_rows_find (rows, queue, &shown) ? _ ("Hide _Queue") : _ ("Show _Queue"),
                   "row.queue");
  if (frequency != NULL)
    g_menu_append (menu,
                   sl_rows_find (rows, frequency, &shown) ? _ ("Hide Fre_quency")
                                                          : _ ("Show Fre_quency"),
                   "row.frequency");
  if (cli != NULL)
    g_menu_append (menu,
                   sl_rows_find (rows, cli, &shown) ? _ ("Hide Interrupts O_ff")
                                                    : _ ("Show Interrupts O_ff"),
                   "row.cli");
  if (real_mode != NULL)
    g_menu_append (menu,
                   sl_rows_find (rows, real_mode, &shown) ? _ ("Hide R_eal Mode")
                                                          : _ ("Show R_eal Mode"),
                   "row.real-mode");
  return G_MENU_MODEL (menu);
}

/* Where the row is, and whether it is shown; @n_meant counts it and those that are selected with it. */
static void
append_places (GMenu *menu, const SlRow *row, guint n_meant)
{
  g_autoptr (GMenu) place = g_menu_new ();
  g_autofree char *hide = NULL;
  g_autofree char *only = NULL;

  if (n_meant > 1)
    {
      hide = g_strdup_printf (ngettext ("_Hide %u Row", "_Hide %u Rows", n_meant), n_meant);
      only =
          g_strdup_printf (ngettext ("Show _Only %u Row", "Show _Only %u Rows", n_meant), n_meant);
    }
  g_menu_append (place, row->pinned ? _ ("Un_pin") : _ ("_Pin to the Top"), "row.pin");
  g_menu_append (place, _ ("Move _Up"), "row.up");
  g_menu_append (place, _ ("Move _Down"), "row.down");
  g_menu_append (place, hide != NULL ? hide : _ ("_Hide"), "row.hide");
  g_menu_append (place, only != NULL ? only : _ ("Show _Only This"), "row.only");
  g_menu_append (place, _ ("_Show All Rows"), "view.show-all-rows");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (place));
}

/* The groups that the user has made, and a new one. */
static void
append_groups (GMenu *menu, SlDocument *document, const SlRow *row)
{
  g_autoptr (GPtrArray) groups = sl_view_state_dup_groups (sl_document_get_state (document));
  g_autoptr (GMenu) group = g_menu_new ();

  for (guint i = 0; i < groups->len; i++)
    if (groups->pdata[i] != row->own)
      {
        g_autoptr (GString) label = g_string_new (groups->pdata[i]);
        g_autoptr (GMenuItem) item = NULL;

        g_string_replace (label, "_", "__", 0);
        item = g_menu_item_new (label->str, NULL);

        g_menu_item_set_action_and_target (item, "row.to-group", "s", groups->pdata[i]);
        g_menu_append_item (group, item);
      }
  g_menu_append (group, _ ("_New Group…"), "row.new-group");
  if (row->own != NULL)
    g_menu_append (group, _ ("_Remove from Group"), "row.to-group::");
  g_menu_append_submenu (menu, _ ("_Group"), G_MENU_MODEL (group));
}

/* How the row is set off from others. */
static void
append_heights (GMenu *menu, const SlRow *row)
{
  g_autoptr (GMenu) height = g_menu_new ();

  g_menu_append (height, row->gap > 0 ? _ ("Remove Separator") : _ ("Separator Above"),
                 "row.separator");
  g_menu_append (height, _ ("Taller"), "row.taller");
  g_menu_append (height, _ ("Lower"), "row.lower");
  g_menu_append (height, _ ("Ordinary Height"), "row.own-height");
  g_menu_append_submenu (menu, _ ("H_eight and Separator"), G_MENU_MODEL (height));
}

static GMenuModel *
make_row_menu (SlDocument *document,
               guint number,
               guint n_meant,
               GMenuModel *addresses,
               GMenuModel *marks)
{
  SlRows *rows = sl_document_get_rows (document);
  const SlRow *row = sl_rows_get (rows, number);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) object = g_menu_new ();
  g_autoptr (GMenu) looks = g_menu_new ();

  if (row->part == SL_ROW_HEADING)
    {
      g_menu_append (menu, row->collapsed ? _ ("_Unfold") : _ ("_Fold"), "row.group");
      if (!row->collapsed)
        g_menu_append (menu, _ ("Show _Only These"), "row.only-group");
      return G_MENU_MODEL (menu);
    }

  if (row->object != 0)
    g_menu_append (object, _ ("_Rename…"), "row.rename");
  if (row->lane_type == SL_LANE_TASK)
    {
      g_menu_append (object, _ ("This Is the _Idle Task"), "row.idle");
      g_menu_append (object, _ ("Find the Idle _Task"), "row.found-idle");
      g_menu_append (object, _ ("Task _Model…"), "view.model");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (object));
  if (row->lane_type == SL_LANE_CPU)
    {
      g_autoptr (GMenuModel) parts = make_parts_menu (rows, number);

      g_menu_append_section (menu, NULL, parts);
    }
  if (marks != NULL)
    g_menu_append_section (menu, NULL, marks);
  if (addresses != NULL)
    g_menu_append_section (menu, NULL, addresses);

  append_places (menu, row, n_meant);
  append_groups (looks, document, row);
  append_heights (looks, row);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (looks));
  return G_MENU_MODEL (menu);
}

/* What is pointed at in the row comes first, the row itself after it. */
static GMenuModel *
put_below (GMenu *place, GMenuModel *row)
{
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append (section, _ ("Show _Only This Row"), "row.only");
  g_menu_append_submenu (section, _ ("Ro_w"), row);
  g_menu_append_section (place, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (g_object_ref (place));
}

/**
 * sl_row_menu_new:
 * @row: key of the row
 * @place: (nullable): what the menu has of a place in the row, with actions that are elsewhere; what it has of the
 *   row is added to it
 *
 * Returns: (transfer floating): a popover without a parent yet
 */
GtkWidget *
sl_row_menu_new (SlDocument *document, const char *row, GMenu *place)
{
  SlRows *rows = sl_document_get_rows (document);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) model = NULL;
  g_autoptr (GMenuModel) marks = NULL;
  g_autoptr (GMenuModel) addresses_menu = NULL;
  GtkWidget *menu;
  Target *target;
  SlAddressView addresses;
  guint number;

  g_return_val_if_fail (sl_rows_find (rows, row, &number), NULL);

  marks = sl_mark_rows_make_menu (document, row);
  if (sl_address_edit_has_axis (document, row))
    addresses_menu = make_address_menu (has_attributes (document, number));
  model =
      make_row_menu (document, number, sl_row_select_count (document, row), addresses_menu, marks);
  if (place != NULL)
    {
      g_autoptr (GMenuModel) of_row = g_steal_pointer (&model);

      model = put_below (place, of_row);
    }
  menu = sl_menu_new (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);

  target = g_new0 (Target, 1);
  target->document = g_object_ref (document);
  target->row =
      sl_string_pool_take (sl_trace_set_get_keys (sl_document_get_trace_set (document)), row);
  target->menu = menu;
  g_object_set_data_full (G_OBJECT (menu), "target", target, target_free);
  add_actions (G_ACTION_MAP (group), target);
  sl_view_state_get_addresses (sl_document_get_state (document), row, &addresses);
  sl_action_set_state (G_ACTION_MAP (group), "scale",
                       g_variant_new_string (sl_address_scale_get_id (addresses.scale)));
  gtk_widget_insert_action_group (menu, "row", G_ACTION_GROUP (group));
  return menu;
}
