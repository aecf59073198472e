/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What locks are called in a textbook picture: by their own names, where somebody gave them one; by
 * letters where they only have an address. Over a critical section stands the name, or where some
 * section has no room for it, the beginning of it, the same in all of them. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>

#define RADIUS  8.2
#define PADDING 3

/* Of an abbreviation. */
#define MAX_SHORT 2

/* @name: owned by the scene
 * @label: (nullable): what stands in its sections, once that is chosen; owned by the scene
 * @is_named: @name is one that somebody gave it
 * @is_used: the picture has @label */
typedef struct
{
  const char *name;
  const char *label;
  gboolean is_named;
  gboolean is_used;
  double room; /* the least in which a circle fits, of all sections */
} Lock;

/* A place for the label of a lock. */
typedef struct
{
  Lock *lock;
  guint32 element;
  double x;
  double y;
  double width;
  double strength;
} Place;

/**
 * sl_textbook_new_places:
 *
 * Returns: (transfer full): for #SlTextbook
 */
GArray *
sl_textbook_new_places (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Place));
}

/* Texts that stand for some lock. */
static gboolean
is_taken (const SlTextbook *self, const char *text)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      const Lock *lock = g_ptr_array_index (self->locks, i);

      if (g_strcmp0 (lock->label, text) == 0 || g_str_equal (lock->name, text))
        return TRUE;
    }

  return FALSE;
}

/* The first of A, B, …, Z, A1, … that is free. */
static const char *
choose_letter (SlTextbook *self)
{
  for (guint i = 0;; i++)
    {
      g_autofree char *round = i < 26 ? g_strdup ("") : g_strdup_printf ("%u", i / 26);
      g_autofree char *letter = g_strdup_printf ("%c%s", 'A' + i % 26, round);

      if (!is_taken (self, letter))
        return sl_scene_add_string (self->picture->scene, letter);
    }
}

/* The beginning of its name, or its first and last character: "bus1" and "bus2" are b1 and b2. */
static const char *
abbreviate (SlTextbook *self, const char *name)
{
  glong length = g_utf8_strlen (name, -1);
  g_autofree char *last = g_utf8_substring (name, length - 1, length);
  g_autofree char *first = g_utf8_substring (name, 0, 1);
  g_autofree char *ends = g_strconcat (first, last, NULL);

  for (glong i = 1; i <= MAX_SHORT; i++)
    {
      g_autofree char *begin = g_utf8_substring (name, 0, MIN (i, length));

      if (!is_taken (self, begin))
        return sl_scene_add_string (self->picture->scene, begin);
    }

  return is_taken (self, ends) ? choose_letter (self)
                               : sl_scene_add_string (self->picture->scene, ends);
}

static Lock *
get_lock (SlTextbook *self, guint32 number)
{
  SlRowPen *pen = self->pen;
  guint trace = pen->info->lane.trace;
  gpointer key = GSIZE_TO_POINTER ((gsize) trace << 32 | number);
  Lock *lock = g_hash_table_lookup (self->lock_of, key);
  const char *name = sl_build_name (pen, number);

  if (lock != NULL || name == NULL)
    return lock;

  lock = g_new0 (Lock, 1);
  lock->name = name;
  lock->room = G_MAXDOUBLE;
  lock->is_named = sl_build_is_named (pen, number);
  if (!lock->is_named && g_utf8_strlen (name, -1) > MAX_SHORT)
    lock->label = choose_letter (self);
  g_ptr_array_add (self->locks, lock);
  g_hash_table_insert (self->lock_of, key, lock);

  return lock;
}

/**
 * sl_textbook_get_lock:
 * @lock: of the row's trace
 *
 * Returns: (nullable): what texts call it
 */
const char *
sl_textbook_get_lock (SlTextbook *self, guint32 number)
{
  Lock *lock = get_lock (self, number);

  if (lock == NULL)
    return NULL;

  lock->is_used |= lock->label != NULL;
  return lock->label != NULL ? lock->label : lock->name;
}

static SlFont
get_font (const char *label)
{
  return g_utf8_strlen (label, -1) == 1 ? SL_FONT_TEXTBOOK_ITALIC : SL_FONT_TEXTBOOK_SMALL_ITALIC;
}

static double
get_width (SlTextbook *self, const char *label)
{
  double text = sl_text_measure_width (self->picture->measure, get_font (label), label);

  return MAX (2 * sl_textbook_scaled (self, RADIUS), text + 2 * sl_textbook_scaled (self, PADDING));
}

