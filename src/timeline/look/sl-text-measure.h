/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How wide text is, asked for by whoever lays a picture out; painters use the same fonts. */

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SL_FONT_NAME,      /* row names: 0.93 of the interface font */
  SL_FONT_NAME_BOLD, /* of the picked row */
  SL_FONT_RULER,     /* 0.82 */
  SL_FONT_RULER_BOLD,
  SL_FONT_ROW,      /* text inside rows: 0.75, at least 10 px */
  SL_FONT_ROW_BOLD, /* badges */
  SL_FONT_MONO,     /* addresses: 0.75 of the monospace font */
  SL_FONT_TITLE,    /* of a picture: 1.2 */
  SL_FONT_TEXTBOOK, /* textbook pictures: the serif font, 14 px where the interface font is as usual */
  SL_FONT_TEXTBOOK_ITALIC,
  SL_FONT_TEXTBOOK_SUB,    /* subscripts */
  SL_FONT_TEXTBOOK_SYMBOL, /* 22 px, italic */
  SL_FONT_TEXTBOOK_SYMBOL_SUB,
  SL_FONT_TEXTBOOK_SMALL, /* 12.5 px */
  SL_FONT_TEXTBOOK_SMALL_ITALIC,
  SL_FONT_TEXTBOOK_CAPTION, /* 16 px */
  SL_FONT_TEXTBOOK_CAPTION_ITALIC,
  SL_N_FONTS,
} SlFont;

/**
 * SlFontSet:
 * @family: of the interface font, as CSS has it
 * @mono: of the monospace font
 * @size: of the interface font, in pixels at scale 1
 * @serif: (nullable): of textbook pictures; %NULL for Times and what looks like it
 */
typedef struct
{
  const char *family;
  const char *mono;
  double size;
  const char *serif;
} SlFontSet;

#define SL_FONT_SERIF "TeX Gyre Termes, STIX, Liberation Serif, serif"
#define SL_FONT_SET_DEFAULT \
  ((SlFontSet) { "Cantarell, sans-serif", "monospace", 14.667, SL_FONT_SERIF })

double sl_font_set_get_size (const SlFontSet *self, SlFont font);
const char *sl_font_set_get_family (const SlFontSet *self, SlFont font);
gboolean sl_font_is_italic (SlFont font);
gboolean sl_font_is_bold (SlFont font);
gboolean sl_font_is_mono (SlFont font);

/**
 * SlTextMeasure:
 * @width: in pixels at scale 1
 * @height: (ascent, descent) of a line in pixels
 * @free: releases the measure
 *
 * One thread at a time.
 */
typedef struct _SlTextMeasure SlTextMeasure;
struct _SlTextMeasure
{
  double (*width) (SlTextMeasure *self, SlFont font, const char *text);
  void (*height) (SlTextMeasure *self, SlFont font, double *ascent, double *descent);
  void (*free) (SlTextMeasure *self);
};

SlTextMeasure *sl_text_measure_new_pango (const SlFontSet *fonts);
SlTextMeasure *sl_text_measure_new_fixed (double width);
void sl_text_measure_free (SlTextMeasure *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTextMeasure, sl_text_measure_free)

double sl_text_measure_width (SlTextMeasure *self, SlFont font, const char *text);
void sl_text_measure_height (SlTextMeasure *self, SlFont font, double *ascent, double *descent);
char *sl_text_measure_elide (SlTextMeasure *self,
                             SlFont font,
                             const char *text,
                             double width,
                             gboolean middle) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
