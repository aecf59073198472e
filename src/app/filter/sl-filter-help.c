/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-help.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-bus-kinds.h"
#include "sl-field-names.h"

/* What can be typed into the filter, by examples that suit the trace: clicking one takes it. */

typedef struct
{
  const char *expression;
  const char *meaning;
} Example;

/* A bus's addresses are looked for among so many of its first events, and shown by a range of so
 * many. */
#define MANY_EVENTS 1000
#define ADDRESSES   ((guint64) 1 << 20)

/* As far from the sides as the text of the examples. */
#define TEXT_MARGIN 10

static const Example delta = { "delta > 1000",
                               N_ ("events long after the previous one, in ticks") };

/* Of schedules: each for traces with events of a family; %NULL for all. */
static const struct
{
  const char *family;
  Example example;
} of_schedules[] = {
  { "task", { "family = task", N_ ("all events of a family") } },
  { "sched", { "family = sched", N_ ("all events of a family") } },
  { "task", { "kind = task-deadline-miss", N_ ("one kind of event") } },
  { "sched", { "kind = sched-switch", N_ ("one kind of event") } },
  { NULL, { "state = blocked", N_ ("while something is in a state") } },
  { NULL, { "cpu = 0 and delta > 1000", N_ ("events long after the previous one, in ticks") } },
  { "mutex", { "kind ~ \"mutex-*\" or kind ~ \"sem*\"", N_ ("either of two conditions") } },
  { "irq", { "family = irq or family = timer", N_ ("either of two conditions") } },
  { "interrupt", { "not family = interrupt", N_ ("everything but these") } },
  { "irq", { "not family = irq", N_ ("everything but these") } },
};

/* What examples for a trace without tasks or a bus are made of. */
typedef struct
{
  guint16 common; /* the kind that it has most of */
  guint16 rare;   /* the one that it has least of */
  gboolean has_any;
} Kinds;

/**
 * sl_filter_help_take:
 * @button: in a popover, which closes; its data "expression" is a filter
 * @entry: gets that filter
 *
 * @entry is never empty meanwhile: a search entry says so at once, and for a moment there would be no filter.
 */
void
sl_filter_help_take (GtkWidget *button, GtkEditable *entry)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);
  int length = (int) g_utf8_strlen (gtk_editable_get_text (entry), -1), place = length;

  gtk_editable_insert_text (entry, g_object_get_data (G_OBJECT (button), "expression"), -1, &place);
  gtk_editable_delete_text (entry, 0, length);
  gtk_editable_set_position (entry, -1);
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
add_example (GtkBox *box, const Example *example, GtkEditable *entry)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *expression = gtk_label_new (example->expression);
  GtkWidget *meaning = gtk_label_new (_ (example->meaning));

  gtk_label_set_xalign (GTK_LABEL (expression), 0);
  gtk_label_set_xalign (GTK_LABEL (meaning), 0);
  gtk_widget_add_css_class (expression, "monospace");
  gtk_widget_add_css_class (meaning, "caption");
  gtk_widget_add_css_class (meaning, "dim-label");
  gtk_box_append (GTK_BOX (lines), expression);
  gtk_box_append (GTK_BOX (lines), meaning);
  gtk_button_set_child (GTK_BUTTON (button), lines);
  /* It would be called by its type. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  example->expression, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (example->meaning), -1);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data_full (G_OBJECT (button), "expression", g_strdup (example->expression), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (sl_filter_help_take), entry, 0);
  gtk_box_append (box, button);
}

static Kinds
find_kinds (SlTrace *trace)
{
  guint64 most = 0, least = G_MAXUINT64;
  Kinds kinds = { 0 };

  for (guint i = 0; i < sl_kind_get_count (); i++)
    {
      guint64 count = sl_trace_get_n_events_of_kind (trace, (guint16) i);

      if (count == 0)
        continue;
      if (count > most)
        kinds.common = (guint16) i;
      if (count < least)
        kinds.rare = (guint16) i;
      most = MAX (most, count);
      least = MIN (least, count);
      kinds.has_any = TRUE;
    }

  return kinds;
}

static gboolean
has_family (SlTrace *trace, const char *family)
{
  for (guint i = 0; i < sl_kind_get_count (); i++)
    if (sl_trace_get_n_events_of_kind (trace, (guint16) i) > 0 &&
        g_str_equal (sl_kind_get ((guint16) i)->family, family))
      return TRUE;

  return FALSE;
}

/* The family of what the trace says about tasks; %NULL where it has none. */
static const char *
find_task_family (SlTrace *trace)
{
  return has_family (trace, "task") ? "task" : has_family (trace, "sched") ? "sched" : NULL;
}

