/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/**
 * SlPanelInfo:
 * @name: of the page in the stack
 * @column: of the index: 0 for what happened, 1 for what follows from it
 * @title: of the page
 * @get_type: of the panel
 * @is_for: (nullable): whether the panel is offered; %NULL where @count decides, or always
 * @count: (nullable): how much is on the panel
 * @obstacle: (nullable): why the panel is not offered; a panel that has one, but no @is_for, is offered
 *   while there is anything to count
 * @changes: after which it may be another
 * @comes_forward: it is shown as soon as it is offered
 */
typedef struct
{
  const char *name;
  guint column;
  const char *title;
  GType (*get_type) (void);
  gboolean (*is_for) (SlDocument *document);
  guint (*count) (SlDocument *document);
  const char *obstacle;
  guint changes;
  gboolean comes_forward;
} SlPanelInfo;

const SlPanelInfo *sl_panel_table_get (guint *n_panels);

G_END_DECLS
