import { listLetterContract, type ListLetterPage } from '@alumni/shared/publications/list-letters'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { remove } from '../../http.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { readFieldErrors } from '../../ui/form/form.tsx'
import { LimitedArea } from '../../ui/form/limited-input.tsx'
import { useAction } from '../../ui/use-action.ts'
import { letters } from './kind.ts'

/** Declines a request to send a letter; its author gets the reason by e-mail. */
export function GiveBackButton({ letter: { id, author } }: { letter: ListLetterPage }) {
  const [isOpen, { open, close }] = useDisclosure()
  const [reason, setReason] = useState('')
  const decline = useAction(() => remove(`/letters/${id}/requests`, listLetterContract.record, { reason }), {
    invalidates: [letters.queryKey, 'morning'],
    isErrorInline: true,
    successNotice: () => `${author ?? 'The author'} gets it back with your reason.`,
    onDone: close,
  })
  const reasonError = readFieldErrors(decline.error)?.reason
  return (
    <>
      <Button variant="default" onClick={open}>
        Give back…
      </Button>
      {isOpen && (
        <Dialog
          title={`Give it back to ${author ?? 'its author'}?`}
          onClose={close}
          error={reasonError ? null : decline.error}
          submit="Give it back"
          onSubmit={() => decline.mutate()}
          isPending={decline.isPending}
        >
          <LimitedArea
            label="What is to be changed"
            description="They get it by e-mail."
            limit={500}
            autosize
            minRows={3}
            data-autofocus
            error={reasonError}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Dialog>
      )}
    </>
  )
}
