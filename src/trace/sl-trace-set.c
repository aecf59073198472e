/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-set.h"

typedef struct
{
  SlTrace *trace;
  SlAnnotations *annotations;
  SlAffine *pieces; /* NULL for the identity */
  guint n_pieces;
  char *when; /* that tells it from another state of its file; NULL for nothing */
} Member;

struct _SlTraceSet
{
  GObject parent_instance;

  GArray *members;   /* of Member */
  SlClock *clock;    /* the last of them. Atomic */
  GPtrArray *clocks; /* of SlClock: earlier ones are kept, since other threads may still use them */
  SlSpan span;
  SlSpan hidden;
  SlStringPool *keys;     /* of rows */
  SlObjectTable *earlier; /* that decides the colours of the first trace; NULL for its own */
  SlTrace *whole; /* what the first trace is the beginning of; NULL where nothing is hidden */
};

G_DEFINE_FINAL_TYPE (SlTraceSet, sl_trace_set, G_TYPE_OBJECT)

static void
member_clear (gpointer data)
{
  Member *member = data;

  g_clear_object (&member->trace);
  g_clear_pointer (&member->annotations, sl_annotations_unref);
  g_clear_pointer (&member->pieces, g_free);
  g_clear_pointer (&member->when, g_free);
}

static void
sl_trace_set_finalize (GObject *object)
{
  SlTraceSet *self = SL_TRACE_SET (object);

  g_clear_pointer (&self->members, g_array_unref);
  g_clear_pointer (&self->clocks, g_ptr_array_unref);
  g_clear_pointer (&self->keys, sl_string_pool_unref);
  g_clear_pointer (&self->earlier, sl_object_table_unref);
  g_clear_object (&self->whole);
  G_OBJECT_CLASS (sl_trace_set_parent_class)->finalize (object);
}

static void
sl_trace_set_class_init (SlTraceSetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_trace_set_finalize;
}

static void
sl_trace_set_init (SlTraceSet *self)
{
  self->keys = sl_string_pool_new ();
  self->clocks = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_clock_unref);
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  g_array_set_clear_func (self->members, member_clear);
}

static void
take_clock (SlTraceSet *self, SlClock *clock)
{
  g_ptr_array_add (self->clocks, clock);
  g_atomic_pointer_set (&self->clock, clock);
}

static void
add_member (SlTraceSet *self, const SlTraceSetMember *given)
{
  SlSpan span = sl_trace_get_span (given->trace);
  Member member = {
    .trace = g_object_ref (given->trace),
    .annotations = given->annotations != NULL ? sl_annotations_ref (given->annotations)
                                              : sl_annotations_new (),
    .pieces = g_memdup2 (given->pieces, given->n_pieces * sizeof (SlAffine)),
    .n_pieces = given->n_pieces,
  };

  span.begin = sl_affines_to_reference (member.pieces, member.n_pieces, span.begin);
  span.end = MAX (sl_affines_to_reference (member.pieces, member.n_pieces, span.end), span.begin);
  if (self->members->len == 0)
    {
      take_clock (self, sl_annotations_dup_clock (member.annotations, member.trace));
      self->span = span;
    }
  else
    {
      self->span.begin = MIN (self->span.begin, span.begin);
      self->span.end = MAX (self->span.end, span.end);
    }
  g_array_append_val (self->members, member);
}

/**
 * sl_trace_set_new:
 * @members: (array length=n_members): at least one; the first one's clock is the reference
 *
 * Returns: (transfer full): the set
 */
SlTraceSet *
sl_trace_set_new (const SlTraceSetMember *members, guint n_members)
{
  SlTraceSet *self;

  g_return_val_if_fail (members != NULL && n_members > 0, NULL);
  for (guint i = 0; i < n_members; i++)
    g_return_val_if_fail (sl_affines_are_valid (members[i].pieces, members[i].n_pieces), NULL);

  self = g_object_new (SL_TYPE_TRACE_SET, NULL);
  for (guint i = 0; i < n_members; i++)
    add_member (self, &members[i]);

  return self;
}

