/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-import-private.h"

#include <glib/gi18n.h>

#include "sl-widget-util.h"

/* How a mapping writes what is chosen. */
typedef struct
{
  const char *value;
  const char *title;
} Choice;

static const Choice forms[] = { { "csv", N_ ("Table") }, { "lines", N_ ("Lines of Text") } };

static const Choice separators[] = { { ",", N_ ("Comma") },
                                     { ";", N_ ("Semicolon") },
                                     { "tab", N_ ("Tab") },
                                     { "|", N_ ("Vertical Bar") },
                                     { "blanks", N_ ("Blanks") } };

static const Choice units[] = { { "s", N_ ("Seconds") },
                                { "ms", N_ ("Milliseconds") },
                                { "us", N_ ("Microseconds") },
                                { "ns", N_ ("Nanoseconds") },
                                { "ticks", N_ ("Ticks of a Clock") } };

static const Choice decimals[] = { { ".", N_ ("Point, as in 12.5") },
                                   { ",", N_ ("Comma, as in 12,5") } };

static void
set_choices (AdwComboRow *row, const Choice *choices, guint n_choices)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < n_choices; i++)
    gtk_string_list_append (titles, _ (choices[i].title));
  adw_combo_row_set_model (row, G_LIST_MODEL (titles));
}

/* What is not among the choices, as another separator, has no line. */
static void
select_choice (AdwComboRow *row, const Choice *choices, guint n_choices, const char *value)
{
  guint found = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < n_choices; i++)
    if (g_str_equal (choices[i].value, value))
      found = i;
  adw_combo_row_set_selected (row, found);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               found == GTK_INVALID_LIST_POSITION ? value : "");
}

/* Returns: (nullable): what was chosen; NULL where nobody chose */
static const char *
get_choice (SlImportDialog *self, AdwComboRow *row, const Choice *choices, guint n_choices)
{
  guint selected = adw_combo_row_get_selected (row);

  return self->is_filling || self->draft == NULL || selected >= n_choices ? NULL
                                                                          : choices[selected].value;
}

#define GET_CHOICE(self, row, choices) get_choice (self, row, choices, G_N_ELEMENTS (choices))

static void
form_cb (SlImportDialog *self)
{
  const char *form = GET_CHOICE (self, self->form_row, forms);

  if (form != NULL)
    sl_import_dialog_try (self,
                          g_str_equal (form, "csv") ? SL_LOG_GUESS_TABLE : SL_LOG_GUESS_LINES);
}

static void
separator_cb (SlImportDialog *self)
{
  const char *separator = GET_CHOICE (self, self->separator_row, separators);

  if (separator == NULL)
    return;

  sl_log_draft_set (self->draft, "separator", separator);
  sl_import_dialog_try (self, SL_LOG_GUESS_TABLE);
}

static void
header_cb (SlImportDialog *self)
{
  if (self->is_filling || self->draft == NULL)
    return;

  sl_log_draft_set (self->draft, "header",
                    gtk_switch_get_active (self->header_switch) ? NULL : "false");
  sl_import_dialog_try (self, SL_LOG_GUESS_COLUMNS);
}

static void
skip_cb (SlImportDialog *self)
{
  int n_skipped = gtk_spin_button_get_value_as_int (self->skip_spin);
  g_autofree char *text = g_strdup_printf ("%d", n_skipped);

  if (self->is_filling || self->draft == NULL)
    return;

  sl_log_draft_set (self->draft, "skip", n_skipped > 0 ? text : NULL);
  sl_import_dialog_try (self, sl_log_draft_is_table (self->draft) ? SL_LOG_GUESS_COLUMNS
                                                                  : SL_LOG_GUESS_NOTHING);
}

/* Says what is wrong with the pattern at the pattern. */
static void
check_pattern (SlImportDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->pattern_row));
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) pattern = NULL;
  gboolean is_wrong;

  if (!sl_log_draft_is_table (self->draft))
    pattern = sl_log_key_make_pattern (SL_LOG_GROUP_LOG, "pattern", text, &error);
  is_wrong = error != NULL;
  gtk_label_set_label (self->pattern_error, is_wrong ? error->message : "");
  gtk_widget_set_visible (self->pattern_error_row, is_wrong);
  sl_error_mark_set (GTK_WIDGET (self->pattern_row), is_wrong);
  if (is_wrong)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->pattern_row),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, error->message, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self->pattern_row),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static void
