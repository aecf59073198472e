/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-measure.h"

#include <pango/pangocairo.h>

#include "sl-fonts-private.h"

#define ELLIPSIS "…"
#define DOT      "·"

/* Widths kept between pictures; forgotten as a whole when there are more. */
#define MAX_CACHED 8192

typedef enum
{
  FAMILY_INTERFACE,
  FAMILY_MONO,
  FAMILY_SERIF,
} Family;

/* Sizes are shares of the interface font's; of the serif font pixels, which grow with that one. */
static const struct
{
  double size;
  gboolean bold;
  gboolean italic;
  Family family;
} fonts[SL_N_FONTS] = {
  [SL_FONT_NAME] = { .size = 0.93 },
  [SL_FONT_NAME_BOLD] = { 0.93, .bold = TRUE },
  [SL_FONT_RULER] = { .size = 0.82 },
  [SL_FONT_RULER_BOLD] = { 0.82, .bold = TRUE },
  [SL_FONT_ROW] = { .size = 0.75 },
  [SL_FONT_ROW_BOLD] = { 0.72, .bold = TRUE },
  [SL_FONT_MONO] = { 0.75, .family = FAMILY_MONO },
  [SL_FONT_TITLE] = { 1.2, .bold = TRUE },
  [SL_FONT_TEXTBOOK] = { 14, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_ITALIC] = { 14, .italic = TRUE, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_SUB] = { 9.5, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_SYMBOL] = { 22, .italic = TRUE, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_SYMBOL_SUB] = { 15, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_SMALL] = { 12.5, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_SMALL_ITALIC] = { 12.5, .italic = TRUE, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_CAPTION] = { 16, .family = FAMILY_SERIF },
  [SL_FONT_TEXTBOOK_CAPTION_ITALIC] = { 16, .italic = TRUE, .family = FAMILY_SERIF },
};

/**
 * sl_font_set_get_size:
 *
 * Returns: pixels at scale 1; of the interface font at least 10
 */
double
sl_font_set_get_size (const SlFontSet *self, SlFont font)
{
  if (fonts[font].family == FAMILY_SERIF)
    return fonts[font].size * self->size / SL_FONT_SET_DEFAULT.size;

  return MAX (self->size * fonts[font].size, 10);
}

/**
 * sl_font_set_get_family:
 *
 * Returns: (transfer none): as CSS has it
 */
const char *
sl_font_set_get_family (const SlFontSet *self, SlFont font)
{
  if (fonts[font].family == FAMILY_SERIF)
    return self->serif != NULL ? self->serif : SL_FONT_SERIF;

  return fonts[font].family == FAMILY_MONO ? self->mono : self->family;
}

/**
 * sl_font_is_italic:
 */
gboolean
sl_font_is_italic (SlFont font)
{
  return fonts[font].italic;
}

/**
 * sl_font_is_bold:
 */
gboolean
sl_font_is_bold (SlFont font)
{
  return fonts[font].bold;
}

/**
 * sl_font_is_mono:
 */
gboolean
sl_font_is_mono (SlFont font)
{
  return fonts[font].family == FAMILY_MONO;
}

/**
 * sl_font_set_create_context:
 * @map: (nullable): of fonts; %NULL for the calling thread's
 *
 * Metrics without hinting, so that text is as wide on paper as on screen.
 *
 * Returns: (transfer full):
 */
PangoContext *
sl_font_set_create_context (PangoFontMap *map)
{
  PangoContext *context =
      pango_font_map_create_context (map != NULL ? map : pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  cairo_font_options_destroy (options);

  return context;
}

/**
 * sl_font_set_create_layout:
 *
 * One line, figures of equal width.
 *
 * Returns: (transfer full):
 */
PangoLayout *
sl_font_set_create_layout (const SlFontSet *self,
                           PangoContext *context,
                           SlFont font,
                           const char *text)
{
  PangoLayout *layout = pango_layout_new (context);
  PangoFontDescription *description = pango_font_description_new ();
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_font_description_set_family (description, sl_font_set_get_family (self, font));
  pango_font_description_set_absolute_size (description,
                                            sl_font_set_get_size (self, font) * PANGO_SCALE);
  pango_font_description_set_weight (description,
                                     fonts[font].bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style (description,
                                    fonts[font].italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_font_description (layout, description);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);

  pango_attr_list_unref (attributes);
  pango_font_description_free (description);
  return layout;
}

typedef struct
{
  SlTextMeasure measure;
  SlFontSet fonts;
  PangoContext *context;
  GHashTable *widths[SL_N_FONTS]; /* text → width in pango units */
  double ascents[SL_N_FONTS];     /* 0 where nobody asked yet */
  double descents[SL_N_FONTS];
} PangoMeasure;

static int
measure_width (PangoMeasure *self, SlFont font, const char *text)
{
  GHashTable *widths = self->widths[font];
  g_autoptr (PangoLayout) layout = NULL;
  gpointer known;
  int width;

  if (g_hash_table_lookup_extended (widths, text, NULL, &known))
    return GPOINTER_TO_INT (known);

  layout = sl_font_set_create_layout (&self->fonts, self->context, font, text);
  pango_layout_get_size (layout, &width, NULL);
  if (g_hash_table_size (widths) >= MAX_CACHED)
    g_hash_table_remove_all (widths);
  g_hash_table_insert (widths, g_strdup (text), GINT_TO_POINTER (width));

  return width;
}

/* Whether the text consists of letters and figures of addresses alone, and what stands between them,
 * none of which a font joins with another. */
static gboolean
is_address (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      if (!g_ascii_isxdigit (*text) && !g_str_has_prefix (text, ELLIPSIS) &&
          !g_str_has_prefix (text, DOT))
        return FALSE;
    }

  return TRUE;
}

/* Addresses are very many, and as wide as their characters. */
static int
add_up_widths (PangoMeasure *self, SlFont font, const char *text)
{
  int width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      char character[8] = { 0 };

      g_utf8_strncpy (character, text, 1);
      width += measure_width (self, font, character);
    }

  return width;
}

