/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-import-private.h"

#include <glib/gi18n.h>

#include "sl-log-meaning.h"

/* Of the meaning that is shown, in characters; the list has room for all of it. */
#define MEANING_CHARS 20

/* The meaning at a line of the list; the list's length where there is none. */
static SlLogMeaning
get_meaning (guint line)
{
  guint at = 0;

  for (guint i = 0; i < SL_N_ACTIONS; i++)
    {
      if (i != SL_ACTION_NONE &&
          (sl_action_get_group (i) & (SL_TELLS_BUS | SL_TELLS_BRANCHES)) != 0)
        continue;
      if (at++ == line)
        return (SlLogMeaning) i;
      if (i == SL_ACTION_RUN && at++ == line)
        return SL_LOG_IDLE;
      if (i == SL_ACTION_FINISH && at++ == line)
        return SL_LOG_FINISH_IDLE;
    }

  return SL_LOG_OTHER;
}

static const char *
get_title (SlLogMeaning meaning)
{
  if (meaning == SL_LOG_NOT_READ)
    return _ ("Not read");
  if (meaning == SL_LOG_IDLE)
    return _ ("Processor is idle");
  if (meaning == SL_LOG_FINISH_IDLE)
    return _ ("Job finished, then idle");

  return _ (sl_action_get_title ((SlAction) meaning));
}

static guint
find_line (SlLogMeaning meaning)
{
  guint line = 0;

  while (get_meaning (line) != meaning && get_meaning (line) != SL_LOG_OTHER)
    line++;
  return line;
}

/* Of a word, or of every line. */
static const char *
get_word (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "word");
}

static GStrv
list_words (const SlLogPreview *preview)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint i = 0; i < preview->words->len; i++)
    g_strv_builder_add (words, ((SlLogPreviewWord *) g_ptr_array_index (preview->words, i))->word);
  return g_strv_builder_end (words);
}

static void
chosen_cb (GtkDropDown *drop, GParamSpec *spec, SlImportDialog *self)
{
  SlLogMeaning meaning = get_meaning (gtk_drop_down_get_selected (drop));
  const char *idle_name = gtk_editable_get_text (GTK_EDITABLE (self->idle_row));
  const SlLogPreview *preview = sl_log_import_get_preview (self->import);
  g_auto (GStrv) words = NULL;
  int column;

  if (self->is_filling || self->draft == NULL || self->columns == NULL || meaning == SL_LOG_OTHER)
    return;

  column = sl_log_draft_get_words_column (self->draft, self->columns);
  words = list_words (preview);
  sl_log_draft_spell_out (self->draft, self->columns, column, words);
  sl_log_draft_set_meaning (self->draft, self->columns, column, get_word (GTK_WIDGET (drop)),
                            meaning);
  if (meaning == (SlLogMeaning) SL_ACTION_RUN && idle_name[0] != '\0')
    sl_log_draft_set_idle_name (self->draft, self->columns, idle_name);
  sl_import_dialog_try (self, SL_LOG_GUESS_REST);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), MEANING_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MEANING_CHARS);
  gtk_list_item_set_child (item, label);
}

static void
setup_list_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (
                           GTK_STRING_OBJECT (gtk_list_item_get_item (item))));
}

static GtkListItemFactory *
make_factory (GCallback setup)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", setup, NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  return factory;
}

void
sl_import_words_init (SlImportDialog *self)
{
  self->word_rows = g_ptr_array_new ();
  self->meanings = gtk_string_list_new (NULL);
  for (guint i = 0; get_meaning (i) != SL_LOG_OTHER; i++)
    gtk_string_list_append (self->meanings, get_title (get_meaning (i)));
}

void
sl_import_words_clear (SlImportDialog *self)
{
  g_clear_pointer (&self->word_rows, g_ptr_array_unref);
  g_clear_pointer (&self->word_key, g_free);
  g_clear_object (&self->meanings);
}

