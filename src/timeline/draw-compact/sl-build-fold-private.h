/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Slices that are too thin to be seen one by one, as one element of strips. */

#include "sl-build-slice-private.h"
#include "sl-row-units.h"

G_BEGIN_DECLS

guint8 sl_build_choose_group (guint32 state, guint32 detail, gpointer user_data);
void sl_build_fold (SlRowPen *self, SlRowUnits *units, guint first, guint end, const SlBand *band);

G_END_DECLS
