/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Below a textbook picture: what it shows, in words. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-text.h"
#include "sl-time-text.h"

#define CAPTION_LINE 22

/* To a tenth. */
static char *
make_percent (double share)
{
  double tenths = floor (share * 1000 + 0.5);
  g_autofree char *digits =
      sl_time_text_decimal (fmod (tenths, 10) == 0 ? "%.0f" : "%.1f", tenths / 10);

  return g_strdup_printf ("%s\u2009%%", digits);
}

static char *
make_caption (const SlTextbook *self)
{
  double utilisation = sl_textbook_get_utilisation (self->picture);
  double busy = sl_textbook_get_busy (self->picture);
  GString *text = g_string_new (NULL);

  if (self->picture->options->title != NULL)
    g_string_append_printf (text, "%s. ", self->picture->options->title);
  if (utilisation >= 0)
    {
      g_autofree char *number = sl_time_text_decimal ("%.2f", utilisation);

      g_string_append_printf (text, SL_TEXTBOOK_I "U" SL_TEXTBOOK_R " = %s. ", number);
    }
  if (busy >= 0)
    {
      g_autofree char *percent = make_percent (busy);

      /* Translators: a share, such as "91.7 %": how much of the picture's time tasks ran */
      g_string_append_printf (text, _ ("Busy %s of the time. "), percent);
    }
  if (self->n_missed > 0)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "%u of %u job missed its deadline. ",
                                         "%u of %u jobs missed their deadline. ", self->n_jobs),
                            self->n_missed, self->n_jobs);
  if (self->explained->len > 0)
    g_string_append_printf (text, SL_TEXTBOOK_R "%s.", self->explained->str);

  return g_string_free (text, FALSE);
}

/**
 * sl_textbook_add_caption:
 * @y: of the first line's letters
 *
 * Returns: y below it
 */
double
sl_textbook_add_caption (SlTextbook *self, double x, double y, double width)
{
  g_autofree char *text = make_caption (self);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize length = line->len;

      if (*words[i] == '\0')
        continue;
      if (length > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, words[i]);
      if (length == 0 || sl_textbook_text_width (self, SL_TEXTBOOK_CAPTION, line->str) <= width)
        continue;

      g_string_truncate (line, length);
      sl_textbook_add_text (self,
                            &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_CAPTION, line->str,
                                                sl_paint (SL_PAINT_INK) },
                            (SlTextbookPlace) { SL_ANCHOR_LEFT, x, y });
      g_string_assign (line, words[i]);
      y += CAPTION_LINE;
    }
  if (line->len == 0)
    return y - CAPTION_LINE;

  sl_textbook_add_text (self,
                        &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_CAPTION, line->str,
                                            sl_paint (SL_PAINT_INK) },
                        (SlTextbookPlace) { SL_ANCHOR_LEFT, x, y });
  return y;
}
