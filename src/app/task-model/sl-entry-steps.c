/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-entry-steps.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-widget-util.h"

/* The time or number in an entry goes up and down, by the arrow keys and by two buttons. */

static const char above_zero_key[] = "sl-entry-steps-above-zero";

static gboolean
step (GtkEditable *entry, int by)
{
  gboolean above_zero = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (entry), above_zero_key));
  g_autofree char *changed =
      sl_entry_steps_change_text (gtk_editable_get_text (entry), by, above_zero);

  if (changed == NULL)
    return FALSE;

  gtk_editable_set_text (entry, changed);
  gtk_editable_set_position (entry, -1);
  return TRUE;
}

static gboolean
key_cb (GtkEditable *entry, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return step (entry, 1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return step (entry, -1);
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return step (entry, 10);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return step (entry, -10);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/**
 * sl_entry_steps_add_keys:
 * @above_zero: whether what is in @entry stays above zero
 *
 * Has Up, Down, Page Up and Page Down change the time or the number in @entry.
 */
void
sl_entry_steps_add_keys (GtkEditable *entry, gboolean above_zero)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_object_set_data (G_OBJECT (entry), above_zero_key, GINT_TO_POINTER (above_zero));
  /* Before the text moves its cursor. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), entry);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
}

static GtkWidget *
make_button (GtkEditable *entry, const char *icon, const char *tip, GCallback callback)
{
  GtkWidget *button = sl_icon_button_new (icon, tip, NULL);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  /* The keys for it are Up and Down in the entry. */
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect_object (button, "clicked", callback, entry, G_CONNECT_SWAPPED);
  return button;
}

static void
less_cb (GtkEditable *entry)
{
  step (entry, -1);
}

static void
more_cb (GtkEditable *entry)
{
  step (entry, 1);
}

/**
 * sl_entry_steps_add_buttons:
 * @entry: that has the keys already
 * @box: in which it stands; the buttons are linked to it
 */
void
sl_entry_steps_add_buttons (GtkEditable *entry, GtkBox *box)
{
  gtk_box_set_spacing (box, 0);
  gtk_widget_add_css_class (GTK_WIDGET (box), "linked");
  gtk_box_append (box,
                  make_button (entry, "list-remove-symbolic", _ ("Less"), G_CALLBACK (less_cb)));
  gtk_box_append (box, make_button (entry, "list-add-symbolic", _ ("More"), G_CALLBACK (more_cb)));
}

/* Beyond so many digits a value does not fit into 64 bits, whatever its unit. */
#define MAX_DIGITS 17

/* A number as it is written: digits without their point, and how many stand behind it. */
typedef struct
{
  gint64 digits;
  guint n_decimals;
} Number;

/* Returns: (nullable): where the unit begins; %NULL where @text does not begin with a number */
static const char *
parse (const char *text, Number *number)
{
  gboolean is_negative = FALSE;
  gboolean is_behind = FALSE;
  guint n_digits = 0;

  *number = (Number) { 0, 0 };
  if (g_str_has_prefix (text, "-"))
    {
      is_negative = TRUE;
      text++;
    }
  for (; g_ascii_isdigit (*text) || (*text == '.' && !is_behind); text++)
    {
      if (*text == '.')
        {
          is_behind = TRUE;
          continue;
        }
      number->digits = number->digits * 10 + g_ascii_digit_value (*text);
      number->n_decimals += is_behind;
      if (++n_digits > MAX_DIGITS)
        return NULL;
    }
  if (is_negative)
    number->digits = -number->digits;
  return n_digits > 0 ? text : NULL;
}

static char *
print (const Number *number, const char *unit)
{
  guint64 digits = (guint64) ABS (number->digits);
  guint64 whole = digits;
  guint64 scale = 1;

  for (guint i = 0; i < number->n_decimals; i++)
    scale *= 10;
  whole = digits / scale;
  if (number->n_decimals == 0)
    return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", number->digits < 0 ? "-" : "", whole,
                            unit);
  return g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT "%s",
                          number->digits < 0 ? "-" : "", whole, (int) number->n_decimals,
                          digits % scale, unit);
}

/**
 * sl_entry_steps_change_text:
 * @text: a number, with a unit or without, as it is typed: "10ms", "2.5 ms", "-3"
 * @by: steps, each one of the last digit
 * @above_zero: it must stay above 0: where it would not, steps are a tenth of that
 *
 * Returns: (transfer full) (nullable): written in the same way; %NULL where @text is not a number
 */
char *
sl_entry_steps_change_text (const char *text, int by, gboolean above_zero)
{
  Number number;
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *unit = parse (stripped, &number);

  if (unit == NULL)
    return NULL;

  if (above_zero && number.digits + by <= 0)
    {
      /* Nothing is shorter than a nanosecond. */
      if (number.digits <= 0 || *unit == '\0' || g_str_has_suffix (unit, "ns") ||
          number.n_decimals >= 9)
        return NULL;
      number.digits *= 10;
      number.n_decimals++;
      by = by < -1 && number.digits + by > 0 ? by : -1;
    }
  number.digits += by;
  return print (&number, unit);
}
