/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The options in the task model: its group [scheduler], and the locks' protocols. Words are those
 * of the keys' table, in the order of the enumerations. */
#include "sl-sim-private.h"

#include "sl-error.h"
#include "sl-time-text.h"

#define DEFAULT_QUANTUM G_GINT64_CONSTANT (1000000)

static const char *
get_word (const char *key, guint number)
{
  return sl_model_keys_find (SL_MODEL_SCHEDULER, key)->choices[number];
}

static gboolean G_GNUC_PRINTF (6, 7) fail (const SlTaskModel *model,
                                           SlModelGroup group,
                                           const char *name,
                                           const char *key,
                                           GError **error,
                                           const char *format,
                                           ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: Line %u, [%s%s], %s: %s",
               sl_task_model_get_file_name (model),
               sl_task_model_find_line (model, group, name, key), sl_model_group_get_prefix (group),
               name, key, text);
  return FALSE;
}

/* @found stays as it is where there is no such key. */
static gboolean
read_word (const SlTaskModel *model,
           SlModelGroup group,
           const char *name,
           const char *key,
           guint *found,
           GError **error)
{
  g_autofree char *value = sl_task_model_get (model, group, name, key);
  const char *const *choices = sl_model_keys_find (group, key)->choices;
  g_autofree char *accepted = g_strjoinv (", ", (char **) choices);

  if (value == NULL)
    return TRUE;

  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (choices[i], value))
      {
        *found = i;
        return TRUE;
      }

  return fail (model, group, name, key, error, "“%s” is not one of: %s", value, accepted);
}

static gboolean
read_ticks (const SlTaskModel *model, const char *key, gint64 *ticks, GError **error)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  g_autofree char *value = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", key);

  if (value == NULL || sl_duration_parse (value, clock, ticks, NULL))
    return TRUE;

  return fail (model, SL_MODEL_SCHEDULER, "", key, error,
               "“%s” is not a time above 0: write a number with s, ms, us or ns", value);
}

/* That of the set's locks, or of the scheduler; a run has one for all of them. */
static gboolean
read_protocol (const SlTaskModel *model, SlSimProtocol *protocol, GError **error)
{
  g_auto (GStrv) locks = sl_task_model_list (model, SL_MODEL_LOCK);
  guint found = *protocol;
  const char *first = NULL;

  if (!read_word (model, SL_MODEL_SCHEDULER, "", "protocol", &found, error))
    return FALSE;

  for (guint i = 0; locks[i] != NULL; i++)
    {
      g_autofree char *id = sl_task_model_get (model, SL_MODEL_LOCK, locks[i], "protocol");

      if (id == NULL)
        continue;
      if (first != NULL && !g_str_equal (first, id))
        return fail (model, SL_MODEL_LOCK, locks[i], "protocol", error,
                     "“%s” and “%s”: only one protocol for all locks is supported; give --protocol",
                     id, first);
      if (!read_word (model, SL_MODEL_LOCK, locks[i], "protocol", &found, error))
        return FALSE;
      first = get_word ("protocol", found);
    }

  *protocol = (SlSimProtocol) found;
  return TRUE;
}

/**
 * sl_sim_options_read:
 * @options: (out caller-allocates)
 *
 * What the model does not tell is rm, none, continue, a quantum of 1 ms, no overhead, seed 0 and the end of
 * #SlSimOptions.
 *
 * Returns: %FALSE with %SL_ERROR_USAGE, which tells line, group, key, value and what is accepted
 */
gboolean
sl_sim_options_read (const SlTaskModel *model, SlSimOptions *options, GError **error)
{
  g_autofree char *seed = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "seed");
  guint scheduler = SL_SIM_RM, overrun = SL_SIM_CONTINUE;

  *options = (SlSimOptions) { .quantum = DEFAULT_QUANTUM };
  if (!read_word (model, SL_MODEL_SCHEDULER, "", "policy", &scheduler, error) ||
      !read_word (model, SL_MODEL_SCHEDULER, "", "overrun", &overrun, error) ||
      !read_protocol (model, &options->protocol, error) ||
      !read_ticks (model, "until", &options->until, error) ||
      !read_ticks (model, "quantum", &options->quantum, error) ||
      !read_ticks (model, "overhead", &options->overhead, error))
    return FALSE;

  options->scheduler = (SlSimScheduler) scheduler;
  options->overrun = (SlSimOverrun) overrun;
  if (seed != NULL)
    options->seed = (guint64) g_ascii_strtoll (seed, NULL, 10);
  return TRUE;
}

/* In the largest unit that tells it exactly. */
static void
write_ticks (SlTaskModel *model, const char *key, gint64 ticks)
{
  static const struct
  {
    const char *unit;
    gint64 ticks;
  } units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 } };
  g_autofree char *text = NULL;
  guint i = 0;

  while (ticks % units[i].ticks != 0)
    i++;
  text = g_strdup_printf ("%" G_GINT64_FORMAT "%s", ticks / units[i].ticks, units[i].unit);
  sl_task_model_set (model, SL_MODEL_SCHEDULER, "", key, text, NULL);
}

/**
 * sl_sim_options_write:
 * @self: with an end above 0
 *
 * Puts into @model what sl_sim_options_read() reads, but for the locks.
 */
void
sl_sim_options_write (const SlSimOptions *self, SlTaskModel *model)
{
  g_autofree char *seed = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) self->seed);

  sl_task_model_set (model, SL_MODEL_SCHEDULER, "", "policy", get_word ("policy", self->scheduler),
                     NULL);
  sl_task_model_set (model, SL_MODEL_SCHEDULER, "", "protocol",
                     sl_sim_protocol_get_id (self->protocol), NULL);
  sl_task_model_set (model, SL_MODEL_SCHEDULER, "", "overrun", get_word ("overrun", self->overrun),
                     NULL);
  write_ticks (model, "quantum", self->quantum);
  if (self->overhead > 0)
    write_ticks (model, "overhead", self->overhead);
  else
    sl_task_model_set (model, SL_MODEL_SCHEDULER, "", "overhead", NULL, NULL);
  write_ticks (model, "until", self->until);
  sl_task_model_set (model, SL_MODEL_SCHEDULER, "", "seed", seed, NULL);
}

/* Returns: (transfer none): the word of the task model */
const char *
sl_sim_protocol_get_id (SlSimProtocol protocol)
{
  return get_word ("protocol", protocol);
}
