/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-editor.h"

#include <glib/gi18n.h>

#include "sl-model-text.h"
#include "sl-task-set-card.h"
#include "sl-widget-util.h"

/* A task set, to be changed: a card for the scheduler and one for each task, server, lock and
 * interrupt line, in the set's order. Cards stay as long as there are the same groups. */
struct _SlTaskSetEditor
{
  AdwBin parent_instance;

  SlTaskModelStore *store;
  GtkScrolledWindow *scroller;
  GPtrArray *cards; /* of SlTaskSetCard */

  /* What takes the keys once there are other cards; the name is NULL for what took them before. */
  SlModelGroup wished_group;
  char *wished_name;
  char *wished_key;
};

G_DEFINE_FINAL_TYPE (SlTaskSetEditor, sl_task_set_editor, ADW_TYPE_BIN)

enum
{
  SIGNAL_TOLD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The order from top to bottom. */
static const struct
{
  SlModelGroup group;
  const char *title;
  const char *add; /* what the button says; NULL for none */
  const char *stem;
  const char *keys; /* of a new one */
} kinds[] = {
  { SL_MODEL_SCHEDULER, N_ ("Scheduler"), NULL, NULL, NULL },
  { SL_MODEL_TASK, N_ ("Tasks"), N_ ("Add a task"), "task", "period=20ms\nwcet=2ms\n" },
  { SL_MODEL_SERVER, N_ ("Servers"), N_ ("Add a server"), "server",
    "policy=cbs\nbudget=2ms\nperiod=10ms\n" },
  { SL_MODEL_LOCK, N_ ("Locks"), N_ ("Add a lock"), "lock", "" },
  { SL_MODEL_INTERRUPT, N_ ("Interrupts"), N_ ("Add an interrupt"), "irq",
    "period=10ms\nwcet=200us\n" },
};

static char *
dup_text (SlTaskSetEditor *self)
{
  return sl_task_model_to_text (sl_task_model_store_get_model (self->store));
}

static void
wish (SlTaskSetEditor *self, SlModelGroup group, const char *name, const char *key)
{
  g_free (self->wished_name);
  g_free (self->wished_key);
  self->wished_group = group;
  self->wished_name = g_strdup (name);
  self->wished_key = g_strdup (key);
}

static void
wish_for_the_same (SlTaskSetEditor *self)
{
  for (guint i = 0; i < self->cards->len; i++)
    {
      SlTaskSetCard *card = g_ptr_array_index (self->cards, i);
      g_autofree char *key = sl_task_set_card_dup_focused_key (card);

      if (key != NULL)
        wish (self, sl_task_set_card_get_group (card), sl_task_set_card_get_name (card), key);
    }
}

static SlTaskSetCard *
find_card (SlTaskSetEditor *self, SlModelGroup group, const char *name)
{
  for (guint i = 0; name != NULL && i < self->cards->len; i++)
    {
      SlTaskSetCard *card = g_ptr_array_index (self->cards, i);

      if (sl_task_set_card_get_group (card) == group &&
          g_str_equal (sl_task_set_card_get_name (card), name))
        return card;
    }
  return NULL;
}

static void
told_cb (SlTaskSetEditor *self)
{
  g_signal_emit (self, signals[SIGNAL_TOLD], 0);
}

/* Who takes the keys when @card is gone: the next of its kind, else the one before. */
static void
wish_for_neighbour (SlTaskSetEditor *self, SlTaskSetCard *card)
{
  SlTaskSetCard *before = NULL;
  gboolean is_behind = FALSE;

  for (guint i = 0; i < self->cards->len; i++)
    {
      SlTaskSetCard *other = g_ptr_array_index (self->cards, i);

      if (other == card)
        is_behind = TRUE;
      else if (sl_task_set_card_get_group (other) == sl_task_set_card_get_group (card))
        {
          before = other;
          if (is_behind)
            break;
        }
    }
  if (before != NULL)
    wish (self, sl_task_set_card_get_group (before), sl_task_set_card_get_name (before), "");
}

static void
duplicate (SlTaskSetEditor *self, SlTaskSetCard *card, const char *text)
{
  SlModelGroup group = sl_task_set_card_get_group (card);
  /* "task1" gives "task2", "pilot" gives "pilot1". */
  g_autofree char *stem = g_strdup (sl_task_set_card_get_name (card));
  g_autofree char *copy = NULL;
  g_autofree char *changed = NULL;
  gsize length = strlen (stem);

  while (length > 1 && g_ascii_isdigit (stem[length - 1]))
    stem[--length] = '\0';
  copy = sl_model_text_find_free_name (text, group, stem);
  changed = sl_model_text_copy (text, group, sl_task_set_card_get_name (card), copy);
  wish (self, group, copy, "");
  sl_task_model_store_replace (self->store, changed);
}

static void
asked_cb (SlTaskSetEditor *self, const char *what, SlTaskSetCard *card)
{
  SlModelGroup group = sl_task_set_card_get_group (card);
  const char *name = sl_task_set_card_get_name (card);
  g_autofree char *text = dup_text (self);
  g_autofree char *changed = NULL;

  sl_task_model_store_end_gesture (self->store);
  if (g_str_equal (what, "card.duplicate"))
    {
      duplicate (self, card, text);
      return;
    }

  if (g_str_equal (what, "card.remove"))
    {
      changed = sl_model_text_remove (text, group, name);
      wish_for_neighbour (self, card);
    }
  else
    {
      changed = sl_model_text_move (text, group, name, g_str_equal (what, "card.up") ? -1 : 1);
      wish_for_the_same (self);
    }
  sl_task_model_store_replace (self->store, changed);
}

/* Adds a group of that kind, with a name that is free, and has it take the keys. */
static void
add_group (SlTaskSetEditor *self, SlModelGroup group)
{
  g_return_if_fail (SL_IS_TASK_SET_EDITOR (self));

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *name = NULL;
      g_autofree char *changed = NULL;

      if (kinds[i].group != group || kinds[i].add == NULL)
        continue;

      text = dup_text (self);
      name = sl_model_text_find_free_name (text, group, kinds[i].stem);
      changed = sl_model_text_add (text, group, name, kinds[i].keys);
      wish (self, group, name, "");
      sl_task_model_store_replace (self->store, changed);
    }
}

