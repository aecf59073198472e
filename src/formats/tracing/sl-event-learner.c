/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-learner.h"

#include <string.h>

#include "sl-event-values.h"
#include "sl-linux-kinds.h"
#include "sl-linux-marks.h"

/* Names that were seen last, by the low bits of their tids: most are seen again and again. */
#define N_SEEN 1024

/* Interrupt lines whose names were seen, likewise. */
#define N_LINES 64

/* Of the flags of clone(): the child is a thread of the same process. */
#define CLONE_THREAD 0x00010000

/* Of a task, with its NUL. */
#define COMM_SIZE 16

typedef enum
{
  LEARN_COMM,
  LEARN_CHILD,
  LEARN_IRQ,
  LEARN_TEXT,
  LEARN_BIRTH,   /* a thread: its flags instead of a text */
  LEARN_PROGRAM, /* a process executes another program: no text */
} LearnType;

/* The number and the text, or another number, of one thing in the records of one tracepoint. */
typedef struct
{
  LearnType type;
  const SlEventField *number;
  const SlEventField *text;
  gboolean is_usual; /* a task of four bytes and a name of sixteen at offsets that are known */
  gboolean is_loc;   /* the name is where four bytes say */
  gboolean is_line;  /* an interrupt line of four bytes, likewise */
  guint32 number_at; /* of these */
  guint32 text_at;
  guint32 least; /* bytes of a record that has them; G_MAXUINT32 where nothing of the above is */
} Lesson;

/* Of one tracepoint. */
typedef struct
{
  SlEventRecord record;
  guint n_lessons;
  Lesson lessons[3];
} Course;

/* As the bytes of the record have it. */
typedef struct
{
  guint64 comm[COMM_SIZE / sizeof (guint64)];
  guint32 tid;
} Seen;

struct _SlEventLearner
{
  SlLinuxNames *names;
  gboolean is_big;
  GPtrArray *courses; /* of Course */
  Course **course_of; /* by number of the event; NULL for one that says nothing */
  Seen seen[N_SEEN];
  guint64 lines[N_LINES]; /* number and 1 more; 0 for none */
};

static void
add_lesson (Course *course, LearnType type, const char *number, const char *text)
{
  Lesson *lesson = &course->lessons[course->n_lessons];

  if (course->n_lessons == G_N_ELEMENTS (course->lessons))
    return;

  lesson->type = type;
  lesson->least = G_MAXUINT32;
  lesson->number = sl_event_format_find (course->record.format, number);
  lesson->text = sl_event_format_find (course->record.format, text);
  lesson->is_usual = type == LEARN_COMM && lesson->number != NULL && lesson->text != NULL &&
                     lesson->text->place == SL_EVENT_FIELD_FIXED &&
                     lesson->text->size == COMM_SIZE && lesson->number->size == 4;
  lesson->is_line = type == LEARN_IRQ && lesson->number != NULL &&
                    lesson->number->place == SL_EVENT_FIELD_FIXED && lesson->number->size == 4;
  lesson->is_loc = type == LEARN_COMM && lesson->number != NULL && lesson->text != NULL &&
                   lesson->text->place == SL_EVENT_FIELD_DATA_LOC && lesson->text->size == 4 &&
                   lesson->number->place == SL_EVENT_FIELD_FIXED && lesson->number->size == 4;
  if (lesson->is_usual || lesson->is_loc || lesson->is_line)
    {
      lesson->number_at = lesson->number->offset;
      lesson->text_at = lesson->text != NULL ? lesson->text->offset : 0;
      lesson->least = MAX (lesson->number_at + 4,
                           lesson->text_at + (lesson->is_usual ? COMM_SIZE : lesson->is_loc * 4));
    }
  if (lesson->number != NULL && lesson->text != NULL && lesson->text->is_text &&
      lesson->number->place == SL_EVENT_FIELD_FIXED && lesson->number->size <= 8)
    course->n_lessons++;
}

/* Which process a thread belongs to: @flags, where there are any, beside the number. */
static void
add_process_lesson (Course *course, LearnType type, const char *flags)
{
  Lesson lesson = { .type = type, .least = G_MAXUINT32 };

  lesson.number = sl_event_format_find (course->record.format, "pid");
  lesson.text = sl_event_format_find (course->record.format, flags);
  if (course->n_lessons < G_N_ELEMENTS (course->lessons) && lesson.number != NULL &&
      lesson.text != NULL && lesson.number->place == SL_EVENT_FIELD_FIXED &&
      lesson.number->size <= 8 && lesson.text->place == SL_EVENT_FIELD_FIXED &&
      lesson.text->size <= 8)
    course->lessons[course->n_lessons++] = lesson;
}

