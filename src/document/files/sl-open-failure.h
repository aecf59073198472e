/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *sl_open_failure_get_title (const GError *error);
const char *sl_open_failure_get_advice (const GError *error);

G_END_DECLS