static void
add_cb (SlTaskSetEditor *self, GtkButton *button)
{
  add_group (self, (SlModelGroup) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "group")));
}

static GtkWidget *
make_heading (SlTaskSetEditor *self, guint kind)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (_ (kinds[kind].title));
  GtkWidget *button;

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), label);
  if (kinds[kind].add == NULL)
    return box;

  button = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_set_tooltip_text (button, _ (kinds[kind].add));
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "group", GINT_TO_POINTER (kinds[kind].group));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (add_cb), self);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

/* Names of the groups of one kind; the scheduler has a card, whether the set speaks of it or not. */
static char **
list_names (SlTaskSetEditor *self, SlModelGroup group)
{
  static const char *const unnamed[] = { "", NULL };

  return group == SL_MODEL_SCHEDULER
             ? g_strdupv ((char **) unnamed)
             : sl_task_model_list (sl_task_model_store_get_model (self->store), group);
}

static gboolean
has_same_groups (SlTaskSetEditor *self)
{
  guint n_cards = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_auto (GStrv) names = list_names (self, kinds[kind].group);

      for (guint i = 0; names[i] != NULL; i++, n_cards++)
        {
          SlTaskSetCard *card =
              n_cards < self->cards->len ? g_ptr_array_index (self->cards, n_cards) : NULL;

          if (card == NULL || sl_task_set_card_get_group (card) != kinds[kind].group ||
              !g_str_equal (sl_task_set_card_get_name (card), names[i]))
            return FALSE;
        }
    }

  return n_cards == self->cards->len;
}

static void
add_cards (SlTaskSetEditor *self, GtkBox *box, SlModelGroup group)
{
  g_auto (GStrv) names = list_names (self, group);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GtkWidget *card = sl_task_set_card_new (self->store, group, names[i]);

      g_signal_connect_swapped (card, "told", G_CALLBACK (told_cb), self);
      g_signal_connect_swapped (card, "asked", G_CALLBACK (asked_cb), self);
      g_ptr_array_add (self->cards, card);
      gtk_box_append (box, card);
    }
}

