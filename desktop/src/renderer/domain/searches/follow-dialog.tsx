import type { SavedSearch } from '@alumni/shared/alumni/saved-searches'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/form/dialog.tsx'
import { useFollow } from './saved-actions.ts'

type FollowDialogProps = { search: SavedSearch; onClose: () => void }

/** Whether and how someone is told each Monday who came into a search and who left it. */
export function FollowDialog({ search: { id, name, follow }, onClose }: FollowDialogProps) {
  const [isFollowed, setFollowed] = useState(follow !== 'no')
  const [isByLetter, setByLetter] = useState(follow === 'letter')
  const change = useFollow(onClose)
  return (
    <Dialog
      title={`Follow “${name}”`}
      onClose={onClose}
      cancel="Not now"
      submit="Save"
      error={change.error}
      onSubmit={() => change.mutate({ id, name, follow: isFollowed ? (isByLetter ? 'letter' : 'page') : 'no' })}
      isPending={change.isPending}
    >
      <Checkbox
        mt={4}
        label="Tell me each Monday who came in and who left"
        description="With the reasons, on the page that your day begins with."
        checked={isFollowed}
        data-autofocus
        onChange={(event) => setFollowed(event.currentTarget.checked)}
      />
      <Checkbox
        label="By letter too"
        description="How many it was, without names; no letter in a week without a change."
        checked={isFollowed && isByLetter}
        disabled={!isFollowed}
        onChange={(event) => setByLetter(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
