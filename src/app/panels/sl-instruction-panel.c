/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-background.h"
#include "sl-call-lanes.h"
#include "sl-event-text.h"
#include "sl-instruction-search.h"
#include "sl-line-model.h"
#include "sl-source-extras.h"
#include "sl-table-menu.h"
#include "sl-table.h"
#include "sl-ticks.h"
#include "sl-time-text.h"

/* The first instructions that ran in the span that is selected, or else in what the timeline shows: decoded in
 * the background, and only while the list is on screen. Selecting one puts the first cursor there. */
struct _SlInstructionPanel
{
  SlDocumentWidget base;

  GtkColumnView *view;
  GtkLabel *status_label;

  SlLineModel *model;
  SlTableSelection *selection;
  SlBackground *background;
  SlInstructionSearch *found; /* NULL while there is nothing */
  SlCodeMap *map;             /* by which it was found or is looked for; NULL for none */
  guint trace;                /* in which */
  SlSpan span;                /* on the axis, that is shown or on its way */
};

G_DEFINE_FINAL_TYPE (SlInstructionPanel, sl_instruction_panel, SL_TYPE_DOCUMENT_WIDGET)

/* Its tables are of type SlInstructionSearch. */
struct _SlInstructionModel
{
  SlLineModel parent_instance;
};

#define SL_TYPE_INSTRUCTION_MODEL (sl_instruction_model_get_type ())
G_DECLARE_FINAL_TYPE (SlInstructionModel, sl_instruction_model, SL, INSTRUCTION_MODEL, SlLineModel)
G_DEFINE_FINAL_TYPE (SlInstructionModel, sl_instruction_model, SL_TYPE_LINE_MODEL)

static gpointer
ref_table (gpointer table)
{
  return sl_instruction_search_ref (table);
}

static void
unref_table (gpointer table)
{
  if (table != NULL)
    sl_instruction_search_unref (table);
}

static guint
count (SlLineModel *model, gpointer table)
{
  return ((SlInstructionSearch *) table)->list->len;
}

static void
sl_instruction_model_class_init (SlInstructionModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  model_class->ref_table = ref_table;
  model_class->unref_table = unref_table;
  model_class->count = count;
}

static void
sl_instruction_model_init (SlInstructionModel *self)
{
}

/* Lines of the list. */
#define MOST_LINES 2000u

/* While the view moves nothing is begun. */
#define DEBOUNCE_MSEC 150

typedef enum
{
  COLUMN_TIME,
  COLUMN_TICK,
  COLUMN_CPU,
  COLUMN_ADDRESS,
  COLUMN_KIND,
  COLUMN_SYMBOL,
  COLUMN_BYTES,
  N_COLUMNS,
} Column;

static const SlTableColumn columns[N_COLUMNS] = {
  [COLUMN_TIME] = { N_ ("Elapsed"), 14, TRUE, FALSE },
  [COLUMN_TICK] = { N_ ("TSC"), 16, TRUE, FALSE, 1 },
  [COLUMN_CPU] = { N_ ("CPU"), 4, TRUE, FALSE },
  [COLUMN_ADDRESS] = { N_ ("Address"), 18, TRUE, FALSE },
  [COLUMN_KIND] = { N_ ("Kind"), 10, FALSE, FALSE },
  [COLUMN_SYMBOL] = { N_ ("Function"), 24, FALSE, TRUE },
  [COLUMN_BYTES] = { N_ ("Bytes"), 30, FALSE, FALSE },
};

/* What is to be decoded. */
typedef struct
{
  SlTrace *trace; /* NULL where nothing can be */
  SlCodeMap *map;
  SlSpan span; /* in ticks of the trace */
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_object (&self->trace);
  g_clear_pointer (&self->map, sl_code_map_unref);
  g_free (self);
}

static const SlExecuted *
get_executed (SlLine *line)
{
  SlInstructionSearch *found = sl_line_get_table (line);

  return &g_array_index (found->list, SlExecuted, sl_line_get_number (line));
}

static SlTime
get_time (SlInstructionPanel *self, const SlInstruction *instruction)
{
  return sl_trace_set_to_reference (sl_document_get_trace_set (self->base.document), self->trace,
                                    instruction->time);
}

