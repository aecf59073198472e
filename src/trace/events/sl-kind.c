/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kind-action.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define UNKNOWN_PREFIX "unknown-0x"
#define UNKNOWN_FAMILY "unknown"
#define N_KIND_NUMBERS (G_MAXUINT16 + 1)

typedef struct
{
  SlKind kind;
  guint family;
} Entry;

typedef struct
{
  const char *id;
  const char *title;
} Family;

/* What people call the families of the built-in kinds; a plugin's family goes by its id. */
static const Family family_titles[] = {
  { "general", N_ ("General") },
  { "ipoint", N_ ("Instrumentation points") },
  { "task", N_ ("Tasks") },
  { "interrupt", N_ ("Interrupts") },
  { "cpu", N_ ("Processor") },
  { "priority", N_ ("Priorities and switches") },
  { "mutex", N_ ("Locks") },
  { "signal", N_ ("Signals") },
  { "server", N_ ("Servers") },
  { "user", N_ ("User events") },
  { "data", N_ ("Data") },
  { "timer", N_ ("Timers") },
  { "filter", N_ ("Recording filters") },
  { "bus", N_ ("Bus cycles") },
  { "branch", N_ ("Branches from messages") },
  { "sched", N_ ("Scheduling") },
  { "record", N_ ("Kernel's records") },
  { "accounting", N_ ("Accounting") },
  { "irq", N_ ("Interrupts") },
  { "softirq", N_ ("Softirqs") },
  { "syscall", N_ ("System calls") },
  { "lock", N_ ("Kernel locks") },
  { "power", N_ ("Power and frequency") },
  { "osnoise", N_ ("Noise of the system") },
  { "mark", N_ ("Marks") },
  { "tracepoint", N_ ("Other tracepoints") },
  { "pt-sync", N_ ("Stream and losses") },
  { "pt-time", N_ ("Time packets") },
  { "pt-power", N_ ("Power and frequency") },
  { "pt-branch", N_ ("Branches") },
  { "pt-context", N_ ("Address space and mode") },
  { "pt-value", N_ ("Written values") },
  { "pt-event", N_ ("Events and triggers") },
  { "scheduling", N_ ("Scheduling") },
  { "jobs", N_ ("Jobs") },
  { "locks", N_ ("Locks") },
  { "servers", N_ ("Servers") },
  { "interrupts", N_ ("Interrupts") },
  { "marks", N_ ("Marks") },
  { "recording", N_ ("Recording") },
  { UNKNOWN_FAMILY, N_ ("Unknown") },
};

/* clang-format off */
static const SlKind builtin_kinds[] = {
#define SL_KIND(symbol, id, title, family, a_form, a_name, b_form, b_name, type, source, action) \
  { id, title, family, { a_name, SL_FIELD_##a_form }, { b_name, SL_FIELD_##b_form }, \
    SL_OBJECT_##type, SL_FROM_##source, SL_ACTION_##action },
#include "sl-kind-table.h"
#undef SL_KIND
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (builtin_kinds) == SL_N_BUILTIN_KINDS);

guint8 sl_kind_actions[N_KIND_NUMBERS] = {
#define SL_KIND(symbol, id, title, family, a_form, a_name, b_form, b_name, type, source, action) \
  [SL_KIND_##symbol] = SL_ACTION_##action,
#include "sl-kind-table.h"
#undef SL_KIND
};

/* The registry only grows and its entries never move or change, so that what was once handed
 * out is valid for good. Readers of @entries take no lock; @mutex guards the rest. */
static Entry *entries[N_KIND_NUMBERS];
static guint n_kinds_registered;
static GMutex mutex;
static GHashTable *kinds_by_id;    /* id → number + 1, of the kinds below SL_KIND_UNKNOWN */
static GPtrArray *families;        /* of Family */
static GHashTable *family_numbers; /* id → number + 1 */

static const char *
find_family_title (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (family_titles); i++)
    {
      if (g_str_equal (family_titles[i].id, id))
        return family_titles[i].title;
    }

  return id;
}

static guint
intern_family (const char *id)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (family_numbers, id));
  Family *family;

  if (known != 0)
    return known - 1;

  family = g_new (Family, 1);
  family->id = g_intern_string (id);
  family->title = find_family_title (family->id);
  g_ptr_array_add (families, family);
  g_hash_table_insert (family_numbers, (gpointer) family->id, GUINT_TO_POINTER (families->len));
  return families->len - 1;
}

/* Copies @kind with all its strings: a module's array may go when the module does. */
static void
set_entry (guint number, const SlKind *kind)
{
  Entry *entry = g_new (Entry, 1);

  entry->kind = *kind;
  /* Not interned: of unknown codes, and of a kernel's tracepoints, there are so many that GLib's table would
   * outgrow itself, and it never frees a table that others may be reading. */
  entry->kind.id = g_strdup (kind->id);
  entry->kind.title = g_strdup (kind->title);
  entry->kind.family = g_intern_string (kind->family);
  entry->kind.a.name = g_intern_string (kind->a.name);
  entry->kind.b.name = g_intern_string (kind->b.name);
  entry->family = intern_family (kind->family);
  if (number >= SL_N_BUILTIN_KINDS)
    sl_kind_actions[number] = kind->action;
  g_atomic_pointer_set (&entries[number], entry);
}

