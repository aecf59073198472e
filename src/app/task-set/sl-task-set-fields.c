/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-fields.h"

#include <glib/gi18n.h>

#define N_COLUMNS 3

static const char *const first_keys[SL_N_MODEL_GROUPS][N_COLUMNS + 1] = {
  [SL_MODEL_TASK] = { "period", "wcet", "deadline" },
  [SL_MODEL_LOCK] = { "protocol" },
  [SL_MODEL_SERVER] = { "policy", "budget", "period" },
  [SL_MODEL_INTERRUPT] = { "period", "wcet", "match" },
  [SL_MODEL_SCHEDULER] = { "policy", "protocol", "overrun" },
};

/* What the simulator finds out by itself. */
static gboolean
is_asked_for (const SlModelKey *key)
{
  if (g_str_equal (key->id, "match"))
    return key->group == SL_MODEL_INTERRUPT;

  return !g_str_equal (key->id, "level") && !g_str_equal (key->id, "ceiling");
}

static gboolean
is_wide (const SlModelKey *key)
{
  return key->form == SL_MODEL_TEXT && !g_str_equal (key->id, "server") &&
         !g_str_equal (key->id, "match");
}

static GtkWidget *
make_cell (SlTaskModelStore *store, const char *name, const SlModelKey *key, GPtrArray *controls)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label = gtk_label_new (_ (key->title));
  GtkWidget *control = sl_task_model_control_new (store, NULL, key->group, name, key);
  GtkWidget *entry = sl_task_model_control_get_focus_widget (SL_TASK_MODEL_CONTROL (control));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  sl_task_model_control_add_steps (SL_TASK_MODEL_CONTROL (control));
  if (GTK_IS_EDITABLE (entry))
    gtk_editable_set_width_chars (GTK_EDITABLE (entry), 6);
  gtk_widget_set_tooltip_text (entry, _ (key->hint));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), control);
  gtk_widget_set_hexpand (box, TRUE);
  g_ptr_array_add (controls, control);
  return box;
}

static GtkWidget *
make_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  return grid;
}

/**
 * sl_task_set_fields_make_first:
 * @name: of the group; "" of the scheduler
 * @controls: (element-type SlTaskModelControl): to which those of the entries are added
 *
 * Returns: (transfer floating): the entries that matter most, in a line
 */
GtkWidget *
sl_task_set_fields_make_first (SlTaskModelStore *store,
                               SlModelGroup group,
                               const char *name,
                               GPtrArray *controls)
{
  GtkWidget *grid = make_grid ();

  for (int i = 0; first_keys[group][i] != NULL; i++)
    {
      const SlModelKey *key = sl_model_keys_find (group, first_keys[group][i]);

      gtk_grid_attach (GTK_GRID (grid), make_cell (store, name, key, controls), i, 0, 1, 1);
    }
  return grid;
}

/**
 * sl_task_set_fields_make_more:
 * @name: of the group; "" of the scheduler
 * @controls: (element-type SlTaskModelControl): to which those of the entries are added
 * @is_given: (out): whether one of them has a value
 *
 * Returns: (transfer floating): a grid of the other entries, empty if there are none
 */
GtkWidget *
sl_task_set_fields_make_more (SlTaskModelStore *store,
                              SlModelGroup group,
                              const char *name,
                              GPtrArray *controls,
                              gboolean *is_given)
{
  SlTaskModel *model = sl_task_model_store_get_model (store);
  GtkWidget *grid = make_grid ();
  guint n_keys;
  const SlModelKey *keys = sl_model_keys_get (&n_keys);
  int column = 0;
  int row = 0;

  *is_given = FALSE;
  for (guint i = 0; i < n_keys; i++)
    {
      g_autofree char *value = sl_task_model_get (model, group, name, keys[i].id);
      int width = is_wide (&keys[i]) ? N_COLUMNS : 1;

      if (keys[i].group != group || !is_asked_for (&keys[i]) ||
          g_strv_contains (first_keys[group], keys[i].id))
        continue;
      if (column + width > N_COLUMNS)
        {
          column = 0;
          row++;
        }
      gtk_grid_attach (GTK_GRID (grid), make_cell (store, name, &keys[i], controls), column, row,
                       width, 1);
      column += width;
      *is_given = *is_given || value != NULL;
    }
  return grid;
}
