/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The texts of a textbook picture: of several fonts, none over another one. */

#include "sl-build-textbook-private.h"

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
get_font (SlTextbookSize size, char mode)
{
  static const SlFont fonts[][3] = {
    [SL_TEXTBOOK_NORMAL] = { SL_FONT_TEXTBOOK, SL_FONT_TEXTBOOK_ITALIC, SL_FONT_TEXTBOOK_SUB },
    [SL_TEXTBOOK_SMALL] = { SL_FONT_TEXTBOOK_SMALL, SL_FONT_TEXTBOOK_SMALL_ITALIC,
                            SL_FONT_TEXTBOOK_SUB },
    [SL_TEXTBOOK_SYMBOL] = { SL_FONT_TEXTBOOK_SYMBOL, SL_FONT_TEXTBOOK_SYMBOL,
                             SL_FONT_TEXTBOOK_SYMBOL_SUB },
    [SL_TEXTBOOK_CAPTION] = { SL_FONT_TEXTBOOK_CAPTION, SL_FONT_TEXTBOOK_CAPTION_ITALIC,
                              SL_FONT_TEXTBOOK_SUB },
  };

  if (mode == *SL_TEXTBOOK_I)
    return fonts[size][1];

  return mode == *SL_TEXTBOOK_S ? fonts[size][2] : fonts[size][0];
}

/**
 * sl_textbook_scaled:
 * @pixels: where the interface font is as usual
 *
 * Returns: pixels of what makes room for text, and grows with it
 */
double
sl_textbook_scaled (const SlTextbook *self, double pixels)
{
  return pixels * sl_rows_get_font_scale (self->picture->rows);
}

/* Cuts the next run off. */
static char *
next_run (const char **text, char *mode)
{
  const char *begin = *text;
  gsize length;

  while (*begin >= *SL_TEXTBOOK_I && *begin <= *SL_TEXTBOOK_S)
    *mode = *begin++;
  length = strcspn (begin, SL_TEXTBOOK_I SL_TEXTBOOK_R SL_TEXTBOOK_S);
  *text = begin + length;

  return g_strndup (begin, length);
}

/**
 * sl_textbook_text_width:
 * @text: with %SL_TEXTBOOK_I, %SL_TEXTBOOK_R and %SL_TEXTBOOK_S between its runs
 */
double
sl_textbook_text_width (SlTextbook *self, SlTextbookSize size, const char *text)
{
  char mode = *SL_TEXTBOOK_R;
  double width = 0;

  while (*text != '\0')
    {
      g_autofree char *run = next_run (&text, &mode);

      width += sl_text_measure_width (self->picture->measure, get_font (size, mode), run);
    }

  return width;
}

/* What a label takes: a little less than its lines are high, since few letters go below. */
static SlTextbookRoom
get_room (SlTextbook *self, const SlTextbookText *text, SlTextbookPlace place)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  double height =
      sl_textbook_scaled (self,
                          sl_font_set_get_size (&fonts, get_font (text->size, *SL_TEXTBOOK_R)));
  double width = sl_textbook_text_width (self, text->size, text->text);
  double x = place.x;

  if (place.anchor != SL_ANCHOR_LEFT)
    x -= place.anchor == SL_ANCHOR_RIGHT ? width : width / 2;

  return (SlTextbookRoom) { x, place.y - height * 0.72, x + width, place.y + height * 0.22 };
}

static int
get_band (double y)
{
  return (int) floor (y / BAND);
}

/**
 * sl_textbook_take:
 *
 * No label that has a choice will be there.
 */
void
sl_textbook_take (SlTextbook *self, double x, double y, double width, double height)
{
  SlTextbookRoom room = { x, y, x + width, y + height };

  for (int band = get_band (y); band <= get_band (y + height); band++)
    {
      GArray *rooms = g_hash_table_lookup (self->taken, GINT_TO_POINTER (band));

      if (rooms == NULL)
        {
          rooms = g_array_new (FALSE, FALSE, sizeof (SlTextbookRoom));
          g_hash_table_insert (self->taken, GINT_TO_POINTER (band), rooms);
        }
      g_array_append_val (rooms, room);
    }
}

static gboolean
overlap (const SlTextbookRoom *one, const SlTextbookRoom *other)
{
  return one->left < other->right + LABEL_GAP && other->left < one->right + LABEL_GAP &&
         one->top < other->bottom && other->top < one->bottom;
}

static gboolean
is_free (const SlTextbook *self, const SlTextbookRoom *room)
{
  for (int band = get_band (room->top); band <= get_band (room->bottom); band++)
    {
      const GArray *rooms = g_hash_table_lookup (self->taken, GINT_TO_POINTER (band));

      for (guint i = 0; rooms != NULL && i < rooms->len; i++)
        {
          if (overlap (room, &g_array_index (rooms, SlTextbookRoom, i)))
            return FALSE;
        }
    }

  return room->left >= self->picture->plot_x &&
         room->right <= sl_scene_get_width (self->picture->scene);
}

/* The runs of one label: what writes it may put them together, whatever its own fonts are. */
static void
join_runs (SlTextbook *self, SlLayer layer, guint first, SlAnchor anchor)
{
  guint end = sl_scene_get_n_shapes (self->picture->scene, layer);

  if (end > first)
    sl_scene_join_texts (self->picture->scene, layer, first, end - first, anchor);
}

