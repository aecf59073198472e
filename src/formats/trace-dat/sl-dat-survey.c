/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-survey.h"

#include "sl-dat-pages.h"
#include "sl-ring-page.h"

/* Times that are further apart than this are not of one recording. */
#define FAR (G_GUINT64_CONSTANT (1) << 40)

/* The first pages of a row whose times are looked at, and the last ones. */
#define N_LOOKS 2

static int
compare_times (gconstpointer one, gconstpointer other)
{
  guint64 a = *(const guint64 *) one;
  guint64 b = *(const guint64 *) other;

  return a < b ? -1 : a > b;
}

/* The time of the first record of a page. */
static gboolean
find_time (const SlDatFile *file, const SlDatPage *page, guint64 *time)
{
  const SlTracingData *tracing = file->tracing;
  SlRingLayout layout = { tracing->is_big, tracing->commit_size, tracing->data_offset };
  SlRingPage ring;
  guint32 size;

  if (page->bytes == NULL)
    return FALSE;

  sl_ring_page_open (&ring, &layout, page->bytes, page->size);
  if (sl_ring_page_next (&ring, layout.is_big, &size) == NULL)
    return FALSE;

  *time = ring.time;
  return TRUE;
}

static void
look_at_row (const SlDatFile *file, guint row, GArray *times)
{
  g_autoptr (SlDatPages) pages = sl_dat_pages_new (file, row);
  g_autoptr (SlDatCodec) codec = sl_dat_codec_new (file->codec);
  guint64 n_pages = sl_dat_pages_get_count (pages);

  for (guint64 i = 0; i < n_pages; i++)
    {
      SlDatPage page;
      guint64 time;

      if (i == N_LOOKS && n_pages > 2 * N_LOOKS)
        i = n_pages - N_LOOKS;
      sl_dat_pages_read (pages, i, codec, &page);
      if (find_time (file, &page, &time))
        g_array_append_val (times, time);
    }
}

/* A damaged time may be anything: what is alone, far from all others, at either end does not count. */
static void
set_span (SlDatSurvey *self, GArray *times)
{
  const guint64 *sorted = (const guint64 *) (gpointer) times->data;
  guint first = 0;
  guint last = times->len;

  *self = (SlDatSurvey) { 0, 0, 0 };
  if (times->len == 0)
    return;

  g_array_sort (times, compare_times);
  while (last - first > 2 && sorted[last - 1] - sorted[last - 2] > FAR)
    last--;
  while (last - first > 2 && sorted[first + 1] - sorted[first] > FAR)
    first++;
  self->first = sorted[first];
  self->last = sorted[last - 1];
}

/**
 * sl_dat_survey_run:
 * @self: (out): what was found
 */
void
sl_dat_survey_run (SlDatSurvey *self, const SlDatFile *file)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 latest = 0;

  for (guint i = 0; i < file->rows->len; i++)
    {
      guint n_times = times->len;

      look_at_row (file, i, times);
      if (times->len > n_times)
        latest = MAX (latest, g_array_index (times, guint64, n_times));
    }
  set_span (self, times);
  self->complete = file->buffers->len == 1 ? CLAMP (latest, self->first, self->last) : self->first;
}
