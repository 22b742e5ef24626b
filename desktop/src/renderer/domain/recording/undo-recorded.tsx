import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useUndoLists } from './use-undo-lists.ts'

type UndoRecordedProps = { lists: readonly number[]; onUndone: (deleted: number) => void }

/** Takes back what has just been recorded. */
export function UndoRecorded({ lists, onUndone }: UndoRecordedProps) {
  const undo = useUndoLists(onUndone)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowBackUp size={14} stroke={1.8} aria-hidden />}
      loading={undo.isPending}
      onClick={() => undo.mutate(lists)}
    >
      Undo
    </Button>
  )
}
