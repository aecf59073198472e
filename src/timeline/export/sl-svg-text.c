/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-svg-text.h"

#include <math.h>

/* Pixels need no more than this many parts. */
#define PARTS 100

/**
 * sl_svg_append_number:
 * @number: below 10¹² in size
 *
 * Appends it to a hundredth, without zeros at the end.
 */
void
sl_svg_append_number (GString *text, double number)
{
  gint64 parts = (gint64) llround (number * PARTS);
  guint64 size = parts < 0 ? (guint64) -parts : (guint64) parts;
  guint rest = (guint) (size % PARTS);

  if (parts < 0)
    g_string_append_c (text, '-');
  g_string_append_printf (text, "%" G_GUINT64_FORMAT, size / PARTS);
  if (rest == 0)
    return;

  g_string_append_c (text, '.');
  g_string_append_c (text, (char) ('0' + rest / 10));
  if (rest % 10 != 0)
    g_string_append_c (text, (char) ('0' + rest % 10));
}

/**
 * sl_svg_append_attribute:
 * @number: as of sl_svg_append_number()
 *
 * Appends a blank and the attribute.
 */
void
sl_svg_append_attribute (GString *text, const char *name, double number)
{
  g_string_append_printf (text, " %s=\"", name);
  sl_svg_append_number (text, number);
  g_string_append_c (text, '"');
}

/**
 * sl_svg_append_escaped:
 * @value: any bytes; what is not UTF-8 or not allowed in XML 1.0 becomes U+FFFD
 *
 * GLib's escaping writes control characters as references, which XML 1.0 forbids too.
 */
void
sl_svg_append_escaped (GString *text, const char *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '&')
        g_string_append (text, "&amp;");
      else if (c == '<')
        g_string_append (text, "&lt;");
      else if (c == '>')
        g_string_append (text, "&gt;");
      else if (c == '"')
        g_string_append (text, "&quot;");
      else if ((c < 0x20 && c != '\t' && c != '\n') || c == 0xfffe || c == 0xffff)
        g_string_append_unichar (text, 0xfffd);
      else
        g_string_append_unichar (text, c);
    }
}

/**
 * sl_svg_append_paint:
 * @name: "fill" or "stroke"
 *
 * Appends the colour, and its opacity where it is not whole.
 */
void
sl_svg_append_paint (GString *text, const SlPalette *palette, const char *name, SlPaint paint)
{
  double alpha;
  guint32 colour = sl_palette_resolve (palette, paint, &alpha);

  if (alpha <= 0)
    {
      g_string_append_printf (text, " %s=\"none\"", name);
      return;
    }

  g_string_append_printf (text, " %s=\"#%06x\"", name, colour);
  if (alpha < 0.998)
    {
      g_autofree char *opacity_name = g_strconcat (name, "-opacity", NULL);

      sl_svg_append_attribute (text, opacity_name, alpha);
    }
}
