import { useDisclosure } from '@mantine/hooks'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import type { AskTarget } from './ask-dialog.tsx'

const AskDialog = lazyComponent(() => import('./ask-dialog.tsx'), 'AskDialog')

export function NoteAskButton({ isSmall = false, ...target }: AskTarget & { isSmall?: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : undefined}
        icon={isSmall ? undefined : IconMessageQuestion}
        aria-label={target.edited && `Edit the ask “${target.edited.title}”`}
        onClick={open}
      >
        {target.edited ? 'Edit' : 'Note an ask'}
      </Button>
      {isOpen && (
        <Suspense>
          <AskDialog {...target} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
