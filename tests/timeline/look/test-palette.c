/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-palette.h"

#include <math.h>

static double
get_luminance (guint32 rgb)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      double value = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

      sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }

  return sum;
}

static double
get_contrast (guint32 one, guint32 other)
{
  double a = get_luminance (one), b = get_luminance (other);

  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

static void
test_contrast (void)
{
  g_test_summary ("Text, marks and labels can be read in every palette (WCAG ratios).");

  for (guint i = 0; i < SL_N_PALETTES; i++)
    {
      const SlPalette *palette = sl_palette_get (i);
      guint32 view = palette->colours[SL_PAINT_VIEW];

      g_assert_cmpfloat (get_contrast (palette->colours[SL_PAINT_INK], view), >=, 7);
      g_assert_cmpfloat (get_contrast (palette->colours[SL_PAINT_SOFT], view), >=, 4.5);
      g_assert_cmpfloat (get_contrast (palette->colours[SL_PAINT_DIM], view), >=, 4.5);
      g_assert_cmpfloat (get_contrast (palette->colours[SL_PAINT_MISS], view), >=, 3);
      g_assert_cmpfloat (get_contrast (palette->colours[SL_PAINT_ACCENT], view), >=, 3);
      for (guint object = 0; object < SL_PALETTE_OBJECTS; object++)
        {
          g_assert_cmpfloat (get_contrast (palette->objects[object], palette->labels[object]), >=,
                             4.5);
          if (!palette->outlined)
            g_assert_cmpfloat (get_contrast (palette->objects[object], view), >=, 3);
        }
    }
}

static void
test_distinct (void)
{
  g_test_summary ("No two of the first eight objects have one colour; those after them have dots.");

  for (guint i = 0; i < SL_N_PALETTES; i++)
    for (guint one = 0; one < SL_PALETTE_OBJECTS; one++)
      {
        g_assert_false (sl_palette_is_dotted (one));
        g_assert_true (sl_palette_is_dotted (one + SL_PALETTE_OBJECTS));
        for (guint other = 0; other < one; other++)
          g_assert_cmphex (sl_palette_get (i)->objects[one], !=,
                           sl_palette_get (i)->objects[other]);
      }
}

static void
test_find (void)
{
  g_test_summary ("Each palette is found by its own name and no other.");

  for (guint i = 0; i < SL_N_PALETTES; i++)
    {
      SlPaletteId found;

      g_assert_true (sl_palette_find (sl_palette_get (i)->id, &found));
      g_assert_cmpuint (found, ==, i);
    }
  g_assert_false (sl_palette_find ("purple", &(SlPaletteId) { 0 }));
}

static void
test_resolve (void)
{
  const SlPalette *palette = sl_palette_get (SL_PALETTE_LIGHT);
  double alpha;

  g_test_summary ("Colours start over after the eighth object; tints vanish in high contrast.");

  g_assert_cmphex (sl_palette_resolve (palette, sl_paint_object (SL_PAINT_OBJECT, 9, 1), &alpha),
                   ==, palette->objects[1]);
  g_assert_cmpfloat (alpha, ==, 1);
  sl_palette_resolve (sl_palette_get (SL_PALETTE_CONTRAST_DARK),
                      sl_paint_object (SL_PAINT_TINT, 0, 0.4), &alpha);
  g_assert_cmpfloat (alpha, ==, 0);
}

static void
test_nearest (void)
{
  const SlPalette *light = sl_palette_get (SL_PALETTE_LIGHT);

  g_test_summary (
      "A colour that the palette has is granted; another one becomes one of the palette.");

  for (guint i = 0; i < SL_PALETTE_OBJECTS; i++)
    {
      guint found = sl_palette_find_nearest (light->objects[i]);

      g_assert_cmphex (light->objects[found], ==, light->objects[i]);
      g_assert_cmpuint (sl_palette_find_nearest (light->objects[i] ^ 0x010101), ==, found);
    }
  g_assert_cmpuint (sl_palette_find_nearest (0), <, SL_PALETTE_OBJECTS);
}

/* @over on @under, as it looks with @alpha. */
static guint32
blend (guint32 over, guint32 under, double alpha)
{
  guint32 result = 0;

  for (guint shift = 0; shift <= 16; shift += 8)
    result |= (guint32) ((over >> shift & 0xff) * alpha + (under >> shift & 0xff) * (1 - alpha))
              << shift;
  return result;
}

static void
test_veil (void)
{
  static const SlPaletteId ids[] = { SL_PALETTE_CONTRAST_LIGHT, SL_PALETTE_CONTRAST_DARK };

  g_test_summary ("In high contrast, labels can be read on boxes under a veil.");

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    for (guint object = 0; object < SL_PALETTE_OBJECTS; object++)
      {
        const SlPalette *palette = sl_palette_get (ids[i]);
        double alpha;
        guint32 veil = sl_palette_resolve (palette, sl_paint_alpha (SL_PAINT_VEIL, 0.58), &alpha);

        g_assert_cmpfloat (get_contrast (blend (veil, palette->objects[object], alpha),
                                         blend (veil, palette->labels[object], alpha)),
                           >=, 3);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette/contrast", test_contrast);
  g_test_add_func ("/palette/distinct", test_distinct);
  g_test_add_func ("/palette/find", test_find);
  g_test_add_func ("/palette/nearest", test_nearest);
  g_test_add_func ("/palette/resolve", test_resolve);
  g_test_add_func ("/palette/veil", test_veil);
  return g_test_run ();
}
