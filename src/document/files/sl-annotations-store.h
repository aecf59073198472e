/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_annotations_store_attach (SlDocument *document, GPtrArray *files);

G_END_DECLS
