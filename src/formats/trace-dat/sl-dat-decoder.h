/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the records of a page to events as sl-linux-kinds.h packs them. What is asked of a record is found once for each
 * number of events; a record then costs some loads. */

#include "sl-dat-file.h"
#include "sl-dat-pages.h"
#include "sl-dat-tally.h"
#include "sl-linux-names.h"
#include "sl-ring-page.h"

G_BEGIN_DECLS

/* Where the event that says that the rest of a row is missing is in the last page, whose head has no record there. */
#define SL_DAT_CUT_OFF 1

/* Immutable; safe from any thread. */
typedef struct _SlDatDecoder SlDatDecoder;

SlDatDecoder *sl_dat_decoder_new (const SlDatFile *file, SlNotes *notes);
void sl_dat_decoder_free (SlDatDecoder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatDecoder, sl_dat_decoder_free)

GPtrArray *sl_dat_decoder_list_words (gpointer decoder, const char *field);
gboolean sl_dat_decoder_may_have_field (gpointer decoder, guint16 kind, const char *field);
void sl_dat_decoder_set_names (SlDatDecoder *self, const SlLinuxNames *names);
void sl_dat_decoder_set_span (SlDatDecoder *self, guint64 first, guint64 last);

guint sl_dat_decoder_get_most (gsize size);
guint sl_dat_decoder_decode (const SlDatDecoder *self,
                             guint row,
                             const SlDatPage *page,
                             SlTime *last,
                             SlEvent *events,
                             SlDatTally *tally);

G_END_DECLS
