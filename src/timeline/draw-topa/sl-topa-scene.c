/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-scene-private.h"

#include <glib/gi18n-lib.h>

#include "sl-scene-parts.h"
#include "sl-text-topa.h"

#define MARGIN 18

/* The registers in a picture that is wide enough. */
#define REGISTERS_X     (SL_TOPA_CARD_X + 370)
#define REGISTERS_WIDTH 500

static void
add_title (SlTopaBuild *self, const char *title)
{
  g_autofree char *summary = sl_text_topa_summary (self->layout);
  g_autofree char *damage = sl_text_topa_damage (self->layout);

  sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_TITLE, SL_ANCHOR_LEFT, MARGIN, 28 },
                      title != NULL ? title : _ ("Intel PT output in memory"), SL_PAINT_INK);
  sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, MARGIN, 52 }, summary,
                      SL_PAINT_SOFT);
  sl_topa_build_register_line (self, MARGIN, 70);
  if (self->layout->failure != NULL || damage != NULL)
    {
      g_autofree char *text =
          sl_text_measure_elide (self->measure, SL_FONT_RULER_BOLD,
                                 damage != NULL ? damage : self->layout->failure,
                                 sl_scene_get_width (self->scene) - 2 * MARGIN, FALSE);

      sl_topa_build_text (self, 0, (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, MARGIN, 90 },
                          text != NULL ? text : "", SL_PAINT_MISS);
    }
}

static guint
choose_selected (const SlTopaLayout *layout, guint wanted)
{
  if (wanted < layout->entries->len)
    return wanted;
  return layout->bad_entry != SL_TOPA_NO_ENTRY ? layout->bad_entry : layout->current;
}

/**
 * sl_topa_scene_build:
 *
 * Returns: (transfer full): the picture, as high as it needs. Elements are entries, regions and
 *   pointers
 */
SlScene *
sl_topa_scene_build (const SlTopaLayout *layout, const SlTopaSceneOptions *options)
{
  int width = MAX (options->width, SL_TOPA_SCENE_MIN_WIDTH);
  guint selected = choose_selected (layout, options->selected);
  g_autoptr (SlTopaPlan) plan = sl_topa_plan_new (layout, selected);
  SlView view = { .visible = { 0, 1 }, .width = width };
  SlScene *scene = sl_scene_new (width, 1, view, NULL);
  SlTopaBuild build = { scene, layout, plan, options->measure, selected };
  double left = SL_TOPA_COLUMN_Y + plan->height + 44;
  double right;

  add_title (&build, options->title);
  sl_topa_build_column (&build);
  sl_topa_build_arrows (&build);
  right = sl_topa_build_pointers (&build);
  right = sl_topa_build_bits (&build, right + 22);
  right = sl_topa_build_key (&build, right + 22);
  /* Beside what explains the picture where there is room for it, else below the column. */
  if (width >= REGISTERS_X + REGISTERS_WIDTH)
    right = MAX (right, sl_topa_build_registers (&build, REGISTERS_X, SL_TOPA_COLUMN_Y));
  else
    left = sl_topa_build_registers (&build, MARGIN, left) + MARGIN;

  sl_scene_set_height (scene, (int) MAX (left, right + MARGIN));
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    sl_scene_set_clip (scene, layer, 0, 0, (float) width, (float) sl_scene_get_height (scene));
  return scene;
}