/* The task that changes its state most often: there is something to be seen of it. */
static const SlObject *
find_task (SlTrace *trace)
{
  guint32 best = 0;
  guint64 most = 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

      if (lane->type != SL_LANE_TASK || lane->object == 0 || states == NULL ||
          sl_track_get_count (states) <= most)
        continue;
      most = sl_track_get_count (states);
      best = lane->object;
    }

  return best != 0 ? sl_object_table_get (sl_trace_get_objects (trace), best) : NULL;
}

static void
add_schedule_examples (GtkBox *box, SlTrace *trace, GtkEditable *entry)
{
  for (guint i = 0; i < G_N_ELEMENTS (of_schedules); i++)
    if (of_schedules[i].family == NULL || has_family (trace, of_schedules[i].family))
      add_example (box, &of_schedules[i].example, entry);
}

/* @family: that of what the trace says about tasks */
static void
add_task_examples (GtkBox *box, const SlObject *task, const char *family, GtkEditable *entry)
{
  g_autofree char *running =
      g_strdup_printf ("task = %" G_GUINT64_FORMAT " and kind ~ \"%s-*\"", task->id, family);
  g_autofree char *about =
      g_strdup_printf ("object = %" G_GUINT64_FORMAT " and kind ~ \"%s-*\"", task->id, family);

  add_example (box, &(Example) { running, N_ ("what happened while that task was running") },
               entry);
  add_example (box,
               &(Example) { about, N_ ("what happened to that task, whichever task was running") },
               entry);
}

static void
add_kind_examples (GtkBox *box, const Kinds *kinds, GtkEditable *entry)
{
  const SlKind *common = sl_kind_get (kinds->common), *rare = sl_kind_get (kinds->rare);
  g_autofree char *family = g_strdup_printf ("family = %s", common->family);
  g_autofree char *kind = g_strdup_printf ("kind = %s", rare->id);
  g_autofree char *others = g_strdup_printf ("not kind = %s", common->id);

  add_example (box, &(Example) { family, N_ ("all events of a family") }, entry);
  add_example (box, &(Example) { kind, N_ ("one kind of event") }, entry);
  add_example (box, &(Example) { others, N_ ("everything but these") }, entry);
}

/* The first of the first cycles that goes to memory or ports, by its kind. */
static gboolean
find_access (SlTrace *trace, SlEvent *event)
{
  guint64 n_events = MIN (sl_trace_get_n_events (trace), MANY_EVENTS);

  for (guint64 i = 0; i < n_events && sl_trace_read_event (trace, i, event); i++)
    if ((event->flags & (SL_EVENT_NO_A | SL_EVENT_NO_B)) == 0 && event->b > 0)
      return TRUE;

  return FALSE;
}

/* A range of a MiB around an address. */
static char *
dup_range (const SlEvent *event)
{
  guint64 begin = event->a & ~(ADDRESSES - 1);

  return g_strdup_printf ("a in 0x%" G_GINT64_MODIFIER "x..0x%" G_GINT64_MODIFIER "x", begin,
                          begin + MIN (ADDRESSES, G_MAXUINT64 - begin));
}

/* NULL for a bus, too. */
static const SlObject *
find_example_task (SlTrace *trace)
{
  return sl_source_says (sl_trace_get_source (trace), SL_TELLS_BUS) ? NULL : find_task (trace);
}

/**
 * sl_filter_help_suggest:
 * @entry: shows an example that suits the trace while it is empty
 */
void
sl_filter_help_suggest (SlTrace *trace, GtkEditable *entry)
{
  gboolean is_bus = sl_source_says (sl_trace_get_source (trace), SL_TELLS_BUS);
  Kinds kinds = find_kinds (trace);
  const char *family = find_task_family (trace);
  g_autofree char *text = NULL;
  SlEvent access;

  if (is_bus && find_access (trace, &access))
    {
      g_autofree char *range = dup_range (&access);

      /* Translators: an expression, which stays as it is, with the name of a kind of event and a
       * range of addresses */
      text = g_strdup_printf (_ ("Words or a filter: kind = %s or %s"),
                              sl_kind_get (kinds.rare)->id, range);
    }
  else if (find_example_task (trace) != NULL && family != NULL)
    /* Translators: an expression, which stays as it is, with the name of a family of events */
    text = g_strdup_printf (_ ("Words or a filter: family = %s and delta > 10us"), family);
  else if (kinds.has_any)
    /* Translators: an expression, which stays as it is, with the name of a kind of event */
    text = g_strdup_printf (_ ("Words or a filter: kind = %s"), sl_kind_get (kinds.rare)->id);
  g_object_set (entry, "placeholder-text", text, NULL);
}

