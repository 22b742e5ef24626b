import { useDisclosure } from '@mantine/hooks'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import type { AskTarget } from './ask-dialog.tsx'

const AskDialog = lazyComponent(() => import('./ask-dialog.tsx'), 'AskDialog')

/** The way to note that these people were asked for something, such as on the phone, or to edit what was noted. */
export function NoteAskButton({ isSmall = false, ...asked }: AskTarget & { isSmall?: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : undefined}
        icon={isSmall ? undefined : IconMessageQuestion}
        aria-label={asked.edited && `Edit the ask “${asked.edited.title}”`}
        onClick={open}
      >
        {asked.edited ? 'Edit' : 'Note an ask'}
      </Button>
      {isOpen && (
        <Suspense>
          <AskDialog {...asked} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
