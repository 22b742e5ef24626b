import { IconClock, IconPencil } from '@tabler/icons-react'
import type { StateLabel } from '../../ui/state-badge.tsx'

export type Kind<State extends string> = {
  home:
    | '/champion_signups/events'
    | '/champion_signups/opportunities'
    | '/settings/content/communities'
    | '/settings/content/news'
    | '/letters'
  /** First element of the query keys. */
  queryKey: string
  nouns: readonly [one: string, many: string]
  states: Record<State, StateLabel>
}

export const unpublishedStates = {
  draft: { label: 'Draft', icon: IconPencil, tone: 'warn' },
  scheduled: { label: 'Scheduled', icon: IconClock, tone: 'accent' },
} as const satisfies Record<string, StateLabel>

export function countAnswers({ counts }: { counts: Readonly<Record<string, number>> }): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}
