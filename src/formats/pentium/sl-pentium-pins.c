/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A name in a capture is compared without what analysers and netlists add to it: case, blanks,
 * signs of an active-low pin (# * / ~ ! and _N, _L, _B at its end), and a bit or a range of bits
 * at its end, as in "A[31:3]", "BE7#", "be_n(7)". */

#include "sl-pentium-pins.h"

#include <string.h>

#include "sl-error.h"

#define MOST_NAME 64

typedef struct
{
  const char *name;
  guint8 width;
  guint8 lowest; /* bit, where a name without a range has just that many bits */
} PinInfo;

static const PinInfo infos[SL_N_PINS] = {
  [SL_PIN_MIO] = { "M/IO#", 1, 0 },    [SL_PIN_DC] = { "D/C#", 1, 0 },
  [SL_PIN_WR] = { "W/R#", 1, 0 },      [SL_PIN_CACHE] = { "CACHE#", 1, 0 },
  [SL_PIN_LOCK] = { "LOCK#", 1, 0 },   [SL_PIN_ADS] = { "ADS#", 1, 0 },
  [SL_PIN_BRDY] = { "BRDY#", 1, 0 },   [SL_PIN_NA] = { "NA#", 1, 0 },
  [SL_PIN_BOFF] = { "BOFF#", 1, 0 },   [SL_PIN_HLDA] = { "HLDA", 1, 0 },
  [SL_PIN_KEN] = { "KEN#", 1, 0 },     [SL_PIN_DP] = { "D/P#", 1, 0 },
  [SL_PIN_CLK] = { "CLK", 1, 0 },      [SL_PIN_RESET] = { "RESET", 1, 0 },
  [SL_PIN_INIT] = { "INIT", 1, 0 },    [SL_PIN_BT] = { "BT3-BT0", 4, 0 },
  [SL_PIN_BE] = { "BE7#-BE0#", 8, 0 }, [SL_PIN_A] = { "A31-A3", 32, 3 },
  [SL_PIN_D] = { "D63-D0", 64, 0 },    [SL_PIN_TIME] = { "time", 64, 0 },
  [SL_PIN_TYPE] = { "type", 64, 0 },
};

/* What is left of names: letters and digits. */
static const struct
{
  const char *text;
  SlPin pin;
} aliases[] = {
  { "MIO", SL_PIN_MIO },     { "DC", SL_PIN_DC },         { "WR", SL_PIN_WR },
  { "CACHE", SL_PIN_CACHE }, { "LOCK", SL_PIN_LOCK },     { "ADS", SL_PIN_ADS },
  { "BRDY", SL_PIN_BRDY },   { "READY", SL_PIN_BRDY },    { "NA", SL_PIN_NA },
  { "BOFF", SL_PIN_BOFF },   { "HLDA", SL_PIN_HLDA },     { "KEN", SL_PIN_KEN },
  { "DP", SL_PIN_DP },       { "CPU", SL_PIN_DP },        { "CLK", SL_PIN_CLK },
  { "CLOCK", SL_PIN_CLK },   { "RESET", SL_PIN_RESET },   { "RST", SL_PIN_RESET },
  { "INIT", SL_PIN_INIT },   { "BT", SL_PIN_BT },         { "BE", SL_PIN_BE },
  { "BYTEEN", SL_PIN_BE },   { "BYTEENABLE", SL_PIN_BE }, { "BYTEENABLES", SL_PIN_BE },
  { "A", SL_PIN_A },         { "ADDR", SL_PIN_A },        { "ADDRESS", SL_PIN_A },
  { "D", SL_PIN_D },         { "DATA", SL_PIN_D },        { "TIME", SL_PIN_TIME },
  { "TIMENS", SL_PIN_TIME }, { "TIMEPS", SL_PIN_TIME },   { "TIMEUS", SL_PIN_TIME },
  { "TIMES", SL_PIN_TIME },  { "TIMEMS", SL_PIN_TIME },   { "TIMESTAMP", SL_PIN_TIME },
  { "TYPE", SL_PIN_TYPE },   { "STAT", SL_PIN_TYPE },     { "STATUS", SL_PIN_TYPE },
  { "CYCLE", SL_PIN_TYPE },  { "CONTROL", SL_PIN_TYPE },  { "MNEMONIC", SL_PIN_TYPE },
};

struct _SlPinMap
{
  GHashTable *names; /* name in the file → SlPinName */
};

/**
 * sl_pin_get_name:
 *
 * Returns: (transfer none): as the data sheet writes it
 */
const char *
sl_pin_get_name (SlPin pin)
{
  g_return_val_if_fail (pin < SL_N_PINS, NULL);

  return infos[pin].name;
}

/**
 * sl_pin_get_width:
 *
 * Returns: bits, those of the address counted from A0
 */
guint
sl_pin_get_width (SlPin pin)
{
  g_return_val_if_fail (pin < SL_N_PINS, 0);

  return infos[pin].width;
}

/**
 * sl_pin_levels_init:
 *
 * Sets all pins to where nobody drives them: active-low ones are high.
 */
void
sl_pin_levels_init (SlPinLevels *self)
{
  *self = (SlPinLevels) { .be = 0xff };
  self->lines = (SL_PIN_BIT (SL_PIN_BT) - 1) &
                ~(SL_PIN_BIT (SL_PIN_HLDA) | SL_PIN_BIT (SL_PIN_DP) | SL_PIN_BIT (SL_PIN_CLK) |
                  SL_PIN_BIT (SL_PIN_RESET) | SL_PIN_BIT (SL_PIN_INIT) | SL_PIN_BIT (SL_PIN_KEN));
}

static guint64
get_mask (guint width)
{
  return width >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << width) - 1;
}

