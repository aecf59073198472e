/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The bytes of one file, mapped. Immutable but for the damage mark; shared by count. A file that
 * shrinks while it is mapped reads as zeros from there on and is marked. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlMapping SlMapping;

typedef enum
{
  SL_LOSS_SHRANK,  /* it ends earlier now */
  SL_LOSS_EMPTIED, /* there is nothing in it */
  SL_LOSS_WRITTEN_ANEW, /* it ended earlier, and has other bytes there now; or a page of it could not be read */
} SlLoss;

SlMapping *sl_mapping_new_for_bytes (GBytes *bytes, const char *name);
SlMapping *sl_mapping_new_take_fd (int fd, const char *name, GError **error);
SlMapping *sl_mapping_ref (SlMapping *self);
void sl_mapping_unref (SlMapping *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlMapping, sl_mapping_unref)

const guint8 *sl_mapping_get_data (SlMapping *self);
gsize sl_mapping_get_size (SlMapping *self);
const char *sl_mapping_get_name (SlMapping *self);
gsize sl_mapping_get_intact_size (SlMapping *self);
SlLoss sl_mapping_get_loss (SlMapping *self);
gboolean sl_mapping_is_damaged (SlMapping *self);

G_END_DECLS
