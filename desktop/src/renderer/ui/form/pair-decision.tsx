import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconSearchOff, IconX } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EmptyStateProps } from '../page/empty-state.tsx'
import type { RowAction } from '../table/row-actions.tsx'
import { When } from '../words/when.tsx'

type Dismissal = { id: number; by: string; at: string } | null
type Decisions<Pair> = {
  dismiss: UseMutationResult<unknown, Error, Pair>
  takeBack: UseMutationResult<unknown, Error, number>
}
type PairDecisionProps<Pair> = Decisions<Pair> & {
  pair: Pair
  /** Both names, as a button says them aloud. */
  who: string
  dismissal: Dismissal
  /** Further actions on a pair that is not dismissed. */
  children: ReactNode
}

/** Whether two records are of one person: records that they are not, or takes that back. */
export function PairDecision<Pair>({ pair, who, dismissal, dismiss, takeBack, children }: PairDecisionProps<Pair>) {
  if (dismissal)
    return (
      <span className="lines">
        <span>Not the same person</span>
        <span className="note">
          {dismissal.by}, <When at={dismissal.at} />
        </span>
        <Button
          variant="default"
          size="compact-sm"
          mt={4}
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(dismissal.id)}
          aria-label={`Suggest again: ${who}`}
        >
          Suggest again
        </Button>
      </span>
    )
  return (
    <Group component="span" gap={6}>
      {children}
      <Button
        size="compact-sm"
        variant="default"
        loading={dismiss.isPending}
        aria-label={`Not the same person: ${who}`}
        onClick={() => dismiss.mutate(pair)}
      >
        Not the same
      </Button>
    </Group>
  )
}

/** The same decision as actions of the pair's row; `pairOf` answers what `dismiss` takes. */
export function pairActions<Row extends { dismissal: Dismissal }, Pair>(
  { dismiss, takeBack }: Decisions<Pair>,
  pairOf: (row: Row) => Pair,
): RowAction<Row>[] {
  return [
    {
      key: 'x',
      label: () => 'Not the same person',
      icon: IconX,
      hasButton: true,
      run: (row) => dismiss.mutate(pairOf(row)),
      isPossible: ({ dismissal }) => dismissal === null,
    },
    {
      key: 'z',
      label: () => 'Suggest this pair again',
      icon: IconArrowBackUp,
      hasButton: true,
      run: ({ dismissal }) => dismissal && takeBack.mutate(dismissal.id),
      isPossible: ({ dismissal }) => dismissal !== null,
    },
  ]
}

/** Why a list of pairs is empty when it is searched or filtered. */
export function noPairFound(search: {
  q?: string | undefined
  reason?: unknown
  dismissed?: unknown
}): EmptyStateProps | undefined {
  if (search.q || search.reason)
    return { icon: IconSearchOff, title: 'No pair matches', children: 'Try fewer letters, or another reason.' }
  if (!search.dismissed) return undefined
  return {
    icon: IconX,
    title: 'Nothing was dismissed',
    children: 'Pairs of which someone says “Not the same person” are kept here, and can be suggested again.',
  }
}
