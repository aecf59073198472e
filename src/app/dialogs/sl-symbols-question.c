/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-symbols-question.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-code-load.h"
#include "sl-widget-util.h"

/* Lines of files before the list scrolls. */
#define LIST_HEIGHT 160

typedef struct
{
  SlSource *source;
  SlSymbolsAnswerFunc answer;
  gpointer user_data;
} Question;

/* What was allowed since the program began, by trace and files; only the main thread looks. */
static GHashTable *allowed;

/* Another trace of this name, or one that names other files, is asked for again. */
static char *
dup_key (SlSource *source)
{
  const char *const *uris = sl_source_get_file_uris (source);
  g_auto (GStrv) files = sl_code_load_list_traced (source);
  g_autofree char *names = g_strjoinv ("\n", files);

  return g_strconcat (uris != NULL && uris[0] != NULL ? uris[0] : "", "\n", names, NULL);
}

/**
 * sl_symbols_question_is_allowed:
 *
 * Returns: whether the user has allowed this since the program started, for this trace and the files
 *   that it names now
 */
gboolean
sl_symbols_question_is_allowed (SlSource *source)
{
  g_autofree char *key = dup_key (source);

  return allowed != NULL && g_hash_table_contains (allowed, key);
}

static void
question_free (gpointer data, GClosure *closure)
{
  Question *self = data;

  g_object_unref (self->source);
  g_free (self);
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Question *self)
{
  gboolean may_read = strcmp (response, "read") == 0;

  if (may_read)
    {
      if (allowed == NULL)
        allowed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_add (allowed, dup_key (self->source));
    }
  if (self->answer != NULL)
    g_steal_pointer (&self->answer) (self->source, may_read, self->user_data);
}

/* The list can be gone through and copied by keys. */
static GtkWidget *
make_list (char **files)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *label = gtk_label_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_name (files[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", name);
    }
  gtk_label_set_label (GTK_LABEL (label), text->str);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), label);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Files that the trace names"), -1);
  return scrolled;
}

static char *
dup_body (SlSource *source, guint n_files)
{
  const char *const *names = sl_source_get_file_names (source);

  return g_strdup_printf (
      /* Translators: name of a trace's file, number of files */
      g_dngettext (
          GETTEXT_PACKAGE,
          "“%s” names %u file to read function names from. Allow it to be read only if you trust "
          "the trace.",
          "“%s” names %u files to read function names from. Allow them to be read only if you "
          "trust the trace.",
          n_files),
      names != NULL && names[0] != NULL ? names[0] : "", n_files);
}

/**
 * sl_symbols_question_ask:
 * @source: that names at least one file
 * @answer: called once, unless the dialog is destroyed before
 *
 * Returns: (transfer none): the dialog, which is shown; it goes with @parent
 */
GtkWindow *
sl_symbols_question_ask (SlSource *source,
                         GtkWindow *parent,
                         SlSymbolsAnswerFunc answer,
                         gpointer user_data)
{
  g_auto (GStrv) files = sl_code_load_list_traced (source);
  g_autofree char *body = dup_body (source, g_strv_length (files));
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Read Files Named by the Trace?"), body);
  Question *question = g_new0 (Question, 1);

  question->source = g_object_ref (source);
  question->answer = answer;
  question->user_data = user_data;
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_list (files));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "skip", _ ("_Do Not Read"), "read",
                                    _ ("_Read"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "skip");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "skip");
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  sl_button_names_give (dialog);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  return GTK_WINDOW (dialog);
}
