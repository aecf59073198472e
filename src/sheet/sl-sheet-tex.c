/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet-tex.h"

#include "sl-tikz-text.h"
#include "sl-tikz-writer.h"

/* Columns of texts that are longer than this are wrapped, in letters. */
#define MAX_LETTERS 84

/* Of the text's width, for a column that is wrapped. */
#define LEAST_SHARE 0.2

static const char head[] =
    "\\documentclass[a4paper,11pt]{article}\n"
    "\\usepackage[T1]{fontenc}\n"
    "\\usepackage[utf8]{inputenc}\n"
    "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
    "\\usepackage{textcomp}\n"
    "\\usepackage[a4paper,margin=2cm]{geometry}\n"
    "\\usepackage{array}\n"
    "\\usepackage{tikz}\n"
    "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{6pt}\n"
    "\\emergencystretch=3em\n"
    "\\newsavebox{\\slpicture}\n"
    "% A picture at its size, or as wide as the text where it is wider.\n"
    "\\newcommand{\\slshow}{\\ifdim\\wd\\slpicture>\\textwidth\n"
    "  \\resizebox{\\textwidth}{!}{\\usebox{\\slpicture}}\\else\\usebox{\\slpicture}\\fi}\n";

static void
append_text (GString *tex, const char *before, const char *text, const char *after)
{
  g_string_append (tex, before);
  sl_tikz_append_escaped (tex, text);
  g_string_append (tex, after);
}

/* How many letters the longest text of a column has. */
static glong
get_letters (const SlSheetTable *table, guint column)
{
  glong most = 0;

  for (guint row = 0; row < sl_sheet_table_get_n_rows (table); row++)
    most = MAX (most, g_utf8_strlen (sl_sheet_table_get (table, row, column), -1));

  return most;
}

/* Where all of them are too wide for the page, the one with the longest texts is wrapped. */
static void
append_columns (GString *tex, const SlSheetTable *table)
{
  glong sum = 0, most = 0;
  guint widest = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      glong letters = get_letters (table, i);

      sum += letters + 2;
      if (letters > most)
        {
          most = letters;
          widest = i;
        }
    }

  g_string_append (tex, "{@{}");
  for (guint i = 0; i < table->n_columns; i++)
    if (sum > MAX_LETTERS && i == widest)
      {
        double share = (double) (MAX_LETTERS - (sum - most)) / MAX_LETTERS;

        g_string_append (tex, "p{");
        sl_tikz_append_number (tex, MAX (share, LEAST_SHARE));
        g_string_append (tex, "\\textwidth}");
      }
    else
      g_string_append_c (tex, 'l');
  g_string_append (tex, "@{}}");
}

static void
append_table (GString *tex, const SlSheetTable *table)
{
  guint n_rows = sl_sheet_table_get_n_rows (table);

  g_string_append (tex, "{\\small\\renewcommand{\\arraystretch}{1.25}\\begin{tabular}");
  append_columns (tex, table);
  g_string_append (tex, "\\hline\n");
  for (guint row = 0; row < n_rows; row++)
    {
      for (guint i = 0; i < table->n_columns; i++)
        {
          gboolean is_symbol = row == 0 && (table->symbols & 1u << i) != 0;
          const char *before = row > 0 ? "" : is_symbol ? "\\textit{" : "\\textbf{";

          append_text (tex, before, sl_sheet_table_get (table, row, i), row == 0 ? "}" : "");
          g_string_append (tex, i + 1 < table->n_columns ? " & " : " \\\\");
        }
      g_string_append (tex, row == 0 || row + 1 == n_rows ? "\\hline\n" : "\n");
    }
  g_string_append (tex, "\\end{tabular}}\\par\n");
}

static void
append_picture (GString *tex, SlScene *scene)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  const SlTikzOptions options = { SL_TEX_TIKZ, sl_palette_get (SL_PALETTE_PRINT), &fonts, NULL, 1 };
  g_autoptr (GString) picture = sl_tikz_writer_write_picture (scene, &options);

  g_string_append (tex, "\\begin{lrbox}{\\slpicture}%\n");
  g_string_append_len (tex, picture->str, (gssize) picture->len);
  g_string_append (tex, "\\end{lrbox}\\slshow\\par\n");
}

static void
append_block (GString *tex, const SlSheetBlock *block)
{
  switch (block->type)
    {
    case SL_SHEET_TITLE:
      append_text (tex, "{\\LARGE\\bfseries ", block->text, "\\par}\n");
      break;
    case SL_SHEET_SUBJECT:
      append_text (tex, "{\\itshape ", block->text, "\\par}\n");
      break;
    case SL_SHEET_NAME:
      append_text (tex, "{\\small\\hfill ", block->text, " \\rule{7cm}{0.4pt}\\par}\n");
      break;
    case SL_SHEET_HEADING:
      append_text (tex, "\\section*{", block->text, "}\n");
      break;
    case SL_SHEET_LABEL:
      append_text (tex, "\\medskip{\\bfseries\\small ", block->text, "\\par\\nopagebreak}\n");
      break;
    case SL_SHEET_PARAGRAPH:
      append_text (tex, "", block->text, "\\par\n");
      break;
    case SL_SHEET_NOTE:
      append_text (tex, "{\\small ", block->text, "\\par}\n");
      break;
    case SL_SHEET_TABLE:
      append_table (tex, block->table);
      break;
    case SL_SHEET_PICTURE:
      append_picture (tex, block->scene);
      break;
    case SL_SHEET_ROOM:
      g_string_append_printf (tex, "\\nopagebreak\\vspace{%dmm}\\par\n", SL_SHEET_ROOM_MM);
      break;
    default:
      g_return_if_reached ();
    }
}

/**
 * sl_sheet_to_tex:
 *
 * Returns: (transfer full): a whole document, in UTF-8
 */
GString *
sl_sheet_to_tex (const SlSheet *self)
{
  GString *tex = g_string_new (NULL);

  sl_tikz_append_head (tex, sl_sheet_get_title (self), "Compile it with pdflatex; needs TikZ.");
  g_string_append (tex, head);
  g_string_append (tex, "\\begin{document}\n");
  for (guint i = 0; i < sl_sheet_get_n_blocks (self); i++)
    append_block (tex, sl_sheet_get_block (self, i));
  g_string_append (tex, "\\end{document}\n");

  return tex;
}
