/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A sheet as a document of LaTeX, which pdflatex takes, with TikZ for its pictures. */

#include "sl-sheet.h"

G_BEGIN_DECLS

GString *sl_sheet_to_tex (const SlSheet *self);

G_END_DECLS
