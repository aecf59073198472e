/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The memory that libipt reads instructions from: that of the process that is running, and what all
 * processes share. Only where libipt is built in. */

#include <intel-pt.h>

#include "sl-code-map.h"
#include "sl-pt-stream-private.h"

G_BEGIN_DECLS

typedef struct _SlPtImages SlPtImages;

SlPtImages *sl_pt_images_new (SlPtStream *stream, const SlSegment *segment, SlCodeMap *map);
void sl_pt_images_free (SlPtImages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPtImages, sl_pt_images_free)

void sl_pt_images_begin (SlPtImages *self, SlTime time);
gboolean
sl_pt_images_follow (SlPtImages *self, const struct pt_event *event, guint64 offset, SlTime time);
guint32 sl_pt_images_get_process (const SlPtImages *self);
struct pt_image *sl_pt_images_get (SlPtImages *self);

void
sl_pt_images_configure (const SlPtStream *stream, gsize begin, gsize end, struct pt_config *config);

G_END_DECLS
