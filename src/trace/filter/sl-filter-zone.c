/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-zone.h"

#include "sl-filter-pages.h"
#include "sl-kind.h"

/* The kinds of one group of a page map that pass a comparison of kinds, as bits (kind % 64), and
 * those that fail it. */
typedef struct
{
  guint64 pass;
  guint64 fail;
} Kinds;

/* What a comparison of kinds says of the events that the maps tell apart. */
typedef struct
{
  Kinds groups[SL_N_PLANES][SL_N_PAGE_GROUPS];
  guint64 unmapped; /* those that pass of the kinds that are in neither map */
} KindsOfParts;

struct _SlFilterZones
{
  SlTrace *trace;
  const SlFilterCondition *conditions;
  guint n_conditions;
  const SlFilterNode *root;
  gboolean asks_addresses;
  gboolean b_is_size;
  SlFilterPages *pages; /* NULL where they say nothing, or not yet */
  KindsOfParts *kinds;  /* by condition; with @pages */
};

/* Events of a zone: all, or those of one group that touch pages of one class, or those that are in
 * neither map and of one class. */
typedef struct
{
  const SlZone *zone;
  gboolean is_all;
  gboolean is_unmapped;
  SlPlane plane;
  guint group;
  guint class;
} Part;

static SlFilterChance
chance_of (gboolean may_pass)
{
  return may_pass ? SL_FILTER_ANY_CHANCE : SL_FILTER_MAY_FAIL;
}

static SlFilterChance
get_chance_of_kinds (const SlFilterZones *self, guint number, const Part *part)
{
  const SlFilterCondition *condition = &self->conditions[number];
  const Kinds *kinds;

  if (part->is_all)
    return chance_of ((condition->zone_kinds & part->zone->kinds) != 0);
  if (part->is_unmapped)
    return chance_of ((self->kinds[number].unmapped & part->zone->kinds) != 0);

  kinds = &self->kinds[number].groups[part->plane][part->group];
  return ((kinds->pass & part->zone->kinds) != 0 ? SL_FILTER_MAY_PASS : 0) |
         ((kinds->fail & part->zone->kinds) != 0 ? SL_FILTER_MAY_FAIL : 0);
}

static gboolean
may_pass_cpu (const SlFilterCondition *condition, const SlZone *zone)
{
  if (condition->is_negative || condition->low != condition->high)
    return TRUE;

  return condition->low <= G_MAXUINT16 &&
         (zone->cpus & (G_GUINT64_CONSTANT (1) << ((guint64) condition->low % 64))) != 0;
}

static SlFilterChance
get_chance_of_a (const SlFilterZones *self, guint number, const Part *part)
{
  const SlZone *zone = part->zone;

  if (part->is_all)
    return chance_of (
        sl_filter_condition_interval (&self->conditions[number], zone->a_min, zone->a_max));

  return sl_filter_pages_get_chance (self->pages, part->class, number) |
         ((zone->flags & SL_EVENT_NO_A) != 0 ? SL_FILTER_MAY_FAIL : 0);
}

/* All kinds of the maps have a b. */
static SlFilterChance
get_chance_of_b (const SlFilterCondition *condition, const Part *part)
{
  const SlZone *zone = part->zone;

  if (part->is_all || part->is_unmapped || (zone->flags & (SL_EVENT_NO_B | SL_EVENT_FAST)) != 0)
    return chance_of (sl_filter_condition_interval (condition, zone->b_min, zone->b_max));

  return sl_filter_condition_chance (condition, zone->b_min, zone->b_max);
}

/* That all events pass is certain of what they all have alone. */
static SlFilterChance
get_chance_of_condition (const SlFilterZones *self, guint number, const Part *part)
{
  const SlFilterCondition *condition = &self->conditions[number];
  const SlZone *zone = part->zone;

  switch (condition->field)
    {
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
      return get_chance_of_kinds (self, number, part);
    case SL_FILTER_CPU:
      return chance_of (may_pass_cpu (condition, zone));
    case SL_FILTER_TICK:
      return sl_filter_condition_chance (condition, zone->time_min, zone->time_max);
    case SL_FILTER_A:
      return get_chance_of_a (self, number, part);
    case SL_FILTER_B:
      return get_chance_of_b (condition, part);
    case SL_FILTER_SIZE:
      return self->b_is_size ? get_chance_of_b (condition, part) : SL_FILTER_ANY_CHANCE;
    case SL_FILTER_STATE:
      return SL_FILTER_MAY_FAIL;
    case SL_FILTER_OBJECT:
    case SL_FILTER_TASK:
    case SL_FILTER_LANE:
    case SL_FILTER_DELTA:
    case SL_FILTER_OFFSET:
    case SL_FILTER_RAW:
    case SL_N_FILTER_FIELDS:
    default:
      return SL_FILTER_ANY_CHANCE;
    }
}

static SlFilterChance
get_chance (const SlFilterZones *self, const SlFilterNode *node, const Part *part)
{
  SlFilterChance left, right;

  if (node->type == SL_FILTER_COMPARE)
    return get_chance_of_condition (self, node->number, part);

  left = get_chance (self, node->left, part);
  if (node->type == SL_FILTER_NOT)
    return (left & SL_FILTER_MAY_PASS ? SL_FILTER_MAY_FAIL : 0) |
           (left & SL_FILTER_MAY_FAIL ? SL_FILTER_MAY_PASS : 0);

  right = get_chance (self, node->right, part);
  return node->type == SL_FILTER_AND
             ? (left & right & SL_FILTER_MAY_PASS) | ((left | right) & SL_FILTER_MAY_FAIL)
             : ((left | right) & SL_FILTER_MAY_PASS) | (left & right & SL_FILTER_MAY_FAIL);
}

