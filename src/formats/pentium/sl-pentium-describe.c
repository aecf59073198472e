/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pentium-describe.h"

#include "sl-branch-cause.h"
#include "sl-byu-pentium.h"

const char *const sl_pentium_some_fields[] = {
  "a3",
  "cause",
  "cs-selector",
  "delay",
  "end",
  "first",
  "halt",
  "length",
  "linear-address",
  "meaning",
  "message",
  "operand-size",
  "other-pins",
  "pair-delay",
  "processor",
  "repeated",
  "source",
  "stalled",
  "target",
  "time",
  "mode-of-the-target",
  "offset-in-the-segment",
  "transfers",
  "vector",
  NULL,
};

/* Digits that are not known in whole are shown as X. */
static void
describe_data (const SlPentiumBusCycle *cycle, GArray *details)
{
  char digits[17];

  if ((cycle->flags & SL_PENTIUM_CYCLE_NO_DATA) != 0)
    {
      sl_details_add (details, "Data", "not recorded");
      return;
    }

  for (guint i = 0; i < 16; i++)
    {
      guint shift = 60 - 4 * i;

      digits[i] = (cycle->unknown >> shift & 0xf) != 0
                      ? 'X'
                      : "0123456789abcdef"[cycle->data >> shift & 0xf];
    }
  digits[16] = '\0';
  sl_details_add (details, "Data", "0x%s", digits);
}

static void
describe_span (const char *name, const char *field, SlTime ticks, SlClock *clock, GArray *details)
{
  g_autofree char *plain = NULL;
  gint64 ns;

  if (sl_clock_has_rate (clock) && sl_clock_span_to_ns (clock, (SlSpan) { 0, ticks }, &ns))
    {
      plain = g_strdup_printf ("%" G_GINT64_FORMAT, ns);
      sl_details_add_field (details, name, field, plain, "%s ns", plain);
      return;
    }

  plain = g_strdup_printf ("%" G_GINT64_FORMAT, ticks);
  sl_details_add_field (details, name, field, plain, "%s %s", plain, sl_clock_get_unit_id (clock));
}

/**
 * sl_pentium_cycle_get_bytes:
 *
 * Returns: how many bytes moved; of a burst whose transfers are not known, a line
 */
guint
sl_pentium_cycle_get_bytes (const SlPentiumBusCycle *cycle)
{
  if (sl_pentium_transfers[cycle->type].burst > 0 && cycle->n_transfers > 0)
    return 8u * cycle->n_transfers;

  return sl_pentium_get_bytes (cycle->type, cycle->byte_enables);
}

/**
 * sl_pentium_describe_cycle:
 * @clock: of the trace
 */
