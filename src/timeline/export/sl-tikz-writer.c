/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tikz-private.h"
#include "sl-tikz-text.h"

#define POINTS_PER_PIXEL 0.75

/* Of a frame's room, in any unit. */
#define BEAMER_WIDTH  4
#define BEAMER_HEIGHT 2.7

static const char *const ids[SL_N_TEXES] = { "tikz", "rtsched", "beamer" };

/**
 * sl_tex_type_find:
 * @type: (out): set on success only
 */
gboolean
sl_tex_type_find (const char *id, SlTexType *type)
{
  for (guint i = 0; i < SL_N_TEXES; i++)
    {
      if (g_str_equal (ids[i], id))
        {
          *type = (SlTexType) i;
          return TRUE;
        }
    }

  return FALSE;
}

static void
write_on_slide (SlTikzContext *self, const SlShape *shape)
{
  guint slide = sl_tikz_get_slide (self, shape);

  if (slide > 0)
    g_string_append_printf (self->text, "\\only<%u->{", slide);
  sl_tikz_write_shape (self, shape);
  if (slide > 0)
    g_string_append (self->text, "}%\n");
}

static void
write_layer (SlTikzContext *self, SlLayer layer)
{
  guint n_shapes = sl_scene_get_n_shapes (self->scene, layer);
  const SlShape *shapes = sl_scene_get_shapes (self->scene, layer);
  float clip[4];

  if (n_shapes == 0)
    return;

  sl_scene_get_clip (self->scene, layer, clip);
  g_string_append (self->text, "\\begin{scope}\\clip ");
  sl_tikz_append_point (self->text, clip[0], clip[1]);
  g_string_append (self->text, " rectangle ");
  sl_tikz_append_point (self->text, clip[0] + clip[2], clip[1] + clip[3]);
  g_string_append (self->text, ";\n");
  for (guint i = 0; i < n_shapes; i += 1u + shapes[i].joined)
    write_on_slide (self, &shapes[i]);
  g_string_append (self->text, "\\end{scope}\n");
}

static int
compare_colours (gconstpointer a, gconstpointer b)
{
  guint one = GPOINTER_TO_UINT (a), other = GPOINTER_TO_UINT (b);

  return (one > other) - (one < other);
}

static void
append_colours (SlTikzContext *self, GString *text)
{
  g_autoptr (GList) colours = g_hash_table_get_keys (self->colours);

  colours = g_list_sort (colours, compare_colours);
  for (GList *l = colours; l != NULL; l = l->next)
    g_string_append_printf (text, "\\definecolor{sl%06x}{HTML}{%06X}%%\n",
                            GPOINTER_TO_UINT (l->data) - 1, GPOINTER_TO_UINT (l->data) - 1);
}

/* In a document that has begun \@nodocument is \relax: then this is only the picture. Else the file
 * makes a document that inputs it again. */
static void
append_document (SlTikzContext *self, GString *text)
{
  double width = sl_scene_get_width (self->scene) * self->unit;
  double height = sl_scene_get_height (self->scene) * self->unit;

  g_string_append (text,
                   "\\makeatletter\\ifx\\@nodocument\\relax\\makeatother\\else\\makeatother\n");
  if (self->options->type == SL_TEX_BEAMER)
    {
      gboolean wide = width * BEAMER_HEIGHT > height * BEAMER_WIDTH;

      g_string_append (text, "  \\documentclass{beamer}\\usepackage{tikz}"
                             "\\setbeamertemplate{navigation symbols}{}\n"
                             "  \\begin{document}\\begin{frame}[plain]\\centering\n");
      g_string_append_printf (text, "  \\resizebox{%s}{%s}{\\input{\\jobname}}%%\n",
                              wide ? "\\textwidth" : "!", wide ? "!" : "0.9\\textheight");
      g_string_append (text, "  \\end{frame}\\end{document}\n\\fi\n");
      return;
    }

  g_string_append (
      text,
      "  \\RequirePackage{fix-cm}\\documentclass{article}\\usepackage{tikz}\\pagestyle{empty}\n"
      "  \\parindent=0pt\\topmargin=0pt\\headheight=0pt\\headsep=0pt\\topskip=0pt\n"
      "  \\hoffset=-1in\\voffset=-1in\\oddsidemargin=0pt\n  \\paperwidth=");
  sl_tikz_append_number (text, width);
  g_string_append (text, "bp\\paperheight=");
  sl_tikz_append_number (text, height + 1);
  g_string_append (text, "bp\\textwidth=\\paperwidth\\textheight=\\paperheight\n"
                         "  \\ifdefined\\pdfpagewidth\\pdfpagewidth=\\paperwidth"
                         "\\pdfpageheight=\\paperheight\\fi\n"
                         "  \\begin{document}\\input{\\jobname}\\end{document}\n\\fi\n");
}

static void
append_picture (SlTikzContext *self, GString *text)
{
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    write_layer (self, layer);

  append_colours (self, text);
  g_string_append (text, "\\begin{tikzpicture}[x=");
  sl_tikz_append_number (text, self->unit);
  g_string_append (text, "bp,y=-");
  sl_tikz_append_number (text, self->unit);
  g_string_append (text, "bp,inner sep=0pt,outer sep=0pt]\n");
  g_string_append (text, "\\path[use as bounding box] (0,0) rectangle ");
  sl_tikz_append_point (text, sl_scene_get_width (self->scene), sl_scene_get_height (self->scene));
  g_string_append (text, ";\n" SL_TIKZ_FIT);
  g_string_append_len (text, self->text->str, (gssize) self->text->len);
  g_string_append (text, "\\end{tikzpicture}%\n");
}

/**
 * sl_tikz_writer_write_picture:
 * @scene: the picture, in any look
 * @options: of type %SL_TEX_TIKZ
 *
 * Writes the picture alone, for a document that has TikZ and the letters of UTF-8.
 *
 * Returns: (transfer full): UTF-8
 */
GString *
sl_tikz_writer_write_picture (SlScene *scene, const SlTikzOptions *options)
{
  g_autoptr (GHashTable) colours = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) body = g_string_new (NULL);
  SlTikzContext self = { body, scene, options, colours, NULL, POINTS_PER_PIXEL * options->scale };
  GString *text = g_string_new (NULL);

  append_picture (&self, text);
  return text;
}

/**
 * sl_tikz_writer_write:
 * @scene: the picture, in any look
 * @options: of type %SL_TEX_TIKZ or %SL_TEX_BEAMER
 *
 * Writes the same shapes in the same order as the painter; hatches are lines. With overlays what
 * happened comes slide by slide, in the order of time.
 *
 * Returns: (transfer full): UTF-8
 */
GString *
sl_tikz_writer_write (SlScene *scene, const SlTikzOptions *options)
{
  g_autoptr (GHashTable) colours = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GArray) steps = options->type == SL_TEX_BEAMER ? sl_tikz_find_steps (scene) : NULL;
  SlTikzContext self = { body, scene, options, colours, steps, POINTS_PER_PIXEL * options->scale };
  GString *text = g_string_new (NULL);

  sl_tikz_append_head (text, options->title,
                       steps != NULL
                           ? "Compile it, or \\input it in a frame; needs beamer and TikZ."
                           : "Compile it, or \\input it where \\usepackage{tikz} is given.");
  append_document (&self, text);
  append_picture (&self, text);

  return text;
}
