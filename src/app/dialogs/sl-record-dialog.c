/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-capture-dialog.h"

#include <glib/gi18n.h>

#include "sl-computer-capture.h"
#include "sl-duration-text.h"
#include "sl-size-text.h"
#include "sl-tracefs.h"
#include "sl-widget-util.h"

/* Asks what of this computer to record, for how long, and where to save it. */

/* The sets of slackline-cli record --events. */
static const struct
{
  const char *id;
  const char *title;
  gboolean is_default;
} sets[] = {
  { "sched", N_ ("_Scheduling"), TRUE },
  { "irq", N_ ("_Interrupts"), TRUE },
  { "timer", N_ ("_Timers"), TRUE },
  { "futex", N_ ("_Locks of programs"), TRUE },
  { "marks", N_ ("_Marks of programs"), TRUE },
  { "lock", N_ ("Locks of the _kernel"), FALSE },
  { "power", N_ ("I_dle states and frequencies"), FALSE },
  { "syscalls", N_ ("All s_ystem calls"), FALSE },
};

typedef struct
{
  SlCaptureDialog base;

  GtkCheckButton *checks[G_N_ELEMENTS (sets)];
  GtkEditable *duration;
  GtkEditable *size;
} Asking;

/* Nothing at all is 0, for any time. */
static gboolean
read_duration (Asking *asking, gint64 *duration_us)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (asking->duration)));

  *duration_us = 0;
  return text[0] == '\0' || (sl_duration_text_parse (text, duration_us) && *duration_us > 0);
}

static gboolean
read_size (Asking *asking, guint64 *size)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (asking->size)));

  *size = 0;
  return text[0] == '\0' || sl_size_parse (text, size);
}

static char *
read_events (Asking *asking)
{
  GString *events = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (gtk_check_button_get_active (asking->checks[i]))
      g_string_append_printf (events, "%s%s", events->len > 0 ? "," : "", sets[i].id);
  return g_string_free (events, FALSE);
}

/* What keeps this computer from being recorded, whatever is filled in. */
static char *
dup_obstacle (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (sl_tracefs_look () == SL_TRACEFS_REFUSED && sl_computer_capture_can_ask_rights ())
    return NULL;
  path = sl_tracefs_find (&error);
  return path == NULL ? g_strdup (_ (error->message)) : NULL;
}

static char *
dup_fault (SlCaptureDialog *self)
{
  Asking *asking = (Asking *) self;
  g_autofree char *obstacle = dup_obstacle ();
  g_autofree char *events = read_events (asking);
  gint64 duration_us;
  guint64 size;
  gboolean has_duration = read_duration (asking, &duration_us);
  gboolean has_size = read_size (asking, &size);

  sl_error_mark_set (GTK_WIDGET (asking->duration), !has_duration);
  sl_error_mark_set (GTK_WIDGET (asking->size), !has_size);
  if (obstacle != NULL)
    return g_steal_pointer (&obstacle);
  if (events[0] == '\0')
    return g_strdup (_ ("Nothing is chosen to be recorded"));
  if (!has_duration)
    return g_strdup (_ ("A time with a unit, such as 10 s, or nothing: until it is stopped"));
  if (!has_size)
    return g_strdup (
        _ ("A size with a unit, such as 512 MiB, or nothing: as long as there is room"));

  return NULL;
}

static const char *
get_hint (SlCaptureDialog *self G_GNUC_UNUSED)
{
  return sl_tracefs_look () == SL_TRACEFS_REFUSED
             ? _ ("You will be asked for an administrator’s password")
             : NULL;
}

static SlLiveCapture *
begin (SlCaptureDialog *self, GFile *file, GError **error)
{
  Asking *asking = (Asking *) self;
  g_autofree char *events = read_events (asking);
  SlComputerCaptureSettings settings = {
    .events = events,
    .asks_rights = sl_tracefs_look () == SL_TRACEFS_REFUSED,
  };

  read_duration (asking, &settings.duration_us);
  read_size (asking, &settings.most);
  return sl_computer_capture_new (&settings, file, error);
}

/* In two columns. */
static GtkWidget *
make_checks (Asking *asking)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_mnemonic (_ (sets[i].title));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), sets[i].is_default);
      gtk_grid_attach (GTK_GRID (grid), check, (int) i % 2, (int) i / 2, 1, 1);
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (sl_capture_dialog_update), asking);
      asking->checks[i] = GTK_CHECK_BUTTON (check);
    }

  return grid;
}

static GtkWidget *
fill (SlCaptureDialog *self)
{
  Asking *asking = (Asking *) self;

  sl_capture_dialog_add (self, make_checks (asking));
  asking->duration = sl_capture_dialog_add_entry (self, _ ("Stop _after"), "10 s");
  asking->size = sl_capture_dialog_add_entry (self, _ ("Stop at a si_ze of"), "1 GiB");
  return GTK_WIDGET (asking->duration);
}

static const SlCaptureDialogKind kind = {
  .title = N_ ("Record This Computer"),
  .body = N_ (
      "Draws what runs on the processors of this computer while it is recorded, and saves it as a "
      "trace.dat. Other tracing is not affected."),
  .verb = N_ ("_Record"),
  .failed = N_ ("Nothing Can Be Recorded"),
  .save_title = N_ ("Save Recorded Trace"),
  .save_label = N_ ("Sa_ve as"),
  .name_format = "linux-%Y-%m-%d-%H%M%S.dat",
  .fill = fill,
  .dup_fault = dup_fault,
  .get_hint = get_hint,
  .begin = begin,
};

/**
 * sl_record_dialog_present:
 * @begun: called with @parent where the user wants to record, and it has begun
 */
void
sl_record_dialog_present (GtkWindow *parent, SlCaptureFunc begun)
{
  Asking *asking = g_new0 (Asking, 1);

  sl_capture_dialog_present (&asking->base, &kind, parent, begun);
}
