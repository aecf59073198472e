/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-palette-choice.h"

/* What the palette of the screen depends on: the desktop's dark and high-contrast styles, and what the
 * user has chosen. Whatever has colours from it follows "changed". */
struct _SlPaletteChoice
{
  GObject parent_instance;

  gboolean colour_blind;
};

G_DEFINE_FINAL_TYPE (SlPaletteChoice, sl_palette_choice, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
changed_cb (SlPaletteChoice *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
sl_palette_choice_class_init (SlPaletteChoiceClass *klass)
{
  /**
   * SlPaletteChoice::changed:
   *
   * Colours of the screen are others than they were.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SL_TYPE_PALETTE_CHOICE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_palette_choice_init (SlPaletteChoice *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_palette_choice_get_default:
 *
 * Returns: (transfer none): that of the program
 */
SlPaletteChoice *
sl_palette_choice_get_default (void)
{
  static SlPaletteChoice *choice;

  if (choice == NULL)
    choice = g_object_new (SL_TYPE_PALETTE_CHOICE, NULL);
  return choice;
}

/**
 * sl_palette_choice_set_colour_blind:
 * @colour_blind: whether colours are wanted that colour-blind people can tell apart
 */
void
sl_palette_choice_set_colour_blind (SlPaletteChoice *self, gboolean colour_blind)
{
  g_return_if_fail (SL_IS_PALETTE_CHOICE (self));

  if (self->colour_blind == colour_blind)
    return;

  self->colour_blind = colour_blind;
  changed_cb (self);
}

gboolean
sl_palette_choice_get_colour_blind (SlPaletteChoice *self)
{
  g_return_val_if_fail (SL_IS_PALETTE_CHOICE (self), FALSE);

  return self->colour_blind;
}
