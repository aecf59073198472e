/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-marker-edit.h"
#include "sl-picked-job.h"
#include "sl-scene-builder.h"
#include "sl-timeline-proxy.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

typedef struct _SlTimelineInput SlTimelineInput;
typedef struct _SlTimelineProxies SlTimelineProxies;

/* The widget itself draws; its pointer, its keys, its focus, and what represents boxes and row
 * headers for assistive technologies, have files of their own. */
struct _SlTimelineWidget
{
  SlPictureWidget parent_instance;

  SlDocument *document; /* NULL before there is one */
  SlFoldCache *folds;   /* of the last scene */
  SlBlockCache *zones;  /* of the last scenes */
  guint sharpen;        /* tick callback; 0 while the scene is as fine as it can be */
  guint look_ahead;     /* source; 0 while there is nothing to find out for the next scenes */
  GtkAdjustment *adjustment;
  SlWheel wheel;
  gboolean is_plain; /* says nothing of how it is used */

  SlPickedJob *picked; /* NULL for none */
  SlStyle style;       /* for which there is room for names */
  gboolean knows_picked;
  char *said_step; /* what was decided at the step that readers were told of last; NULL for none */
  gconstpointer told_of; /* which proxy had the focus then, if it has it still; only to compare */

  SlTarget hover;
  SlTarget focus; /* of type none, row or items: what the keys go on from */

  gboolean has_pointed; /* the column of values is about the instant below the pointer */
  SlTime pointed;
  gboolean has_snap; /* a ring shows what the pointer means */
  SlSceneSnap snap;
  gboolean is_zooming; /* a span is dragged out to be zoomed into */
  SlSpan zoomed;

  SlTarget kept_focus; /* where Up or Down went last, and the instant that they keep */
  SlTime kept_time;

  SlTimelineInput *input;
  SlTimelineProxies *proxies;
  GtkWidget *menu; /* a context menu; NULL while it was never opened */
};

const SlSceneJob *sl_timeline_get_picked (SlTimelineWidget *self);
int sl_timeline_get_top_height (SlTimelineWidget *self);
gboolean sl_timeline_get_view (SlTimelineWidget *self, SlView *view);
void sl_timeline_set_hover (SlTimelineWidget *self, const SlTarget *target);
gboolean
sl_timeline_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip);
void sl_timeline_set_focus (SlTimelineWidget *self, const SlTarget *target);
void sl_timeline_open_menu (SlTimelineWidget *self);
gboolean sl_timeline_open_menu_at (SlTimelineWidget *self, double x, double y);

SlTimelineInput *sl_timeline_input_new (SlTimelineWidget *timeline);
void sl_timeline_input_free (SlTimelineInput *self);
void sl_timeline_input_get_pointer (SlTimelineInput *self, double *x, double *y);
gboolean sl_timeline_input_is_dragging (SlTimelineInput *self);
void sl_timeline_input_leave_pointer (SlTimelineInput *self);
gboolean sl_timeline_input_find_pointer (SlTimelineInput *self, SlTime *time);
const char *sl_timeline_input_find_row (SlTimelineInput *self, double y);
gboolean sl_timeline_input_is_on_header (SlTimelineInput *self, double x);
double sl_timeline_input_get_plot_x (SlTimelineInput *self, double x);
gboolean sl_timeline_input_is_in_ruler (SlTimelineInput *self, double y);

void sl_timeline_follow_picked (SlTimelineWidget *self);
void sl_timeline_go_to_end (SlTimelineWidget *self, int direction);
void sl_timeline_step (SlTimelineWidget *self, int direction);
void sl_timeline_change_row (SlTimelineWidget *self, int by);
void sl_timeline_pick_focus (SlTimelineWidget *self);

void sl_timeline_follow_pointer (SlTimelineWidget *self);
void sl_timeline_show_snap (SlTimelineWidget *self, const SlSceneSnap *snap);
SlTime sl_timeline_snap (SlTimelineWidget *self, double x, double y);
SlTime sl_timeline_find_time (SlTimelineWidget *self, gboolean snaps);

void sl_timeline_nudge_marker (SlTimelineWidget *self, SlMarkerPart part, int by, int rows);
void sl_timeline_install_actions (GtkWidgetClass *widget_class);
void sl_timeline_add_keys (SlTimelineWidget *self);

void sl_timeline_describe_proxy (SlTimelineWidget *self,
                                 SlTimelineProxy *proxy,
                                 gboolean is_focused,
                                 const char *name,
                                 const char *description);
SlTimelineProxies *sl_timeline_proxies_new (SlTimelineWidget *timeline);
void sl_timeline_proxies_free (SlTimelineProxies *self);
void sl_timeline_proxies_update (SlTimelineProxies *self);
void sl_timeline_proxies_describe_picture (SlTimelineProxies *self);
void sl_timeline_proxies_allocate (SlTimelineProxies *self);
gboolean sl_timeline_proxies_move_focus (SlTimelineProxies *self, GtkDirectionType direction);
void sl_timeline_proxies_grab_focus (SlTimelineProxies *self);
gboolean sl_timeline_proxies_has_ring (SlTimelineProxies *self);
gboolean sl_timeline_proxies_focus_marker (SlTimelineProxies *self);
gboolean sl_timeline_proxies_is_on_marker (SlTimelineProxies *self);
gboolean sl_timeline_proxies_is_on_header (SlTimelineProxies *self);
void sl_timeline_proxies_focus_header (SlTimelineProxies *self);
void sl_timeline_proxies_focus_box (SlTimelineProxies *self);

G_END_DECLS