void
sl_pentium_describe_cycle (const SlPentiumBusCycle *cycle, SlClock *clock, GArray *details)
{
  guint16 kind = sl_pentium_get_kind (cycle->type, cycle->address, cycle->byte_enables);
  guint8 type = cycle->type;
  char size[16];

  sl_details_add (details, "Address", "0x%08x", cycle->address);
  sl_pentium_describe_byte_enables (cycle->byte_enables, details);
  describe_data (cycle, details);
  sl_details_add_number (details, "Pins", "pins", type,
                         "M/IO# %u, D/C# %u, W/R# %u, CACHE# %u, LOCK# %u", type >> 3 & 1,
                         type >> 2 & 1, type >> 1 & 1,
                         (type & 1) != 0 && (cycle->flags & SL_PENTIUM_CYCLE_CACHE_LOW) == 0,
                         (cycle->flags & SL_PENTIUM_CYCLE_LOCKED) == 0);
  sl_details_add (details, "Type", "%s", sl_pentium_cycle_get_name (type));
  if (type == SL_PENTIUM_SPECIAL)
    sl_details_add (details, "Special cycle", "%s (%s)", sl_kind_get (kind)->title,
                    kind == SL_KIND_PENTIUM_BRANCH_TRACE ? "by Intel's manual"
                    : kind == SL_KIND_PENTIUM_SPECIAL    ? "not documented"
                                                         : "as AMD documents it");
  if (type == SL_PENTIUM_INTERRUPT_ACKNOWLEDGE)
    sl_details_add (details, "Interrupt acknowledge", "%s",
                    sl_pentium_acknowledge_get_name (cycle->byte_enables));
  if (type == SL_PENTIUM_INTERRUPT_ACKNOWLEDGE && cycle->byte_enables == 0xfe &&
      (cycle->flags & SL_PENTIUM_CYCLE_NO_DATA) == 0 && (cycle->unknown & 0xff) == 0)
    sl_details_add_number (details, "Vector", "vector", cycle->data & 0xff, "0x%02x",
                           (guint) (cycle->data & 0xff));
  g_snprintf (size, sizeof size, "%u", sl_pentium_cycle_get_bytes (cycle));
  sl_details_add_field (details, "Bytes moved", "size", size, "%s%s", size,
                        sl_pentium_cycle_get_bytes (cycle) == SL_PENTIUM_LINE
                            ? " (burst of a cache line)"
                            : "");
  sl_details_add (details, "D/P#", "%u", cycle->processor);
  if (cycle->n_transfers > 0)
    sl_details_add (details, "Transfers", "%u", cycle->n_transfers);
  if (cycle->end > cycle->time)
    describe_span ("From ADS# to the last BRDY#", "length", cycle->end - cycle->time, clock,
                   details);
  if ((cycle->flags & SL_PENTIUM_CYCLE_CUT) != 0)
    sl_details_add (details, "End", "not in the capture");
}

static const char *
get_size (const SlBtmMessage *message)
{
  return message->is_wide ? "32 bits" : "16 bits";
}

static void
describe_pair (const SlBtmMessage *message,
               const SlBtmBranch *branch,
               gboolean is_source_first,
               SlClock *clock,
               GArray *details)
{
  const SlBtmMessage *source = is_source_first ? &branch->first : message;
  const SlBtmMessage *target = is_source_first ? message : &branch->first;

  sl_details_add_number (details, "Source", "source", source->linear,
                         "at or just after 0x%08x (%s)", source->linear, get_size (source));
  sl_details_add (details, "Target", "0x%08x (%s)", target->linear, get_size (target));
  describe_span ("Delay between the two messages", "pair-delay", message->time - branch->first.time,
                 clock, details);
  if (source->is_wide != target->is_wide)
    sl_details_add (details, "Operand size", "changes from %s to %s", get_size (source),
                    get_size (target));
}

/* The selector and, in the first cycle's place, what the AMD-K5 says of the mode. */
static void
describe_k5 (const SlPentiumBusCycle *cycle, const SlBtmMessage *message, GArray *details)
{
  static const char *const modes[] = { "real", "unknown", "protected", "virtual 8086" };

  sl_details_add (details, "CS selector", "0x%04x", message->selector);
  sl_details_add (details, "Mode of the target", "%s", modes[cycle->address >> 29 & 3]);
}

static void
describe_other_pins (const SlPentiumBusCycle *cycle, GArray *details)
{
  gboolean is_locked = (cycle->flags & SL_PENTIUM_CYCLE_LOCKED) != 0;
  gboolean is_cache_low = (cycle->flags & SL_PENTIUM_CYCLE_CACHE_LOW) != 0;

  if (is_locked || is_cache_low)
    sl_details_add (details, "Other pins", "%s low; the manual does not require this",
                    is_locked && is_cache_low ? "CACHE# and LOCK# are"
                    : is_locked               ? "LOCK# is"
                                              : "CACHE# is");
}

/**
 * sl_pentium_describe_message:
 * @cycle: of a message
 * @message: (nullable): what it says; %NULL where the data bus is not known
 * @branch: what it made, with @message
 * @clock: of the trace
 */
