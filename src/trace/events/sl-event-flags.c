/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-flags.h"

/* The others say which fields are empty. */
static const struct
{
  SlEventFlags flag;
  const char *word;
} words[] = {
  { SL_EVENT_BAD_TIME, "bad-time" }, { SL_EVENT_FAST, "fast" }, { SL_EVENT_GUESSED, "guessed" },
  { SL_EVENT_INFERRED, "inferred" }, { SL_EVENT_GAP, "gap" },   { SL_EVENT_LOST, "lost" },
  { SL_EVENT_SEAM, "seam" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (words) == SL_EVENT_FLAG_WORDS);

/**
 * sl_event_flag_get_word:
 * @number: below %SL_EVENT_FLAG_WORDS
 */
const char *
sl_event_flag_get_word (guint number)
{
  return words[number].word;
}

/**
 * sl_event_flags_have:
 * @flags: of an event
 * @number: of a word
 *
 * Returns: whether the word is said of the event
 */
gboolean
sl_event_flags_have (guint32 flags, guint number)
{
  return (flags & words[number].flag) != 0;
}

/**
 * sl_event_flags_to_text:
 * @flags: of an event
 * @text: (out caller-allocates): the words, joined by +; empty for none
 */
void
sl_event_flags_to_text (guint32 flags, char text[SL_EVENT_FLAGS_LENGTH])
{
  text[0] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (!sl_event_flags_have (flags, i))
        continue;
      if (text[0] != '\0')
        g_strlcat (text, "+", SL_EVENT_FLAGS_LENGTH);
      g_strlcat (text, words[i].word, SL_EVENT_FLAGS_LENGTH);
    }
}
