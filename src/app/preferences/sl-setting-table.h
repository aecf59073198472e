/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the user can set for all windows, for the window of preferences and the search of all
 * commands. */

typedef enum
{
  SL_SETTINGS_TIMELINE,
  SL_SETTINGS_NEW_TRACES,
  SL_N_SETTING_GROUPS
} SlSettingGroup;

/**
 * SlSettingChoice:
 * @value: of the setting
 * @title: to be translated
 */
typedef struct
{
  const char *value;
  const char *title;
} SlSettingChoice;

/**
 * SlSetting:
 * @key: in the schema, and the name of its action of the application
 * @title: to be translated
 * @subtitle: to be translated
 * @choices: (nullable): end with one without a value; %NULL for what is on or off
 */
typedef struct
{
  SlSettingGroup group;
  const char *key;
  const char *title;
  const char *subtitle;
  const SlSettingChoice *choices;
} SlSetting;

const SlSetting *sl_setting_table_get (guint *n_settings);

G_END_DECLS
