/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each command is chosen in the palette, as its users do, so that none is forgotten: what it offers depends on what was
 * done before. What a command opens is closed again. */

#include "sl-bench-actions.h"

#include <malloc.h>
#include <string.h>

#include "sl-command-palette.h"
#include "sl-command.h"

/* What commands begin with after which there is no window to go on with, or another one. */
static const char *const left_out[] = { "Quit", "Close", "New Window", "New Tab" };

/* What commands begin with after which there are two traces: they come last. */
static const char *const put_off[] = { "Reload and Compare", "Compare" };

/* Rows are as many as the trace has; some of them stand for all. */
#define MOST_OF_A_GROUP 60

/* What does not close is left open. */
#define MAX_CLOSINGS 5

typedef struct
{
  const char *only; /* NULL for all */
  guint n_times;    /* that each is done; 1: its frames are printed, more: how memory grows */
  SlWindow *window;
  SlBenchFrames *frames;
  SlBenchWait wait;
  gpointer user_data;
  GHashTable *done;   /* of what is printed for a command */
  GHashTable *groups; /* how many were done of each, by its name */
} Actions;

static GtkListView *
find_list (GtkWidget *widget)
{
  GtkListView *found = GTK_IS_LIST_VIEW (widget) ? GTK_LIST_VIEW (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

/* (transfer none) (nullable): the palette that is open */
static GtkWidget *
find_palette (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (SL_IS_COMMAND_PALETTE (link->data))
      return link->data;

  return NULL;
}

/* Closes what is open besides the window, as its users do: what is only destroyed, others may still hold.
 * Returns: whether there was something */
static gboolean
close_some (Actions *self)
{
  g_autolist (GtkWindow) windows = gtk_window_list_toplevels ();
  gboolean is_some = FALSE;

  g_list_foreach (windows, (GFunc) (void (*) (void)) g_object_ref, NULL);
  for (GList *link = windows; link != NULL; link = link->next)
    if (link->data != self->window && gtk_widget_get_visible (link->data))
      {
        gtk_window_close (link->data);
        is_some = TRUE;
      }

  return is_some;
}

/* With one, those that belong to it go as well. What asks back is asked again. */
static void
close_others (Actions *self)
{
  for (guint i = 0; i < MAX_CLOSINGS && close_some (self); i++)
    self->wait (self->user_data);
}

static char *
make_name (SlCommand *command)
{
  g_autofree char *name =
      g_strdup_printf ("%s/%s", sl_command_get_group (command), sl_command_get_title (command));

  return g_strdelimit (g_steal_pointer (&name), " ", '_');
}

static gboolean
is_among (SlCommand *command, const char *const *beginnings, guint n_beginnings)
{
  for (guint i = 0; i < n_beginnings; i++)
    if (g_str_has_prefix (sl_command_get_title (command), beginnings[i]))
      return TRUE;

  return FALSE;
}

static gboolean
is_enough (Actions *self, SlCommand *command, const char *name)
{
  const char *group = sl_command_get_group (command);

  return (self->only != NULL && !g_str_has_prefix (name, self->only)) ||
         GPOINTER_TO_UINT (g_hash_table_lookup (self->groups, group)) >= MOST_OF_A_GROUP;
}

static void
count (Actions *self, SlCommand *command)
{
  const char *group = sl_command_get_group (command);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->groups, group)) + 1;

  g_hash_table_insert (self->groups, g_strdup (group), GUINT_TO_POINTER (n));
}

/* The place of the first command that was not done yet; %G_MAXUINT for none. */
static guint
find_next_of (Actions *self, GListModel *commands, gboolean is_put_off, char **name)
{
  for (guint i = 0; i < g_list_model_get_n_items (commands); i++)
    {
      g_autoptr (SlCommand) command = g_list_model_get_item (commands, i);

      *name = make_name (command);
      if (!is_among (command, left_out, G_N_ELEMENTS (left_out)) &&
          !is_enough (self, command, *name) &&
          is_among (command, put_off, G_N_ELEMENTS (put_off)) == is_put_off &&
          g_hash_table_add (self->done, g_strdup (*name)))
        {
          count (self, command);
          return i;
        }
      g_clear_pointer (name, g_free);
    }
  return G_MAXUINT;
}

static guint
find_next (Actions *self, GListModel *commands, char **name)
{
  guint next = find_next_of (self, commands, FALSE, name);

  return next != G_MAXUINT ? next : find_next_of (self, commands, TRUE, name);
}

static GListModel *
open_palette (Actions *self, GtkListView **list)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.commands", NULL);
  *list = find_list (find_palette ());
  return G_LIST_MODEL (gtk_list_view_get_model (*list));
}

/* Chooses a command in the palette that is open. */
static void
activate (Actions *self, GtkListView *list, guint position)
{
  gtk_widget_activate_action (GTK_WIDGET (list), "list.activate-item", "u", position);
  self->wait (self->user_data);
}

/* Once more what was just done.
 * Returns: %FALSE when it is not offered any more */
static gboolean
do_again (Actions *self, const char *name)
{
  GtkListView *list;
  GListModel *commands = open_palette (self, &list);

  for (guint i = 0; i < g_list_model_get_n_items (commands); i++)
    {
      g_autoptr (SlCommand) command = g_list_model_get_item (commands, i);
      g_autofree char *other = make_name (command);

      if (g_str_equal (other, name))
        {
          self->wait (self->user_data);
          activate (self, list, i);
          close_others (self);
          return TRUE;
        }
    }

  close_others (self);
  return FALSE;
}

/* What is kept once is kept by the first half. */
static void
measure_memory (Actions *self, const char *name)
{
  gsize before = 0;
  guint n;

  for (n = 1; n < self->n_times && do_again (self, name); n++)
    if (n == self->n_times / 2)
      before = mallinfo2 ().uordblks;

  if (n == self->n_times)
    g_print ("memory %s %.0f\n", name,
             ((double) mallinfo2 ().uordblks - (double) before) / (n - 1 - n / 2));
}

/* Returns: %FALSE when there is nothing left to do */
static gboolean
do_next (Actions *self)
{
  g_autofree char *name = NULL;
  GtkListView *list;
  GListModel *commands = open_palette (self, &list);
  guint next = find_next (self, commands, &name);

  if (next == G_MAXUINT)
    {
      close_others (self);
      return FALSE;
    }

  self->wait (self->user_data);
  sl_bench_frames_begin (self->frames);
  activate (self, list, next);
  if (self->n_times == 1)
    sl_bench_frames_print (self->frames, name);
  close_others (self);
  if (self->n_times > 1)
    measure_memory (self, name);
  return TRUE;
}

/**
 * sl_bench_actions:
 * @window: that shows a trace
 * @only: (nullable): what the names of commands have to begin with, as they are printed
 * @n_times: that each command is done, at least 1
 * @wait: until nothing is done any more
 *
 * Prints a phase for each command, see sl_bench_frames_print(), or with more than one time by how many bytes memory grows
 * each time.
 */
void
sl_bench_actions (SlWindow *window,
                  SlBenchFrames *frames,
                  const char *only,
                  guint n_times,
                  SlBenchWait wait,
                  gpointer user_data)
{
  Actions self = { .only = only,
                   .n_times = n_times,
                   .window = window,
                   .frames = frames,
                   .wait = wait,
                   .user_data = user_data };

  self.done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  while (do_next (&self))
    ;
  g_hash_table_unref (self.groups);
  g_hash_table_unref (self.done);
}
