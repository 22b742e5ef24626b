import { IconRefresh } from '@tabler/icons-react'
import { RelativeTime } from '../format/times.tsx'
import { Button } from '../button.tsx'

type CheckAgainProps = {
  search: { isPending: boolean; mutate: () => void }
  /** Time of the last search; null if there was none. */
  searchedAt: string | null | undefined
}

export function CheckAgain({ search: { isPending, mutate }, searchedAt }: CheckAgainProps) {
  return (
    <Button variant="default" icon={IconRefresh} loading={isPending} onClick={() => mutate()}>
      {searchedAt === null ? 'Check now' : 'Check again'}
    </Button>
  )
}

export function SearchedAt({ at: time }: { at: string | null | undefined }) {
  if (!time) return null
  return (
    <>
      {' '}
      Last checked <RelativeTime time={time} />.
    </>
  )
}