static double
pango_width (SlTextMeasure *measure, SlFont font, const char *text)
{
  PangoMeasure *self = (PangoMeasure *) measure;
  int width = sl_font_is_mono (font) && is_address (text) ? add_up_widths (self, font, text)
                                                          : measure_width (self, font, text);

  return width / (double) PANGO_SCALE;
}

static void
pango_height (SlTextMeasure *measure, SlFont font, double *ascent, double *descent)
{
  PangoMeasure *self = (PangoMeasure *) measure;

  /* To look for a font costs more than to draw with it: only those that are drawn with. */
  if (self->ascents[font] <= 0)
    {
      g_autoptr (PangoLayout) layout =
          sl_font_set_create_layout (&self->fonts, self->context, font, "Xg");
      int height;

      pango_layout_get_size (layout, NULL, &height);
      self->ascents[font] = pango_layout_get_baseline (layout) / (double) PANGO_SCALE;
      self->descents[font] = height / (double) PANGO_SCALE - self->ascents[font];
    }

  *ascent = self->ascents[font];
  *descent = self->descents[font];
}

static void
pango_free (SlTextMeasure *measure)
{
  PangoMeasure *self = (PangoMeasure *) measure;

  for (guint i = 0; i < SL_N_FONTS; i++)
    g_hash_table_unref (self->widths[i]);
  g_object_unref (self->context);
  g_free ((char *) self->fonts.family);
  g_free ((char *) self->fonts.mono);
  g_free ((char *) self->fonts.serif);
  g_free (self);
}

/**
 * sl_text_measure_new_pango:
 * @font_set: copied
 *
 * Measures as #SlPainter draws.
 */
SlTextMeasure *
sl_text_measure_new_pango (const SlFontSet *font_set)
{
  PangoMeasure *self = g_new0 (PangoMeasure, 1);

  self->measure = (SlTextMeasure) { pango_width, pango_height, pango_free };
  self->fonts = *font_set;
  self->fonts.family = g_strdup (font_set->family);
  self->fonts.mono = g_strdup (font_set->mono);
  self->fonts.serif = g_strdup (font_set->serif);
  self->context = sl_font_set_create_context (NULL);
  for (guint i = 0; i < SL_N_FONTS; i++)
    self->widths[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return &self->measure;
}

typedef struct
{
  SlTextMeasure measure;
  double width;
} FixedMeasure;

static double
fixed_width (SlTextMeasure *measure, SlFont font, const char *text)
{
  return ((FixedMeasure *) measure)->width * (double) g_utf8_strlen (text, -1);
}

static void
fixed_height (SlTextMeasure *measure, SlFont font, double *ascent, double *descent)
{
  *ascent = 10;
  *descent = 3;
}

static void
fixed_free (SlTextMeasure *measure)
{
  g_free (measure);
}

/**
 * sl_text_measure_new_fixed:
 * @width: pixels that each character takes
 *
 * Lays out alike on every machine, whatever fonts it has: for tests.
 */
SlTextMeasure *
sl_text_measure_new_fixed (double width)
{
  FixedMeasure *self = g_new0 (FixedMeasure, 1);

  self->measure = (SlTextMeasure) { fixed_width, fixed_height, fixed_free };
  self->width = width;

  return &self->measure;
}

/**
 * sl_text_measure_free:
 */
void
sl_text_measure_free (SlTextMeasure *self)
{
  if (self != NULL)
    self->free (self);
}

/**
 * sl_text_measure_width:
 *
 * Returns: pixels at scale 1
 */
double
sl_text_measure_width (SlTextMeasure *self, SlFont font, const char *text)
{
  return self->width (self, font, text);
}

/**
 * sl_text_measure_height:
 * @ascent: (out): pixels above the base line
 * @descent: (out): pixels below it
 */
void
sl_text_measure_height (SlTextMeasure *self, SlFont font, double *ascent, double *descent)
{
  self->height (self, font, ascent, descent);
}

static char *
join_around_ellipsis (const char *text, glong length, glong kept, gboolean middle)
{
  glong head = middle ? (kept + 1) / 2 : kept;
  glong tail = kept - head;
  const char *head_end = g_utf8_offset_to_pointer (text, head);
  const char *tail_begin = g_utf8_offset_to_pointer (text, length - tail);

  return g_strdup_printf ("%.*s" ELLIPSIS "%s", (int) (head_end - text), text, tail_begin);
}

/**
 * sl_text_measure_elide:
 * @width: pixels to fit into
 * @middle: put the ellipsis into the middle of the text, else at its end
 *
 * Returns: (transfer full) (nullable): @text, or the longest form of it with an ellipsis that is
 *   at most @width wide; %NULL where not even one character and the ellipsis fit
 */
char *
sl_text_measure_elide (SlTextMeasure *self,
                       SlFont font,
                       const char *text,
                       double width,
                       gboolean middle)
{
  glong length = g_utf8_strlen (text, -1);
  glong low = 0, high = length - 1;

  if (sl_text_measure_width (self, font, text) <= width)
    return g_strdup (text);

  while (low < high)
    {
      glong kept = (low + high + 1) / 2;
      g_autofree char *elided = join_around_ellipsis (text, length, kept, middle);

      if (sl_text_measure_width (self, font, elided) <= width)
        low = kept;
      else
        high = kept - 1;
    }

  return low > 0 ? join_around_ellipsis (text, length, low, middle) : NULL;
}