/**
 * sl_trace_set_new_single:
 * @annotations: (nullable): what the user added
 *
 * Returns: (transfer full): a set of one trace, mapped onto itself
 */
SlTraceSet *
sl_trace_set_new_single (SlTrace *trace, SlAnnotations *annotations)
{
  SlTraceSetMember member = { .trace = trace, .annotations = annotations };

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  return sl_trace_set_new (&member, 1);
}

/**
 * sl_trace_set_get_keys:
 *
 * Returns: (transfer none): what keeps the keys of the rows that are made of the set
 */
SlStringPool *
sl_trace_set_get_keys (SlTraceSet *self)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), NULL);

  return self->keys;
}

/**
 * sl_trace_set_share_keys:
 * @self: of which no rows are made yet
 * @other: of which @self is another generation
 *
 * Keys of rows of @other stay valid as long as @self, too.
 */
void
sl_trace_set_share_keys (SlTraceSet *self, SlTraceSet *other)
{
  g_return_if_fail (SL_IS_TRACE_SET (self) && SL_IS_TRACE_SET (other));

  sl_string_pool_ref (other->keys);
  sl_string_pool_unref (self->keys);
  self->keys = other->keys;
}

static const Member *
get_member (SlTraceSet *self, guint trace)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), NULL);
  g_return_val_if_fail (trace < self->members->len, NULL);

  return &g_array_index (self->members, Member, trace);
}

/**
 * sl_trace_set_get_size:
 *
 * Returns: how many traces there are, at least one
 */
guint
sl_trace_set_get_size (SlTraceSet *self)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), 0);

  return self->members->len;
}

/**
 * sl_trace_set_get_trace:
 * @trace: below sl_trace_set_get_size()
 *
 * Returns: (transfer none):
 */
SlTrace *
sl_trace_set_get_trace (SlTraceSet *self, guint trace)
{
  const Member *member = get_member (self, trace);

  return member != NULL ? member->trace : NULL;
}

/**
 * sl_trace_set_get_annotations:
 * @trace: below sl_trace_set_get_size()
 *
 * Returns: (transfer none): never %NULL
 */
SlAnnotations *
sl_trace_set_get_annotations (SlTraceSet *self, guint trace)
{
  const Member *member = get_member (self, trace);

  return member != NULL ? member->annotations : NULL;
}

/* Whether no other trace of the set is called so. */
static gboolean
is_only_one (SlTraceSet *self, guint trace, const char *name)
{
  for (guint i = 0; i < sl_trace_set_get_size (self); i++)
    {
      if (i != trace &&
          g_strcmp0 (sl_source_get_name (sl_trace_get_source (sl_trace_set_get_trace (self, i))),
                     name) == 0)
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_trace_set_dup_title:
 * @trace: below sl_trace_set_get_size()
 *
 * Returns: (transfer full): what tells it from the others: the name that people gave it; else the name of its (first)
 *   file without the folder, with what sl_trace_set_say_when() was told, or where there are others with its number
 */
char *
sl_trace_set_dup_title (SlTraceSet *self, guint trace)
{
  const Member *member = get_member (self, trace);
  const char *const *names;
  const char *given;
  g_autofree char *name = NULL;

  g_return_val_if_fail (member != NULL, NULL);

  given = sl_source_get_name (sl_trace_get_source (member->trace));
  if (given != NULL && is_only_one (self, trace, given))
    return g_strdup (given);
  if (given != NULL)
    return g_strdup_printf ("%u: %s", trace, given);

  names = sl_source_get_file_names (sl_trace_get_source (member->trace));
  name = names != NULL && names[0] != NULL ? g_path_get_basename (names[0]) : g_strdup ("");
  if (sl_trace_set_get_size (self) == 1)
    return g_steal_pointer (&name);
  if (member->when != NULL)
    return g_strdup_printf ("%s %s", name, member->when);

  return g_strdup_printf ("%u: %s", trace, name);
}

/**
 * sl_trace_set_get_clock:
 *
 * Returns: (transfer none): the clock whose ticks the axis counts, with the user's rate
 */
SlClock *
sl_trace_set_get_clock (SlTraceSet *self)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), NULL);

  return g_atomic_pointer_get (&self->clock);
}