/**
 * sl_pin_levels_set:
 * @low: lowest bit that changes
 * @width: number of bits
 * @value: theirs; bits above @width are left out of account
 */
void
sl_pin_levels_set (SlPinLevels *self, SlPin pin, guint low, guint width, guint64 value)
{
  guint64 mask;

  if (low >= 64)
    return;

  mask = get_mask (width) << low;
  value = value << low & mask;
  if (pin < SL_PIN_BT)
    self->lines = (self->lines & ~SL_PIN_BIT (pin)) | (value & 1 ? SL_PIN_BIT (pin) : 0);
  else if (pin == SL_PIN_BT)
    self->bt = (guint8) ((self->bt & ~mask) | value) & 0xf;
  else if (pin == SL_PIN_BE)
    self->be = (guint8) ((self->be & ~mask) | value);
  else if (pin == SL_PIN_A)
    self->a = (guint32) ((self->a & ~mask) | value);
  else if (pin == SL_PIN_D)
    self->d = (self->d & ~mask) | value;
}

static gboolean
find_alias (const char *text, SlPin *pin)
{
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    {
      if (g_str_equal (aliases[i].text, text))
        {
          *pin = aliases[i].pin;
          return TRUE;
        }
    }

  return FALSE;
}

/* The number that ends at @end; @end is moved before it. */
static gboolean
take_number (const char *text, gsize *end, guint *number)
{
  gsize begin = *end;

  while (begin > 0 && g_ascii_isdigit (text[begin - 1]))
    begin--;
  if (begin == *end || *end - begin > 2)
    return FALSE;

  *number = (guint) g_ascii_strtoull (text + begin, NULL, 10);
  *end = begin;
  return TRUE;
}

/* Takes "[31:3]", "(31-3)", "<7>" off the end. */
static void
take_brackets (char *text, SlPinName *found)
{
  gsize length = strlen (text);

  if (length < 3 || strchr ("])>", text[length - 1]) == NULL)
    return;

  length--;
  if (!take_number (text, &length, &found->low) || length == 0)
    return;

  found->high = found->low;
  if (strchr (":-.", text[length - 1]) != NULL)
    {
      while (length > 0 && strchr (":-.", text[length - 1]) != NULL)
        length--;
      if (!take_number (text, &length, &found->high) || length == 0)
        return;
    }
  if (strchr ("[(<", text[length - 1]) == NULL)
    return;

  found->has_range = TRUE;
  if (found->high < found->low)
    {
      guint low = found->high;

      found->high = found->low;
      found->low = low;
    }
  text[length - 1] = '\0';
}

