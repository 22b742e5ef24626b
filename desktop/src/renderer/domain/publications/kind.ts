import { IconClock, IconPencil, type Icon } from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

/** How something stands: a word with its picture. */
export type StateLabel = { word: string; icon: Icon; tone: Tone }

/** The properties that all pages of a kind share. */
export type Kind<State extends string> = {
  /** The address of its list. */
  home:
    | '/champion_signups/events'
    | '/champion_signups/opportunities'
    | '/settings/content/communities'
    | '/settings/content/news'
    | '/letters'
  /** The first word of the keys of its queries. */
  queryKey: string
  nouns: readonly [one: string, many: string]
  states: Record<State, StateLabel>
}

/** The states of every kind before its page is on the alumni's site. */
export const unpublishedStates = {
  draft: { word: 'Draft', icon: IconPencil, tone: 'warn' },
  scheduled: { word: 'Scheduled', icon: IconClock, tone: 'accent' },
} as const satisfies Record<string, StateLabel>

/** How many have answered, in whatever state their answers are. */
export function countAnswers({ counts }: { counts: Readonly<Record<string, number>> }): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}