static char *
dup_text (SlInstructionPanel *self, Column column, const SlExecuted *executed)
{
  const SlInstruction *instruction = &executed->instruction;
  char *symbol;

  switch (column)
    {
    case COLUMN_TIME:
      return sl_event_text_elapsed (self->base.document, get_time (self, instruction));
    case COLUMN_TICK:
      return sl_event_text_tick (self->base.document, get_time (self, instruction));
    case COLUMN_CPU:
      return g_strdup_printf ("%u", executed->cpu);
    case COLUMN_ADDRESS:
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", instruction->address);
    case COLUMN_KIND:
      return sl_instruction_class_dup_title ((SlInstructionClass) instruction->type);
    case COLUMN_SYMBOL:
      symbol = sl_code_map_dup_text (self->map, instruction->process, instruction->address);
      return symbol != NULL ? symbol : g_strdup ("");
    case COLUMN_BYTES:
      return sl_instruction_dup_bytes (instruction, " ");
    case N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

static void
bind_cb (GtkWidget *cell, guint number, gpointer line, gpointer user_data)
{
  SlInstructionPanel *self = user_data;
  const SlExecuted *executed = get_executed (line);
  g_autofree char *text = dup_text (self, (Column) number, executed);

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "secondary", number != COLUMN_SYMBOL && number != COLUMN_KIND);
  if (number == COLUMN_SYMBOL)
    {
      g_autofree char *address = dup_text (self, COLUMN_ADDRESS, executed);
      g_autofree char *name = g_strdup_printf ("%s, %s", text, address);

      sl_table_name_row (cell, name);
    }
}

static void
selected_cb (SlInstructionPanel *self)
{
  SlLine *line = sl_table_selection_get_selected_item (self->selection);
  SlTime time;

  if (line == NULL)
    return;

  time = get_time (self, &get_executed (line)->instruction);
  sl_document_take_state (self->base.document,
                          sl_view_state_with_cursor (sl_document_get_state (self->base.document),
                                                     SL_CURSOR_A, &time),
                          SL_GESTURE_NONE);
}

static void
show_lines (SlInstructionPanel *self)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (unref_table);

  if (self->found != NULL)
    {
      g_ptr_array_set_size (tables, (int) self->trace + 1);
      g_ptr_array_index (tables, self->trace) = sl_instruction_search_ref (self->found);
    }
  sl_line_model_set_tables (self->model, tables);
  sl_table_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

static void
show_status (SlInstructionPanel *self)
{
  g_autofree char *all = NULL;
  g_autofree char *listed = NULL;
  g_autofree char *text = NULL;

  if (self->found == NULL)
    {
      gtk_label_set_label (self->status_label, _ ("Decoding…"));
      return;
    }

  all = sl_time_text_ticks (self->found->n_instructions);
  listed = sl_time_text_ticks (self->found->list->len);
  if (self->found->n_instructions > self->found->list->len)
    /* Translators: how many instructions ran, and how many are listed */
    text = g_strdup_printf (_ ("%s instructions, of which the first %s are listed"), all, listed);
  else
    text = g_strdup_printf (ngettext ("%s instruction", "%s instructions",
                                      (gulong) self->found->n_instructions),
                            all);
  gtk_label_set_label (self->status_label, text);
}

static guint64
count_bytes (SlTrace *trace, SlSpan span)
{
  GPtrArray *streams = sl_source_get_flow_streams (sl_trace_get_source (trace));
  guint64 n_bytes = 0;

  for (guint i = 0; i < streams->len; i++)
    {
      const SlFlowStream *stream = g_ptr_array_index (streams, i);

      for (guint j = 0; j < stream->parts->len; j++)
        {
          const SlFlowPart *part = &g_array_index (stream->parts, SlFlowPart, j);

          n_bytes += part->span.end > span.begin && part->span.begin < span.end ? part->n_bytes : 0;
        }
    }

  return n_bytes;
}

static gboolean
find_trace (SlDocument *document, guint *number)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (*number = 0; *number < sl_trace_set_get_size (set); (*number)++)
    if (sl_call_lanes_can (sl_document_get_trace_of (document, *number),
                           sl_annotations_get_code_map (
                               sl_trace_set_get_annotations (set, *number))))
      return TRUE;

  return FALSE;
}

static void
forget (SlInstructionPanel *self)
{
  g_clear_pointer (&self->found, sl_instruction_search_unref);
  g_clear_pointer (&self->map, sl_code_map_unref);
}

static SlSpan
get_wanted (SlInstructionPanel *self)
{
  const SlViewState *state = sl_document_get_state (self->base.document);
  SlSpan span;

  return sl_view_state_get_selection (state, &span) ? span : sl_view_state_get_visible (state);
}

