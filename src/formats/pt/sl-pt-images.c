/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-images.h"

#include "sl-pt-spaces.h"

struct _SlPtImages
{
  SlPtStream *stream;
  SlCodeMap *map;
  SlPtSpaces *spaces; /* NULL where it makes no difference who runs, or nobody knows */
  GHashTable *images; /* process → struct pt_image */
  guint64 cr3;        /* that packets told last; or %SL_CODE_NO_CR3 */
  guint32 process;
  gboolean is_shared; /* all code is every process's */
};

static gboolean
is_shared (const SlCodeMap *map)
{
  for (guint i = 0; i < sl_code_map_get_count (map); i++)
    if (sl_code_map_get (map, i)->process != SL_CODE_ANY_PROCESS)
      return FALSE;

  return TRUE;
}

/**
 * sl_pt_images_new:
 * @segment: of @stream, which is decoded
 */
SlPtImages *
sl_pt_images_new (SlPtStream *stream, const SlSegment *segment, SlCodeMap *map)
{
  SlPtImages *self = g_new0 (SlPtImages, 1);

  self->stream = stream;
  self->map = sl_code_map_ref (map);
  self->images = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) pt_image_free);
  self->cr3 = SL_CODE_NO_CR3;
  self->process = SL_CODE_ANY_PROCESS;
  self->is_shared = is_shared (map);
  if (!self->is_shared && sl_pt_stream_has_owners (stream))
    self->spaces = sl_pt_spaces_new (stream, segment);
  return self;
}

void
sl_pt_images_free (SlPtImages *self)
{
  g_clear_pointer (&self->images, g_hash_table_unref);
  g_clear_pointer (&self->spaces, sl_pt_spaces_free);
  g_clear_pointer (&self->map, sl_code_map_unref);
  g_free (self);
}

/* What the user says of an address space counts most, then what the packets and the system's records
 * say together, then the records alone. */
static guint32
find_process (const SlPtImages *self, SlTime time)
{
  guint32 process;

  if (self->is_shared)
    return SL_CODE_ANY_PROCESS;
  if (self->cr3 != SL_CODE_NO_CR3)
    {
      process = sl_code_map_find_space (self->map, self->cr3);
      if (process != SL_CODE_ANY_PROCESS)
        return process;
      if (self->spaces != NULL && sl_pt_spaces_find (self->spaces, self->cr3, &process))
        return process;
    }
  if (sl_pt_stream_find_owner (self->stream, time, &process))
    return process;

  return sl_code_map_has_spaces (self->map) ? SL_CODE_NO_PROCESS : SL_CODE_ANY_PROCESS;
}

/**
 * sl_pt_images_begin:
 * @time: at which decoding begins
 *
 * Before the first instruction.
 */
void
sl_pt_images_begin (SlPtImages *self, SlTime time)
{
  self->process = find_process (self, time);
}

/**
 * sl_pt_images_follow:
 * @offset: SL_OFFSET() of the decoder
 * @time: that is known there
 *
 * Returns: whether another image is to be read from now on
 */
gboolean
sl_pt_images_follow (SlPtImages *self, const struct pt_event *event, guint64 offset, SlTime time)
{
  guint32 before = self->process;

  if (event->type == ptev_paging)
    self->cr3 = event->variant.paging.cr3;
  else if (event->type == ptev_async_paging)
    self->cr3 = event->variant.async_paging.cr3;
  else if (event->type != ptev_enabled)
    return FALSE;

  if (event->type == ptev_enabled && self->spaces != NULL)
    time = sl_pt_spaces_find_enabled (self->spaces, offset, time);
  self->process = find_process (self, time);
  return self->process != before;
}

guint32
sl_pt_images_get_process (const SlPtImages *self)
{
  return self->process;
}

static struct pt_image *
make_image (const SlCodeMap *map, guint32 process)
{
  struct pt_image *image = pt_image_alloc (NULL);

  for (guint i = 0; image != NULL && i < sl_code_map_get_count (map); i++)
    {
      const SlCodeModule *module = sl_code_map_get (map, i);

      if (process != SL_CODE_ANY_PROCESS && module->process != SL_CODE_ANY_PROCESS &&
          module->process != process)
        continue;
      for (guint j = 0; module->sections != NULL && j < module->sections->len; j++)
        {
          const SlCodeSection *section = &g_array_index (module->sections, SlCodeSection, j);

          /* What cannot be added is code that is not there. */
          pt_image_add_file (image, module->path, section->file_offset, section->size, NULL,
                             section->address);
        }
    }

  return image;
}

/**
 * sl_pt_images_get:
 *
 * Returns: (transfer none) (nullable): the memory of the process that is running; %NULL without memory to
 *   make it in
 */
struct pt_image *
sl_pt_images_get (SlPtImages *self)
{
  struct pt_image *image = g_hash_table_lookup (self->images, GUINT_TO_POINTER (self->process));

  if (image != NULL)
    return image;

  image = make_image (self->map, self->process);
  if (image != NULL)
    g_hash_table_insert (self->images, GUINT_TO_POINTER (self->process), image);
  return image;
}

/**
 * sl_pt_images_configure:
 * @begin: in the stream
 * @end: in the stream
 * @config: (out): of a decoder of these bytes
 */
void
sl_pt_images_configure (const SlPtStream *stream, gsize begin, gsize end, struct pt_config *config)
{
  const SlPtTiming *timing = &stream->options.timing;

  pt_config_init (config);
  config->begin = (guint8 *) stream->data + begin;
  config->end = (guint8 *) stream->data + end;
  config->cpuid_0x15_ebx = timing->ctc_numerator;
  config->cpuid_0x15_eax = timing->ctc_denominator;
  config->mtc_freq = (guint8) timing->mtc_frequency;
  config->nom_freq = (guint8) timing->nominal_ratio;
}
