/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-key-map.h"

G_BEGIN_DECLS

/**
 * SlHelpSection:
 * @page: (nullable): title of the page that begins with this section, to be translated; %NULL for one more of the page before
 * @heading: to be translated
 * @text: to be translated; paragraphs are apart by a newline. {view.undo} stands for the key of that action, or where it
 *   has none, for what the list of keys calls it
 *
 * What the help says of one thing.
 */
typedef struct
{
  const char *page;
  const char *heading;
  const char *text;
} SlHelpSection;

const SlHelpSection *sl_help_text_get (guint *n_sections);
char *sl_help_text_dup_plain (const SlHelpSection *section, SlKeyMap *map);
char *sl_help_text_dup_markup (const SlHelpSection *section, SlKeyMap *map);

G_END_DECLS