static void
append_kind (const SlKind *kind)
{
  guint number = n_kinds_registered;
  const char *id;

  set_entry (number, kind);
  n_kinds_registered++;
  id = entries[number]->kind.id;
  if (!g_hash_table_contains (kinds_by_id, id))
    g_hash_table_insert (kinds_by_id, (gpointer) id, GUINT_TO_POINTER (number + 1));
}

static void
ensure_registry (void)
{
  static gsize ready = 0;

  if (!g_once_init_enter (&ready))
    return;

  kinds_by_id = g_hash_table_new (g_str_hash, g_str_equal);
  families = g_ptr_array_new ();
  family_numbers = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (builtin_kinds); i++)
    append_kind (&builtin_kinds[i]);
  intern_family (UNKNOWN_FAMILY);

  g_once_init_leave (&ready, 1);
}

static void
add_unknown (guint number)
{
  guint code = number - (number < SL_KIND_UNKNOWN ? SL_KIND_UNKNOWN_BUS : SL_KIND_UNKNOWN);
  g_autofree char *id = g_strdup_printf (UNKNOWN_PREFIX "%x", code);
  SlKind kind = {
    .id = id,
    .title = N_ ("Unknown code"),
    .family = UNKNOWN_FAMILY,
    .a = { "parameter-1", SL_FIELD_DECIMAL },
    .b = { "parameter-2", SL_FIELD_DECIMAL },
  };

  if (number < SL_KIND_UNKNOWN)
    {
      kind.a = (SlField) { "address", SL_FIELD_HEX };
      kind.b = (SlField) { "size", SL_FIELD_DECIMAL };
      kind.object_type = SL_OBJECT_AGENT;
      kind.object_source = SL_FROM_CPU;
    }

  g_mutex_lock (&mutex);
  if (entries[number] == NULL)
    set_entry (number, &kind);
  g_mutex_unlock (&mutex);
}

/* The entry of @number; %NULL between the last kind and the unknown codes. */
static const Entry *
get_entry (guint number)
{
  const Entry *entry;

  ensure_registry ();
  entry = g_atomic_pointer_get (&entries[number]);
  if (entry != NULL || number < SL_KIND_UNKNOWN_BUS)
    return entry;

  add_unknown (number);
  return g_atomic_pointer_get (&entries[number]);
}

/**
 * sl_kind_get_count:
 *
 * Safe from any thread.
 *
 * Returns: how many kinds have a row of their own, built in or from plugins: their numbers are
 *   those below
 */
guint
sl_kind_get_count (void)
{
  guint count;

  ensure_registry ();
  g_mutex_lock (&mutex);
  count = n_kinds_registered;
  g_mutex_unlock (&mutex);
  return count;
}

/**
 * sl_kind_get:
 * @kind: a number below sl_kind_get_count(), or %SL_KIND_UNKNOWN or %SL_KIND_UNKNOWN_BUS + the code that
 *   nobody knows
 *
 * Safe from any thread.
 *
 * Returns: (transfer none): the kind, valid for good
 */
const SlKind *
sl_kind_get (guint16 kind)
{
  const Entry *entry = get_entry (kind);

  g_return_val_if_fail (entry != NULL, NULL);

  return &entry->kind;
}

/* "unknown-0x1f", in exactly the form that is printed. */
static gboolean
parse_unknown (const char *id, guint16 *kind)
{
  guint64 code;
  const char *digits;

  if (!g_str_has_prefix (id, UNKNOWN_PREFIX))
    return FALSE;

  digits = id + strlen (UNKNOWN_PREFIX);
  if (digits[strspn (digits, "0123456789abcdef")] != '\0' ||
      (digits[0] == '0' && digits[1] != '\0') ||
      !g_ascii_string_to_unsigned (digits, 16, 0, G_MAXUINT16 - SL_KIND_UNKNOWN, &code, NULL))
    return FALSE;

  if (kind != NULL)
    *kind = SL_KIND_UNKNOWN + code;
  return TRUE;
}

/**
 * sl_kind_find:
 * @kind: (out) (optional): unchanged if @id is not a kind
 *
 * Looks a kind up by its id, "unknown-0x…" among them; the first of those that share it. Safe from
 * any thread.
 *
 * Returns: whether there is such a kind
 */
gboolean
sl_kind_find (const char *id, guint16 *kind)
{
  guint found;

  g_return_val_if_fail (id != NULL, FALSE);

  ensure_registry ();
  g_mutex_lock (&mutex);
  found = GPOINTER_TO_UINT (g_hash_table_lookup (kinds_by_id, id));
  g_mutex_unlock (&mutex);

  if (found == 0)
    return parse_unknown (id, kind);

  if (kind != NULL)
    *kind = found - 1;
  return TRUE;
}

