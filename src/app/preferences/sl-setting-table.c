/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-setting-table.h"

#include <glib/gi18n.h>

static const SlSettingChoice axes[] = {
  { "time", N_ ("Elapsed time") },
  { "tsc", N_ ("Recorded clock") },
  { NULL, NULL },
};

static const SlSettingChoice units[] = {
  { "auto", N_ ("Automatic") },
  { "seconds", N_ ("Seconds") },
  { "milliseconds", N_ ("Milliseconds") },
  { "microseconds", N_ ("Microseconds") },
  { "nanoseconds", N_ ("Nanoseconds") },
  { "ticks", N_ ("Ticks of the Clock") },
  { NULL, NULL },
};

static const SlSettingChoice wheels[] = {
  { "zoom", N_ ("Zooms") },
  { "pan", N_ ("Moves through time") },
  { "rows", N_ ("Scrolls the rows") },
  { NULL, NULL },
};

static const SlSettingChoice sizes[] = {
  { "small", N_ ("Small") },
  { "normal", N_ ("As on the desktop") },
  { "large", N_ ("Large") },
  { "largest", N_ ("Very large") },
  { NULL, NULL },
};

static const SlSetting settings[] = {
  { SL_SETTINGS_TIMELINE, "colour-blind", N_ ("Colour-Blind Palette"),
    N_ ("Colours that colour-blind people can distinguish"), NULL },
  { SL_SETTINGS_TIMELINE, "wheel", N_ ("Mouse Wheel"),
    N_ ("With Ctrl it always zooms, with Shift it moves through time, with Alt it scrolls the rows"),
    wheels },
  { SL_SETTINGS_TIMELINE, "text-size", N_ ("Text Size"), N_ ("Of the timeline"), sizes },
  { SL_SETTINGS_NEW_TRACES, "open-in-tabs", N_ ("Open in Tabs"),
    N_ ("In a new tab instead of a new window"), NULL },
  { SL_SETTINGS_NEW_TRACES, "axis", N_ ("Time Axis"),
    N_ ("As it was chosen last, in the window or here"), axes },
  { SL_SETTINGS_NEW_TRACES, "unit", N_ ("Units of Time"),
    N_ ("For traces whose clock has a known rate"), units },
};

/**
 * sl_setting_table_get:
 * @n_settings: (out): how many there are
 *
 * Returns: (array length=n_settings) (transfer none): all of them, in the order of their groups
 */
const SlSetting *
sl_setting_table_get (guint *n_settings)
{
  *n_settings = G_N_ELEMENTS (settings);
  return settings;
}
