import { IconRefresh } from '@tabler/icons-react'
import { RelativeTime } from '../words/times.tsx'
import { Button } from '../button.tsx'

type CheckAgainProps = {
  search: { isPending: boolean; mutate: () => void }
  /** When a job searched last; null if it never has. */
  searchedAt: string | null | undefined
}

/** Searches anew for what a job searches for regularly. */
export function CheckAgain({ search: { isPending, mutate }, searchedAt }: CheckAgainProps) {
  return (
    <Button variant="default" icon={IconRefresh} loading={isPending} onClick={() => mutate()}>
      {searchedAt === null ? 'Check now' : 'Check again'}
    </Button>
  )
}

/** "Last checked 5 minutes ago.", after another sentence. */
export function SearchedAt({ at: time }: { at: string | null | undefined }) {
  if (!time) return null
  return (
    <>
      {' '}
      Last checked <RelativeTime time={time} />.
    </>
  )
}
