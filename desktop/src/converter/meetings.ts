/** Minutes since 1970 on the clock of the file. */
export type Span = { from: number; to: number }

const before = 30
const after = 120

/**
 * Finds the day on which the meeting of a join began: `announced` are the meetings that the file lists, `joined` the
 * times that people were there. A restarted meeting is one; people join from 30 minutes before it to 120 after; others
 * were at another one, which began with its first join.
 */
export function meetingDays(announced: readonly Span[], joined: readonly Span[]): (join: number) => number {
  const meetings = restarted(announced, after)
  const isInMeeting = ({ from }: Span) => meetings.some((meeting) => isWithin(from, meeting))
  const others = restarted(
    joined.filter((span) => !isInMeeting(span)),
    after,
  )
  return (join) => dayOf(([...meetings, ...others].find((meeting) => isWithin(join, meeting)) ?? { from: join }).from)
}

function isWithin(moment: number, { from, to }: Span): boolean {
  return moment >= from - before && moment <= to + after
}

/** Spans that follow each other within so many minutes, as one. */
function restarted(spans: readonly Span[], minutes: number): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to + minutes) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

function dayOf(minute: number): number {
  return Math.floor(minute / 1440)
}
