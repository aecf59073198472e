/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-object.h"

#include <string.h>

#include "sl-error.h"
#include "sl-number-pairs.h"

/* How the id of a type is written. */
typedef enum
{
  ID_DECIMAL,
  ID_ADDRESS,  /* 0x in lower case hex */
  ID_FUTEX,    /* the same, behind the process and a slash where that is known */
  ID_SOFTIRQ,  /* its name in the kernel, which numbers never change; else decimal */
  ID_TEXT,     /* words of letters, digits and a few signs */
  ID_OPTIONAL, /* an address; none where there is one only, which is 0 */
  ID_NONE,     /* there is one only */
} IdForm;

typedef struct
{
  const char *id;
  IdForm form;
} Type;

static const char *const softirqs[] = { "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                        "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };

static const Type types[SL_N_OBJECT_TYPES] = {
  [SL_OBJECT_NONE] = { "none", ID_NONE },
  [SL_OBJECT_TASK] = { "task", ID_DECIMAL },
  [SL_OBJECT_CPU] = { "cpu", ID_DECIMAL },
  [SL_OBJECT_IRQ] = { "irq", ID_DECIMAL },
  [SL_OBJECT_TIMER] = { "timer", ID_OPTIONAL },
  [SL_OBJECT_MUTEX] = { "mutex", ID_ADDRESS },
  [SL_OBJECT_SEMAPHORE] = { "semaphore", ID_DECIMAL },
  [SL_OBJECT_SERVER] = { "server", ID_ADDRESS },
  [SL_OBJECT_PROCESS] = { "process", ID_ADDRESS },
  [SL_OBJECT_AGENT] = { "agent", ID_DECIMAL },
  [SL_OBJECT_FUNCTION] = { "function", ID_ADDRESS },
  [SL_OBJECT_USER_EVENT] = { "user-event", ID_DECIMAL },
  [SL_OBJECT_IPOINT] = { "ipoint", ID_DECIMAL },
  [SL_OBJECT_LEVEL] = { "level", ID_DECIMAL },
  [SL_OBJECT_SPAN] = { "span", ID_DECIMAL },
  [SL_OBJECT_SOFTIRQ] = { "softirq", ID_SOFTIRQ },
  [SL_OBJECT_VECTOR] = { "vector", ID_DECIMAL },
  [SL_OBJECT_SYSCALL] = { "syscall", ID_DECIMAL },
  [SL_OBJECT_FUTEX] = { "futex", ID_FUTEX },
  [SL_OBJECT_LOCK] = { "lock", ID_ADDRESS },
  [SL_OBJECT_REASON] = { "reason", ID_TEXT },
};

/**
 * sl_object_type_get_id:
 *
 * Returns: (transfer none): the word that references begin with
 */
const char *
sl_object_type_get_id (SlObjectType type)
{
  g_return_val_if_fail ((guint) type < SL_N_OBJECT_TYPES, "none");

  return types[type].id;
}

/* Bytes of the text of a reason. */
#define MOST_REASON 160

/* Ids of futexes that are numbers of pairs: addresses that no program can have. */
#define FUTEX_FIRST G_GUINT64_CONSTANT (0x80f7000000000000)
#define FUTEX_END   (FUTEX_FIRST + SL_NUMBER_PAIRS_MOST)

/**
 * sl_futex_id_make:
 * @process: whose address it is; 0 where nobody knows, and where processes share it
 *
 * A process and an address do not fit 64 bits: both are kept aside, and the id is that of the two as long as the
 * program runs. Never store it in a file: sl_object_to_string() writes what it means. Safe from any thread.
 *
 * Returns: the native id of a futex: @address itself without @process, and where far too many have one
 */
guint64
sl_futex_id_make (guint32 process, guint64 address)
{
  guint32 number;

  if (process == 0 && (address < FUTEX_FIRST || address >= FUTEX_END))
    return address;

  return sl_number_pairs_add (process, address, &number) ? FUTEX_FIRST + number : address;
}

/**
 * sl_futex_id_get_address:
 * @process: (out) (optional): whose; 0 for nobody's in particular
 *
 * Returns: the address of the futex
 */
