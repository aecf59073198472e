/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-picture-style.h"

#include "sl-palette-choice.h"

static guint32
pack_colour (const GdkRGBA *colour)
{
  guint red = (guint) (colour->red * 255 + 0.5f);
  guint green = (guint) (colour->green * 255 + 0.5f);
  guint blue = (guint) (colour->blue * 255 + 0.5f);

  return red << 16 | green << 8 | blue;
}

/* Takes a colour of the theme where it has it and it hides what is below. */
static void
take_colour (GtkWidget *widget, SlPalette *palette, SlPaintRole role, const char *name)
{
  GdkRGBA colour;

  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &colour) &&
      colour.alpha >= 1)
    palette->colours[role] = pack_colour (&colour);
}

static SlPaletteId
choose_palette (gboolean colour_blind)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return dark ? SL_PALETTE_CONTRAST_DARK : SL_PALETTE_CONTRAST_LIGHT;
  if (colour_blind)
    return dark ? SL_PALETTE_COLOUR_BLIND_DARK : SL_PALETTE_COLOUR_BLIND;
  return dark ? SL_PALETTE_DARK : SL_PALETTE_LIGHT;
}

static void
make_palette (SlPictureStyle *self, GtkWidget *widget, gboolean colour_blind)
{
  SlPaletteId id = choose_palette (colour_blind);

  self->palette = *sl_palette_get (id);
  take_colour (widget, &self->palette, SL_PAINT_VIEW, "view_bg_color");
  take_colour (widget, &self->palette, SL_PAINT_WINDOW, "window_bg_color");
  if (id == SL_PALETTE_LIGHT || id == SL_PALETTE_DARK)
    {
      take_colour (widget, &self->palette, SL_PAINT_ACCENT, "accent_color");
      take_colour (widget, &self->palette, SL_PAINT_MISS, "error_color");
    }
}

static double
get_font_size (PangoContext *context, const PangoFontDescription *font)
{
  double size = (double) pango_font_description_get_size (font) / PANGO_SCALE;
  double resolution = pango_cairo_context_get_resolution (context);

  if (pango_font_description_get_size_is_absolute (font))
    return size;
  return size * (resolution > 0 ? resolution : 96) / 72;
}

/**
 * sl_picture_style_new:
 * @widget: in a window, so that its style is known
 */
SlPictureStyle *
sl_picture_style_new (GtkWidget *widget, gboolean colour_blind)
{
  SlPictureStyle *self = g_new0 (SlPictureStyle, 1);
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);

  self->family = g_strdup (pango_font_description_get_family (font));
  self->mono = g_strdup ("monospace");
  self->fonts = SL_FONT_SET_DEFAULT;
  if (self->family != NULL)
    self->fonts.family = self->family;
  self->fonts.mono = self->mono;
  self->fonts.size = MAX (get_font_size (context, font), 6);

  self->painter = sl_painter_new (&self->fonts);
  self->measure = sl_text_measure_new_pango (&self->fonts);
  make_palette (self, widget, colour_blind);
  return self;
}

void
sl_picture_style_free (SlPictureStyle *self)
{
  g_clear_pointer (&self->painter, sl_painter_free);
  g_clear_pointer (&self->measure, sl_text_measure_free);
  g_free (self->family);
  g_free (self->mono);
  g_free (self);
}

/**
 * sl_picture_style_get_font_scale:
 *
 * Returns: height of the font over that of the design
 */
double
sl_picture_style_get_font_scale (const SlPictureStyle *self)
{
  return self->fonts.size / SL_FONT_SET_DEFAULT.size;
}

/**
 * sl_picture_style_get_palette:
 *
 * Returns: (transfer none): the palette that the desktop and the settings ask for, for swatches
 *   outside of pictures
 */
const SlPalette *
sl_picture_style_get_palette (void)
{
  SlPaletteChoice *choice = sl_palette_choice_get_default ();

  return sl_palette_get (choose_palette (sl_palette_choice_get_colour_blind (choice)));
}

/**
 * sl_picture_style_set_source:
 * @colour: 0xrrggbb
 * @alpha: from 0 to 1
 *
 * For drawing areas that do not show a scene.
 */
void
sl_picture_style_set_source (cairo_t *cr, guint32 colour, double alpha)
{
  cairo_set_source_rgba (cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                         (colour & 0xff) / 255.0, alpha);
}
