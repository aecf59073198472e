/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-saved-filters.h"

static void
saved_filter_free (gpointer data)
{
  SlSavedFilter *self = data;

  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

static SlSavedFilter *
find (GPtrArray *filters, const char *name, guint *place)
{
  for (guint i = 0; i < filters->len; i++)
    {
      SlSavedFilter *filter = g_ptr_array_index (filters, i);

      *place = i;
      if (g_str_equal (filter->name, name))
        return filter;
    }

  return NULL;
}

static void
store (GSettings *settings, GPtrArray *filters)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < filters->len; i++)
    {
      const SlSavedFilter *filter = g_ptr_array_index (filters, i);

      g_variant_builder_add (&builder, "(ss)", filter->name, filter->text);
    }
  g_settings_set_value (settings, SL_SAVED_FILTERS, g_variant_builder_end (&builder));
}

static void
add (GPtrArray *filters, const char *name, const char *text)
{
  SlSavedFilter *filter = g_new (SlSavedFilter, 1);

  *filter = (SlSavedFilter) { g_strdup (name), g_strdup (text) };
  g_ptr_array_add (filters, filter);
}

/**
 * sl_saved_filters_list:
 *
 * Returns: (transfer full) (element-type SlSavedFilter): in the order in which they were saved
 */
GPtrArray *
sl_saved_filters_list (GSettings *settings)
{
  GPtrArray *filters = g_ptr_array_new_with_free_func (saved_filter_free);
  g_autoptr (GVariant) value = g_settings_get_value (settings, SL_SAVED_FILTERS);
  const char *name, *text;
  GVariantIter iter;
  guint place;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(&s&s)", &name, &text))
    if (name[0] != '\0' && find (filters, name, &place) == NULL)
      add (filters, name, text);
  return filters;
}

/**
 * sl_saved_filters_save:
 * @name: not empty; one of that name is replaced
 * @text: the expression
 */
void
sl_saved_filters_save (GSettings *settings, const char *name, const char *text)
{
  g_autoptr (GPtrArray) filters = sl_saved_filters_list (settings);
  SlSavedFilter *filter;
  guint place;

  g_return_if_fail (name[0] != '\0');

  filter = find (filters, name, &place);
  if (filter == NULL)
    add (filters, name, text);
  else
    {
      g_free (filter->text);
      filter->text = g_strdup (text);
    }
  store (settings, filters);
}

/**
 * sl_saved_filters_rename:
 * @name: of a filter; one that is not there changes nothing
 * @other: not empty; another of that name is replaced
 */
void
sl_saved_filters_rename (GSettings *settings, const char *name, const char *other)
{
  g_autoptr (GPtrArray) filters = sl_saved_filters_list (settings);
  SlSavedFilter *filter;
  guint place;

  g_return_if_fail (other[0] != '\0');

  if (g_str_equal (name, other) || find (filters, name, &place) == NULL)
    return;

  if (find (filters, other, &place) != NULL)
    g_ptr_array_remove_index (filters, place);
  filter = find (filters, name, &place);
  g_free (filter->name);
  filter->name = g_strdup (other);
  store (settings, filters);
}

/**
 * sl_saved_filters_remove:
 * @name: of a filter; one that is not there changes nothing
 */
void
sl_saved_filters_remove (GSettings *settings, const char *name)
{
  g_autoptr (GPtrArray) filters = sl_saved_filters_list (settings);
  guint place;

  if (find (filters, name, &place) == NULL)
    return;

  g_ptr_array_remove_index (filters, place);
  store (settings, filters);
}