guint64
sl_futex_id_get_address (guint64 id, guint32 *process)
{
  guint64 found = 0, address = id;

  if (id >= FUTEX_FIRST && id < FUTEX_END)
    sl_number_pairs_get ((guint32) (id - FUTEX_FIRST), &found, &address);
  if (process != NULL)
    *process = (guint32) found;
  return address;
}

/**
 * sl_reason_id_make:
 * @text: (array length=length): such as "read/folio_wait_bit/io"; what could not be in a reference becomes "_"
 *
 * Texts are kept as long as the program runs: whoever reads them from a file limits their number. Safe from any thread.
 *
 * Returns: the native id of a reason, the same for the same text
 */
guint64
sl_reason_id_make (const char *text, gsize length)
{
  g_autofree char *id = g_strndup (text, MIN (length, MOST_REASON));

  for (char *at = id; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("_./", *at) == NULL)
      *at = '_';

  return g_quark_from_string (id);
}

/**
 * sl_reason_id_get_text:
 *
 * Returns: (transfer none): the text of the reason; "" for none
 */
const char *
sl_reason_id_get_text (guint64 id)
{
  const char *text = id <= G_MAXUINT32 ? g_quark_to_string ((GQuark) id) : NULL;

  return text != NULL ? text : "";
}

/**
 * sl_object_type_compare_ids:
 *
 * Returns: below, at or above 0: the order of two native ids, the same each time that a file is opened
 */
int
sl_object_type_compare_ids (SlObjectType type, guint64 one, guint64 other)
{
  guint32 process = 0, other_process = 0;

  if (type == SL_OBJECT_FUTEX)
    {
      one = sl_futex_id_get_address (one, &process);
      other = sl_futex_id_get_address (other, &other_process);
    }
  if (type == SL_OBJECT_REASON)
    return strcmp (sl_reason_id_get_text (one), sl_reason_id_get_text (other));
  if (process != other_process)
    return process < other_process ? -1 : 1;

  return one < other ? -1 : one > other;
}

/* Tasks come and go by the ten thousand: printf() would take longer than all else about their lanes. */
static void
append_decimal (GString *text, char before, guint64 number)
{
  char digits[22]; /* as many as the largest number has, with @before and the end */
  char *first = digits + sizeof digits - 1;

  *first = '\0';
  do
    {
      *--first = (char) ('0' + number % 10);
      number /= 10;
    }
  while (number > 0);
  *--first = before;
  g_string_append (text, first);
}

static void
append_futex (GString *text, guint64 id)
{
  guint32 process;
  guint64 address = sl_futex_id_get_address (id, &process);

  g_string_append_c (text, ':');
  if (process != 0)
    g_string_append_printf (text, "%u/", process);
  g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", address);
}

/**
 * sl_object_to_string:
 *
 * Writes the reference: "task:296", "mutex:0x1720a40", "timer"; from the second life of an id
 * on with the life, "task:296#2".
 *
 * Returns: (transfer full): text that sl_object_parse_reference() reads
 */
char *
sl_object_to_string (const SlObject *self)
{
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail ((guint) self->type < SL_N_OBJECT_TYPES, NULL);

  text = g_string_new (types[self->type].id);
  if (types[self->type].form == ID_ADDRESS ||
      (types[self->type].form == ID_OPTIONAL && self->id != 0))
    g_string_append_printf (text, ":0x%" G_GINT64_MODIFIER "x", self->id);
  else if (types[self->type].form == ID_FUTEX)
    append_futex (text, self->id);
  else if (types[self->type].form == ID_TEXT)
    g_string_append_printf (text, ":%s", sl_reason_id_get_text (self->id));
  else if (types[self->type].form == ID_SOFTIRQ && self->id < G_N_ELEMENTS (softirqs))
    g_string_append_printf (text, ":%s", softirqs[self->id]);
  else if (types[self->type].form == ID_DECIMAL || types[self->type].form == ID_SOFTIRQ)
    append_decimal (text, ':', self->id);
  if (self->life > 1)
    append_decimal (text, '#', self->life);

  return g_string_free (text, FALSE);
}

