/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finds out what the code of a document's traces is called: reads the files that the user gave and
 * those that the traces name, in a thread, whenever others are given. */

#include "sl-document.h"

G_BEGIN_DECLS

void sl_code_loader_attach (SlDocument *document);

G_END_DECLS