static void
add_course (SlEventLearner *self, const SlEventFormat *format)
{
  Course course = { .record = { .format = format, .is_big = self->is_big } };

  if (g_str_equal (format->name, "irq_handler_entry"))
    add_lesson (&course, LEARN_IRQ, "irq", "name");
  else if (g_str_equal (format->name, "irq_noise"))
    add_lesson (&course, LEARN_IRQ, "vector", "desc");
  else if (sl_linux_find_kind (format->system, format->name) == SL_KIND_LINUX_PRINT)
    add_lesson (&course, LEARN_TEXT, "common_pid", "buf");
  /* Its comm is that of who waits, and its pid that of who is waited for. */
  else if (g_str_equal (format->name, "sched_process_wait"))
    return;
  else if (g_str_equal (format->name, "task_rename"))
    add_lesson (&course, LEARN_COMM, "pid", "newcomm");
  else
    {
      add_lesson (&course, LEARN_COMM, "pid", "comm");
      add_lesson (&course, LEARN_COMM, "prev_pid", "prev_comm");
      add_lesson (&course, LEARN_COMM, "next_pid", "next_comm");
      add_lesson (&course, LEARN_COMM, "parent_pid", "parent_comm");
      add_lesson (&course, LEARN_CHILD, "child_pid", "child_comm");
    }
  if (g_str_equal (format->name, "task_newtask"))
    add_process_lesson (&course, LEARN_BIRTH, "clone_flags");
  else if (g_str_equal (format->name, "sched_process_exec"))
    add_process_lesson (&course, LEARN_PROGRAM, "old_pid");
  if (course.n_lessons == 0)
    return;

  self->course_of[format->id] = g_memdup2 (&course, sizeof course);
  g_ptr_array_add (self->courses, self->course_of[format->id]);
}

/**
 * sl_event_learner_new:
 * @tracing: must outlive the learner
 * @names: added to; must outlive the learner
 *
 * Adds the names that the file itself has saved.
 *
 * Returns: (transfer full): what learns from its records
 */
SlEventLearner *
sl_event_learner_new (const SlTracingData *tracing, SlLinuxNames *names)
{
  SlEventLearner *self = g_new0 (SlEventLearner, 1);
  GHashTableIter iter;
  gpointer pid, comm;

  self->names = names;
  self->is_big = tracing->is_big;
  self->courses = g_ptr_array_new_with_free_func (g_free);
  self->course_of = g_new0 (Course *, SL_TRACING_IDS);
  for (guint i = 0; i < tracing->formats->len; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (tracing->formats, i);

      if (tracing->by_id[format->id] == format)
        add_course (self, format);
    }

  g_hash_table_iter_init (&iter, tracing->comms);
  while (g_hash_table_iter_next (&iter, &pid, &comm))
    sl_linux_names_add_saved (names, GPOINTER_TO_UINT (pid), comm, strlen (comm));
  return self;
}

void
sl_event_learner_free (SlEventLearner *self)
{
  g_ptr_array_unref (self->courses);
  g_free (self->course_of);
  g_free (self);
}

static void
learn_comm (SlEventLearner *self,
            const Lesson *lesson,
            guint32 tid,
            guint64 time,
            const char *text,
            gsize length)
{
  Seen *seen = &self->seen[tid % N_SEEN];
  char comm[sizeof seen->comm] = "";

  memcpy (comm, text, lesson->is_usual ? COMM_SIZE : MIN (length, COMM_SIZE - 1));
  if (lesson->type == LEARN_CHILD)
    sl_linux_names_fork (self->names, tid, time, text, length);
  else if (seen->tid == tid && memcmp (seen->comm, comm, COMM_SIZE) == 0)
    return;
  else
    sl_linux_names_add_comm (self->names, tid, time, text, length);
  seen->tid = tid;
  memcpy (seen->comm, comm, COMM_SIZE);
}

/* Whether the record has the text of @comm where @loc says: 16 bits of a place and 16 of a length, its end counted in. */
static inline gboolean
is_text (const guint8 *record, gsize size, guint32 loc, const guint64 *comm)
{
  guint place = loc & 0xffff, length = loc >> 16;

  return length - 1 < COMM_SIZE && place + length <= size && record[place + length - 1] == '\0' &&
         memcmp (comm, record + place, length) == 0;
}

/* Whether a lesson says what was seen last. */
static inline gboolean
is_seen (const SlEventLearner *self, const Lesson *lesson, const guint8 *record, gsize size)
{
  const Seen *seen;
  guint64 comm[2];
  guint32 number;

  if (G_UNLIKELY (lesson->least > size))
    return FALSE;

  number = sl_bytes_u32 (record + lesson->number_at, self->is_big);
  seen = &self->seen[number % N_SEEN];
  if (G_LIKELY (lesson->is_usual))
    {
      memcpy (comm, record + lesson->text_at, sizeof comm);
      return seen->tid == number && ((seen->comm[0] ^ comm[0]) | (seen->comm[1] ^ comm[1])) == 0;
    }

  if (lesson->is_line)
    return self->lines[number % N_LINES] == (guint64) number + 1;
  return seen->tid == number &&
         is_text (record, size, sl_bytes_u32 (record + lesson->text_at, self->is_big), seen->comm);
}