static void
add_kind (KindsOfParts *self, guint16 kind, gboolean passes, gboolean may_be_left_out)
{
  const guint8 groups[SL_N_PLANES] = { sl_page_group_of_memory (kind),
                                       sl_page_group_of_ports (kind) };
  guint64 bit = G_GUINT64_CONSTANT (1) << (kind % 64);
  gboolean is_unmapped = may_be_left_out || sl_bus_kind_is_unmapped (kind);

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    if (groups[plane] != SL_PAGE_NO_GROUP)
      {
        Kinds *kinds = &self->groups[plane][groups[plane]];

        kinds->pass |= passes ? bit : 0;
        kinds->fail |= passes ? 0 : bit;
      }
  self->unmapped |= passes && is_unmapped ? bit : 0;
}

static void
sort_kinds (SlFilterZones *self)
{
  gboolean may_be_left_out = !sl_filter_pages_is_whole (self->pages, SL_PLANE_MEMORY) ||
                             !sl_filter_pages_is_whole (self->pages, SL_PLANE_PORTS);

  self->kinds = g_new0 (KindsOfParts, self->n_conditions);
  for (guint i = 0; i < self->n_conditions; i++)
    {
      const SlFilterCondition *condition = &self->conditions[i];

      if (condition->field != SL_FILTER_KIND && condition->field != SL_FILTER_FAMILY)
        continue;

      for (guint kind = 0; kind < condition->n_kinds; kind++)
        add_kind (&self->kinds[i], (guint16) kind, condition->kinds[kind], may_be_left_out);
      /* Then codes pass that nobody knows, which are in no map. */
      if (condition->zone_kinds == G_MAXUINT64)
        self->kinds[i].unmapped = G_MAXUINT64;
    }
}

/* Whether of all events that have a size it is their b. */
static gboolean
has_size_in_b (SlTrace *trace)
{
  guint n_kinds = sl_kind_get_count ();

  for (guint kind = 0; kind < n_kinds; kind++)
    if (sl_bus_kind_has_bytes_in_detail ((guint16) kind) &&
        sl_trace_get_n_events_of_kind (trace, (guint16) kind) > 0)
      return FALSE;

  return TRUE;
}

/**
 * sl_filter_zones_new:
 * @trace: outlives it, as do the rest
 * @conditions: (array length=n_conditions): by number of the comparison
 * @root: the expression
 *
 * Returns: (transfer full): what can be asked of zones; one thread at a time
 */
SlFilterZones *
sl_filter_zones_new (SlTrace *trace,
                     const SlFilterCondition *conditions,
                     guint n_conditions,
                     const SlFilterNode *root)
{
  SlFilterZones *self = g_new0 (SlFilterZones, 1);

  self->trace = trace;
  self->conditions = conditions;
  self->n_conditions = n_conditions;
  self->root = root;
  self->b_is_size = has_size_in_b (trace);
  for (guint i = 0; i < n_conditions; i++)
    self->asks_addresses = self->asks_addresses || conditions[i].field == SL_FILTER_A;
  return self;
}

/**
 * sl_filter_zones_free:
 * @self: (transfer full):
 */
void
sl_filter_zones_free (SlFilterZones *self)
{
  sl_filter_pages_free (self->pages);
  g_free (self->kinds);
  g_free (self);
}

/**
 * sl_filter_zones_ask_alone:
 * @zone: of no trace, or of one whose maps are not asked
 *
 * Returns: whether events of it can match, and whether there can be others
 */
SlFilterChance
sl_filter_zones_ask_alone (const SlFilterZones *self, const SlZone *zone)
{
  Part all = { .zone = zone, .is_all = TRUE };

  return get_chance (self, self->root, &all);
}

static SlFilterChance
ask_classes (const SlFilterZones *self, Part *part, guint64 classes)
{
  SlFilterChance chance = 0;

  for (; classes != 0 && chance != SL_FILTER_ANY_CHANCE; classes &= classes - 1)
    {
      part->class = (guint) __builtin_ctzll (classes);
      chance |= get_chance (self, self->root, part);
    }

  return chance;
}

static SlFilterChance
ask_touched (const SlFilterZones *self, const SlZone *zone, const SlFilterTouched *touched)
{
  Part part = { .zone = zone };
  SlFilterChance chance = 0;

  for (part.plane = 0; part.plane < SL_N_PLANES; part.plane++)
    for (part.group = 0; part.group < SL_N_PAGE_GROUPS; part.group++)
      chance |= ask_classes (self, &part, touched->pages[part.plane][part.group]);

  part.is_unmapped = TRUE;
  return chance | ask_classes (self, &part, touched->unmapped);
}

/* Asks the maps only where they can say more than the zone, and finds out what they say when they
 * are first asked. */
static gboolean
has_pages (SlFilterZones *self)
{
  if (!self->asks_addresses || self->pages != NULL)
    return self->asks_addresses;

  self->pages = sl_filter_pages_new (self->trace, self->conditions, self->n_conditions);
  self->asks_addresses = self->pages != NULL;
  if (self->pages != NULL)
    sort_kinds (self);
  return self->asks_addresses;
}

/**
 * sl_filter_zones_ask:
 * @zone: number of a zone of the trace
 *
 * Returns: whether events of it can match, and whether there can be others
 */
SlFilterChance
sl_filter_zones_ask (SlFilterZones *self, guint zone)
{
  const SlZone *info = sl_trace_get_zone (self->trace, zone);
  SlFilterChance chance = sl_filter_zones_ask_alone (self, info);
  SlFilterTouched touched;

  if (chance != SL_FILTER_ANY_CHANCE || !has_pages (self) ||
      !sl_filter_pages_look (self->pages, zone, &touched))
    return chance;

  return ask_touched (self, info, &touched);
}
