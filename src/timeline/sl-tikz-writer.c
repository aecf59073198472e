/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tikz-writer.h"

#include <math.h>

#include "sl-shape-dots.h"
#include "sl-tikz-text.h"

#define POINTS_PER_PIXEL 0.75

/* Of a frame's room, in any unit. */
#define BEAMER_WIDTH  4
#define BEAMER_HEIGHT 2.7

typedef struct
{
  GString *text;
  SlScene *scene;
  const SlTikzOptions *options;
  GHashTable *colours; /* of guint32, as a set */
  GArray *steps;       /* of SlTime: when something new begins; NULL without overlays */
  double unit;         /* points a pixel */
} Writer;

static const char *const ids[SL_N_TEXES] = { "tikz", "rtsched", "beamer" };

/**
 * sl_tex_type_get_id:
 */
const char *
sl_tex_type_get_id (SlTexType type)
{
  g_return_val_if_fail ((guint) type < SL_N_TEXES, ids[0]);

  return ids[type];
}

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

/* Appends "key=colour,key opacity=…"; FALSE where nothing would be seen. */
static gboolean
append_paint (Writer *self, const char *key, SlPaint paint)
{
  double alpha;
  guint32 colour = sl_palette_resolve (self->options->palette, paint, &alpha);

  if (alpha <= 0)
    return FALSE;

  g_hash_table_add (self->colours, GUINT_TO_POINTER (colour + 1));
  g_string_append_printf (self->text, "%s=sl%06x,", key, colour);
  if (alpha < 0.998)
    {
      g_string_append_printf (self->text, "%s opacity=", key);
      sl_tikz_append_number (self->text, alpha);
      g_string_append_c (self->text, ',');
    }

  return TRUE;
}

static gboolean
is_seen (Writer *self, SlPaint paint)
{
  double alpha;

  sl_palette_resolve (self->options->palette, paint, &alpha);
  return alpha > 0;
}

static void
append_length (Writer *self, const char *key, double pixels)
{
  g_string_append_printf (self->text, "%s=", key);
  sl_tikz_append_number (self->text, pixels * self->unit);
  g_string_append (self->text, "bp,");
}

static void
append_stroke (Writer *self, const SlShape *shape)
{
  append_paint (self, "draw", shape->stroke);
  append_length (self, "line width", shape->line_width);
  if (shape->dash[0] <= 0)
    return;

  g_string_append (self->text, "dash pattern=on ");
  sl_tikz_append_number (self->text, shape->dash[0] * self->unit);
  g_string_append (self->text, "bp off ");
  sl_tikz_append_number (self->text, shape->dash[1] * self->unit);
  g_string_append (self->text, "bp,");
}

static void
append_rectangle (Writer *self, const SlShape *shape, double inset)
{
  if (shape->radius > inset)
    append_length (self, "rounded corners", shape->radius - inset);
  g_string_append (self->text, "] ");
  sl_tikz_append_point (self->text, shape->x + inset, shape->y + inset);
  g_string_append (self->text, " rectangle ");
  sl_tikz_append_point (self->text, shape->x + shape->width - inset,
                        shape->y + shape->height - inset);
  g_string_append (self->text, ";\n");
}

static void
append_segment (Writer *self, double x, double y, double end_x, double end_y)
{
  sl_tikz_append_point (self->text, x, y);
  g_string_append (self->text, "--");
  sl_tikz_append_point (self->text, end_x, end_y);
}

/* Each line is cut to the rectangle here, so that no clip is needed. */
static void
append_hatch_lines (Writer *self, const SlShape *shape)
{
  double x = shape->x, y = shape->y, right = x + shape->width, bottom = y + shape->height;
  double pitch = shape->spacing * G_SQRT2;

  switch ((SlHatch) shape->hatch)
    {
    case SL_HATCH_EXHAUSTED:
      for (double at = ceil (x / shape->spacing) * shape->spacing; at <= right;
           at += shape->spacing)
        append_segment (self, at, y, at, bottom);
      break;
    case SL_HATCH_LOCK:
      for (double sum = ceil ((x + y) / pitch) * pitch; sum < right + bottom; sum += pitch)
        {
          double from = MAX (y, sum - right), to = MIN (bottom, sum - x);

          append_segment (self, sum - from, from, sum - to, to);
        }
      break;
    case SL_HATCH_DOTS:
      for (double top = ceil (y / shape->spacing) * shape->spacing + 1; top < bottom;
           top += shape->spacing)
        {
          for (double at = ceil (x / shape->spacing) * shape->spacing; at < right;
               at += shape->spacing)
            append_segment (self, MAX (at - 1, x), top, MIN (at + 1, right), top);
        }
      break;
    case SL_HATCH_LATE:
    case SL_HATCH_GAP:
    default:
      for (double gap = ceil ((x - bottom) / pitch) * pitch; gap < right - y; gap += pitch)
        {
          double from = MAX (y, x - gap), to = MIN (bottom, right - gap);

          append_segment (self, gap + from, from, gap + to, to);
        }
      break;
    }
}

