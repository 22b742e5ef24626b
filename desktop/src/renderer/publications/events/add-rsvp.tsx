import { addRsvpReply, addRsvpRequest, type EventRecord } from '@alumni/shared/publications/staff-events'
import { NumberInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { post } from '../../http.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { useContractForm } from '../../ui/form/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { events } from './kind.ts'
import { Button } from '../../ui/button.tsx'

export function AddRsvpButton({ event }: { event: EventRecord }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" icon={IconUserPlus} onClick={open}>
        Add someone
      </Button>
      {isOpen && <AddDialog event={event} onClose={close} />}
    </>
  )
}

function AddDialog({ event: { id, can_mark, max_guests }, onClose }: { event: EventRecord; onClose: () => void }) {
  const add = useAction(
    (body: { email: string; guests: number }) => post(`${events.home}/${id}/rsvps`, addRsvpReply, body),
    {
      invalidates: [events.queryKey],
      isErrorInline: true,
      successNotice: ({ name, status }) => `${name} ${outcomes[status]}.`,
      onDone: onClose,
    },
  )
  const form = useContractForm({ schema: addRsvpRequest, initialValues: { email: '', guests: 0 }, error: add.error })
  return (
    <Dialog
      title="Add a champion"
      onClose={onClose}
      error={add.error}
      submit="Add"
      isPending={add.isPending}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <p>
        {can_mark
          ? 'They are marked as attended, even if they had not answered.'
          : 'They get a place, or go on the waiting list if there is none, and a letter.'}
      </p>
      <TextInput
        {...form.getInputProps('email')}
        label="E-mail address of their signup"
        type="email"
        autoComplete="off"
        data-autofocus
      />
      {max_guests > 0 && (
        <NumberInput
          {...form.getInputProps('guests')}
          label="Guests"
          size="sm"
          min={0}
          allowDecimal={false}
          allowNegative={false}
        />
      )}
    </Dialog>
  )
}

const outcomes = {
  going: 'is going',
  waiting: 'is on the waiting list',
  attended: 'is marked as attended',
  absent: 'is marked as absent',
  cancelled: 'has canceled',
} as const