pattern_cb (SlImportDialog *self)
{
  if (self->is_filling || self->draft == NULL)
    return;

  sl_log_draft_set (self->draft, "pattern",
                    gtk_editable_get_text (GTK_EDITABLE (self->pattern_row)));
  check_pattern (self);
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

static void
unit_cb (SlImportDialog *self)
{
  const char *unit = GET_CHOICE (self, self->unit_row, units);

  if (unit == NULL)
    return;

  sl_log_draft_set (self->draft, "unit", unit);
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

static void
rate_cb (SlImportDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->rate_row));

  if (self->is_filling || self->draft == NULL)
    return;

  sl_log_draft_set (self->draft, "rate", text[0] != '\0' ? text : NULL);
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

static void
decimal_cb (SlImportDialog *self)
{
  const char *decimal = GET_CHOICE (self, self->decimal_row, decimals);

  if (decimal == NULL)
    return;

  sl_log_draft_set (self->draft, "decimal", decimal[0] != '.' ? decimal : NULL);
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

void
sl_import_form_bind (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, form_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, separator_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, header_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, header_switch);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, skip_spin);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, pattern_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, pattern_error_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, pattern_error);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, unit_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, rate_row);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, decimal_row);
  gtk_widget_class_bind_template_callback (widget_class, form_cb);
  gtk_widget_class_bind_template_callback (widget_class, separator_cb);
  gtk_widget_class_bind_template_callback (widget_class, header_cb);
  gtk_widget_class_bind_template_callback (widget_class, skip_cb);
  gtk_widget_class_bind_template_callback (widget_class, pattern_cb);
  gtk_widget_class_bind_template_callback (widget_class, unit_cb);
  gtk_widget_class_bind_template_callback (widget_class, rate_cb);
  gtk_widget_class_bind_template_callback (widget_class, decimal_cb);
}

void
sl_import_form_init (SlImportDialog *self)
{
  set_choices (self->form_row, forms, G_N_ELEMENTS (forms));
  set_choices (self->separator_row, separators, G_N_ELEMENTS (separators));
  set_choices (self->unit_row, units, G_N_ELEMENTS (units));
  set_choices (self->decimal_row, decimals, G_N_ELEMENTS (decimals));
}

static void
set_text (AdwEntryRow *row, const char *text)
{
  /* The cursor stays where somebody types. */
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row)), text != NULL ? text : "") != 0)
    gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

static char *
get_key (SlImportDialog *self, const char *key, const char *usual)
{
  char *text = sl_log_draft_get (self->draft, key);

  return text != NULL ? text : g_strdup (usual);
}

void
sl_import_form_fill (SlImportDialog *self)
{
  gboolean is_table = sl_log_draft_is_table (self->draft);
  g_autofree char *separator = get_key (self, "separator", ",");
  g_autofree char *header = get_key (self, "header", "true");
  g_autofree char *skip = get_key (self, "skip", "0");
  g_autofree char *pattern = get_key (self, "pattern", "");
  g_autofree char *unit = get_key (self, "unit", "");
  g_autofree char *rate = get_key (self, "rate", "");
  g_autofree char *decimal = get_key (self, "decimal", ".");

  adw_combo_row_set_selected (self->form_row, is_table ? 0 : 1);
  select_choice (self->separator_row, separators, G_N_ELEMENTS (separators), separator);
  gtk_widget_set_visible (GTK_WIDGET (self->separator_row), is_table);
  gtk_switch_set_active (self->header_switch, g_str_equal (header, "true"));
  gtk_widget_set_visible (self->header_row, is_table);
  gtk_spin_button_set_value (self->skip_spin, (double) g_ascii_strtoull (skip, NULL, 10));
  set_text (self->pattern_row, pattern);
  gtk_widget_set_visible (GTK_WIDGET (self->pattern_row), !is_table);
  select_choice (self->unit_row, units, G_N_ELEMENTS (units), unit);
  set_text (self->rate_row, rate);
  gtk_widget_set_visible (GTK_WIDGET (self->rate_row), g_str_equal (unit, "ticks"));
  select_choice (self->decimal_row, decimals, G_N_ELEMENTS (decimals), decimal);
  check_pattern (self);
}