static void
write_hatch (Writer *self, const SlShape *shape)
{
  if (!is_seen (self, shape->stroke) || shape->width <= 0)
    return;

  g_string_append (self->text, "\\path[");
  append_stroke (self, shape);
  g_string_append (self->text, "] ");
  append_hatch_lines (self, shape);
  g_string_append (self->text, ";\n");
}

static void
write_box (Writer *self, const SlShape *shape)
{
  SlShape dots;

  if (is_seen (self, shape->fill))
    {
      g_string_append (self->text, "\\path[");
      append_paint (self, "fill", shape->fill);
      append_rectangle (self, shape, 0);
    }
  if (sl_shape_get_dots (shape, self->options->palette, &dots))
    write_hatch (self, &dots);
  if (shape->line_width > 0 && shape->width > shape->line_width && is_seen (self, shape->stroke))
    {
      g_string_append (self->text, "\\path[");
      append_stroke (self, shape);
      append_rectangle (self, shape, shape->line_width / 2);
    }
}

static void
write_line (Writer *self, const SlShape *shape)
{
  if (!is_seen (self, shape->stroke))
    return;

  g_string_append (self->text, "\\path[");
  append_stroke (self, shape);
  g_string_append (self->text, "] ");
  append_segment (self, shape->x, shape->y, shape->x + shape->width, shape->y + shape->height);
  g_string_append (self->text, ";\n");
}

static void
begin_filled (Writer *self, const SlShape *shape)
{
  g_string_append (self->text, "\\path[");
  append_paint (self, "fill", shape->fill);
  if (shape->line_width > 0 && is_seen (self, shape->stroke))
    append_stroke (self, shape);
  g_string_append (self->text, "] ");
}

static void
write_path (Writer *self, const SlShape *shape)
{
  const SlPoint *points = sl_scene_get_points (self->scene, shape);

  begin_filled (self, shape);
  for (guint i = 0; i < shape->count; i++)
    {
      if (i > 0)
        g_string_append (self->text, "--");
      sl_tikz_append_point (self->text, points[i].x, points[i].y);
    }
  g_string_append (self->text, shape->fill.role != SL_PAINT_NONE ? "--cycle;\n" : ";\n");
}

static void
write_disc (Writer *self, const SlShape *shape)
{
  begin_filled (self, shape);
  sl_tikz_append_point (self->text, shape->x, shape->y);
  g_string_append (self->text, " circle[radius=");
  sl_tikz_append_number (self->text, shape->radius * self->unit);
  g_string_append (self->text, "bp];\n");
}

static void
write_text (Writer *self, const SlShape *shape)
{
  static const char *const anchors[] = {
    [SL_ANCHOR_LEFT] = "base west",
    [SL_ANCHOR_MIDDLE] = "base",
    [SL_ANCHOR_RIGHT] = "base east",
  };
  double size = sl_font_set_get_size (self->options->fonts, shape->font) * self->unit;

  if (!is_seen (self, shape->stroke))
    return;

  g_string_append (self->text, "\\node[");
  append_paint (self, "text", shape->stroke);
  if (shape->radius > 0 && append_paint (self, "fill", shape->halo))
    append_length (self, "inner sep", 1);
  g_string_append_printf (self->text, "%s", shape->upright ? "rotate=90,anchor=center" : "anchor=");
  g_string_append (self->text, shape->upright ? "" : anchors[shape->anchor]);
  g_string_append (self->text, ",font=\\fontsize{");
  sl_tikz_append_number (self->text, size);
  g_string_append (self->text, "bp}{");
  sl_tikz_append_number (self->text, size * 1.2);
  g_string_append (self->text, "bp}\\selectfont");
  if (sl_font_is_bold (shape->font))
    g_string_append (self->text, "\\bfseries");
  if (sl_font_is_italic (shape->font))
    g_string_append (self->text, "\\itshape");
  if (sl_font_is_mono (shape->font))
    g_string_append (self->text, "\\ttfamily");
  g_string_append (self->text, "] at ");
  sl_tikz_append_point (self->text, shape->x, shape->y);
  g_string_append (self->text, " {");
  sl_tikz_append_escaped (self->text, shape->text);
  g_string_append (self->text, "};\n");
}

static void
write_strip (Writer *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  double unit = shape->height / 255.0, base = shape->y + shape->height;
  guint end;

  if (!is_seen (self, shape->fill))
    return;

  g_string_append (self->text, "\\path[");
  append_paint (self, "fill", shape->fill);
  g_string_append (self->text, "]");
  for (guint first = 0; first < shape->count; first = end)
    {
      const guint8 *bar = values + 2 * first;

      end = first + 1;
      while (end < shape->count && values[2 * end] == bar[0] && values[2 * end + 1] == bar[1])
        end++;
      if (bar[1] <= bar[0])
        continue;

      g_string_append_c (self->text, ' ');
      sl_tikz_append_point (self->text, shape->x + first, base - bar[1] * unit);
      g_string_append (self->text, " rectangle ");
      sl_tikz_append_point (self->text, shape->x + end, base - bar[0] * unit);
    }
  g_string_append (self->text, ";\n");
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  SlTime one = *(const SlTime *) a, other = *(const SlTime *) b;

  return (one > other) - (one < other);
}

