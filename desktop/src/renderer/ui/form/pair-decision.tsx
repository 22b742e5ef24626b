import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RowAction } from '../table/row-actions.tsx'
import { RelativeTime } from '../format/times.tsx'

type Dismissal = { id: number; by: string; at: string } | null
type Decisions<Pair> = {
  dismiss: UseMutationResult<unknown, Error, Pair>
  takeBack: UseMutationResult<unknown, Error, number>
}
type PairDecisionProps<Pair> = Decisions<Pair> & {
  pair: Pair
  names: string
  dismissal: Dismissal
  children: ReactNode
}

/** Offers to dismiss a suggested pair of records as different people or, if dismissed, to suggest the pair again. */
export function PairDecision<Pair>({ pair, names, dismissal, dismiss, takeBack, children }: PairDecisionProps<Pair>) {
  if (dismissal)
    return (
      <span className="lines">
        <span>Not the same person</span>
        <span className="note">
          {dismissal.by}, <RelativeTime time={dismissal.at} />
        </span>
        <Button
          variant="default"
          size="compact-sm"
          mt={4}
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(dismissal.id)}
          aria-label={`Suggest again: ${names}`}
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
        aria-label={`Not the same person: ${names}`}
        onClick={() => dismiss.mutate(pair)}
      >
        Not the same
      </Button>
    </Group>
  )
}

export function buildPairActions<Row extends { dismissal: Dismissal }, Pair>(
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