static void
add_bus_examples (GtkBox *box, SlTrace *trace, const Kinds *kinds, GtkEditable *entry)
{
  const SlKind *common = sl_kind_get (kinds->common), *rare = sl_kind_get (kinds->rare);
  g_autofree char *kind = g_strdup_printf ("kind = %s", rare->id);
  g_autofree char *pattern = g_strdup_printf ("kind ~ \"*%.4s*\"", common->id);
  SlEvent access;

  add_example (box, &(Example) { kind, N_ ("one type of cycle") }, entry);
  add_example (box, &(Example) { pattern, N_ ("types whose names match a pattern") }, entry);
  if (find_access (trace, &access))
    {
      g_autofree char *range = dup_range (&access);
      g_autofree char *size = g_strdup_printf ("size = %" G_GUINT64_FORMAT, access.b);
      g_autofree char *both = g_strdup_printf ("kind = %s and not %s", common->id, range);

      add_example (box, &(Example) { range, N_ ("addresses from the first up to the second") },
                   entry);
      add_example (box, &(Example) { size, N_ ("transfers of a given size in bytes") }, entry);
      add_example (box, &(Example) { both, N_ ("both conditions, or the negation of one") }, entry);
    }
  add_example (box, &(Example) { "cpu = 0", N_ ("events of one processor") }, entry);
  add_example (box, &delta, entry);
}

/* Examples of raw fields, each for the traces that have the field. */
static void
add_field_examples (GtkBox *box, const SlFieldNames *names, GtkEditable *entry)
{
  static const struct
  {
    const char *field;
    Example example;
  } examples[] = {
    { "attribute",
      { "attribute = write-back", N_ ("memory cycles with a given cache attribute") } },
    { "requested", { "requested & 0xf0", N_ ("cycles that request any of the upper four bytes") } },
    { "next_prio",
      { "kind = sched-switch and next_prio < 100",
        N_ ("switches to tasks with a real-time priority or a deadline") } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (sl_field_names_has (names, examples[i].field))
      add_example (box, &examples[i].example, entry);
}

static void
add_field_names (GtkBox *box, const SlFieldNames *names)
{
  g_autoptr (GPtrArray) list = sl_field_names_list (names);
  g_autofree char *joined = NULL;
  g_autofree char *text = NULL;
  GtkWidget *label;

  if (list->len == 0)
    return;

  g_ptr_array_add (list, NULL);
  joined = g_strjoinv (", ", (char **) list->pdata);
  /* Translators: names of fields, which stay as they are, with commas between them */
  text = g_strdup_printf (_ ("Raw fields of this trace: %s"), joined);
  label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_start (label, TEXT_MARGIN);
  gtk_widget_set_margin_end (label, TEXT_MARGIN);
  gtk_box_append (box, label);
}

/* A word of the kind that there is most of. */
static void
add_word_example (GtkBox *box, const Kinds *kinds, GtkEditable *entry)
{
  const char *id = sl_kind_get (kinds->common)->id;
  g_autofree char *word = g_strndup (id, strcspn (id, "-"));
  /* A field by itself is a comparison that is not finished. */
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", word);

  add_example (box,
               &(Example) { quoted, N_ ("whatever has this word in its name, in any case: tasks, "
                                        "locks, rows, kinds") },
               entry);
}

static void
fill_examples (GtkBox *box, SlTrace *trace, const SlObject *task, GtkEditable *entry)
{
  const char *family = task != NULL ? find_task_family (trace) : NULL;
  Kinds kinds = find_kinds (trace);

  if (kinds.has_any)
    add_word_example (box, &kinds, entry);
  if (sl_source_says (sl_trace_get_source (trace), SL_TELLS_BUS))
    {
      add_bus_examples (box, trace, &kinds, entry);
      return;
    }
  if (task != NULL)
    {
      add_schedule_examples (box, trace, entry);
      if (family != NULL)
        add_task_examples (box, task, family, entry);
    }
  if (family == NULL && kinds.has_any)
    add_kind_examples (box, &kinds, entry);
  if (task == NULL)
    add_example (box, &delta, entry);
}

/**
 * sl_filter_help_fill:
 * @box: what was in it goes
 * @entry: gets the example that is clicked
 *
 * Offers examples that suit what the trace has, a bus, tasks, or neither, and names its raw fields, for which
 * thousands of its events are looked at.
 */
void
sl_filter_help_fill (GtkBox *box, SlTrace *trace, GtkEditable *entry)
{
  g_autoptr (SlFieldNames) names = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  fill_examples (box, trace, find_example_task (trace), entry);

  /* While it is being read, each generation would have to be looked through. */
  if (!sl_trace_is_complete (trace))
    return;

  names = sl_field_names_new (trace);
  add_field_examples (box, names, entry);
  add_field_names (box, names);
}
