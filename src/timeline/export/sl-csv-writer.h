/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-scene.h"

G_BEGIN_DECLS

GString *sl_csv_writer_write (SlScene *scene);
GString *sl_csv_writer_write_element (SlScene *scene, const SlElement *element);

G_END_DECLS
