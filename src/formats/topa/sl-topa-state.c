/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The state file, a line each, empty lines and those with # left out:
 *
 * | key | value | without it |
 * | --- | --- | --- |
 * | IA32_RTIT_OUTPUT_BASE | the register | an error |
 * | IA32_RTIT_OUTPUT_MASK_PTRS | the register | an error |
 * | IA32_RTIT_STATUS | the register | 0 |
 * | IA32_RTIT_CTL | the register | output to tables |
 * | IA32_RTIT_CR3_MATCH, IA32_RTIT_ADDR0_A … IA32_RTIT_ADDR3_B | the register | not known |
 * | maxphyaddr | width of a physical address, 32 … 52 | 52 |
 * | start_table | table that tracing started with | the current one; 0 is as good as none |
 * | wrapped | 0 or 1 | told from the bytes |
 * | cpuid_14h_ecx | bit 1 clear: tables of one region only | 2 |
 * | phys_base | address of the first byte of the dump named with it | 0 |
 * | phys_file | name of a dump beside this file; may come again, each after its phys_base | |
 *
 * Numbers are decimal or 0x-hex. Other keys are left alone. The registers are those of the
 * manual's chapter 36, "Intel Processor Trace".
 */
#include "sl-topa-state.h"

#include <string.h>

#include "sl-error.h"

#define MAX_PHYSICAL_ADDRESS   52
#define MAX_DUMPS              4095
#define CPUID_MULTIPLE_ENTRIES 2

/* The first keys are registers, by their number. */
typedef enum
{
  KEY_MAX_PHYSICAL_ADDRESS = SL_TOPA_N_REGISTERS,
  KEY_START_TABLE,
  KEY_WRAPPED,
  KEY_CPUID,
  KEY_BASE,
  KEY_FILE,
  N_KEYS,
} Key;

static const struct
{
  const char *name;
  guint64 least, most;
} keys[N_KEYS] = {
  [SL_TOPA_OUTPUT_BASE] = { "IA32_RTIT_OUTPUT_BASE", 0, G_MAXUINT64 },
  [SL_TOPA_MASK_POINTERS] = { "IA32_RTIT_OUTPUT_MASK_PTRS", 0, G_MAXUINT64 },
  [SL_TOPA_CONTROL] = { "IA32_RTIT_CTL", 0, G_MAXUINT64 },
  [SL_TOPA_STATUS] = { "IA32_RTIT_STATUS", 0, G_MAXUINT64 },
  [SL_TOPA_CR3_MATCH] = { "IA32_RTIT_CR3_MATCH", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A] = { "IA32_RTIT_ADDR0_A", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 1] = { "IA32_RTIT_ADDR0_B", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 2] = { "IA32_RTIT_ADDR1_A", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 3] = { "IA32_RTIT_ADDR1_B", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 4] = { "IA32_RTIT_ADDR2_A", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 5] = { "IA32_RTIT_ADDR2_B", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 6] = { "IA32_RTIT_ADDR3_A", 0, G_MAXUINT64 },
  [SL_TOPA_ADDRESS_0_A + 7] = { "IA32_RTIT_ADDR3_B", 0, G_MAXUINT64 },
  [KEY_MAX_PHYSICAL_ADDRESS] = { "maxphyaddr", 32, MAX_PHYSICAL_ADDRESS },
  [KEY_START_TABLE] = { "start_table", 0, G_MAXUINT64 },
  [KEY_WRAPPED] = { "wrapped", 0, 1 },
  [KEY_CPUID] = { "cpuid_14h_ecx", 0, G_MAXUINT32 },
  [KEY_BASE] = { "phys_base", 0, G_MAXUINT64 },
  [KEY_FILE] = { "phys_file", 0, 0 },
};

/* Where the parser stands. */
typedef struct
{
  SlTopaState *state;
  guint line;
  guint64 base;
} Parser;

static void
clear_dump (gpointer data)
{
  g_free (((SlTopaDump *) data)->file);
}

void
sl_topa_state_free (SlTopaState *self)
{
  g_array_unref (self->dumps);
  g_free (self);
}

static gboolean
parse_number (const Parser *self, Key key, const char *text, guint64 *value, GError **error)
{
  gboolean is_hex = g_ascii_strncasecmp (text, "0x", 2) == 0;

  if (g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, keys[key].least,
                                  keys[key].most, value, NULL))
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
               "line %u: %s is “%s”; it must be a number of %" G_GUINT64_FORMAT
               " to %" G_GUINT64_FORMAT ", decimal or 0x-hex",
               self->line, keys[key].name, text, keys[key].least, keys[key].most);
  return FALSE;
}

