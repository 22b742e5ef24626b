import { asksOfPerson, type AskOfPerson } from '@alumni/shared/publications/asks'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../ui/format/days.ts'
import { readQuery } from '../../ui/read-query.ts'
import { formatAskAnswer } from './format-ask-answer.ts'

/** Reads what a person was asked for, latest first. Reads nothing without a BUID. */
export function useAsks(buid: string | undefined, isEnabled: boolean) {
  return useQuery({
    ...readQuery(['asks', buid], `/alumni/${buid}/asks`, asksOfPerson),
    enabled: isEnabled && Boolean(buid),
  })
}

export function formatAskTitle({ subject, noted, letter }: AskOfPerson): string {
  return subject?.title ?? noted?.words ?? letter!.title
}

/** Returns the answer to an ask, such as "Going", or null if the ask is a letter that asked for nothing. */
export function describeAskAnswer(ask: AskOfPerson): string | null {
  return ask.noted || ask.subject ? formatAskAnswer(ask, ask.subject?.is_over) : null
}

/** Returns the latest ask, ignoring letters that asked for nothing. */
export function findLastAsk(page: { asks: readonly AskOfPerson[] } | undefined): AskOfPerson | undefined {
  return page?.asks.find((ask) => describeAskAnswer(ask) !== null)
}

export function LastAsk({ ask }: { ask: AskOfPerson }) {
  return (
    <span className="lines">
      <span>{formatAskTitle(ask)}</span>
      <span className="fact">
        {describeAskAnswer(ask)}, asked {formatDay(ask.asked_on)}
      </span>
    </span>
  )
}
