import { undoListReply } from '@alumni/shared/alumni/recorded-lists'
import { IconArrowBackUp } from '@tabler/icons-react'
import { post } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { recordedListsUrl } from './queries.ts'
import { Button } from '../../ui/button.tsx'

type UndoRecordingButtonProps = { lists: readonly number[]; onUndone: (deleted: number) => void }

export function UndoRecordingButton({ lists, onUndone }: UndoRecordingButtonProps) {
  const undo = useUndoLists(onUndone)
  return (
    <Button
      variant="default"
      size="xs"
      icon={IconArrowBackUp}
      loading={undo.isPending}
      onClick={() => undo.mutate(lists)}
    >
      Undo
    </Button>
  )
}

export function useUndoLists(onUndone: (deleted: number) => void) {
  return useAction(
    async (lists: readonly number[]) => {
      let deleted = 0
      for (const id of lists) deleted += (await post(`${recordedListsUrl}/${id}/undo`, undoListReply)).deleted
      return deleted
    },
    { onDone: onUndone, invalidates: ['recorded-lists', 'alumni'] },
  )
}