static gboolean
add_dump (Parser *self, const char *name, GError **error)
{
  SlTopaDump dump = { NULL, self->base };

  if (name[0] == '\0' || self->state->dumps->len >= MAX_DUMPS)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "line %u: phys_file is “%s”; it must name one of at most %u dumps", self->line,
                   name, MAX_DUMPS);
      return FALSE;
    }

  dump.file = g_strdup (name);
  g_array_append_val (self->state->dumps, dump);
  return TRUE;
}

static void
set_number (Parser *self, Key key, guint64 value)
{
  SlTopaState *state = self->state;

  if ((guint) key < SL_TOPA_N_REGISTERS)
    {
      state->registers.values[key] = value;
      state->registers.known |= 1u << key;
      return;
    }

  switch (key)
    {
    case KEY_MAX_PHYSICAL_ADDRESS:
      state->max_physical_address = (guint) value;
      break;
    case KEY_START_TABLE:
      state->start_table = value;
      state->has_start_table = value != 0;
      break;
    case KEY_WRAPPED:
      state->wrapped = value != 0 ? SL_TOPA_WRAPPED_YES : SL_TOPA_WRAPPED_NO;
      break;
    case KEY_CPUID:
      state->has_single_entries = (value & CPUID_MULTIPLE_ENTRIES) == 0;
      break;
    case KEY_BASE:
      self->base = value;
      break;
    case KEY_FILE:
    case N_KEYS:
    default:
      g_assert_not_reached ();
    }
}

/* The key of a line, or N_KEYS; its value is cut out of @line. */
static Key
split_line (char *line, char **value)
{
  char *equals = strchr (line, '=');

  if (equals == NULL || line[0] == '#')
    return N_KEYS;

  *equals = '\0';
  *value = g_strstrip (equals + 1);
  g_strstrip (line);
  for (guint key = 0; key < N_KEYS; key++)
    if (strcmp (line, keys[key].name) == 0)
      return (Key) key;

  return N_KEYS;
}

static gboolean
parse_line (Parser *self, char *line, GError **error)
{
  char *text = NULL;
  guint64 value;
  Key key = split_line (g_strchug (line), &text);

  if (key == N_KEYS)
    return TRUE;

  if (key == KEY_FILE)
    return add_dump (self, text, error);
  if (!parse_number (self, key, text, &value, error))
    return FALSE;

  set_number (self, key, value);
  return TRUE;
}

/**
 * sl_topa_state_parse:
 * @text: (array length=length): of the file; need not end with a zero
 *
 * Returns: (transfer full) (nullable): the state, or %NULL with %SL_ERROR_MALFORMED that names
 *   line, key, value and range
 */
SlTopaState *
sl_topa_state_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (SlTopaState) state = g_new0 (SlTopaState, 1);
  g_autofree char *copy = g_utf8_make_valid (text, (gssize) MIN (length, G_MAXINT32));
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  Parser parser = { .state = state };

  state->dumps = g_array_new (FALSE, FALSE, sizeof (SlTopaDump));
  g_array_set_clear_func (state->dumps, clear_dump);
  state->max_physical_address = MAX_PHYSICAL_ADDRESS;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      parser.line = i + 1;
      if (!parse_line (&parser, lines[i], error))
        return NULL;
    }

  for (guint key = SL_TOPA_OUTPUT_BASE; key <= SL_TOPA_MASK_POINTERS; key++)
    if ((state->registers.known >> key & 1) == 0)
      {
        g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                     "No line gives %s, which is required to find the tables in memory",
                     keys[key].name);
        return NULL;
      }

  return g_steal_pointer (&state);
}

/**
 * sl_topa_state_uses_tables:
 *
 * Returns: whether output went to the regions of tables, not to a single range
 */
gboolean
sl_topa_state_uses_tables (const SlTopaState *self)
{
  return (self->registers.known >> SL_TOPA_CONTROL & 1) == 0 ||
         (self->registers.values[SL_TOPA_CONTROL] & SL_TOPA_CONTROL_TOPA) != 0;
}

/**
 * sl_topa_state_probe:
 * @text: (array length=length): the file's beginning
 *
 * Returns: whether it is a state file, as SlFormat's probe answers
 */
guint
sl_topa_state_probe (const char *text, gsize length)
{
  const char *name = keys[SL_TOPA_OUTPUT_BASE].name;
  const char *found = g_strstr_len (text, (gssize) length, name);

  /* At the start of a line, and with its value. */
  for (; found != NULL;
       found = g_strstr_len (found + 1, (gssize) (text + length - found - 1), name))
    {
      const char *after = found + strlen (name);

      while (after < text + length && (*after == ' ' || *after == '\t'))
        after++;
      if ((found == text || strchr ("\n\r\t ", found[-1]) != NULL) && after < text + length &&
          *after == '=')
        return 1000;
    }

  return 0;
}
