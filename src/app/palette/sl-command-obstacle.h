/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

const char *sl_command_obstacle_of_action (const char *action, SlDocument *document);
const char *sl_command_obstacle_of_page (const char *name);

G_END_DECLS