/* Says why there is nothing to decode; %NULL where there is. */
static const char *
get_obstacle (SlInstructionPanel *self, const Request *wanted)
{
  if (wanted->map == NULL)
    return _ ("The programs that ran are needed: see Symbols in the menu");
  if (count_bytes (wanted->trace, wanted->span) > SL_CALL_MOST_BYTES)
    return _ ("Too much to decode: zoom in, or select a shorter span");

  return NULL;
}

static gpointer
make_request (gpointer owner)
{
  SlInstructionPanel *self = owner;
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  Request *wanted = g_new0 (Request, 1);
  const char *obstacle;

  forget (self);
  self->span = get_wanted (self);
  show_lines (self);
  if (find_trace (self->base.document, &self->trace))
    {
      self->map = sl_code_map_ref (
          sl_annotations_get_code_map (sl_trace_set_get_annotations (set, self->trace)));
      wanted->trace = g_object_ref (sl_document_get_trace_of (self->base.document, self->trace));
      wanted->map = sl_code_map_ref (self->map);
      wanted->span = sl_trace_set_own_span (set, self->trace, self->span);
    }

  obstacle = get_obstacle (self, wanted);
  if (obstacle == NULL)
    {
      show_status (self);
      return wanted;
    }

  g_clear_object (&wanted->trace);
  gtk_label_set_label (self->status_label, obstacle);
  return wanted;
}

static gpointer
decode (gpointer data, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Request *wanted = data;

  return wanted->trace != NULL ? sl_instruction_search_new (wanted->trace, wanted->map,
                                                            wanted->span, MOST_LINES, cancellable)
                               : NULL;
}

static void
decoded (gpointer owner, gpointer found, const GError *error)
{
  SlInstructionPanel *self = owner;

  if (found == NULL)
    return;

  self->found = found;
  show_lines (self);
  show_status (self);
}

static const SlBackgroundKind background_kind = {
  .work = decode,
  .free = request_free,
  .free_found = (GDestroyNotify) sl_instruction_search_unref,
  .make = make_request,
  .quiet_msec = DEBOUNCE_MSEC,
  .is_paced = TRUE,
  .priority = G_PRIORITY_LOW,
};

static void
request (SlInstructionPanel *self)
{
  if (self->base.document != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    sl_background_ask (self->background);
}

static void
name_times (SlInstructionPanel *self)
{
  sl_table_set_title (self->view, COLUMN_TICK,
                      sl_event_text_axis_title (self->base.document, SL_AXIS_TSC));
  sl_table_show_column (self->view, COLUMN_TICK,
                        !sl_ticks_are_elapsed (sl_document_get_clock (self->base.document)));
}

static void
sl_instruction_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlInstructionPanel *self = SL_INSTRUCTION_PANEL (widget);

  if ((changes & (SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    name_times (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET)) != 0 ||
      !sl_span_equal (self->span, get_wanted (self)))
    request (self);
}

static void
sl_instruction_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sl_instruction_panel_parent_class)->map (widget);
  request (SL_INSTRUCTION_PANEL (widget));
}

static void
sl_instruction_panel_dispose (GObject *object)
{
  SlInstructionPanel *self = SL_INSTRUCTION_PANEL (object);

  g_clear_pointer (&self->background, sl_background_free);
  forget (self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sl_instruction_panel_parent_class)->dispose (object);
}

static void
sl_instruction_panel_class_init (SlInstructionPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_instruction_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_instruction_panel_changed;
  widget_class->map = sl_instruction_panel_map;

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-instruction-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlInstructionPanel, view);
  gtk_widget_class_bind_template_child (widget_class, SlInstructionPanel, status_label);
}

static void
sl_instruction_panel_init (SlInstructionPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_table_add_columns (self->view, columns, N_COLUMNS, bind_cb, self);

  self->span = (SlSpan) { SL_TIME_MIN, SL_TIME_MIN };
  self->background = sl_background_new (&background_kind, decoded, self);
  self->model = g_object_new (SL_TYPE_INSTRUCTION_MODEL, NULL);
  self->selection =
      sl_table_make_selection (self->view, G_LIST_MODEL (self->model), "instructions");
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

/**
 * sl_instruction_panel_is_for:
 *
 * Returns: whether instructions of any of the traces can be decoded
 */
gboolean
sl_instruction_panel_is_for (SlDocument *document)
{
  guint number;

  return find_trace (document, &number);
}
