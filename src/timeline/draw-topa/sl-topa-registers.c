/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The registers beside the picture of memory: a line for each field. */
#include "sl-topa-scene-private.h"

#include "sl-text-topa-registers.h"

#define LINE    17
#define HEAD    24
#define GAP     8
#define VALUE_X 104
#define NAME_X  116
#define MEANING 238
#define MARGIN  12

static void
add_field (SlTopaBuild *self, double x, double y, const SlTopaField *field)
{
  g_autofree char *value = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", field->value);
  double room = sl_scene_get_width (self->scene) - MARGIN - (x + MEANING);
  g_autofree char *meaning =
      sl_text_measure_elide (self->measure, SL_FONT_ROW, field->meaning, room, FALSE);
  double taken = sl_text_measure_width (self->measure, SL_FONT_MONO, field->bits) +
                 sl_text_measure_width (self->measure, SL_FONT_MONO, value);
  SlPaintRole ink = field->is_telling ? SL_PAINT_INK : SL_PAINT_SOFT;

  sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_LEFT, x, y }, field->bits,
                      SL_PAINT_SOFT);
  /* Of a whole register the line above says it. */
  if (taken < VALUE_X)
    sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_RIGHT, x + VALUE_X, y },
                        value, ink);
  sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, x + NAME_X, y },
                      field->name, ink);
  if (meaning != NULL)
    sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, x + MEANING, y },
                        meaning, ink);
}

/**
 * sl_topa_build_registers:
 *
 * Adds what the registers that are known say, bit by bit.
 *
 * Returns: y below them
 */
double
sl_topa_build_registers (SlTopaBuild *self, double x, double y)
{
  g_autoptr (GArray) fields = sl_text_topa_fields (self->layout);

  for (guint i = 0; i < fields->len; i++)
    {
      const SlTopaField *field = &g_array_index (fields, SlTopaField, i);

      if (sl_topa_fields_begin_register (fields, i))
        {
          g_autofree char *title = g_strdup_printf ("%s  0x%" G_GINT64_MODIFIER "x",
                                                    sl_text_topa_register_name (field->reg),
                                                    self->layout->registers.values[field->reg]);

          y += i > 0 ? GAP : 0;
          sl_topa_build_text (self, 0,
                              (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, x,
                                             y + HEAD / 2.0 },
                              title, SL_PAINT_INK);
          y += HEAD;
        }
      add_field (self, x, y + LINE / 2.0, field);
      y += LINE;
    }

  return y;
}

/**
 * sl_topa_build_register_line:
 * @y: of the line's middle
 *
 * Adds the values of the registers that are known, in one line.
 */
void
sl_topa_build_register_line (SlTopaBuild *self, double x, double y)
{
  g_autoptr (GArray) fields = sl_text_topa_fields (self->layout);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < fields->len; i++)
    if (sl_topa_fields_begin_register (fields, i))
      {
        SlTopaRegister reg = g_array_index (fields, SlTopaField, i).reg;

        g_string_append_printf (line, "%s%s 0x%" G_GINT64_MODIFIER "x", line->len > 0 ? " · " : "",
                                sl_text_topa_register_name (reg),
                                self->layout->registers.values[reg]);
      }
  if (line->len == 0)
    return;

  text = sl_text_measure_elide (self->measure, SL_FONT_RULER, line->str,
                                sl_scene_get_width (self->scene) - MARGIN - x, FALSE);
  if (text != NULL)
    sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, x, y }, text,
                        SL_PAINT_SOFT);
}
