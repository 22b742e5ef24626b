import { Button, Group } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { When } from './words/when.tsx'

type PairDecisionProps<Pair> = {
  pair: Pair
  /** Both names, as a button says them aloud. */
  who: string
  dismissal: { id: number; by: string; at: string } | null
  dismiss: UseMutationResult<unknown, Error, Pair>
  takeBack: UseMutationResult<unknown, Error, number>
  /** What else can be done with a pair that is not dismissed. */
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