static gboolean
is_step (const SlElement *element)
{
  switch (element->type)
    {
    case SL_ELEMENT_BOX:
    case SL_ELEMENT_FOLD:
    case SL_ELEMENT_RELEASE:
    case SL_ELEMENT_DEADLINE:
    case SL_ELEMENT_FINISH:
    case SL_ELEMENT_MISS:
    case SL_ELEMENT_OVERRUN:
    case SL_ELEMENT_TICK:
    case SL_ELEMENT_INHERITS:
      return TRUE;
    case SL_ELEMENT_NONE:
    case SL_ELEMENT_ROW:
    case SL_ELEMENT_HEADING:
    case SL_ELEMENT_VALUE:
    case SL_ELEMENT_GAP:
    case SL_ELEMENT_RULER:
    case SL_ELEMENT_CURSOR:
    case SL_ELEMENT_SELECTION:
    case SL_ELEMENT_TOPA_ENTRY:
    case SL_ELEMENT_TOPA_REGION:
    case SL_ELEMENT_TOPA_POINTER:
    default:
      return FALSE;
    }
}

/* One slide for each instant at which something begins. */
static GArray *
find_steps (SlScene *scene)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (SlTime));
  guint n_kept = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (is_step (element))
        g_array_append_val (steps, element->span.begin);
    }
  g_array_sort (steps, compare_times);
  for (guint i = 0; i < steps->len; i++)
    {
      SlTime time = g_array_index (steps, SlTime, i);

      if (n_kept == 0 || g_array_index (steps, SlTime, n_kept - 1) != time)
        g_array_index (steps, SlTime, n_kept++) = time;
    }
  g_array_set_size (steps, n_kept);

  return steps;
}

/* The slide from which on the shape is seen; 0 for all. The first one shows the bare rows. */
static guint
get_slide (const Writer *self, const SlShape *shape)
{
  const SlElement *element = sl_scene_get_element (self->scene, shape->element);

  if (self->steps == NULL || shape->element == 0 || !is_step (element))
    return 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      if (g_array_index (self->steps, SlTime, i) == element->span.begin)
        return i + 2;
    }

  return 0;
}

static void
write_shape (Writer *self, const SlShape *shape)
{
  static void (*const writers[]) (Writer *, const SlShape *) = {
    [SL_SHAPE_BOX] = write_box,     [SL_SHAPE_HATCH] = write_hatch, [SL_SHAPE_LINE] = write_line,
    [SL_SHAPE_PATH] = write_path,   [SL_SHAPE_DISC] = write_disc,   [SL_SHAPE_TEXT] = write_text,
    [SL_SHAPE_STRIP] = write_strip,
  };
  guint slide = get_slide (self, shape);

  if (slide > 0)
    g_string_append_printf (self->text, "\\only<%u->{", slide);
  writers[shape->type](self, shape);
  if (slide > 0)
    g_string_append (self->text, "}%\n");
}

static void
write_layer (Writer *self, SlLayer layer)
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
  for (guint i = 0; i < n_shapes; i++)
    write_shape (self, &shapes[i]);
  g_string_append (self->text, "\\end{scope}\n");
}

static int
compare_colours (gconstpointer a, gconstpointer b)
{
  guint one = GPOINTER_TO_UINT (a), other = GPOINTER_TO_UINT (b);

  return (one > other) - (one < other);
}

static void
append_colours (Writer *self, GString *text)
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
append_document (Writer *self, GString *text)
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

  g_string_append (text,
                   "  \\documentclass{article}\\usepackage{tikz}\\pagestyle{empty}\n"
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
  g_autoptr (GArray) steps = options->type == SL_TEX_BEAMER ? find_steps (scene) : NULL;
  Writer self = { body, scene, options, colours, steps, POINTS_PER_PIXEL * options->scale };
  GString *text = g_string_new (NULL);

  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    write_layer (&self, layer);

  sl_tikz_append_head (text, options->title,
                       steps != NULL
                           ? "Compile it, or \\input it in a frame; needs beamer and TikZ."
                           : "Compile it, or \\input it where \\usepackage{tikz} is given.");
  append_document (&self, text);
  append_colours (&self, text);
  g_string_append (text, "\\begin{tikzpicture}[x=");
  sl_tikz_append_number (text, self.unit);
  g_string_append (text, "bp,y=-");
  sl_tikz_append_number (text, self.unit);
  g_string_append (text, "bp,inner sep=0pt,outer sep=0pt]\n");
  g_string_append (text, "\\path[use as bounding box] (0,0) rectangle ");
  sl_tikz_append_point (text, sl_scene_get_width (scene), sl_scene_get_height (scene));
  g_string_append (text, ";\n");
  g_string_append_len (text, body->str, (gssize) body->len);
  g_string_append (text, "\\end{tikzpicture}%\n");

  return text;
}
