/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-table.h"

#include <glib/gi18n.h>

/* Every key of the program, in the order in which lists of keys have them. Keys are as
 * gtk_accelerator_parse() reads them, separated by spaces; "" where users may choose one. */
static const SlKeyEntry entries[] = {
  { SL_KEYS_GENERAL, "win.open", "<Control>o", N_ ("Open a trace"), NULL },
  { SL_KEYS_GENERAL, "win.add-trace", "<Control><Shift>o", N_ ("Add a trace to this axis"), NULL },
  { SL_KEYS_GENERAL, "win.reload", "<Control>r", N_ ("Reload"), NULL },
  { SL_KEYS_GENERAL, "win.reload-compared", "", N_ ("Reload and Compare with Before"), NULL },
  { SL_KEYS_GENERAL, "win.import-text", "<Control>i", N_ ("Import a text log"), NULL },
  { SL_KEYS_GENERAL, "win.receive", "", N_ ("Receive a trace over the network"), NULL },
  { SL_KEYS_GENERAL, "win.record", "", N_ ("Record what this computer does"), NULL },
  { SL_KEYS_GENERAL, "win.follow", "", N_ ("Follow the file as it grows"), NULL },
  { SL_KEYS_GENERAL, "view.traces", "<Control>t", N_ ("Traces on this axis and where they start"),
    NULL },
  { SL_KEYS_GENERAL, "win.compare", "<Control>d", N_ ("Compare with another trace"), NULL },
  { SL_KEYS_GENERAL, "win.separate", "", N_ ("Show each trace of this axis in a window of its own"),
    NULL },
  { SL_KEYS_GENERAL, "view.align", "<Control>m",
    N_ ("Align with the event selected before in another trace"), NULL },
  { SL_KEYS_GENERAL, "app.new-window", "<Control>n", N_ ("New window"), NULL },
  { SL_KEYS_GENERAL, "tab.new", "<Control><Shift>t", N_ ("New tab"), NULL },
  { SL_KEYS_GENERAL, "tab.next", "<Control>Tab", N_ ("Next tab"), NULL },
  { SL_KEYS_GENERAL, "tab.previous", "<Control><Shift>Tab", N_ ("Previous tab"), NULL },
  { SL_KEYS_GENERAL, "tab.move", "<Control><Shift>m", N_ ("Move the tab to a new window"), NULL },
  { SL_KEYS_GENERAL, "app.new-set", "<Control><Shift>n", N_ ("New from a task set"), NULL },
  { SL_KEYS_GENERAL, "view.export", "<Control>e", N_ ("Export a picture"), NULL },
  { SL_KEYS_GENERAL, "view.copy-picture", "<Control><Shift>c", N_ ("Copy the picture"),
    N_ ("As pixels and as SVG; it can also be dragged out of the preview of the export") },
  { SL_KEYS_GENERAL, "view.print", "<Control>p", N_ ("Print the picture"), NULL },
  { SL_KEYS_GENERAL, "view.save-span", "", N_ ("Save the selected span as a trace"), NULL },
  { SL_KEYS_GENERAL, "view.save-view", "", N_ ("Save the view to a file"), NULL },
  { SL_KEYS_GENERAL, "view.open-view", "", N_ ("Open a view from a file"), NULL },
  { SL_KEYS_GENERAL, "view.rate", "", N_ ("Set the clock rate"), NULL },
  { SL_KEYS_GENERAL, "view.symbols", "", N_ ("Symbols and programs"), NULL },
  { SL_KEYS_GENERAL, "view.model", "", N_ ("Task model"), NULL },
  { SL_KEYS_GENERAL, "view.find", "<Control>f", N_ ("Find names, or filter events"), NULL },
  { SL_KEYS_GENERAL, "view.clear-filter", "", N_ ("Clear the filter"), NULL },
  { SL_KEYS_GENERAL, "view.next-hit", "<Control>g F3", N_ ("Next hit, from where you are"), NULL },
  { SL_KEYS_GENERAL, "view.previous-hit", "<Control><Shift>g <Shift>F3",
    N_ ("Previous hit, from where you are"), NULL },
  { SL_KEYS_GENERAL, NULL, "Tab Down",
    N_ ("In the filter: take the first suggestion, go to the suggestions"), NULL },
  { SL_KEYS_GENERAL, "view.go-to", "<Control>l", N_ ("Go to a time, event, offset, task or marker"),
    NULL },
  { SL_KEYS_GENERAL, "view.back", "Escape",
    N_ ("Clear the selected span, then the selected rows, then the selected item"), NULL },
  { SL_KEYS_GENERAL, "view.details", "F9", N_ ("Show or hide details"), NULL },
  { SL_KEYS_GENERAL, "view.list", "<Control>F9", N_ ("Show or hide the panel below the timeline"),
    NULL },
  { SL_KEYS_GENERAL, "view.list-maximized", "<Shift>F9",
    N_ ("Maximise the panel below the timeline, or restore the timeline"), NULL },
  { SL_KEYS_GENERAL, "view.previous-page", "<Control>Page_Up",
    N_ ("Previous page below the timeline"), NULL },
  { SL_KEYS_GENERAL, "view.next-page", "<Control>Page_Down", N_ ("Next page below the timeline"),
    NULL },
  { SL_KEYS_GENERAL, "view.toggle-look", "<Control>b",
    N_ ("Switch between the compact and the textbook look"), NULL },
  { SL_KEYS_GENERAL, "view.look::compact", "", N_ ("Compact look"), NULL },
  { SL_KEYS_GENERAL, "view.look::textbook", "", N_ ("Textbook look"), NULL },
  { SL_KEYS_GENERAL, "win.commands", "<Control><Shift>p",
    N_ ("Search all commands, pages and rows"), NULL },
  { SL_KEYS_GENERAL, "app.preferences", "<Control>comma", N_ ("Preferences"), NULL },
  { SL_KEYS_GENERAL, NULL, "F10", N_ ("Main menu"), NULL },
  { SL_KEYS_GENERAL, "app.shortcuts", "<Control>question F1", N_ ("Keyboard shortcuts"), NULL },
  { SL_KEYS_GENERAL, "app.help", "<Control>F1", N_ ("Help"), NULL },
  { SL_KEYS_GENERAL, "app.about", "", N_ ("About Slackline"), NULL },
  { SL_KEYS_GENERAL, "view.colour-blind", "", N_ ("Switch the colour-blind palette on or off"),
    NULL },
  { SL_KEYS_GENERAL, "tab.close", "<Control>w",
    N_ ("Close the tab, or the window with its last tab"), NULL },
  { SL_KEYS_GENERAL, "window.close", "<Control><Shift>w", N_ ("Close the window"), NULL },
  { SL_KEYS_GENERAL, "app.quit", "<Control>q", N_ ("Quit"), NULL },
  { SL_KEYS_VIEW, "timeline.zoom-in", "w plus", N_ ("Zoom in"), NULL },
  { SL_KEYS_VIEW, "timeline.zoom-out", "s minus", N_ ("Zoom out"), NULL },
  { SL_KEYS_VIEW, "timeline.pan-left", "a", N_ ("Pan left"), NULL },
  { SL_KEYS_VIEW, "timeline.pan-right", "d", N_ ("Pan right"), NULL },
  { SL_KEYS_VIEW, "timeline.go-home", "Home", N_ ("First box of the row, or start of the trace"),
    NULL },
  { SL_KEYS_VIEW, "timeline.go-end", "End", N_ ("Last box of the row, or end of the trace"), NULL },
  { SL_KEYS_VIEW, "timeline.fit", "f", N_ ("Fit the whole trace"), NULL },
  { SL_KEYS_VIEW, "timeline.zoom-to-selection", "z", N_ ("Zoom to the selection"), NULL },
  { SL_KEYS_VIEW, "view.undo", "<Control>z", N_ ("Undo the last change of the view"), NULL },
  { SL_KEYS_VIEW, "view.redo", "<Control><Shift>z <Control>y", N_ ("Redo"), NULL },
  { SL_KEYS_VIEW, "timeline.next-axis", "t", N_ ("Next axis: clock, elapsed, since A"), NULL },
  { SL_KEYS_VIEW, "view.axis::tsc", "", N_ ("Axis: recorded clock"), NULL },
  { SL_KEYS_VIEW, "view.axis::time", "", N_ ("Axis: time since the start"), NULL },
  { SL_KEYS_VIEW, "view.axis::delta", "", N_ ("Axis: time since cursor A"), NULL },
  { SL_KEYS_VIEW, "view.wall-clock", "", N_ ("Axis: date and time of day, or back"), NULL },
  { SL_KEYS_VIEW, "view.unit::auto", "", N_ ("Units of time: automatic"), NULL },
  { SL_KEYS_VIEW, "view.unit::s", "", N_ ("Units of time: seconds"), NULL },
  { SL_KEYS_VIEW, "view.unit::ms", "", N_ ("Units of time: milliseconds"), NULL },
  { SL_KEYS_VIEW, "view.unit::us", "", N_ ("Units of time: microseconds"), NULL },
  { SL_KEYS_VIEW, "view.unit::ns", "", N_ ("Units of time: nanoseconds"), NULL },
  { SL_KEYS_VIEW, "view.unit::ticks", "", N_ ("Units of time: ticks of the clock"), NULL },
  { SL_KEYS_VIEW, "view.compress-empty", "e", N_ ("Compress long stretches without events, or not"),
    NULL },
  { SL_KEYS_VIEW, "view.recorded-events", "", N_ ("Show every event when zoomed in, or not"),
    NULL },
  { SL_KEYS_ROWS, "timeline.step-left", "Left", N_ ("Previous box or mark of the row"), NULL },
  { SL_KEYS_ROWS, "timeline.step-right", "Right", N_ ("Next box or mark of the row"), NULL },
  { SL_KEYS_ROWS, "timeline.row-up", "Up", N_ ("Nearest box of the row above"), NULL },
  { SL_KEYS_ROWS, "timeline.row-down", "Down", N_ ("Nearest box of the row below"), NULL },
  { SL_KEYS_ROWS, "view.next-miss", "n", N_ ("Next missed deadline"), NULL },
  { SL_KEYS_ROWS, "view.previous-miss", "<Shift>n", N_ ("Previous missed deadline"), NULL },
  { SL_KEYS_ROWS, "view.waker", "c", N_ ("What woke the selected task"), NULL },
  { SL_KEYS_ROWS, "view.woken", "<Shift>c", N_ ("What the selected task wakes"), NULL },
  { SL_KEYS_ROWS, "view.across", "x", N_ ("The same slice in the row of its task or processor"),
    NULL },
  { SL_KEYS_ROWS, "view.obstacle", "k", N_ ("What keeps the task from running"), NULL },
  { SL_KEYS_ROWS, "view.lock", "l", N_ ("The lock that the task waits for"), NULL },
  { SL_KEYS_ROWS, "view.move-to", "g", N_ ("Where the task continues on another processor"), NULL },
  { SL_KEYS_ROWS, "view.move-from", "<Shift>g", N_ ("Where the task came from"), NULL },
  { SL_KEYS_ROWS, "view.follow-back", "BackSpace", N_ ("Back to where something was followed from"),
    NULL },
  { SL_KEYS_ROWS, "view.follow-forth", "<Shift>BackSpace", N_ ("Forward again"), NULL },
  { SL_KEYS_ROWS, "timeline.pick", "Return space", N_ ("Select the focused item"), NULL },
  { SL_KEYS_ROWS, "timeline.set-cursor-a", "1",
    N_ ("Set cursor A at the focused item, or at the edge nearest to the pointer"), NULL },
  { SL_KEYS_ROWS, "timeline.set-cursor-b", "2",
    N_ ("Set cursor B at the focused item, or at the edge nearest to the pointer"), NULL },
  { SL_KEYS_ROWS, "timeline.set-cursor-a-exactly", "<Alt>1",
    N_ ("Set cursor A exactly at the pointer"), NULL },
  { SL_KEYS_ROWS, "timeline.set-cursor-b-exactly", "<Alt>2",
    N_ ("Set cursor B exactly at the pointer"), NULL },
  { SL_KEYS_ROWS, "view.values", "v", N_ ("Show what each row holds at cursor A or the pointer"),
    NULL },
  { SL_KEYS_ROWS, "timeline.move-row-up", "<Alt>Up", N_ ("Move the row up"), NULL },
  { SL_KEYS_ROWS, "timeline.move-row-down", "<Alt>Down", N_ ("Move the row down"), NULL },
  { SL_KEYS_ROWS, "timeline.pin-row", "p", N_ ("Pin the row to the top"), NULL },
  { SL_KEYS_ROWS, "timeline.hide-row", "h", N_ ("Hide the row"), NULL },
  { SL_KEYS_ROWS, "timeline.show-only-row", "o", N_ ("Show only the row"), NULL },
  { SL_KEYS_ROWS, "timeline.select-row", "<Control>space", N_ ("Select the row besides others"),
    NULL },
  { SL_KEYS_ROWS, "timeline.rename-row", "F2", N_ ("Rename the row’s object"), NULL },
  { SL_KEYS_ROWS, "timeline.taller-row", "", N_ ("Make the row taller"),
    N_ ("Or drag its lower border, next to its name") },
  { SL_KEYS_ROWS, "timeline.lower-row", "", N_ ("Make the row lower"), NULL },
  { SL_KEYS_ROWS, "timeline.reset-row-height", "", N_ ("Give the row its ordinary height"), NULL },
  { SL_KEYS_ROWS, "timeline.separate-row", "", N_ ("Set the row apart from the one above, or not"),
    NULL },
  { SL_KEYS_ROWS, "view.show-all-rows", "", N_ ("Show all rows"), NULL },
  { SL_KEYS_ROWS, "view.sort-rows::appearance", "", N_ ("Sort rows by order of appearance"), NULL },
  { SL_KEYS_ROWS, "view.sort-rows::name", "", N_ ("Sort rows by name"), NULL },
  { SL_KEYS_ROWS, "view.sort-rows::load", "", N_ ("Sort rows by processor time"), NULL },
  { SL_KEYS_ROWS, "view.sort-rows::misses", "", N_ ("Sort rows by missed deadlines"), NULL },
  { SL_KEYS_ROWS, "view.quiet-rows::full", "", N_ ("Rows without events in view: in full"), NULL },
  { SL_KEYS_ROWS, "view.quiet-rows::thin", "", N_ ("Rows without events in view: as thin lines"),
    NULL },
  { SL_KEYS_ROWS, "view.quiet-rows::hidden", "", N_ ("Rows without events in view: hidden"), NULL },
  { SL_KEYS_ROWS, "view.task-levels", "", N_ ("Group tasks by level, or not"), NULL },
  { SL_KEYS_ROWS, "view.task-processes", "", N_ ("Group tasks by process, or not"), NULL },
  { SL_KEYS_ROWS, "view.task-processors", "", N_ ("Group tasks by processor, or not"), NULL },
  { SL_KEYS_ROWS, "timeline.open-menu", "Menu <Shift>F10",
    N_ ("Open the menu of the box or the row"), NULL },
  { SL_KEYS_LISTS, NULL, "<Control>c", N_ ("Copy the selected lines"),
    N_ ("From their menu also as CSV; the whole list can be saved") },
  { SL_KEYS_PAGES, "view.show-page::events", "", N_ ("Show the page “Events”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::row", "", N_ ("Show the page “Row”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::jobs", "", N_ ("Show the page “Jobs”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::intervals", "", N_ ("Show the page “Intervals”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::bus", "", N_ ("Show the page “Statistics”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::instructions", "", N_ ("Show the page “Instructions”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::memory", "", N_ ("Show the page “Memory”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::misses", "", N_ ("Show the page “Misses”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::inversions", "", N_ ("Show the page “Inversions”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::overruns", "", N_ ("Show the page “Overruns”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::theory", "", N_ ("Show the page “Theory”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::distributions", "", N_ ("Show the page “Histograms”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::compare", "", N_ ("Show the page “Compare”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::notes", "", N_ ("Show the page “Notes”"), NULL },
  { SL_KEYS_PAGES, "view.show-page::markers", "", N_ ("Show the page “Markers”"), NULL },
  { SL_KEYS_MARKERS, "view.mark", "m",
    N_ ("Mark the instant under the pointer, at the nearest edge or event, or the selected span"),
    NULL },
  { SL_KEYS_MARKERS, "view.mark-exactly", "<Alt>m",
    N_ ("Mark the instant exactly under the pointer"), NULL },
  { SL_KEYS_MARKERS, "view.edit-marker", "<Shift>m",
    N_ ("Edit the name, colour and note of the selected marker"), NULL },
  { SL_KEYS_MARKERS, "view.draw-box", "<Shift>b",
    N_ ("Draw a box over the selected span and rows, or what is under the pointer"),
    N_ ("Also Ctrl+Shift and a drag") },
  { SL_KEYS_MARKERS, "view.draw-arrow", "<Shift>a",
    N_ ("Draw an arrow over the selected span and rows, or to the pointer"), NULL },
  { SL_KEYS_MARKERS, "view.draw-text", "<Shift>x", N_ ("Write a text where the pointer is"), NULL },
  { SL_KEYS_MARKERS, "view.previous-marker", "comma", N_ ("Previous marker"), NULL },
  { SL_KEYS_MARKERS, "view.next-marker", "period", N_ ("Next marker"), NULL },
  { SL_KEYS_MARKERS, "timeline.move-marker-left", "<Control>Left",
    N_ ("Move the selected marker to the left"), NULL },
  { SL_KEYS_MARKERS, "timeline.move-marker-right", "<Control>Right",
    N_ ("Move the selected marker to the right"), NULL },
  { SL_KEYS_MARKERS, "timeline.move-marker-up", "<Control>Up",
    N_ ("Move the selected marker a row up"), NULL },
  { SL_KEYS_MARKERS, "timeline.move-marker-down", "<Control>Down",
    N_ ("Move the selected marker a row down"), NULL },
  { SL_KEYS_MARKERS, "timeline.stretch-marker-left", "<Control><Shift>Left",
    N_ ("Stretch the selected marker to the left"), NULL },
  { SL_KEYS_MARKERS, "timeline.stretch-marker-right", "<Control><Shift>Right",
    N_ ("Stretch the selected marker to the right"), NULL },
  { SL_KEYS_MARKERS, "timeline.stretch-marker-up", "<Control><Shift>Up",
    N_ ("Stretch the selected marker a row up"), NULL },
  { SL_KEYS_MARKERS, "timeline.stretch-marker-down", "<Control><Shift>Down",
    N_ ("Stretch the selected marker a row down"), NULL },
  { SL_KEYS_MARKERS, "view.delete-marker", "<Shift>Delete", N_ ("Delete the selected marker"),
    NULL },
  { SL_KEYS_ADDRESSES, "view.address", "", N_ ("Go to an address"), NULL },
  { SL_KEYS_ADDRESSES, "view.next-access", "<Alt>g", N_ ("Next access to the address"),
    N_ ("Without a filter also by the key of the next hit") },
  { SL_KEYS_ADDRESSES, "view.previous-access", "<Alt><Shift>g",
    N_ ("Previous access to the address"), NULL },
  { SL_KEYS_ADDRESSES, "timeline.zoom-in-addresses", "<Shift>w", N_ ("Zoom addresses in"),
    N_ ("Also Ctrl+Alt or Ctrl+Shift and the wheel") },
  { SL_KEYS_ADDRESSES, "timeline.zoom-out-addresses", "<Shift>s", N_ ("Zoom addresses out"), NULL },
  { SL_KEYS_ADDRESSES, "timeline.pan-up-addresses", "<Shift>Up", N_ ("To higher addresses"), NULL },
  { SL_KEYS_ADDRESSES, "timeline.pan-down-addresses", "<Shift>Down", N_ ("To lower addresses"),
    NULL },
  { SL_KEYS_ADDRESSES, "timeline.fit-addresses", "<Shift>f", N_ ("All addresses"), NULL },
  { SL_KEYS_ADDRESSES, "timeline.next-address-scale", "<Shift>t",
    N_ ("Next scale: touched only, linear, logarithmic"), NULL },
  { SL_KEYS_ADDRESSES, "view.map-attributes", "",
    N_ ("Colour addresses by memory attribute, or not"), NULL },
  { SL_KEYS_SET, NULL, "Up Down", N_ ("Increase or decrease a value by one step"), NULL },
  { SL_KEYS_SET, NULL, "Page_Up Page_Down", N_ ("Increase or decrease it by ten steps"), NULL },
  { SL_KEYS_SET, NULL, "<Control>d", N_ ("Duplicate the task"), NULL },
  { SL_KEYS_SET, NULL, "<Alt>Up <Alt>Down", N_ ("Move the task up or down"), NULL },
  { SL_KEYS_SET, NULL, "<Control><Shift>Delete", N_ ("Remove the task"), NULL },
  { SL_KEYS_SET, NULL, "<Control>Return", N_ ("Open the schedule as a trace"), NULL },
  { SL_KEYS_SET, NULL, "<Control>plus <Control>minus <Control>0", N_ ("Zoom the preview"), NULL },
  { SL_KEYS_SET, NULL, "<Control>s <Control><Shift>s",
    N_ ("Save the task set, or save it under another name"), NULL },
  { SL_KEYS_STEPS, "view.step-mode", "F8", N_ ("Start or stop stepping through the trace"), NULL },
  { SL_KEYS_STEPS, "view.predict", "<Shift>F8",
    N_ ("Toggle “Predict First”: hide what follows the cursor"), NULL },
  { SL_KEYS_STEPS, "view.step-play", "F5", N_ ("Play from decision to decision, or pause"), NULL },
  { SL_KEYS_STEPS, "view.step-decision-back", "<Alt>Left", N_ ("Previous scheduling decision"),
    NULL },
  { SL_KEYS_STEPS, "view.step-decision", "<Alt>Right", N_ ("Next scheduling decision"), NULL },
  { SL_KEYS_STEPS, "view.step-event-back", "<Shift><Alt>Left", N_ ("Previous event"), NULL },
  { SL_KEYS_STEPS, "view.step-event", "<Shift><Alt>Right", N_ ("Next event"), NULL },
  { SL_KEYS_STEPS, "view.step-job-back", "<Alt>Page_Up", N_ ("Previous end of a job"), NULL },
  { SL_KEYS_STEPS, "view.step-job", "<Alt>Page_Down", N_ ("Next end of a job"), NULL },
  { SL_KEYS_LECTURE, "view.lecture", "F11",
    N_ ("Show the timeline alone on the screen, and larger"), NULL },
  { SL_KEYS_LECTURE, "view.lecture-sentence", "<Shift>F11",
    N_ ("Show the sentence of the step alone, or the timeline again"), NULL },
  { SL_KEYS_LECTURE, "lecture.next", "Page_Down Right", N_ ("Next step of the lecture"),
    N_ ("The next scheduling decision; the next event where the trace has no decisions") },
  { SL_KEYS_LECTURE, "lecture.previous", "Page_Up Left", N_ ("Previous step of the lecture"),
    NULL },
  { SL_KEYS_LECTURE, "lecture.next-event", "Down", N_ ("Next event in the lecture"), NULL },
  { SL_KEYS_LECTURE, "lecture.previous-event", "Up", N_ ("Previous event in the lecture"), NULL },
  { SL_KEYS_LECTURE, "lecture.first", "Home", N_ ("Beginning of the trace"), NULL },
  { SL_KEYS_LECTURE, "lecture.last", "End", N_ ("End of the trace"), NULL },
  { SL_KEYS_LECTURE, "lecture.blank", "b", N_ ("Blank the screen, or show it again"), NULL },
  { SL_KEYS_LECTURE, "lecture.larger", "plus", N_ ("Larger type and stronger lines"), NULL },
  { SL_KEYS_LECTURE, "lecture.smaller", "minus", N_ ("Smaller type and thinner lines"), NULL },
  { SL_KEYS_LECTURE, "lecture.leave", "Escape", N_ ("End the lecture"), NULL },
};

static const struct
{
  const char *title;
  SlKeySection section;
} groups[] = {
  [SL_KEYS_GENERAL] = { N_ ("General"), SL_KEY_SECTION_WINDOW },
  [SL_KEYS_VIEW] = { N_ ("View"), SL_KEY_SECTION_TIMELINE },
  [SL_KEYS_ROWS] = { N_ ("Rows and boxes"), SL_KEY_SECTION_TIMELINE },
  [SL_KEYS_LISTS] = { N_ ("Lists"), SL_KEY_SECTION_TIMELINE },
  [SL_KEYS_PAGES] = { N_ ("Pages below the timeline"), SL_KEY_SECTION_TIMELINE },
  [SL_KEYS_MARKERS] = { N_ ("Markers"), SL_KEY_SECTION_TIMELINE },
  [SL_KEYS_ADDRESSES] = { N_ ("Map of addresses"), SL_KEY_SECTION_TIMELINE },
  [SL_KEYS_SET] = { N_ ("Task set"), SL_KEY_SECTION_SCHEDULES },
  [SL_KEYS_STEPS] = { N_ ("Step by Step"), SL_KEY_SECTION_SCHEDULES },
  [SL_KEYS_LECTURE] = { N_ ("Lecture"), SL_KEY_SECTION_SCHEDULES },
};

G_STATIC_ASSERT (G_N_ELEMENTS (groups) == SL_N_KEY_GROUPS);

/**
 * sl_key_table_get:
 * @n_entries: (out): how many there are
 *
 * Returns: (array length=n_entries) (transfer none): all of them
 */
const SlKeyEntry *
sl_key_table_get (guint *n_entries)
{
  *n_entries = G_N_ELEMENTS (entries);
  return entries;
}

/**
 * sl_key_table_find:
 * @action: with its prefix
 *
 * Returns: (nullable): its entry
 */
const SlKeyEntry *
sl_key_table_find (const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (g_strcmp0 (entries[i].action, action) == 0)
      return &entries[i];

  return NULL;
}

SlKeyScope
sl_key_entry_get_scope (const SlKeyEntry *entry)
{
  if (entry->action == NULL)
    return SL_KEY_SCOPE_FIXED;

  if (g_str_has_prefix (entry->action, "lecture."))
    return SL_KEY_SCOPE_LECTURE;
  return g_str_has_prefix (entry->action, "timeline.") ? SL_KEY_SCOPE_TIMELINE
                                                       : SL_KEY_SCOPE_WINDOW;
}

/**
 * sl_key_is_plain:
 * @accelerator: as gtk_accelerator_parse() reads it
 *
 * Returns: whether an entry takes the key as text or to edit it
 */
gboolean
sl_key_is_plain (const char *accelerator)
{
  guint key;
  GdkModifierType modifiers;

  return gtk_accelerator_parse (accelerator, &key, &modifiers) &&
         (modifiers & ~GDK_SHIFT_MASK) == 0 && !(key >= GDK_KEY_F1 && key <= GDK_KEY_F35);
}

/**
 * sl_key_entry_may_share:
 * @accelerator: as gtk_accelerator_name() writes it
 *
 * Returns: whether both may have the key, as only one of them is for lectures, which come first where
 *   keys are plain
 */
gboolean
sl_key_entry_may_share (const SlKeyEntry *entry, const SlKeyEntry *other, const char *accelerator)
{
  return (sl_key_entry_get_scope (entry) == SL_KEY_SCOPE_LECTURE) !=
             (sl_key_entry_get_scope (other) == SL_KEY_SCOPE_LECTURE) &&
         sl_key_is_plain (accelerator);
}

/* Translated. */
const char *
sl_key_entry_get_title (const SlKeyEntry *entry)
{
  return _ (entry->title);
}

/* Translated. */
const char *
sl_key_group_get_title (SlKeyGroup group)
{
  g_return_val_if_fail (group < SL_N_KEY_GROUPS, NULL);

  return _ (groups[group].title);
}

SlKeySection
sl_key_group_get_section (SlKeyGroup group)
{
  g_return_val_if_fail (group < SL_N_KEY_GROUPS, SL_KEY_SECTION_WINDOW);

  return groups[group].section;
}