static gboolean
is_active_low_suffix (const char *text, gsize length)
{
  return length > 2 && text[length - 2] == '_' && strchr ("NLB", text[length - 1]) != NULL;
}

/* Upper-case letters and digits of @text, without the signs of an active-low pin. */
static void
strip_name (const char *text, char *stripped)
{
  gsize length = strlen (text);
  gsize used = 0;

  while (length > 0 && !g_ascii_isalnum (text[length - 1]))
    length--;
  if (is_active_low_suffix (text, length))
    length -= 2;

  for (gsize i = 0; i < length; i++)
    {
      if (g_ascii_isalnum (text[i]))
        stripped[used++] = text[i];
    }
  stripped[used] = '\0';
}

static gboolean
parse_name (const char *name, SlPinName *found)
{
  char text[MOST_NAME + 1];
  char stripped[MOST_NAME + 1];
  gsize length = 0;

  *found = (SlPinName) { 0 };
  for (; name[length] != '\0'; length++)
    {
      if (length == MOST_NAME)
        return FALSE;
      text[length] = g_ascii_toupper (name[length]);
    }

  text[length] = '\0';
  while (length > 0 && strchr (" \t#*~!", text[length - 1]) != NULL)
    text[--length] = '\0';
  take_brackets (text, found);
  strip_name (text, stripped);
  if (find_alias (stripped, &found->pin))
    return !found->has_range || found->high < sl_pin_get_width (found->pin);

  length = strlen (stripped);
  if (found->has_range || !take_number (stripped, &length, &found->low))
    return FALSE;

  stripped[length] = '\0';
  found->high = found->low;
  found->has_range = TRUE;
  return find_alias (stripped, &found->pin) && found->pin >= SL_PIN_BT &&
         found->high < sl_pin_get_width (found->pin);
}

/**
 * sl_pin_map_new:
 * @text: (nullable): "PIN=NAME,PIN=NAME": which pin a name in the file stands for
 *
 * Returns: (transfer full) (nullable): the map; %NULL with %SL_ERROR_USAGE where a pin is not known
 */
SlPinMap *
sl_pin_map_new (const char *text, GError **error)
{
  g_autoptr (SlPinMap) self = g_new0 (SlPinMap, 1);
  g_auto (GStrv) pairs = g_strsplit (text != NULL ? text : "", ",", -1);

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');
      SlPinName found;

      if (g_strstrip (pairs[i])[0] == '\0')
        continue;
      if (equals != NULL)
        *equals = '\0';
      if (equals == NULL || !parse_name (pairs[i], &found))
        {
          g_set_error (
              error, SL_ERROR, SL_ERROR_USAGE,
              "“%s” is not PIN=NAME with a pin of a Pentium's bus, as in ADS#=ads_n or A[31:3]=addr",
              pairs[i]);
          return NULL;
        }

      g_hash_table_insert (self->names, g_strdup (g_strstrip (equals + 1)),
                           g_memdup2 (&found, sizeof found));
    }

  return g_steal_pointer (&self);
}

/**
 * sl_pin_map_free:
 * @self: (transfer full):
 */
void
sl_pin_map_free (SlPinMap *self)
{
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_free (self);
}

static gboolean
is_taken (const SlPinMap *self, SlPin pin)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      if (((const SlPinName *) value)->pin == pin)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_pin_map_find:
 * @self: (nullable): names that override the rules
 * @name: as it stands in the file
 * @found: (out): the pin
 *
 * A pin that the user gave a name is not looked for under any other.
 *
 * Returns: whether the name is one of a pin
 */
gboolean
sl_pin_map_find (const SlPinMap *self, const char *name, SlPinName *found)
{
  const SlPinName *given = self != NULL ? g_hash_table_lookup (self->names, name) : NULL;

  if (given != NULL)
    {
      *found = *given;
      return TRUE;
    }

  return parse_name (name, found) && (self == NULL || !is_taken (self, found->pin));
}
