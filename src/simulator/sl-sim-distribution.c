/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-distribution.h"

#include <string.h>

/* The mean of so many draws: like a normal law, but with both ends, and the same on every machine. */
#define N_DRAWS 4

void
sl_sim_distribution_clear (SlSimDistribution *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
}

/* @text: a number with a percent sign, from 1 % to 1000 % */
static gboolean
parse_percent (const char *text, guint64 *percent)
{
  g_autofree char *digits = g_strndup (text, MAX (strlen (text), 1) - 1);

  return g_str_has_suffix (text, "%") &&
         g_ascii_string_to_unsigned (g_strstrip (digits), 10, 1, 1000, percent, NULL);
}

/* A time, or a part of the WCET. */
static gboolean
parse_time (const SlSimDistribution *self,
            const SlTaskSetReader *reader,
            const char *text,
            gint64 *ticks,
            GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  guint64 percent;

  if (!parse_percent (stripped, &percent))
    return sl_task_set_reader_parse_time (reader, "execution", stripped, 1, ticks, error);
  if (self->wcet == 0)
    return sl_task_set_reader_fail (reader, "execution", error, "“%s”: a share needs a wcet",
                                    stripped);

  *ticks = MAX (1, (gint64) ((__int128) self->wcet * (gint64) percent / 100));
  return TRUE;
}

/* @text: [N%:] [normal] TIME[..TIME] */
static gboolean
parse_part (SlSimDistribution *self,
            const SlTaskSetReader *reader,
            const char *text,
            GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *weight = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;
  g_autofree char *rest = g_strstrip (g_strdup (colon != NULL ? colon + 1 : text));
  SlSimDistributionPart part = { .is_normal = g_str_has_prefix (rest, "normal ") };
  const char *range = part.is_normal ? rest + strlen ("normal ") : rest;
  const char *dots = strstr (range, "..");
  g_autofree char *low = g_strndup (range, dots != NULL ? (gsize) (dots - range) : strlen (range));
  guint64 percent = 0;

  if (colon != NULL && (!parse_percent (g_strstrip (weight), &percent) || percent > 100))
    return sl_task_set_reader_fail (reader, "execution", error,
                                    "“%s” is not a share from 1%% to 100%%", weight);
  if (part.is_normal && dots == NULL)
    return sl_task_set_reader_fail (reader, "execution", error,
                                    "“%s” has no range, such as normal 1ms..3ms", rest);
  if (!parse_time (self, reader, low, &part.least, error))
    return FALSE;

  part.most = part.least;
  if (dots != NULL && !parse_time (self, reader, dots + 2, &part.most, error))
    return FALSE;
  if (part.least > part.most)
    return sl_task_set_reader_fail (reader, "execution", error, "“%s” ends before it begins",
                                    range);

  part.weight = (guint) percent;
  g_array_append_val (self->parts, part);
  return TRUE;
}

static gboolean
check_weights (const SlSimDistribution *self, const SlTaskSetReader *reader, GError **error)
{
  guint sum = 0, n_weights = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const SlSimDistributionPart *part = &g_array_index (self->parts, SlSimDistributionPart, i);

      sum += part->weight;
      n_weights += part->weight > 0;
    }
  if (n_weights == 0 || (n_weights == self->parts->len && sum == 100))
    return TRUE;

  return sl_task_set_reader_fail (reader, "execution", error,
                                  "The shares do not add up to 100%% over all parts, such as "
                                  "90%%: 1ms..2ms, 10%%: 8ms");
}

static gboolean
read_parts (SlSimDistribution *self, const SlTaskSetReader *reader, GError **error)
{
  g_autofree char *value = sl_task_set_reader_get (reader, "execution");
  g_auto (GStrv) parts = value != NULL ? g_strsplit (value, ",", SL_SET_MAX_LIST + 1) : NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      if (i == SL_SET_MAX_LIST)
        return sl_task_set_reader_fail (reader, "execution", error, "More than %d times",
                                        SL_SET_MAX_LIST);
      if (!parse_part (self, reader, parts[i], error))
        return FALSE;
    }

  return check_weights (self, reader, error);
}

static gint64
get_most (const SlSimDistribution *self)
{
  gint64 most = 0;

  for (guint i = 0; i < self->parts->len; i++)
    most = MAX (most, g_array_index (self->parts, SlSimDistributionPart, i).most);

  return most;
}

/**
 * sl_sim_distribution_read:
 * @self: (out caller-allocates): to be cleared by sl_sim_distribution_clear(), on error as well
 *
 * From the keys wcet and execution, one of which there must be.
 */
gboolean
sl_sim_distribution_read (SlSimDistribution *self, const SlTaskSetReader *reader, GError **error)
{
  *self =
      (SlSimDistribution) { .parts = g_array_new (FALSE, FALSE, sizeof (SlSimDistributionPart)) };
  if (!sl_task_set_reader_read_duration (reader, "wcet", &self->wcet, error) ||
      !read_parts (self, reader, error))
    return FALSE;

  if (self->parts->len == 0 && self->wcet == 0)
    return sl_task_set_reader_fail (reader, "wcet", error, "Neither wcet nor execution is given");
  if (self->parts->len == 0)
    {
      const SlSimDistributionPart part = { self->wcet, self->wcet, FALSE, 0 };

      g_array_append_val (self->parts, part);
    }
  if (self->wcet == 0)
    self->wcet = get_most (self);

  return TRUE;
}

static const SlSimDistributionPart *
choose_part (const SlSimDistribution *self, guint64 number, guint64 *random)
{
  const SlSimDistributionPart *part = &g_array_index (self->parts, SlSimDistributionPart, 0);
  gint64 left;

  if (part->weight == 0)
    return &g_array_index (self->parts, SlSimDistributionPart, number % self->parts->len);

  for (left = sl_sim_draw_up_to (random, 99); left >= part->weight; part++)
    left -= part->weight;
  return part;
}

/**
 * sl_sim_distribution_draw:
 * @number: of the job or interrupt, from 0
 * @random: a stream, which goes on
 *
 * Returns: ticks, above 0
 */
gint64
sl_sim_distribution_draw (const SlSimDistribution *self, guint64 number, guint64 *random)
{
  const SlSimDistributionPart *part = choose_part (self, number, random);
  gint64 sum = 0;

  if (!part->is_normal)
    return part->least + sl_sim_draw_up_to (random, part->most - part->least);

  for (guint i = 0; i < N_DRAWS; i++)
    sum += sl_sim_draw_up_to (random, part->most - part->least);
  return part->least + sum / N_DRAWS;
}

/* Returns: the longest that it may give */
