import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { When } from '../../ui/words/when.tsx'
import { useLookAgain } from './queries.ts'

type LookAgainProps = {
  name: 'look_alikes' | 'unknown_employers'
  noun: readonly [string, string]
  searchedAt: string | null | undefined
}

/** Searches anew for a report that is prepared every hour. */
export function LookAgain({ name, noun, searchedAt }: LookAgainProps) {
  const look = useLookAgain(name, noun)
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
      loading={look.isPending}
      onClick={() => look.mutate()}
    >
      {searchedAt === null ? 'Look now' : 'Look again'}
    </Button>
  )
}

export function LookedFor({ at }: { at: string | null | undefined }) {
  if (!at) return null
  return (
    <>
      {' '}
      Looked for <When at={at} />.
    </>
  )
}