/* The first name of a line holds, so that it is said only once. */
static void
learn_line (SlEventLearner *self, guint64 id, const char *text, gsize length)
{
  guint64 *seen = &self->lines[id % N_LINES];

  if (*seen == id + 1)
    return;

  sl_linux_names_add_object (self->names, SL_OBJECT_IRQ, id, text, length);
  *seen = id + 1;
}

/* A new thread is one of the process that made it, or else a process of its own. */
static void
learn_birth (SlEventLearner *self,
             const SlEventRecord *record,
             guint32 tid,
             guint64 time,
             guint64 flags)
{
  gsize size;
  const SlEventField *parent = sl_event_format_find (record->format, "common_pid");
  const guint8 *bytes = parent != NULL ? sl_event_record_find (record, parent, &size) : NULL;
  guint32 maker = 0;

  if ((flags & CLONE_THREAD) != 0 && bytes == NULL)
    return;
  if ((flags & CLONE_THREAD) != 0)
    maker = (guint32) sl_bytes_number (bytes, (guint32) size, self->is_big, FALSE);
  sl_linux_names_bear (self->names, tid, time, maker);
}

/* What has a number only. */
static void
learn_process (SlEventLearner *self,
               const SlEventRecord *record,
               const Lesson *lesson,
               guint64 time)
{
  gsize size, flags_size;
  const guint8 *number = sl_event_record_find (record, lesson->number, &size);
  const guint8 *flags = sl_event_record_find (record, lesson->text, &flags_size);
  guint32 tid;

  if (number == NULL || flags == NULL)
    return;

  tid = (guint32) sl_bytes_number (number, (guint32) size, self->is_big, FALSE);
  if (tid == 0)
    return;
  if (lesson->type == LEARN_BIRTH)
    learn_birth (self, record, tid, time,
                 sl_bytes_number (flags, (guint32) flags_size, self->is_big, FALSE));
  else
    sl_linux_names_exec (self->names, tid, time);
}

/* Rarely called, so that sl_event_learner_take() need not make room for what it does. */
static G_NO_INLINE void
learn (SlEventLearner *self, const SlEventRecord *record, const Lesson *lesson, guint64 time)
{
  gsize size, length;
  const guint8 *number;
  const char *text;
  guint64 id;

  if (lesson->type == LEARN_BIRTH || lesson->type == LEARN_PROGRAM)
    {
      learn_process (self, record, lesson, time);
      return;
    }

  number = sl_event_record_find (record, lesson->number, &size);
  text = (const char *) sl_event_record_find (record, lesson->text, &length);
  if (number == NULL || text == NULL)
    return;

  length = strnlen (text, length);
  id = sl_bytes_number (number, (guint32) size, self->is_big, lesson->number->is_signed);
  switch (lesson->type)
    {
    case LEARN_COMM:
    case LEARN_CHILD:
      learn_comm (self, lesson, (guint32) id, time, text, length);
      break;
    case LEARN_IRQ:
      learn_line (self, id, text, length);
      break;
    case LEARN_TEXT:
      while (length > 0 && g_ascii_isspace (text[length - 1]))
        length--;
      sl_linux_mark_learn (self->names, text, length);
      break;
    case LEARN_BIRTH:
    case LEARN_PROGRAM:
    default:
      break;
    }
}

/* What a record says that was not seen last. Rarely called, so that sl_event_learner_take() saves no registers for it. */
static G_NO_INLINE void
learn_from (SlEventLearner *self, Course *course, guint64 time, const guint8 *record, gsize size)
{
  course->record.bytes = record;
  course->record.size = size;
  for (guint i = 0; i < course->n_lessons; i++)
    if (!is_seen (self, &course->lessons[i], record, size))
      learn (self, &course->record, &course->lessons[i], time);
}

/**
 * sl_event_learner_take:
 * @id: number of the event
 * @time: of the file's clock
 * @record: (array length=size): from its common_type on
 *
 * Learns from one record. Times may go back from one processor to another.
 */
void
sl_event_learner_take (SlEventLearner *self,
                       guint16 id,
                       guint64 time,
                       const guint8 *record,
                       gsize size)
{
  Course *course = self->course_of[id];

  if (course == NULL)
    return;

  for (guint i = 0; i < course->n_lessons; i++)
    {
      if (G_UNLIKELY (!is_seen (self, &course->lessons[i], record, size)))
        {
          learn_from (self, course, time, record, size);
          return;
        }
    }
}