/**
 * sl_object_is_meant:
 * @type: as sl_object_parse_reference() read it
 * @id: likewise
 * @life: likewise; 0 for any
 *
 * Returns: whether a reference means the object; that of a futex without a process means its address in any
 */
gboolean
sl_object_is_meant (const SlObject *self, SlObjectType type, guint64 id, guint32 life)
{
  if (self->type != type || (life != 0 && self->life != life))
    return FALSE;

  return self->id == id ||
         (type == SL_OBJECT_FUTEX && sl_futex_id_get_address (self->id, NULL) == id);
}

static gboolean
find_type (const char *text, gsize length, SlObjectType *type)
{
  for (guint i = SL_OBJECT_NONE + 1; i < SL_N_OBJECT_TYPES; i++)
    {
      if (strlen (types[i].id) == length && strncmp (types[i].id, text, length) == 0)
        {
          *type = i;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
parse_number (const char *text, guint64 max, guint64 *number)
{
  gboolean is_hex = g_str_has_prefix (text, "0x");

  return g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, max, number,
                                     NULL);
}

/* "1204/0x7f00", or an address alone */
static gboolean
parse_futex (const char *text, guint64 *id)
{
  g_auto (GStrv) words = g_strsplit (text, "/", 2);
  guint n_words = g_strv_length (words);
  guint64 process = 0, address;

  if (n_words == 0 || !parse_number (words[n_words - 1], G_MAXUINT64, &address) ||
      (n_words == 2 && (!parse_number (words[0], G_MAXUINT32, &process) || process == 0)))
    return FALSE;

  *id = sl_futex_id_make ((guint32) process, address);
  return TRUE;
}

/* What stands after the type: ":id" where the type has one, and nothing else. */
static gboolean
parse_id (const char *text, IdForm form, guint64 *id)
{
  *id = 0;
  if (form == ID_NONE || (form == ID_OPTIONAL && text[0] == '\0'))
    return text[0] == '\0';

  if (form == ID_TEXT && text[0] == ':' && text[1] != '\0')
    {
      *id = sl_reason_id_make (text + 1, strlen (text + 1));
      return TRUE;
    }
  if (form == ID_TEXT)
    return FALSE;
  if (form == ID_FUTEX)
    return text[0] == ':' && parse_futex (text + 1, id);
  for (guint i = 0; form == ID_SOFTIRQ && i < G_N_ELEMENTS (softirqs); i++)
    if (text[0] == ':' && g_str_equal (text + 1, softirqs[i]))
      {
        *id = i;
        return TRUE;
      }

  /* 0 would be the one without an id, which has another reference. */
  return text[0] == ':' && parse_number (text + 1, G_MAXUINT64, id) &&
         (form != ID_OPTIONAL || *id != 0);
}

/**
 * sl_object_parse_reference:
 * @text: such as "task:296", "task:296#2", "mutex:0x1720a40", "timer"; any number may be
 *   decimal or hex
 * @type: (out): set on success
 * @id: (out): set on success; 0 for the timer that has none
 * @life: (out): set on success; 0 where @text names none: every life is meant
 *
 * Fails with %SL_ERROR_USAGE.
 *
 * Returns: whether @text is a reference; whether there is such an object is another question
 */
gboolean
sl_object_parse_reference (const char *text,
                           SlObjectType *type,
                           guint64 *id,
                           guint32 *life,
                           GError **error)
{
  g_autofree char *head = NULL;
  const char *hash;
  SlObjectType found_type;
  guint64 found_id, found_life = 0;
  gsize length;

  g_return_val_if_fail (text != NULL, FALSE);

  hash = strchr (text, '#');
  head = hash != NULL ? g_strndup (text, hash - text) : g_strdup (text);
  length = strcspn (head, ":");

  if (!find_type (head, length, &found_type) ||
      !parse_id (head + length, types[found_type].form, &found_id) ||
      (hash != NULL && (!parse_number (hash + 1, G_MAXUINT32, &found_life) || found_life == 0)))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” does not name an object: give type:id or type:id#life, such as "
                   "task:296, mutex:0x1720a40, task:296#2 or timer",
                   text);
      return FALSE;
    }

  *type = found_type;
  *id = found_id;
  *life = found_life;
  return TRUE;
}
