import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Suspense } from 'react'
import { loadedLater } from '../../ui/table/loaded-later.ts'

const AskDialog = loadedLater(() => import('./ask-dialog.tsx'), 'AskDialog')

/** The way to note that these people were asked for something, such as on the phone. */
export function NoteAsk({ buids, isSmall = false }: { buids: readonly string[]; isSmall?: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : undefined}
        leftSection={!isSmall && <IconMessageQuestion size={16} stroke={1.6} aria-hidden />}
        onClick={open}
      >
        Note an ask
      </Button>
      {isOpen && (
        <Suspense>
          <AskDialog buids={buids} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
