import { addRsvpRequest, type EventRecord } from '@alumni/shared/publications/staff-events'
import { Button, Modal, NumberInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../../http.ts'
import classes from '../../ui/modal.module.css'
import { notifyDone } from '../../ui/notify.tsx'
import { Alert } from '../../ui/alert.tsx'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { useAddRsvp } from './queries.ts'

/** Staff say yes for a champion, such as one who called or has just come in. */
export function AddRsvp({ event }: { event: EventRecord }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />} onClick={open}>
        Add someone
      </Button>
      <Modal opened={isOpen} onClose={close} title="Add a champion" centered>
        <AddForm event={event} onDone={close} />
      </Modal>
    </>
  )
}

function AddForm({ event: { id, can_mark, max_guests }, onDone }: { event: EventRecord; onDone: () => void }) {
  const [email, setEmail] = useState('')
  const [guests, setGuests] = useState<number | string>(0)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const add = useAddRsvp(id)
  const fields = add.error instanceof HttpError ? add.error.body.fields : undefined
  const errors = { ...fields, ...wrong }

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const parsed = addRsvpRequest.safeParse({ email, guests: guests === '' ? 0 : guests })
    setWrong(fieldErrors(parsed))
    if (!parsed.success || add.isPending) return
    add.mutate(parsed.data, {
      onSuccess({ name, status }) {
        notifyDone(`${name} ${saysOf[status]}.`)
        onDone()
      },
    })
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {add.error && !fields && (
        <Alert tone="bad" isAlert>
          {add.error.message}
        </Alert>
      )}
      <p>
        {can_mark
          ? 'They are marked as attended, whether they had answered or not.'
          : 'They get a place, or wait where there is none, and a letter that says so.'}
      </p>
      <TextInput
        label="E-mail address of their signup"
        type="email"
        autoComplete="off"
        value={email}
        error={errors.email}
        onChange={(changed) => setEmail(changed.currentTarget.value)}
        data-autofocus
      />
      {max_guests > 0 && (
        <NumberInput
          label="Guests"
          size="sm"
          min={0}
          allowDecimal={false}
          allowNegative={false}
          value={guests}
          error={errors.guests}
          onChange={setGuests}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add
        </Button>
      </div>
    </form>
  )
}

const saysOf = {
  going: 'is going',
  waiting: 'is on the waiting list',
  attended: 'is marked as attended',
  absent: 'is marked as absent',
  cancelled: 'has canceled',
} as const
