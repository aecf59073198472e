/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-compare.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-simulation.h"

/* Two runs of a task set side by side: under two schedulers, or before a change and after it. */

/* (transfer full) (nullable): @model as it would run under @policy, or with its own where that is
 * NULL; what is wrong with it has been told. */
static SlSimulation *
make_run (SlTaskModelStore *store,
          GtkWidget *toasts,
          const SlTaskModel *model,
          const char *policy,
          const char *what)
{
  g_autofree char *set_name = sl_task_model_store_dup_name (store);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) copy = sl_task_model_copy (model);
  SlSimOptions options;

  if ((policy != NULL &&
       !sl_task_model_set (copy, SL_MODEL_SCHEDULER, "", "policy", policy, &error)) ||
      !sl_sim_options_read (copy, &options, &error))
    {
      sl_message_show (toasts, error->message);
      return NULL;
    }

  return sl_simulation_new_of_run (copy, set_name != NULL ? set_name : _ ("Task Set"), what,
                                   &options);
}

static void
open_compared (GtkWidget *toasts, SlSimulation *one, SlSimulation *other)
{
  if (one != NULL && other != NULL)
    g_signal_emit_by_name (gtk_window_get_application (GTK_WINDOW (gtk_widget_get_root (toasts))),
                           "open-simulation", one, other);
}

/**
 * sl_task_set_compare_schedulers:
 * @store: the task set
 * @toasts: where what is wrong with it is told; in a window of the application
 * @one: a word of the key "policy", such as "rm"
 * @other: another one
 *
 * Simulates the set under either and opens both traces side by side in a window.
 */
void
sl_task_set_compare_schedulers (SlTaskModelStore *store,
                                GtkWidget *toasts,
                                const char *one,
                                const char *other)
{
  SlTaskModel *model = sl_task_model_store_get_model (store);
  g_autofree char *name = g_ascii_strup (one, -1);
  g_autofree char *other_name = g_ascii_strup (other, -1);
  g_autoptr (SlSimulation) run = make_run (store, toasts, model, one, name);
  g_autoptr (SlSimulation) other_run =
      run != NULL ? make_run (store, toasts, model, other, other_name) : NULL;

  open_compared (toasts, run, other_run);
}

/**
 * sl_task_set_compare_saved:
 * @store: the task set
 * @toasts: where what is wrong with it is told; in a window of the application
 *
 * Simulates the set as its file has it and as it is now, and opens both traces side by side.
 */
void
sl_task_set_compare_saved (SlTaskModelStore *store, GtkWidget *toasts)
{
  GFile *file = sl_task_model_store_get_file (store);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) saved = file != NULL ? sl_task_model_load (file, &error) : NULL;
  g_autoptr (SlSimulation) run = NULL;
  g_autoptr (SlSimulation) other_run = NULL;

  if (saved == NULL)
    {
      sl_message_show (toasts,
                       error != NULL ? error->message : _ ("The task set is not saved yet"));
      return;
    }

  run = make_run (store, toasts, saved, NULL, _ ("saved"));
  if (run != NULL)
    other_run = make_run (store, toasts, sl_task_model_store_get_model (store), NULL, _ ("edited"));
  open_compared (toasts, run, other_run);
}

static void
append_comparison (GMenu *menu, const char *title, const char *one, const char *other)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

  g_menu_item_set_action_and_target (item, "set.compare", "(ss)", one, other);
  g_menu_append_item (menu, item);
}

/**
 * sl_task_set_compare_make_menu:
 *
 * Returns: (transfer full): with items for the actions "set.compare" of two words and
 *   "set.compare-saved"
 */
GMenuModel *
sl_task_set_compare_make_menu (void)
{
  static const char *const policies[] = { "rm", "dm", "fp", "edf", "fifo", "rr" };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();

  append_comparison (menu, _ ("_RM against EDF"), "rm", "edf");
  g_menu_append (menu, _ ("S_aved against Edited"), "set.compare-saved");
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autoptr (GMenu) against = g_menu_new ();
      g_autofree char *one = g_ascii_strup (policies[i], -1);

      for (guint k = 0; k < G_N_ELEMENTS (policies); k++)
        {
          g_autofree char *other = g_ascii_strup (policies[k], -1);
          /* Translators: two schedulers, such as RM and EDF */
          g_autofree char *title = g_strdup_printf (_ ("%s against %s"), one, other);

          if (k != i)
            append_comparison (against, title, policies[i], policies[k]);
        }
      g_menu_append_submenu (others, one, G_MENU_MODEL (against));
    }
  g_menu_append_submenu (menu, _ ("Compare _Schedulers"), G_MENU_MODEL (others));
  return G_MENU_MODEL (menu);
}
