import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { HttpError } from '../../http.ts'
import classes from '../../ui/modal.module.css'
import { clockAt, formatClock, formatZone } from './clock.ts'
import type { PublicationMove } from './mutations.ts'
import { notifyDone } from '../../ui/notify.tsx'

type PublishModalProps = {
  noun: string
  record: { state: string; published_at: string | null; clock_zone: string }
  move: PublicationMove
  onClose: () => void
  /** What publishing brings about. */
  children: ReactNode
}

/** Publishes now, or at a day and time by the institution's clocks. */
export function PublishModal({ noun, record, move, onClose, children }: PublishModalProps) {
  const { state, published_at, clock_zone } = record
  const isScheduled = state === 'scheduled'
  const [when, setWhen] = useState<'now' | 'later'>(isScheduled ? 'later' : 'now')
  const [at, setAt] = useState(isScheduled && published_at ? clockAt(published_at, clock_zone) : '')
  const [isBlank, setBlank] = useState(false)
  const refused = move.error instanceof HttpError ? move.error.body.fields?.at : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (when === 'later' && at === '') return setBlank(true)
    move.mutate(when === 'now' ? { move: 'publish' } : { move: 'schedule', at }, {
      onSuccess() {
        notifyDone(when === 'now' ? 'It is on the alumni’s site.' : 'It will appear by itself at that time.')
        onClose()
      },
      onError(error) {
        if (!(error instanceof HttpError && error.body.fields?.at)) onClose()
      },
    })
  }

  return (
    <Modal opened onClose={onClose} title={`Publish this ${noun}?`} centered>
      <form className={classes.form} onSubmit={submit} noValidate>
        <SegmentedControl
          aria-label="When"
          data={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a day and time' },
          ]}
          value={when}
          onChange={(to) => setWhen(to as typeof when)}
        />
        {when === 'now' ? (
          <div>{children}</div>
        ) : (
          <TextInput
            type="datetime-local"
            label="Publish at"
            description={`By the clocks of the institution: ${formatZone(clock_zone)}. Until then nobody finds it.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={refused ?? (isBlank && 'Choose a day and time.')}
            value={at}
            onChange={(event) => {
              setAt(event.currentTarget.value)
              setBlank(false)
              move.reset()
            }}
          />
        )}
        {isScheduled && published_at && (
          <p className="muted">It is set to appear {formatClock(published_at, clock_zone)}.</p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" loading={move.isPending} data-autofocus>
            {when === 'now' ? 'Publish it' : 'Schedule it'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
