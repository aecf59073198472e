/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-exercise-pane.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-exercise-sheet.h"
#include "sl-save-dialog.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* Pixels: with less it could not be read beside the trace in a small window, and more is of no use to it. */
#define LEAST_WIDTH 350
#define WIDTH       380

/* An exercise beside the trace of one of its runs: the question, the runs, where to look, and an
 * answer that is hidden until somebody asks for it. What is clicked is told by signals; the window
 * carries it out. */
struct _SlExercisePane
{
  AdwBin parent_instance;

  GtkScrolledWindow *scrolled;
  GtkLabel *place_label;
  GtkLabel *title_label;
  GtkBox *questions;
  GtkWidget *runs_heading;
  GtkListBox *runs;
  GtkWidget *looks_heading;
  GtkListBox *looks;
  GtkToggleButton *answer_button;
  GtkBox *answers;
  GtkButton *previous_button;
  GtkButton *next_button;

  SlExercise *exercise; /* NULL before there is one */
  SlSolution *solution; /* NULL until it is worked out */
  GFile *previous;      /* NULL for none, as the next */
  GFile *next;
  GPtrArray *run_buttons; /* of GtkCheckButton, owned by @runs */
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (SlExercisePane, sl_exercise_pane, ADW_TYPE_BIN)

enum
{
  SIGNAL_OPEN,
  SIGNAL_RUN,
  SIGNAL_LOOK,
  SIGNAL_EDIT,
  SIGNAL_ANSWERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear_box (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
}

static void
clear_list (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

/* @text: its figures are filled in once they are known */
static char *
fill (SlExercisePane *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *filled;

  if (self->solution == NULL)
    return g_strdup (strchr (text, '{') == NULL ? text : "…");

  filled = sl_solution_fill (self->solution, text, &error);
  return filled != NULL ? filled : g_strdup (error->message);
}

static void
add_paragraph (GtkBox *box, const char *text)
{
  g_autofree char *unbroken = sl_unbroken_new (text);
  GtkWidget *label = gtk_label_new (unbroken);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (box, label);
}

static GtkWidget *
make_row (const char *title)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  return row;
}

static void
run_toggled_cb (SlExercisePane *self, GtkCheckButton *button)
{
  guint run;

  if (!self->is_filling && gtk_check_button_get_active (button) &&
      g_ptr_array_find (self->run_buttons, button, &run))
    g_signal_emit (self, signals[SIGNAL_RUN], 0, run);
}

/* Where there is one run there is nothing to choose. */
static void
show_runs (SlExercisePane *self)
{
  guint n_runs = sl_exercise_get_n_runs (self->exercise);

  clear_list (self->runs);
  g_ptr_array_set_size (self->run_buttons, 0);
  gtk_widget_set_visible (self->runs_heading, n_runs > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->runs), n_runs > 1);
  for (guint i = 0; i < n_runs; i++)
    {
      GtkWidget *row = make_row (sl_exercise_get_run (self->exercise, i)->title);
      GtkWidget *button = gtk_check_button_new ();

      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (button),
                                    g_ptr_array_index (self->run_buttons, 0));
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      sl_exercise_get_run (self->exercise, i)->title, -1);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), button);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
      gtk_list_box_append (self->runs, row);
      g_ptr_array_add (self->run_buttons, button);
      g_signal_connect_swapped (button, "toggled", G_CALLBACK (run_toggled_cb), self);
    }
}

static void
show_texts (SlExercisePane *self)
{
  clear_box (self->questions);
  for (guint i = 0; i < sl_exercise_get_n_questions (self->exercise); i++)
    {
      g_autofree char *text = fill (self, sl_exercise_get_question (self->exercise, i)->text);

      add_paragraph (self->questions, text);
    }

  clear_list (self->looks);
  gtk_widget_set_visible (self->looks_heading, sl_exercise_get_n_looks (self->exercise) > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->looks), sl_exercise_get_n_looks (self->exercise) > 0);
  for (guint i = 0; i < sl_exercise_get_n_looks (self->exercise); i++)
    {
      const SlExerciseLook *look = sl_exercise_get_look (self->exercise, i);
      g_autofree char *text = fill (self, look->text);
      GtkWidget *row = make_row (text);

      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 sl_decoration_new (look->steps ? "media-playback-start-symbolic"
                                                                : "go-next-symbolic"));
      if (look->steps)
        gtk_widget_set_tooltip_text (row,
                                     _ ("Step by step: predict each decision before you see it"));
      if (sl_exercise_get_n_runs (self->exercise) > 1)
        adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                                     sl_exercise_get_run (self->exercise, look->run)->title);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_list_box_append (self->looks, row);
    }
}