static void
fill (SlTaskSetEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double scrolled = gtk_adjustment_get_value (adjustment);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  SlTaskSetCard *card;

  if (self->wished_name == NULL)
    wish_for_the_same (self);

  /* Else GTK moves the focus on, from what is gone to what comes next. */
  if (root != NULL && gtk_root_get_focus (root) != NULL &&
      gtk_widget_is_ancestor (gtk_root_get_focus (root), GTK_WIDGET (self)))
    gtk_root_set_focus (root, NULL);

  gtk_widget_add_css_class (box, "task-set-cards");
  g_ptr_array_set_size (self->cards, 0);
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      gtk_box_append (GTK_BOX (box), make_heading (self, kind));
      add_cards (self, GTK_BOX (box), kinds[kind].group);
    }
  sl_button_names_give (box);
  gtk_scrolled_window_set_child (self->scroller, box);
  gtk_adjustment_set_value (adjustment, scrolled);

  card = find_card (self, self->wished_group, self->wished_name);
  if (card != NULL)
    sl_task_set_card_focus (card, self->wished_key);
  g_clear_pointer (&self->wished_name, g_free);
  told_cb (self);
}

/* What is being typed into must stay. */
static void
store_changed_cb (SlTaskSetEditor *self, gboolean as_a_whole)
{
  if (!as_a_whole)
    return;

  if (!has_same_groups (self))
    {
      fill (self);
      return;
    }

  for (guint i = 0; i < self->cards->len; i++)
    sl_task_set_card_update (g_ptr_array_index (self->cards, i));
  g_clear_pointer (&self->wished_name, g_free);
}

static gboolean
sl_task_set_editor_grab_focus (GtkWidget *widget)
{
  SlTaskSetEditor *self = SL_TASK_SET_EDITOR (widget);

  for (guint i = 0; i < self->cards->len; i++)
    {
      SlTaskSetCard *card = g_ptr_array_index (self->cards, i);

      if (sl_task_set_card_get_group (card) != SL_MODEL_TASK)
        continue;

      sl_task_set_card_focus (card, "wcet");
      return TRUE;
    }
  return FALSE;
}

static void
sl_task_set_editor_dispose (GObject *object)
{
  SlTaskSetEditor *self = SL_TASK_SET_EDITOR (object);

  g_clear_object (&self->store);
  g_clear_pointer (&self->cards, g_ptr_array_unref);
  g_clear_pointer (&self->wished_name, g_free);
  g_clear_pointer (&self->wished_key, g_free);

  G_OBJECT_CLASS (sl_task_set_editor_parent_class)->dispose (object);
}

static void
sl_task_set_editor_class_init (SlTaskSetEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_task_set_editor_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = sl_task_set_editor_grab_focus;

  /**
   * SlTaskSetEditor::told:
   *
   * sl_task_set_editor_is_invalid() may say something else.
   */
  signals[SIGNAL_TOLD] = g_signal_new ("told", SL_TYPE_TASK_SET_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_task_set_editor_init (SlTaskSetEditor *self)
{
  self->cards = g_ptr_array_new ();
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), TRUE);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->scroller));
}

/**
 * sl_task_set_editor_new:
 * @store: what is changed
 *
 * Returns: (transfer floating)
 */
GtkWidget *
sl_task_set_editor_new (SlTaskModelStore *store)
{
  SlTaskSetEditor *self = g_object_new (SL_TYPE_TASK_SET_EDITOR, NULL);

  self->store = g_object_ref (store);
  g_signal_connect_object (store, "changed", G_CALLBACK (store_changed_cb), self,
                           G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}

/**
 * sl_task_set_editor_is_invalid:
 *
 * Returns: whether something is typed that the set has not
 */
gboolean
sl_task_set_editor_is_invalid (SlTaskSetEditor *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_EDITOR (self), FALSE);

  for (guint i = 0; i < self->cards->len; i++)
    if (sl_task_set_card_is_invalid (g_ptr_array_index (self->cards, i)))
      return TRUE;

  return FALSE;
}

/**
 * sl_task_set_editor_show_fault:
 * @fault: (nullable): why the set cannot be run; %NULL where it can
 *
 * Returns: whether a card says so
 */
gboolean
sl_task_set_editor_show_fault (SlTaskSetEditor *self, const SlTaskSetFault *fault)
{
  SlTaskSetCard *meant = NULL;

  g_return_val_if_fail (SL_IS_TASK_SET_EDITOR (self), FALSE);

  if (fault != NULL && fault->name != NULL)
    meant = find_card (self, fault->group, fault->name);
  for (guint i = 0; i < self->cards->len; i++)
    {
      SlTaskSetCard *card = g_ptr_array_index (self->cards, i);

      sl_task_set_card_set_fault (card, card == meant ? fault->key : NULL,
                                  card == meant ? fault->text : NULL);
    }
  return meant != NULL;
}
