/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-list-page.h"

G_BEGIN_DECLS

#define SL_TYPE_PAGER (sl_pager_get_type ())
G_DECLARE_FINAL_TYPE (SlPager, sl_pager, SL, PAGER, AdwBin)

void sl_pager_set (SlPager *self, guint64 page, guint64 n_rows);

/* The keys by which one comes from one page of a long list to another: to its ends, and over the
 * edge of a page. */

typedef enum
{
  SL_PAGE_MOVE_FIRST, /* Ctrl+Home */
  SL_PAGE_MOVE_LAST,  /* Ctrl+End */
  SL_PAGE_MOVE_UP,    /* Up and Page Up */
  SL_PAGE_MOVE_DOWN,  /* Down and Page Down */
} SlPageMove;

/* Returns: FALSE to leave the key to the table */
typedef gboolean (*SlPageMoveFunc) (GtkWidget *list, SlPageMove move);

void sl_pager_keys_add (GtkWidget *list, SlPageMoveFunc move);

G_END_DECLS