static void
show_answer (SlExercisePane *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) answer = NULL;

  /* Hidden means hidden from a screen reader too. */
  clear_box (self->answers);
  if (self->solution == NULL || !gtk_toggle_button_get_active (self->answer_button))
    return;

  answer = sl_solution_dup_answer (self->solution, &error);
  if (answer == NULL)
    add_paragraph (self->answers, error->message);
  for (guint i = 0; answer != NULL && i < answer->len; i++)
    add_paragraph (self->answers, g_ptr_array_index (answer, i));
}

/* A list itself takes no focus, its rows do. */
static gboolean
list_mnemonic_cb (GtkWidget *list)
{
  return gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD);
}

static void
look_activated_cb (SlExercisePane *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signals[SIGNAL_LOOK], 0, (guint) gtk_list_box_row_get_index (row));
}

static void
answer_toggled_cb (SlExercisePane *self)
{
  gboolean is_shown = gtk_toggle_button_get_active (self->answer_button);

  gtk_button_set_label (GTK_BUTTON (self->answer_button),
                        is_shown ? _ ("Hide _Answer") : _ ("Show _Answer"));
  show_answer (self);
  if (is_shown)
    g_signal_emit (self, signals[SIGNAL_ANSWERED], 0);
}

static gboolean
write_questions (GtkWidget *widget, GFile *file, GError **error)
{
  return sl_exercise_sheet_write (SL_EXERCISE_PANE (widget)->solution, file, FALSE, error);
}

static gboolean
write_answers (GtkWidget *widget, GFile *file, GError **error)
{
  return sl_exercise_sheet_write (SL_EXERCISE_PANE (widget)->solution, file, TRUE, error);
}

/* Asks where the sheet goes; the name that is chosen says what it is made of. */
static void
print_cb (GtkWidget *widget, const char *action, GVariant *parameter G_GNUC_UNUSED)
{
  static const SlSaveType type = { N_ ("PDF, or LaTeX if the name ends in .tex"), "pdf" };
  SlExercisePane *self = SL_EXERCISE_PANE (widget);
  gboolean with_answers = g_str_equal (action, "sheet.answers");
  g_autofree char *name = sl_exercise_sheet_dup_name (self->exercise, with_answers);

  sl_save_dialog_present (widget, _ ("Print Sheet"), name, &type,
                          with_answers ? write_answers : write_questions);
}

static void
edit_cb (SlExercisePane *self)
{
  g_signal_emit (self, signals[SIGNAL_EDIT], 0);
}

static void
previous_cb (SlExercisePane *self)
{
  g_autoptr (GFile) file = g_object_ref (self->previous);

  g_signal_emit (self, signals[SIGNAL_OPEN], 0, file);
}

static void
next_cb (SlExercisePane *self)
{
  g_autoptr (GFile) file = g_object_ref (self->next);

  g_signal_emit (self, signals[SIGNAL_OPEN], 0, file);
}

/* Among the exercises of its folder. */
static void
show_place (SlExercisePane *self)
{
  GFile *file = sl_exercise_get_file (self->exercise);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GPtrArray) files = sl_exercise_list (folder);
  g_autofree char *place = NULL;
  guint number;

  g_clear_object (&self->previous);
  g_clear_object (&self->next);
  if (g_ptr_array_find_with_equal_func (files, file, (GEqualFunc) g_file_equal, &number))
    {
      /* Translators: the number of an exercise and how many there are */
      place = g_strdup_printf (_ ("Exercise %u of %u"), number + 1, files->len);
      if (number > 0)
        self->previous = g_object_ref (g_ptr_array_index (files, number - 1));
      if (number + 1 < files->len)
        self->next = g_object_ref (g_ptr_array_index (files, number + 1));
    }

  gtk_label_set_label (self->place_label, place != NULL ? place : "");
  gtk_widget_set_sensitive (GTK_WIDGET (self->previous_button), self->previous != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->next_button), self->next != NULL);
}

static void
sl_exercise_pane_dispose (GObject *object)
{
  SlExercisePane *self = SL_EXERCISE_PANE (object);

  g_clear_pointer (&self->exercise, sl_exercise_unref);
  g_clear_pointer (&self->solution, sl_solution_free);
  g_clear_object (&self->previous);
  g_clear_object (&self->next);
  g_clear_pointer (&self->run_buttons, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_exercise_pane_parent_class)->dispose (object);
}