/* The focus is in the button inside. The row's title alone would not say what is chosen. */
static void
name_drop (GtkWidget *drop, const char *name)
{
  GtkWidget *button = gtk_widget_get_first_child (drop);

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (drop), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* @word: (nullable): NULL for every line */
static GtkWidget *
make_row (SlImportDialog *self, const char *word, guint count)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *drop = gtk_drop_down_new (NULL, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT,
                                                                          NULL, "string"));
  g_autoptr (GtkListItemFactory) factory = make_factory (G_CALLBACK (setup_cb));
  g_autoptr (GtkListItemFactory) list_factory = make_factory (G_CALLBACK (setup_list_cb));
  g_autofree char *valid = g_utf8_make_valid (word != NULL ? word : _ ("Every Line"), -1);
  g_autofree char *title = g_markup_escape_text (valid, -1);
  g_autofree char *lines = g_strdup_printf (ngettext ("%u line", "%u lines", count), count);
  /* Translators: a word of a log */
  g_autofree char *name = g_strdup_printf (_ ("Meaning of “%s”"), valid);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), lines);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop), factory);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop), list_factory);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop), TRUE);
  gtk_widget_set_valign (drop, GTK_ALIGN_CENTER);
  g_object_set_data_full (G_OBJECT (drop), "word", g_strdup (word), g_free);
  g_signal_connect (drop, "notify::selected", G_CALLBACK (chosen_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), drop);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), drop);
  name_drop (drop, name);
  adw_preferences_group_add (self->words_group, row);
  g_ptr_array_add (self->word_rows, row);
  return drop;
}

/* One line more where the mapping says what no line of the list does. */
static void
fill_drop (SlImportDialog *self, GtkDropDown *drop, int column)
{
  const char *word = get_word (GTK_WIDGET (drop));
  SlLogMeaning meaning = sl_log_draft_get_meaning (self->draft, self->columns, column, word);
  guint n_meanings = g_list_model_get_n_items (G_LIST_MODEL (self->meanings));
  GListModel *model = gtk_drop_down_get_model (drop);

  if (meaning == SL_LOG_OTHER)
    {
      g_autofree char *actions =
          sl_log_draft_list_actions (self->draft, self->columns, column, word);
      /* Translators: words of the vocabulary, such as “run, finish” */
      g_autofree char *title = g_strdup_printf (_ ("In the mapping file: %s"), actions);
      g_autoptr (GtkStringList) own = gtk_string_list_new (NULL);

      for (guint i = 0; i < n_meanings; i++)
        gtk_string_list_append (own, gtk_string_list_get_string (self->meanings, i));
      gtk_string_list_append (own, title);
      gtk_drop_down_set_model (drop, G_LIST_MODEL (own));
    }
  else if (model != G_LIST_MODEL (self->meanings))
    gtk_drop_down_set_model (drop, G_LIST_MODEL (self->meanings));
  gtk_drop_down_set_selected (drop, find_line (meaning));
}

static void
remove_rows (SlImportDialog *self)
{
  for (guint i = 0; i < self->word_rows->len; i++)
    adw_preferences_group_remove (self->words_group, g_ptr_array_index (self->word_rows, i));
  g_ptr_array_set_size (self->word_rows, 0);
}

static char *
make_key (const SlLogPreview *preview)
{
  GString *key = g_string_new (NULL);

  g_string_append_printf (key, "%d", preview->words_column);
  for (guint i = 0; i < MIN (preview->words->len, SL_IMPORT_WORDS); i++)
    {
      const SlLogPreviewWord *word = g_ptr_array_index (preview->words, i);

      g_string_append_printf (key, "\n%u %s", word->count, word->word);
    }

  return g_string_free (key, FALSE);
}

static void
make_rows (SlImportDialog *self, const SlLogPreview *preview)
{
  guint n_left = preview->words->len > SL_IMPORT_WORDS ? preview->words->len - SL_IMPORT_WORDS : 0;
  g_autofree char *left = g_strdup_printf (
      ngettext ("%u rarer word is left out: the mapping file can have an action for it",
                "%u rarer words are left out: the mapping file can have actions for them", n_left),
      n_left);

  remove_rows (self);
  adw_preferences_group_set_description (self->words_group, n_left > 0 ? left : NULL);
  if (preview->words_column < 0)
    make_row (self, NULL, preview->n_lines);
  for (guint i = 0; i < MIN (preview->words->len, SL_IMPORT_WORDS); i++)
    {
      const SlLogPreviewWord *word = g_ptr_array_index (preview->words, i);

      make_row (self, word->word, word->count);
    }
}

static GtkWidget *
find_drop (GtkWidget *widget)
{
  if (GTK_IS_DROP_DOWN (widget))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_drop (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

void
sl_import_words_fill (SlImportDialog *self)
{
  const SlLogPreview *preview = sl_log_import_get_preview (self->import);
  g_autofree char *key = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->words_group), preview->columns != NULL);
  if (preview->columns == NULL)
    return;

  key = make_key (preview);
  if (g_strcmp0 (key, self->word_key) != 0)
    make_rows (self, preview);
  g_free (self->word_key);
  self->word_key = g_steal_pointer (&key);
  for (guint i = 0; i < self->word_rows->len; i++)
    fill_drop (self, GTK_DROP_DOWN (find_drop (g_ptr_array_index (self->word_rows, i))),
               preview->words_column);
}
