/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tikz-text.h"

#include "sl-svg-text.h"

/* What fonts for LaTeX do not have under these numbers, or use for something else. */
static const struct
{
  gunichar letter;
  const char *tex;
} letters[] = {
  { '_', "\\_" },
  { '#', "\\#" },
  { '%', "\\%" },
  { '&', "\\&" },
  { '$', "\\$" },
  { '{', "\\{" },
  { '}', "\\}" },
  { '~', "\\textasciitilde{}" },
  { '^', "\\textasciicircum{}" },
  { '\\', "\\textbackslash{}" },
  { '<', "\\textless{}" },
  { '>', "\\textgreater{}" },
  { '|', "\\textbar{}" },
  { '"', "\\textquotedbl{}" },
  { 0x00a0, "~" },
  { 0x00b5, "$\\mu$" },
  { 0x00b7, "$\\cdot$" },
  { 0x00d7, "$\\times$" },
  { 0x03c4, "$\\tau$\\kern-.1em{}" }, /* its italic correction, before a subscript */
  { 0x2009, "\\," },
  { 0x202f, "\\," },
  { 0x2013, "--" },
  { 0x2026, "\\dots{}" },
  { 0x2190, "$\\leftarrow$" },
  { 0x2192, "$\\rightarrow$" },
  { 0x2212, "$-$" },
  { 0x2248, "$\\approx$" },
  { 0x2211, "$\\sum$" },
  { 0x2264, "$\\leq$" },
  { 0x2265, "$\\geq$" },
  { 0x2308, "$\\lceil$" },
  { 0x2309, "$\\rceil$" },
  { 0x230a, "$\\lfloor$" },
  { 0x230b, "$\\rfloor$" },
};

/**
 * sl_tikz_append_number:
 */
void
sl_tikz_append_number (GString *text, double number)
{
  sl_svg_append_number (text, number);
}

/**
 * sl_tikz_append_point:
 */
void
sl_tikz_append_point (GString *text, double x, double y)
{
  g_string_append_c (text, '(');
  sl_tikz_append_number (text, x);
  g_string_append_c (text, ',');
  sl_tikz_append_number (text, y);
  g_string_append_c (text, ')');
}

/**
 * sl_tikz_append_escaped:
 * @value: any bytes; what is not UTF-8 becomes a question mark, as do control characters
 */
void
sl_tikz_append_escaped (GString *text, const char *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar letter = g_utf8_get_char (p);
      const char *tex = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (letters) && tex == NULL; i++)
        tex = letters[i].letter == letter ? letters[i].tex : NULL;
      /* TeX leaves spaces at either end of a node's text out. */
      if (letter == ' ' && (p == valid || p[1] == '\0'))
        tex = "~";
      if (tex != NULL)
        g_string_append (text, tex);
      else if (letter < 0x20 || letter == 0x7f || letter == 0xfffd)
        g_string_append_c (text, '?');
      else
        g_string_append_unichar (text, letter);
    }
}

/* @value: any bytes; it stays on one line */
static void
append_comment (GString *text, const char *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  g_string_append (text, "% ");
  g_string_append (text, g_strdelimit (valid, "\n\r\f\v", ' '));
  g_string_append_c (text, '\n');
}

/**
 * sl_tikz_append_head:
 * @title: (nullable): of the picture
 * @how: what it needs
 */
void
sl_tikz_append_head (GString *text, const char *title, const char *how)
{
  if (title != NULL)
    append_comment (text, title);
  append_comment (text, "Made with Slackline " SL_VERSION ".");
  append_comment (text, how);
}
