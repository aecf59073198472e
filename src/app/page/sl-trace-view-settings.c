/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view-private.h"

/* What a trace's page begins with as the user left the one before, and keeps for the next. */

/**
 * sl_trace_view_remember_axis:
 *
 * The next trace opens with the axis of this one. Delta time needs a cursor, which it has not, and a time of day not every
 * trace knows.
 */
void
sl_trace_view_remember_axis (SlTraceView *self)
{
  SlAxis axis = sl_view_state_get_axis (sl_document_get_state (self->document));

  if (axis != SL_AXIS_DELTA && axis != SL_AXIS_WALL &&
      g_settings_get_enum (self->settings, "axis") != (int) axis)
    g_settings_set_enum (self->settings, "axis", (int) axis);
}

/**
 * sl_trace_view_begin_with_settings:
 *
 * The document is shown as the user left another one, with nothing to undo.
 */
void
sl_trace_view_begin_with_settings (SlTraceView *self)
{
  SlAxis axis = (SlAxis) g_settings_get_enum (self->settings, "axis");
  SlShownUnit unit = (SlShownUnit) g_settings_get_enum (self->settings, "unit");
  g_autoptr (SlViewState) on_axis =
      sl_view_state_with_axis (sl_document_get_state (self->document), axis);
  g_autoptr (SlViewState) in_unit = sl_view_state_with_unit (on_axis, unit);
  const SlViewPanels panels = {
    .page = sl_view_panels_default.page,
    .has_list = g_settings_get_boolean (self->settings, "list-visible"),
    .list_height = g_settings_get_int (self->settings, "list-height"),
    .has_details = g_settings_get_boolean (self->settings, "details-visible"),
  };
  g_autoptr (SlViewState) state = sl_view_state_with_panels (in_unit, &panels);

  sl_view_history_reset (sl_document_get_history (self->document), state);
}

static void
wheel_changed_cb (SlTraceView *self)
{
  sl_timeline_widget_set_wheel (self->timeline,
                                (SlWheel) g_settings_get_enum (self->settings, "wheel"));
}

/**
 * sl_trace_view_bind_settings:
 *
 * What is the same for all traces follows the settings of the page.
 */
void
sl_trace_view_bind_settings (SlTraceView *self)
{
  GSettings *settings = self->settings;

  g_settings_bind (settings, "header-width", self->timeline, "chosen-header-width",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "lecture-size", self->lecture, "size", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "colour-blind", self->timeline, "colour-blind",
                   G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (settings, "changed::wheel", G_CALLBACK (wheel_changed_cb), self,
                           G_CONNECT_SWAPPED);
  wheel_changed_cb (self);
}

static void
remember (GSettings *settings, const char *key, gboolean value)
{
  if (g_settings_get_boolean (settings, key) != value)
    g_settings_set_boolean (settings, key, value);
}

/**
 * sl_trace_view_remember_panels:
 *
 * The next trace that was not open before has the panels that this one has.
 */
void
sl_trace_view_remember_panels (SlTraceView *self)
{
  const SlViewPanels *panels = sl_view_state_get_panels (sl_document_get_state (self->document));

  if (!self->keeps_settings)
    return;

  remember (self->settings, "list-visible", panels->has_list);
  remember (self->settings, "details-visible", panels->has_details);
  if (g_settings_get_int (self->settings, "list-height") != panels->list_height)
    g_settings_set_int (self->settings, "list-height", panels->list_height);
}