/**
 * sl_textbook_add_lock:
 * @lock: of the row's trace
 * @element: the critical section
 * @x, @y, @width, @height: the part of it that no other section hides
 *
 * The lock's name will stand in the middle.
 */
void
sl_textbook_add_lock (SlTextbook *self,
                      guint32 number,
                      guint32 element,
                      double x,
                      double y,
                      double width,
                      double height)
{
  Lock *lock = get_lock (self, number);
  Place place = { lock, element, x, y + height / 2, width, self->pen->strength };

  if (lock == NULL)
    return;

  if (width >= 2 * sl_textbook_scaled (self, RADIUS))
    lock->room = MIN (lock->room, width);
  g_array_append_val (self->places, place);
}

static void
draw (SlTextbook *self, guint32 element, SlLayer layer, const char *label, double x, double y)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  double width = get_width (self, label);
  double radius = sl_textbook_scaled (self, RADIUS);
  SlFont font = get_font (label);
  SlPaint ink = sl_build_paint (pen, SL_PAINT_INK, -1, 1);
  SlShape *shape;

  if (width <= 2 * radius)
    {
      shape = sl_scene_add_shape (picture->scene, layer, SL_SHAPE_DISC, element);
      shape->x = (float) x;
      shape->y = (float) y;
      shape->fill = sl_paint (SL_PAINT_VIEW);
    }
  else
    shape = sl_build_box (picture, layer, element,
                          sl_box (x - width / 2, y - radius, width, 2 * radius),
                          sl_paint (SL_PAINT_VIEW));
  shape->radius = (float) radius;
  shape->stroke = ink;
  shape->line_width = 0.9f;
  shape =
      sl_build_text (picture, layer,
                     (SlTextSpot) { font, SL_ANCHOR_MIDDLE, x, sl_build_middle (picture, font, y) },
                     label, ink);
  shape->element = element;
}

/**
 * sl_textbook_draw_lock:
 *
 * A section of the legend: with the first label of the picture that has room in it.
 */
void
sl_textbook_draw_lock (SlTextbook *self, double x, double y, double width, double height)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const Lock *lock = g_array_index (self->places, Place, i).lock;

      if (!lock->is_used || get_width (self, lock->label) > width)
        continue;
      draw (self, 0, SL_LAYER_LABELS, lock->label, x + width / 2, y + height / 2);
      return;
    }
}

/* For a caption, and as plain text. */
static void
explain (SlTextbook *self, GString *plain, const Lock *lock)
{
  g_autofree char *roman = g_strconcat (SL_TEXTBOOK_I, lock->label, SL_TEXTBOOK_R, NULL);
  const char *comma = plain->len > 0 ? ", " : "";

  g_string_append (self->explained, comma);
  /* Translators: a letter in the picture and the lock that it stands for */
  g_string_append_printf (self->explained, _ ("%s is %s"), roman, lock->name);
  g_string_append (plain, comma);
  g_string_append_printf (plain, _ ("%s is %s"), lock->label, lock->name);
}

static void
explain_locks (SlTextbook *self)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (guint i = 0; i < self->locks->len; i++)
    {
      const Lock *lock = g_ptr_array_index (self->locks, i);

      if (lock->is_used && !g_str_equal (lock->label, lock->name))
        explain (self, plain, lock);
    }
  if (plain->len > 0)
    sl_scene_set_explained (self->picture->scene, plain->str);
}

/**
 * sl_textbook_add_locks:
 *
 * The labels of all sections, once all of them are known.
 */
void
sl_textbook_add_locks (SlTextbook *self)
{
  double strength = self->pen->strength;

  for (guint i = 0; i < self->locks->len; i++)
    {
      Lock *lock = g_ptr_array_index (self->locks, i);

      if (lock->label == NULL && get_width (self, lock->name) <= lock->room)
        lock->label = lock->name;
    }
  for (guint i = 0; i < self->locks->len; i++)
    {
      Lock *lock = g_ptr_array_index (self->locks, i);

      if (lock->label == NULL)
        lock->label = abbreviate (self, lock->name);
    }

  for (guint i = 0; i < self->places->len; i++)
    {
      Place *place = &g_array_index (self->places, Place, i);

      self->pen->strength = place->strength;
      sl_scene_edit_element (self->picture->scene, place->element)->label = place->lock->label;
      if (get_width (self, place->lock->label) > place->width)
        continue;

      draw (self, place->element, SL_LAYER_LABELS, place->lock->label, place->x + place->width / 2,
            place->y);
      place->lock->is_used = TRUE;
    }
  self->pen->strength = strength;

  explain_locks (self);
}
