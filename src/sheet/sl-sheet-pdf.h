/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A sheet as PDF, to be printed on A4. */

#include "sl-sheet.h"

G_BEGIN_DECLS

GBytes *sl_sheet_to_pdf (const SlSheet *self, GError **error);

G_END_DECLS