/**
 * sl_trace_set_get_span:
 *
 * Returns: reference ticks from the first event of all traces to one tick after the last
 */
SlSpan
sl_trace_set_get_span (SlTraceSet *self)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), ((SlSpan) { 0, 0 }));

  return self->span;
}

/**
 * sl_trace_set_show_unit:
 *
 * Fixes the unit in which times on the axis are written. One thread; others may go on with the clock that they have.
 */
void
sl_trace_set_show_unit (SlTraceSet *self, SlShownUnit unit)
{
  g_return_if_fail (SL_IS_TRACE_SET (self));

  for (guint i = 0; i < self->clocks->len; i++)
    {
      SlClock *clock = g_ptr_array_index (self->clocks, i);

      if (sl_clock_get_shown_unit (clock) == unit)
        {
          g_atomic_pointer_set (&self->clock, clock);
          return;
        }
    }
  take_clock (self, sl_clock_with_shown_unit (self->clock, unit));
}

/**
 * sl_trace_set_dup_clock_of:
 * @trace: number in the set
 *
 * Returns: (transfer full): the clock of the trace's own ticks, with the rate that the user gave it, and the unit that was
 *   fixed for the axis, so that a time reads the same wherever it is written
 */
SlClock *
sl_trace_set_dup_clock_of (SlTraceSet *self, guint trace)
{
  g_autoptr (SlClock) clock = NULL;

  g_return_val_if_fail (SL_IS_TRACE_SET (self), NULL);

  clock = sl_annotations_dup_clock (sl_trace_set_get_annotations (self, trace),
                                    sl_trace_set_get_trace (self, trace));
  return sl_clock_with_shown_unit (clock, sl_clock_get_shown_unit (self->clock));
}

/**
 * sl_trace_set_hide:
 * @hidden: reference ticks at the end of the axis, of which the traces say nothing
 * @whole: what the first trace is the beginning of
 *
 * The axis goes on to the end of @hidden, and pictures say that something is hidden there; colours are
 * those of @whole, so that they stay when more of it is shown. To be called right after the set was
 * made.
 */
void
sl_trace_set_hide (SlTraceSet *self, SlSpan hidden, SlTrace *whole)
{
  g_return_if_fail (SL_IS_TRACE_SET (self));
  g_return_if_fail (hidden.begin <= hidden.end);

  g_set_object (&self->whole, whole);
  self->hidden = hidden;
  self->span.end = MAX (self->span.end, hidden.end);
}

/**
 * sl_trace_set_get_hidden:
 * @hidden: (out): what sl_trace_set_hide() was told
 *
 * Returns: whether anything is hidden
 */
gboolean
sl_trace_set_get_hidden (SlTraceSet *self, SlSpan *hidden)
{
  g_return_val_if_fail (SL_IS_TRACE_SET (self), FALSE);

  *hidden = self->hidden;
  return self->whole != NULL;
}

/**
 * sl_trace_set_say_when:
 * @when: for people: what tells the trace from another one of the same file: "now", "before"
 *
 * To be called before anybody asks for titles.
 */
void
sl_trace_set_say_when (SlTraceSet *self, guint trace, const char *when)
{
  Member *member = (Member *) get_member (self, trace);

  g_return_if_fail (member != NULL);

  g_free (member->when);
  member->when = g_strdup (when);
}

/**
 * sl_trace_set_keep_colours:
 * @objects: (nullable): of an earlier state of the first trace
 *
 * What was in it already has the rank that it had there. To be called before anybody asks for ranks.
 */