/**
 * sl_textbook_add_text:
 *
 * Text of several fonts on a halo of the page.
 *
 * Returns: its width
 */
double
sl_textbook_add_text (SlTextbook *self, const SlTextbookText *text, SlTextbookPlace place)
{
  SlTextbookRoom room = get_room (self, text, place);
  guint first = sl_scene_get_n_shapes (self->picture->scene, text->layer);
  const char *left = text->text;
  char mode = *SL_TEXTBOOK_R;
  double x = room.left;

  while (*left != '\0')
    {
      g_autofree char *run = next_run (&left, &mode);
      SlFont font = get_font (text->size, mode);
      double y = place.y + (mode == *SL_TEXTBOOK_S ? sl_textbook_scaled (self, LOWERED) : 0);
      SlShape *shape;

      if (*run == '\0')
        continue;

      shape = sl_build_text (self->picture, text->layer,
                             (SlTextSpot) { font, SL_ANCHOR_LEFT, x, y }, run, text->paint);
      shape->element = text->element;
      shape->halo = sl_paint (SL_PAINT_VIEW);
      shape->radius = SL_TEXTBOOK_TEXT_HALO;
      x += sl_text_measure_width (self->picture->measure, font, run);
    }
  join_runs (self, text->layer, first, place.anchor);
  sl_textbook_take (self, room.left, room.top, room.right - room.left, room.bottom - room.top);

  return room.right - room.left;
}

/**
 * sl_textbook_try_text:
 *
 * The same where no other text is: a label gives way.
 *
 * Returns: whether there was room
 */
gboolean
sl_textbook_try_text (SlTextbook *self, const SlTextbookText *text, SlTextbookPlace place)
{
  SlTextbookRoom room = get_room (self, text, place);

  if (!is_free (self, &room))
    return FALSE;

  sl_textbook_add_text (self, text, place);
  return TRUE;
}

/**
 * sl_textbook_wish_text:
 * @text: copied
 * @places: where it may be, the best one first
 *
 * Text that comes when all signs are drawn, where none of them and no other text is, or not at all: a
 * label gives way.
 */
void
sl_textbook_wish_text (SlTextbook *self,
                       const SlTextbookText *text,
                       const SlTextbookPlace *places,
                       guint n_places)
{
  SlTextbookWish wish = { .text = *text, .n_places = n_places };

  g_return_if_fail (n_places <= G_N_ELEMENTS (wish.places));

  wish.text.text = sl_scene_add_string (self->picture->scene, text->text);
  memcpy (wish.places, places, n_places * sizeof *places);
  g_array_append_val (self->wishes, wish);
}

/**
 * sl_textbook_wish_beside:
 * @gap: from @x to either side
 *
 * The same to the right of @x, or to its left.
 */
void
sl_textbook_wish_beside (SlTextbook *self,
                         const SlTextbookText *text,
                         double x,
                         double gap,
                         double y)
{
  const SlTextbookPlace places[] = {
    { SL_ANCHOR_LEFT, x + gap, y },
    { SL_ANCHOR_RIGHT, x - gap, y },
  };

  sl_textbook_wish_text (self, text, places, G_N_ELEMENTS (places));
}

/**
 * sl_textbook_grant_wishes:
 *
 * Adds the texts that were wished for, as far as there is room.
 */
void
sl_textbook_grant_wishes (SlTextbook *self)
{
  for (guint i = 0; i < self->wishes->len; i++)
    {
      const SlTextbookWish *wish = &g_array_index (self->wishes, SlTextbookWish, i);
      gboolean is_added = FALSE;

      for (guint j = 0; j < wish->n_places && !is_added; j++)
        is_added = sl_textbook_try_text (self, &wish->text, wish->places[j]);
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
             ? g_strconcat (SL_TEXTBOOK_I, first, SL_TEXTBOOK_S, last, NULL)
             : g_strconcat (SL_TEXTBOOK_I, name, NULL);
}

/**
 * sl_textbook_dup_server:
 *
 * Returns: (transfer full): the subscript of what belongs to the server: its own name where that is
 *   short
 */
char *
sl_textbook_dup_server (const SlTextbook *self, const SlRow *row)
{
  const char *title = sl_row_get_model_name (self->picture->rows, row);

  return g_strdup (g_utf8_strlen (title, -1) <= SHORT_NAME ? title : "s");
}

/**
 * sl_textbook_dup_symbol:
 *
 * Returns: (transfer full): the task's or budget's symbol, with its runs: its own name where that
 *   is as short as a symbol
 */
char *
sl_textbook_dup_symbol (const SlTextbook *self, const SlRow *row)
{
  const char *title = sl_row_get_model_name (self->picture->rows, row);

  if (row->lane_type == SL_LANE_SERVER)
    {
      g_autofree char *server = sl_textbook_dup_server (self, row);

      return g_strconcat (SL_TEXTBOOK_I "c" SL_TEXTBOOK_S, server, NULL);
    }
  if (g_utf8_strlen (title, -1) <= SHORT_NAME)
    return make_symbol (title);

  return g_strdup_printf (SL_TEXTBOOK_I "τ" SL_TEXTBOOK_S "%u", row->place);
}
