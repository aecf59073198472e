/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The texts of a textbook picture: of several fonts, none over another one. */

#include "sl-build-book-private.h"

#include <math.h>
#include <string.h>

#include "sl-fonts-private.h"

#define LOWERED 2.6

/* Between two labels of a line. */
#define LABEL_GAP 2

/* Rooms are looked for in bands of the page of this height. */
#define BAND 32

/* Characters of a name that is a symbol by itself. */
#define SHORT_NAME 2

static SlFont
get_font (SlBookSize size, char mode)
{
  static const SlFont fonts[][3] = {
    [SL_BOOK_NORMAL] = { SL_FONT_BOOK, SL_FONT_BOOK_ITALIC, SL_FONT_BOOK_SUB },
    [SL_BOOK_SMALL] = { SL_FONT_BOOK_SMALL, SL_FONT_BOOK_SMALL_ITALIC, SL_FONT_BOOK_SUB },
    [SL_BOOK_SYMBOL] = { SL_FONT_BOOK_SYMBOL, SL_FONT_BOOK_SYMBOL, SL_FONT_BOOK_SYMBOL_SUB },
    [SL_BOOK_CAPTION] = { SL_FONT_BOOK_CAPTION, SL_FONT_BOOK_CAPTION_ITALIC, SL_FONT_BOOK_SUB },
  };

  if (mode == *SL_BOOK_I)
    return fonts[size][1];

  return mode == *SL_BOOK_S ? fonts[size][2] : fonts[size][0];
}

/* Cuts the next run off. */
static char *
next_run (const char **text, char *mode)
{
  const char *begin = *text;
  gsize length;

  while (*begin >= *SL_BOOK_I && *begin <= *SL_BOOK_S)
    *mode = *begin++;
  length = strcspn (begin, SL_BOOK_I SL_BOOK_R SL_BOOK_S);
  *text = begin + length;

  return g_strndup (begin, length);
}

/**
 * sl_book_text_width:
 * @text: with %SL_BOOK_I, %SL_BOOK_R and %SL_BOOK_S between its runs
 */
double
sl_book_text_width (SlBook *self, SlBookSize size, const char *text)
{
  char mode = *SL_BOOK_R;
  double width = 0;

  while (*text != '\0')
    {
      g_autofree char *run = next_run (&text, &mode);

      width += sl_text_measure_width (self->build->measure, get_font (size, mode), run);
    }

  return width;
}

/* What a label takes: a little less than its lines are high, since few letters go below. */
static SlBookRoom
get_room (SlBook *self, SlBookSize size, SlAnchor anchor, double x, double y, const char *text)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  double height = sl_font_set_get_size (&fonts, get_font (size, *SL_BOOK_R));
  double width = sl_book_text_width (self, size, text);

  if (anchor != SL_ANCHOR_LEFT)
    x -= anchor == SL_ANCHOR_RIGHT ? width : width / 2;

  return (SlBookRoom) { x, y - height * 0.72, x + width, y + height * 0.22 };
}

static int
get_band (double y)
{
  return (int) floor (y / BAND);
}

/**
 * sl_book_take:
 *
 * No label that has a choice will be there.
 */
void
sl_book_take (SlBook *self, double x, double y, double width, double height)
{
  SlBookRoom room = { x, y, x + width, y + height };

  for (int band = get_band (y); band <= get_band (y + height); band++)
    {
      GArray *rooms = g_hash_table_lookup (self->taken, GINT_TO_POINTER (band));

      if (rooms == NULL)
        {
          rooms = g_array_new (FALSE, FALSE, sizeof (SlBookRoom));
          g_hash_table_insert (self->taken, GINT_TO_POINTER (band), rooms);
        }
      g_array_append_val (rooms, room);
    }
}

static gboolean
overlap (const SlBookRoom *one, const SlBookRoom *other)
{
  return one->left < other->right + LABEL_GAP && other->left < one->right + LABEL_GAP &&
         one->top < other->bottom && other->top < one->bottom;
}

static gboolean
is_free (const SlBook *self, const SlBookRoom *room)
{
  for (int band = get_band (room->top); band <= get_band (room->bottom); band++)
    {
      const GArray *rooms = g_hash_table_lookup (self->taken, GINT_TO_POINTER (band));

      for (guint i = 0; rooms != NULL && i < rooms->len; i++)
        {
          if (overlap (room, &g_array_index (rooms, SlBookRoom, i)))
            return FALSE;
        }
    }

  return room->left >= self->build->plot_x &&
         room->right <= sl_scene_get_width (self->build->scene);
}

/* The runs of one label: what writes it may put them together, whatever its own fonts are. */
static void
join_runs (SlBook *self, SlLayer layer, guint first, SlAnchor anchor)
{
  guint end = sl_scene_get_n_shapes (self->build->scene, layer);

  if (end > first)
    sl_scene_join_texts (self->build->scene, layer, first, end - first, anchor);
}

/**
 * sl_book_add_text:
 * @y: of the base line
 *
 * Text of several fonts on a halo of the page.
 *
 * Returns: its width
 */
