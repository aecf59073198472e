/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-help-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* What the help says. Sections are short, and say what the program really does. */
static const SlHelpSection sections[] = {
  { N_ ("First Steps"), N_ ("Opening a trace"),
    N_ ("{win.open} opens a trace; files and folders can also be dropped on the window. The format is recognised: what "
        "Linux records (trace.dat, perf.data, the text of ftrace), S.Ha.R.K., LITMUS^RT, bus traces, Intel PT and "
        "others.\n{win.import-text} imports any other log as text.") },
  { NULL, N_ ("Without a trace"),
    N_ ("The start page has a sample and a course: each exercise has a task set to explore and a "
        "question.\n{app.new-set} describes tasks and a scheduler of your own, and shows the schedule at each change.") },
  { NULL, N_ ("Moving around"),
    N_ ("Turn the wheel to zoom where the pointer is, and drag to move. {timeline.zoom-in} and {timeline.zoom-out} zoom, "
        "{timeline.pan-left} and {timeline.pan-right} move, {timeline.fit} shows the whole trace. Drag with Ctrl to zoom "
        "into a span.\n{view.undo} undoes the last change of the view, {view.redo} does it again.") },
  { NULL, N_ ("Asking what happened"),
    N_ ("Click a box. The details on the right show the job that it belongs to: whether it was late, where its time "
        "went, and how other jobs of the task compare. {view.details} shows or hides the details; {view.back} leads back "
        "to the summary of the trace.") },
  { NULL, N_ ("Finding a command"),
    N_ ("{win.commands} searches all commands, pages, rows and markers by their words. What cannot be done now is "
        "listed last, with the reason.\n{app.shortcuts} lists all keys, and the preferences ({app.preferences}) change "
        "them.") },
  { NULL, N_ ("The next time"),
    N_ ("A trace opens as you left it: the visible span, rows, filter, cursors, markers, the selected item and the lists "
        "around the timeline. {view.undo} undoes all of that at once.") },

  { N_ ("The Timeline and Its Signs"), N_ ("Rows"),
    N_ ("Each row is a processor, a task, a server, a lock or an interrupt line. A tall box means that it runs, a low bar "
        "that it is ready or waits, a bare line that it is idle.\nA hatch from lower left to upper right stands for a "
        "lock: tall while a task holds it, low while a task waits for it.") },
  { NULL, N_ ("Signs"),
    N_ ("An arrow upwards is a release, a dot the end of a job, and a red diamond a missed deadline. The Key in the "
        "summary on the right explains these and all other signs that the trace has.") },
  { NULL, N_ ("What was not recorded"),
    N_ ("Of a hatched area marked “Not recorded” nothing is known; it is not idle time. The page Notes says what was "
        "skipped or repaired while the trace was read.") },
  { NULL, N_ ("Ruler and cursors"),
    N_ ("Click in the ruler to put cursor A there, and with Shift cursor B; {timeline.set-cursor-a} and "
        "{timeline.set-cursor-b} do the same over the rows. Cursors go to the nearest edge, unless Alt is held. Drag in "
        "the ruler to select a span: its statistics appear on the right.\n{timeline.next-axis} changes what the ruler "
        "counts: the recorded clock, the time since the start, or the time since cursor A.") },
  { NULL, N_ ("From box to box"),
    N_ ("{timeline.step-left} and {timeline.step-right} go to the previous and the next box of the row, "
        "{timeline.row-up} and {timeline.row-down} to the nearest box of the row above or below. {timeline.pick} selects "
        "the box.") },
  { NULL, N_ ("Following causes"),
    N_ ("{view.across} goes from a slice of a processor to the same slice in the row of its task, and back; "
        "{view.obstacle} to what keeps the task from running; {view.lock} to the lock that it waits for; {view.waker} to "
        "what woke it. {view.follow-back} leads back to where you came from.") },
  { NULL, N_ ("Arranging rows"),
    N_ ("The menu of a row (a right click, or {timeline.open-menu}) pins, moves, hides and groups it. {timeline.hide-row} "
        "hides the row, {timeline.show-only-row} shows it alone. Rows, under View in the main menu, sorts rows, and makes "
        "those without events thin or hides them.") },
  { NULL, N_ ("Long pauses, and values"),
    N_ ("{view.compress-empty} compresses long stretches without events, so that what happens before and after them is "
        "seen together.\n{view.values} shows what each row holds at cursor A, or else at the pointer.") },
  { NULL, N_ ("Two looks"),
    N_ ("{view.toggle-look} switches between compact rows, for exploring, and the notation of textbooks, for teaching "
        "and print.") },

  { N_ ("Finding"), N_ ("By words"),
    N_ ("{view.find} leads to the search below the timeline. A word finds the tasks, locks, rows and kinds of events "
        "that have it in their names.") },
  { NULL, N_ ("By a filter"),
    N_ ("A filter asks more exactly, for example: family = task and delta > 1000. Fields and values are suggested as you "
        "type; Tab takes the first suggestion. The button ⓘ has more examples, and the bookmark keeps filters under "
        "names of your own.") },
  { NULL, N_ ("From hit to hit"),
    N_ ("{view.next-hit} and {view.previous-hit} go to the next and the previous hit, from where you are. Ticks on the "
        "line of a folded group are hits in it; going to one unfolds the group. What does not match is pale; Hide Others "
        "hides it. Families switches whole groups of events off.") },
  { NULL, N_ ("Going to a place"),
    N_ ("{view.go-to} goes to a time, to an event such as #154, to a job such as “control, job 2”, or to a task or a "
        "marker by its name.") },

  { N_ ("Markers"), N_ ("Setting a marker"),
    N_ ("{view.mark} marks the instant under the pointer, at the nearest edge or event, or the selected span. "
        "{view.mark-exactly} marks exactly the instant under the pointer. {view.edit-marker} edits the name, the colour "
        "and the note of the selected marker.") },
  { NULL, N_ ("From marker to marker"),
    N_ ("{view.previous-marker} and {view.next-marker} go from marker to marker. The page Markers lists them with the "
        "time between them.") },
  { NULL, N_ ("Boxes, arrows and texts"),
    N_ ("{view.draw-box}, {view.draw-arrow} and {view.draw-text} draw over the rows, to explain them. Pictures and saved "
        "views have them too.") },
  { NULL, N_ ("Moving and deleting"),
    N_ ("Drag a marker to move it, and an end of it to stretch it. {timeline.move-marker-left} and "
        "{timeline.move-marker-right} move the selected marker, {timeline.stretch-marker-left} and "
        "{timeline.stretch-marker-right} stretch it. Escape puts back what you are dragging.\n{view.delete-marker} "
        "deletes the selected marker; {view.undo} brings it back.") },

  { N_ ("Jobs and Missed Deadlines"), N_ ("Missed deadlines"),
    N_ ("{view.next-miss} goes to the next missed deadline, {view.previous-miss} to the previous one. The details say "
        "where the time of the late job went: its own execution, other tasks, locks, interrupts. The page Misses lists "
        "all missed deadlines with their causes.") },
  { NULL, N_ ("Where deadlines come from"),
    N_ ("Some traces record the deadline with each release. For others, {view.model} gives tasks periods, deadlines and "
        "worst-case execution times; jobs and misses follow as you type. The task model is kept in a file next to the "
        "trace.") },
  { NULL, N_ ("Inversions and overruns"),
    N_ ("The page Inversions lists where a task waited for a lock that a less urgent task held, and Overruns which jobs "
        "executed longer than their worst-case execution time.") },
  { NULL, N_ ("Theory"),
    N_ ("The page Theory shows the bounds of schedulability analysis next to what was measured. A response above its "
        "bound is marked and explained.") },
  { NULL, N_ ("Histograms and intervals"),
    N_ ("The page Histograms shows how response times, execution times and other figures of the jobs are distributed. "
        "Intervals measures how long it takes from events that one filter matches to those that another one does.") },
  { NULL, N_ ("Comparing traces"),
    N_ ("{win.compare} shows a second trace on the same axis, row by row, and lists how tasks and jobs differ.") },

  { N_ ("Lists"), N_ ("Pages"),
    N_ ("The lists below the timeline have pages, whose names are beside them: on the left what happened, on the right "
        "what follows from it. A page that is dimmed says in its tooltip why.\n{view.previous-page} and {view.next-page} "
        "turn the pages, {view.list} shows or hides the lists, {view.list-maximized} gives them all of the height.") },
  { NULL, N_ ("Lines"),
    N_ ("The timeline shows what the selected line is about. Ctrl+C copies the selected lines; the menu of a line also "
        "saves the whole list as CSV, where the times of a column have one unit, which its title says.") },
  { NULL, N_ ("Order and columns"),
    N_ ("A click on a title sorts by it. The menu of the titles, and Columns in the menu of a line, hide and show "
        "columns; {win.commands} finds columns by their names as well. Order, widths and columns are kept.") },

  { N_ ("Recording on Linux"), N_ ("Recording this computer"),
    N_ ("{win.record} draws what the processors of this computer do while it is recorded, until you stop it or the time "
        "or the size is reached that you set, and saves it as a trace.dat. Where the kernel does not let you record, you "
        "are asked for an administrator’s password.") },
  { NULL, N_ ("What is recorded"),
    N_ ("Scheduling, interrupts, timers, and the locks and marks of programs are recorded unless you choose otherwise. "
        "Locks of the kernel, idle states and system calls say more, and make the trace larger.") },
  { NULL, N_ ("With other programs"),
    N_ ("“sudo slackline-cli record -o trace.dat -- PROGRAM” records while a program runs. What trace-cmd and perf record "
        "opens as well.") },
  { NULL, N_ ("Files that change"),
    N_ ("{win.follow} keeps the timeline up to date while the file grows. {win.reload} reads a file again that has "
        "changed, with the view and the markers as they are.") },

  { N_ ("Steps and Lectures"), N_ ("Step by step"),
    N_ ("{view.step-mode} starts or stops stepping through a schedule. {view.step-decision} goes to the next scheduling "
        "decision and {view.step-decision-back} to the previous one, {view.step-event} to the next event, "
        "{view.step-job} to the next end of a job; {view.step-play} plays. A sentence below the timeline says what was "
        "decided, and why.") },
  { NULL, N_ ("Predict first"),
    N_ ("{view.predict} hides everything after the cursor until you step, so that students can say what they expect.") },
  { NULL, N_ ("On a projector"),
    N_ ("{view.lecture} shows the timeline alone on the screen, in larger type. {lecture.next} and {lecture.previous} "
        "step, and so does a presenter’s remote control; {lecture.blank} blanks the screen; {lecture.larger} and "
        "{lecture.smaller} change the size; {lecture.leave} ends the lecture. {view.lecture-sentence} shows the sentence "
        "of the step alone.") },
  { NULL, N_ ("Pictures and exercises"),
    N_ ("{view.export} saves the picture as SVG, PDF, PNG or TikZ, {view.copy-picture} copies it, and {view.print} "
        "prints it.\nThe course on the start page has exercises whose answers are computed from simulated traces.") },

  { N_ ("The Command Line"), N_ ("slackline-cli"),
    N_ ("slackline-cli does the same work without a window: in scripts, for papers and slides. “slackline-cli --help” "
        "lists its commands, and “man slackline-cli” documents them.") },
  { NULL, N_ ("Some commands"),
    N_ ("“slackline-cli info FILE” says what a trace contains.\n“slackline-cli jobs --csv FILE” lists each job: when it "
        "ran, how late it was, and where its time went.\n“slackline-cli check FILE” fails on a missed "
        "deadline.\n“slackline-cli render -o picture.svg FILE” draws a picture.") },
  { NULL, N_ ("The same view as in the window"),
    N_ ("{view.save-view} saves the view to a file, which “slackline-cli render --session VIEW -o picture.svg FILE” draws.") },
};