void
sl_trace_set_keep_colours (SlTraceSet *self, SlObjectTable *objects)
{
  g_return_if_fail (SL_IS_TRACE_SET (self));

  g_clear_pointer (&self->earlier, sl_object_table_unref);
  self->earlier = objects != NULL ? sl_object_table_ref (objects) : NULL;
}

/* (nullable): @object in another state of its trace. Numbers may be given anew each time, so that its name must agree. */
static const SlObject *
find_object (const SlObjectTable *table, const SlObject *object)
{
  guint32 number =
      table != NULL ? sl_object_table_find (table, object->type, object->id, object->life) : 0;
  const SlObject *found = number != 0 ? sl_object_table_get (table, number) : NULL;

  return found != NULL && g_strcmp0 (found->name, object->name) == 0 ? found : NULL;
}

/**
 * sl_trace_set_get_rank:
 * @trace: number in the set
 * @object: number in that trace's table
 *
 * Returns: the object's rank among those of its type, in the whole trace where only its beginning is
 *   shown, or in the trace as it was earlier: what decides the colour
 */
guint
sl_trace_set_get_rank (SlTraceSet *self, guint trace, guint32 object)
{
  const SlObject *found =
      sl_object_table_get (sl_trace_get_objects (sl_trace_set_get_trace (self, trace)), object);
  const SlObject *first;

  if (trace > 0)
    return found->rank;

  first = find_object (self->earlier, found);
  if (first == NULL && self->whole != NULL)
    first = find_object (sl_trace_get_objects (self->whole), found);
  return first != NULL ? first->rank : found->rank;
}

/**
 * sl_trace_set_to_reference:
 * @trace: below sl_trace_set_get_size()
 * @own: a tick of that trace
 *
 * Returns: the nearest reference tick
 */
SlTime
sl_trace_set_to_reference (SlTraceSet *self, guint trace, SlTime own)
{
  const Member *member = get_member (self, trace);

  return member != NULL ? sl_affines_to_reference (member->pieces, member->n_pieces, own) : own;
}

/**
 * sl_trace_set_from_reference:
 * @trace: below sl_trace_set_get_size()
 * @reference: a tick of the axis
 *
 * Returns: the nearest tick of that trace; where its maps leave a hole, the tick after the hole
 */
SlTime
sl_trace_set_from_reference (SlTraceSet *self, guint trace, SlTime reference)
{
  const Member *member = get_member (self, trace);

  return member != NULL ? sl_affines_from_reference (member->pieces, member->n_pieces, reference)
                        : reference;
}

/**
 * sl_trace_set_first_from_reference:
 * @trace: below sl_trace_set_get_size()
 * @reference: a tick of the axis
 *
 * What lies before @reference on the axis lies before the returned tick in the trace, and what
 * does not does not, whatever rounding does: spans are cut and events counted by this.
 *
 * Returns: the first tick of that trace that maps to @reference or later
 */
SlTime
sl_trace_set_first_from_reference (SlTraceSet *self, guint trace, SlTime reference)
{
  const Member *member = get_member (self, trace);

  return member != NULL
             ? sl_affines_first_from_reference (member->pieces, member->n_pieces, reference)
             : reference;
}

/**
 * sl_trace_set_own_span:
 * @span: reference ticks
 *
 * Returns: the ticks of that trace that map into @span
 */
SlSpan
sl_trace_set_own_span (SlTraceSet *self, guint trace, SlSpan span)
{
  return (SlSpan) { sl_trace_set_first_from_reference (self, trace, span.begin),
                    sl_trace_set_first_from_reference (self, trace, span.end) };
}

/**
 * sl_trace_set_get_pieces:
 * @n_pieces: (out): 0 for the identity
 *
 * Returns: (transfer none) (array length=n_pieces) (nullable): how the trace maps onto the axis
 */
const SlAffine *
sl_trace_set_get_pieces (SlTraceSet *self, guint trace, guint *n_pieces)
{
  const Member *member = get_member (self, trace);

  *n_pieces = member != NULL ? member->n_pieces : 0;
  return member != NULL ? member->pieces : NULL;
}