double
sl_book_add_text (SlBook *self,
                  SlLayer layer,
                  guint32 element,
                  SlBookSize size,
                  SlAnchor anchor,
                  double x,
                  double y,
                  const char *text,
                  SlPaint paint)
{
  SlBookRoom room = get_room (self, size, anchor, x, y, text);
  guint first = sl_scene_get_n_shapes (self->build->scene, layer);
  char mode = *SL_BOOK_R;

  x = room.left;
  while (*text != '\0')
    {
      g_autofree char *run = next_run (&text, &mode);
      SlFont font = get_font (size, mode);
      SlShape *shape;

      if (*run == '\0')
        continue;

      shape = sl_build_text (self->build, layer, font, SL_ANCHOR_LEFT, x,
                             y + (mode == *SL_BOOK_S ? LOWERED : 0), run, paint);
      shape->element = element;
      shape->halo = sl_paint (SL_PAINT_VIEW);
      shape->radius = SL_BOOK_TEXT_HALO;
      x += sl_text_measure_width (self->build->measure, font, run);
    }
  join_runs (self, layer, first, anchor);
  sl_book_take (self, room.left, room.top, room.right - room.left, room.bottom - room.top);

  return room.right - room.left;
}

/**
 * sl_book_try_text:
 *
 * The same where no other text is: a label gives way.
 *
 * Returns: whether there was room
 */
gboolean
sl_book_try_text (SlBook *self,
                  SlLayer layer,
                  guint32 element,
                  SlBookSize size,
                  SlAnchor anchor,
                  double x,
                  double y,
                  const char *text,
                  SlPaint paint)
{
  SlBookRoom room = get_room (self, size, anchor, x, y, text);

  if (!is_free (self, &room))
    return FALSE;

  sl_book_add_text (self, layer, element, size, anchor, x, y, text, paint);
  return TRUE;
}

/**
 * sl_book_wish_text:
 * @element: which the text says something of
 * @places: where it may be, the best one first
 *
 * Text that comes when all signs are drawn, where none of them and no other text is, or not at all: a
 * label gives way.
 */
void
sl_book_wish_text (SlBook *self,
                   SlLayer layer,
                   guint32 element,
                   const char *text,
                   SlPaint paint,
                   const SlBookPlace *places,
                   guint n_places)
{
  SlBookWish wish = { .layer = layer, .element = element, .paint = paint, .n_places = n_places };

  g_return_if_fail (n_places <= G_N_ELEMENTS (wish.places));

  wish.text = sl_scene_add_string (self->build->scene, text);
  memcpy (wish.places, places, n_places * sizeof *places);
  g_array_append_val (self->wishes, wish);
}

/**
 * sl_book_wish_beside:
 * @gap: from @x to either side
 *
 * The same to the right of @x, or to its left.
 */
void
sl_book_wish_beside (SlBook *self,
                     SlLayer layer,
                     guint32 element,
                     double x,
                     double gap,
                     double y,
                     const char *text,
                     SlPaint paint)
{
  const SlBookPlace places[] = {
    { SL_ANCHOR_LEFT, x + gap, y },
    { SL_ANCHOR_RIGHT, x - gap, y },
  };

  sl_book_wish_text (self, layer, element, text, paint, places, G_N_ELEMENTS (places));
}

/**
 * sl_book_grant_wishes:
 *
 * Adds the texts that were wished for, as far as there is room.
 */
void
sl_book_grant_wishes (SlBook *self)
{
  for (guint i = 0; i < self->wishes->len; i++)
    {
      const SlBookWish *wish = &g_array_index (self->wishes, SlBookWish, i);
      gboolean is_added = FALSE;

      for (guint j = 0; j < wish->n_places && !is_added; j++)
        {
          const SlBookPlace *place = &wish->places[j];

          is_added = sl_book_try_text (self, wish->layer, wish->element, SL_BOOK_NORMAL,
                                       place->anchor, place->x, place->y, wish->text, wish->paint);
        }
    }
}

/* A name of one or two characters, the second of them lowered where it is a digit. */
static char *
make_symbol (const char *name)
{
  glong length = g_utf8_strlen (name, -1);
  const char *last = g_utf8_offset_to_pointer (name, MAX (length - 1, 0));
  g_autofree char *first = g_strndup (name, (gsize) (last - name));

  return last > name && g_ascii_isdigit (*last)
             ? g_strconcat (SL_BOOK_I, first, SL_BOOK_S, last, NULL)
             : g_strconcat (SL_BOOK_I, name, NULL);
}

/**
 * sl_book_dup_server:
 *
 * Returns: (transfer full): the subscript of what belongs to the server: its own name where that is
 *   short
 */
char *
sl_book_dup_server (const SlBook *self, const SlRow *row)
{
  const char *title = sl_row_get_model_name (self->build->rows, row);

  return g_strdup (g_utf8_strlen (title, -1) <= SHORT_NAME ? title : "s");
}

/**
 * sl_book_dup_symbol:
 *
 * Returns: (transfer full): the task's or budget's symbol, with its runs: its own name where that
 *   is as short as a symbol
 */
char *
sl_book_dup_symbol (const SlBook *self, const SlRow *row)
{
  const char *title = sl_row_get_model_name (self->build->rows, row);

  if (row->lane_type == SL_LANE_SERVER)
    {
      g_autofree char *server = sl_book_dup_server (self, row);

      return g_strconcat (SL_BOOK_I "c" SL_BOOK_S, server, NULL);
    }
  if (g_utf8_strlen (title, -1) <= SHORT_NAME)
    return make_symbol (title);

  return g_strdup_printf (SL_BOOK_I "τ" SL_BOOK_S "%u", row->place);
}