/**
 * sl_help_text_get:
 *
 * Returns: (transfer none) (array length=n_sections): all sections, page by page
 */
const SlHelpSection *
sl_help_text_get (guint *n_sections)
{
  *n_sections = G_N_ELEMENTS (sections);
  return sections;
}

/* (transfer full): the key of @action, else its title */
static char *
dup_key (const char *action, SlKeyMap *map)
{
  g_autofree char *keys = sl_key_map_dup_label (map, action);
  const SlKeyEntry *entry = sl_key_table_find (action);

  if (keys != NULL)
    return g_steal_pointer (&keys);

  /* Translators: a command without a key, in a sentence */
  return g_strdup_printf (_ ("“%s”"), entry != NULL ? sl_key_entry_get_title (entry) : action);
}

/* Appends what is before the next placeholder of @text, and the key for it; returns what comes after it, or %NULL. */
static const char *
append_next (GString *result, const char *text, SlKeyMap *map, gboolean is_markup)
{
  const char *begin = strchr (text, '{');
  const char *end = begin != NULL ? strchr (begin, '}') : NULL;
  g_autofree char *plain = g_strndup (text, end != NULL ? (gsize) (begin - text) : strlen (text));
  g_autofree char *action = end != NULL ? g_strndup (begin + 1, (gsize) (end - begin - 1)) : NULL;
  g_autofree char *key = action != NULL ? dup_key (action, map) : NULL;
  g_autofree char *escaped = is_markup ? g_markup_escape_text (plain, -1) : NULL;
  g_autofree char *bold =
      is_markup && key != NULL ? g_markup_printf_escaped ("<b>%s</b>", key) : NULL;

  g_string_append (result, is_markup ? escaped : plain);
  if (key != NULL)
    g_string_append (result, is_markup ? bold : key);
  return end != NULL ? end + 1 : NULL;
}

static char *
dup_text (const SlHelpSection *section, SlKeyMap *map, gboolean is_markup)
{
  g_autoptr (GString) result = g_string_new (NULL);

  for (const char *text = _ (section->text); text != NULL;)
    text = append_next (result, text, map, is_markup);
  return g_strdup (result->str);
}

/**
 * sl_help_text_dup_plain:
 *
 * Returns: (transfer full): the section's text with the keys that @map has now
 */
char *
sl_help_text_dup_plain (const SlHelpSection *section, SlKeyMap *map)
{
  return dup_text (section, map, FALSE);
}

/**
 * sl_help_text_dup_markup:
 *
 * Returns: (transfer full): the same in Pango's markup, with bold keys
 */
char *
sl_help_text_dup_markup (const SlHelpSection *section, SlKeyMap *map)
{
  return dup_text (section, map, TRUE);
}