static void
add_signals (void)
{
  /**
   * SlExercisePane::open:
   * @file: another exercise
   */
  signals[SIGNAL_OPEN] = g_signal_new ("open", SL_TYPE_EXERCISE_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  /**
   * SlExercisePane::run:
   * @run: number of the run that was chosen
   */
  signals[SIGNAL_RUN] = g_signal_new ("run", SL_TYPE_EXERCISE_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  /**
   * SlExercisePane::look:
   * @look: number of the place to go to
   */
  signals[SIGNAL_LOOK] = g_signal_new ("look", SL_TYPE_EXERCISE_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  /**
   * SlExercisePane::edit:
   *
   * The task set of the run is to be edited.
   */
  signals[SIGNAL_EDIT] = g_signal_new ("edit", SL_TYPE_EXERCISE_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);
  /**
   * SlExercisePane::answered:
   *
   * The answer was asked for.
   */
  signals[SIGNAL_ANSWERED] = g_signal_new ("answered", SL_TYPE_EXERCISE_PANE, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_exercise_pane_class_init (SlExercisePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_exercise_pane_dispose;
  add_signals ();

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-exercise-pane.ui");
  gtk_widget_class_install_action (widget_class, "sheet.questions", NULL, print_cb);
  gtk_widget_class_install_action (widget_class, "sheet.answers", NULL, print_cb);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, scrolled);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, place_label);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, title_label);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, questions);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, runs_heading);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, runs);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, looks_heading);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, looks);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, answer_button);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, answers);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, previous_button);
  gtk_widget_class_bind_template_child (widget_class, SlExercisePane, next_button);
  gtk_widget_class_bind_template_callback (widget_class, list_mnemonic_cb);
  gtk_widget_class_bind_template_callback (widget_class, look_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, answer_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, edit_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
}

/* Without figures there is neither an answer nor a sheet. */
static void
set_solved (SlExercisePane *self, gboolean is_solved)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->answer_button), is_solved);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.questions", is_solved);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.answers", is_solved);
}

static void
measure (GtkWidget *pane,
         GtkOrientation orientation,
         int for_size,
         int *least,
         int *natural,
         int *least_baseline,
         int *natural_baseline)
{
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (pane)), orientation, for_size, least, natural,
                      NULL, NULL);
  if (orientation != GTK_ORIENTATION_HORIZONTAL)
    return;

  *least = MAX (*least, LEAST_WIDTH);
  *natural = MAX (*least, WIDTH);
}

static void
allocate (GtkWidget *pane, int width, int height, int baseline)
{
  gtk_widget_allocate (adw_bin_get_child (ADW_BIN (pane)), width, height, baseline, NULL);
}

static void
sl_exercise_pane_init (SlExercisePane *self)
{
  self->run_buttons = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (NULL, measure, allocate));
  /* Side by side, with large text they would need more than the trace leaves. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (self->previous_button)),
                           PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (self->next_button)),
                           PANGO_ELLIPSIZE_END);
  set_solved (self, FALSE);
  sl_button_names_give (GTK_WIDGET (self));
}

/**
 * sl_exercise_pane_set_exercise:
 *
 * Shows its first run as chosen and hides the answer; figures are left out until
 * sl_exercise_pane_take_solution().
 */
void
sl_exercise_pane_set_exercise (SlExercisePane *self, SlExercise *exercise)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);

  g_return_if_fail (SL_IS_EXERCISE_PANE (self));
  g_return_if_fail (exercise != NULL);

  sl_exercise_ref (exercise);
  g_clear_pointer (&self->exercise, sl_exercise_unref);
  g_clear_pointer (&self->solution, sl_solution_free);
  self->exercise = exercise;

  gtk_label_set_label (self->title_label, sl_exercise_get_title (exercise));
  gtk_toggle_button_set_active (self->answer_button, FALSE);
  set_solved (self, FALSE);
  gtk_adjustment_set_value (adjustment, 0);
  show_place (self);
  show_runs (self);
  show_texts (self);
  show_answer (self);
  sl_exercise_pane_set_run (self, 0);
}

/**
 * sl_exercise_pane_take_solution:
 * @solution: (transfer full): of the exercise that is shown
 *
 * Puts the figures into the texts.
 */
void
sl_exercise_pane_take_solution (SlExercisePane *self, SlSolution *solution)
{
  g_return_if_fail (SL_IS_EXERCISE_PANE (self));
  g_return_if_fail (sl_solution_get_exercise (solution) == self->exercise);

  g_clear_pointer (&self->solution, sl_solution_free);
  self->solution = solution;
  set_solved (self, TRUE);
  show_texts (self);
  show_answer (self);
}

/**
 * sl_exercise_pane_set_failure:
 *
 * Says why the exercise cannot be worked out.
 */
void
sl_exercise_pane_set_failure (SlExercisePane *self, const char *message)
{
  g_return_if_fail (SL_IS_EXERCISE_PANE (self));

  add_paragraph (self->questions, message);
}

/**
 * sl_exercise_pane_set_run:
 *
 * Shows @run as chosen; emits nothing.
 */
void
sl_exercise_pane_set_run (SlExercisePane *self, guint run)
{
  g_return_if_fail (SL_IS_EXERCISE_PANE (self));
  g_return_if_fail (run < self->run_buttons->len);

  self->is_filling = TRUE;
  gtk_check_button_set_active (g_ptr_array_index (self->run_buttons, run), TRUE);
  self->is_filling = FALSE;
}