static gboolean
is_kebab (const char *word)
{
  return word != NULL && g_ascii_islower (word[0]) &&
         word[strspn (word, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* Of kinds that a file's opening adds: what the system that it was recorded on calls them, as in "ext4:ext4_sync". */
static gboolean
is_system_name (const char *word)
{
  return word != NULL && g_ascii_isalpha (word[0]) && strchr (word, ':') != NULL &&
         word[strspn (word, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_:")] == '\0';
}

static gboolean
is_valid (const SlKind *kind)
{
  return (is_kebab (kind->id) || is_system_name (kind->id)) && is_kebab (kind->family) &&
         kind->title != NULL && !g_str_has_prefix (kind->id, UNKNOWN_PREFIX) &&
         (guint) kind->a.form <= SL_FIELD_LOCK && (guint) kind->b.form <= SL_FIELD_LOCK &&
         (guint) kind->object_type < SL_N_OBJECT_TYPES &&
         (guint) kind->object_source <= SL_FROM_CPU && (guint) kind->action < SL_N_ACTIONS;
}

static gboolean
can_append (const SlKind *kinds, guint n_kinds)
{
  if (n_kinds == 0 || n_kinds > SL_KIND_UNKNOWN_BUS - n_kinds_registered)
    return FALSE;

  for (guint i = 0; i < n_kinds; i++)
    {
      if (!is_valid (&kinds[i]) || g_hash_table_contains (kinds_by_id, kinds[i].id))
        return FALSE;

      for (guint j = 0; j < i; j++)
        {
          if (g_str_equal (kinds[i].id, kinds[j].id))
            return FALSE;
        }
    }

  return TRUE;
}

/**
 * sl_kind_register:
 * @kinds: (array length=n_kinds): copied
 *
 * Appends a plugin's own kinds to the registry, all or none. They stay until the program ends.
 * Refused are an id that is taken already or twice in @kinds, one that reads like an unknown
 * code, ids and families that are not in kebab case (an id may also be "system:name"), and more kinds than there are numbers.
 * Safe from any thread.
 *
 * Returns: the number of the first, the others follow; 0, which is never a plugin's, where they
 *   are refused
 */
guint16
sl_kind_register (const SlKind *kinds, guint n_kinds)
{
  guint first = 0;

  g_return_val_if_fail (kinds != NULL || n_kinds == 0, 0);

  ensure_registry ();
  g_mutex_lock (&mutex);
  if (can_append (kinds, n_kinds))
    {
      first = n_kinds_registered;
      for (guint i = 0; i < n_kinds; i++)
        append_kind (&kinds[i]);
    }
  g_mutex_unlock (&mutex);

  return first;
}

/**
 * sl_family_get_count:
 *
 * Safe from any thread.
 *
 * Returns: how many families there are: those of the built-in kinds in the order of their
 *   table, "unknown", then those of plugins
 */
guint
sl_family_get_count (void)
{
  guint count;

  ensure_registry ();
  g_mutex_lock (&mutex);
  count = families->len;
  g_mutex_unlock (&mutex);
  return count;
}

static const Family *
get_family (guint number)
{
  const Family *family = NULL;

  ensure_registry ();
  g_mutex_lock (&mutex);
  if (number < families->len)
    family = families->pdata[number];
  g_mutex_unlock (&mutex);
  return family;
}

/**
 * sl_family_get_id:
 * @family: below sl_family_get_count()
 *
 * Returns: (transfer none): kebab case, valid for good
 */
const char *
sl_family_get_id (guint family)
{
  const Family *found = get_family (family);

  g_return_val_if_fail (found != NULL, UNKNOWN_FAMILY);

  return found->id;
}

/**
 * sl_family_get_title:
 * @family: below sl_family_get_count()
 *
 * Returns: (transfer none): for people, to be translated by the caller; a plugin's family goes
 *   by its id
 */
const char *
sl_family_get_title (guint family)
{
  const Family *found = get_family (family);

  g_return_val_if_fail (found != NULL, UNKNOWN_FAMILY);

  return found->title;
}

/**
 * sl_kind_get_family:
 * @kind: as for sl_kind_get()
 *
 * Safe from any thread.
 *
 * Returns: the family's number
 */
guint
sl_kind_get_family (guint16 kind)
{
  const Entry *entry = get_entry (kind);

  g_return_val_if_fail (entry != NULL, 0);

  return entry->family;
}

/**
 * sl_family_find:
 * @family: (out) (optional): unchanged if @id is not a family
 *
 * Safe from any thread.
 *
 * Returns: whether there is such a family
 */
gboolean
sl_family_find (const char *id, guint *family)
{
  guint found;

  g_return_val_if_fail (id != NULL, FALSE);

  ensure_registry ();
  g_mutex_lock (&mutex);
  found = GPOINTER_TO_UINT (g_hash_table_lookup (family_numbers, id));
  g_mutex_unlock (&mutex);

  if (found != 0 && family != NULL)
    *family = found - 1;
  return found != 0;
}