void
sl_pentium_describe_message (const SlPentiumBusCycle *cycle,
                             SlBtmVariant variant,
                             const SlBtmMessage *message,
                             const SlBtmBranch *branch,
                             SlClock *clock,
                             GArray *details)
{
  static const char *const outcomes[] = {
    [SL_BTM_NOTHING] = "first of a pair",
    [SL_BTM_PAIR] = "second of a pair",
    [SL_BTM_ONLY_FAST] = "fast: the target is not sent",
    [SL_BTM_LONE_FIRST] = "first of a pair whose second is missing",
    [SL_BTM_LONE_SECOND] = "second of a pair whose first is missing",
  };
  gboolean is_source_first = variant == SL_BTM_AMD_K5;

  describe_other_pins (cycle, details);
  if (message == NULL)
    {
      sl_details_add_number (details, "Linear address", "linear-address", cycle->address & ~0xfu,
                             "0x%08x to 0x%08x", cycle->address & ~0xfu, cycle->address | 0xfu);
      return;
    }

  sl_details_add (details, "Message", "%s", outcomes[branch->outcome]);
  sl_details_add_number (details, is_source_first ? "Offset in the segment" : "Linear address",
                         "linear-address", message->linear, "%s0x%08x (%s)",
                         message->is_second != is_source_first ? "at or just after " : "",
                         message->linear, get_size (message));
  sl_details_add (details, "A3", "%u", message->is_wide);
  if (is_source_first)
    describe_k5 (cycle, message, details);
  if (branch->outcome == SL_BTM_PAIR)
    describe_pair (message, branch, is_source_first, clock, details);
  if (branch->is_guessed)
    sl_details_add (details, "Processor",
                    "guessed: the capture does not distinguish between the two");
  sl_details_add (details, "Time", "of the bus; the branch was taken then or before");
}

/* What a cause means, where its word does not say all. */
static const char *const cause_texts[SL_N_BRANCH_CAUSES] = {
  [SL_BRANCH_STEP] =
      "a serialising instruction, a segment load, a masked exception or a short jump",
  [SL_BRANCH_INTERRUPT] = "the first message after the interrupt acknowledge",
  [SL_BRANCH_HALT_EXIT] = "the first message after the halt cycle",
  [SL_BRANCH_FORMAT] = "of the WRMSR that changes the format: still in the previous format",
};

/**
 * sl_pentium_describe_facts:
 * @facts: SL_BRANCH_FACTS() of a branch
 * @lag: how late its messages were
 * @clock: of the trace
 */
void
sl_pentium_describe_facts (guint32 facts, const SlBtmLag *lag, SlClock *clock, GArray *details)
{
  SlBranchCause cause = SL_BRANCH_CAUSE (facts);

  sl_details_add (details, "Cause", "%s", sl_branch_cause_get_id (cause));
  if (cause_texts[cause] != NULL)
    sl_details_add (details, "Meaning", "%s", cause_texts[cause]);
  if (cause == SL_BRANCH_INTERRUPT)
    sl_details_add_number (details, "Vector", "vector", SL_BRANCH_VECTOR (facts), "0x%02x",
                           SL_BRANCH_VECTOR (facts));
  if ((facts & SL_BRANCH_LEFT_HALT) != 0)
    sl_details_add_field (details, "Halt", "halt", "yes", "ended by the interrupt");
  if ((facts & SL_BRANCH_REPEATED) != 0)
    sl_details_add_field (details, "Repeated", "repeated", "yes", "the same branch as before");
  if ((facts & SL_BRANCH_STALLED) != 0)
    sl_details_add_field (
        details, "Stalled", "stalled", "yes",
        "taken before the message of the previous branch was sent: two were outstanding");
  if ((facts & SL_BRANCH_MAYBE_WRMSR) != 0)
    sl_details_add_field (
        details, "First", "first", "yes",
        "of the capture or after RESET; perhaps of the WRMSR that enables messages");
  if (lag->delay >= 0)
    describe_span (cause == SL_BRANCH_INTERRUPT ? "Delay since the acknowledge"
                                                : "Delay since its target was read",
                   "delay", lag->delay, clock, details);
}
