import { SegmentedControl, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { post } from '../../http.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { refusedFields } from '../../ui/form/form.tsx'
import type { Notice } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import { clockAt, formatClock, formatZone } from './clock.ts'
import type { Kind } from './kind.ts'

/** Moves a publication along the table of its kind, such as publishing it. */
export function movePublication({ home }: Kind<string>, id: number, body: { move: string; at?: string }) {
  return post(`${home}/${id}/moves`, z.unknown(), body)
}

type PublishDialogProps = {
  kind: Kind<string>
  record: { id: number; state: string; published_at: string | null; clock_zone: string; site_url: string }
  onClose: () => void
  /** The effects of publishing. */
  children: ReactNode
}

/** Publishes now, or at a day and time by the institution's clocks. */
export function PublishDialog({ kind, record, onClose, children }: PublishDialogProps) {
  const { id, state, published_at, clock_zone, site_url } = record
  const isScheduled = state === 'scheduled'
  const [at, setAt] = useState(isScheduled && published_at ? clockAt(published_at, clock_zone) : null)
  const [isBlank, setBlank] = useState(false)
  const { mutate, reset, error, isPending } = useAction(
    () => movePublication(kind, id, at === null ? { move: 'publish' } : { move: 'schedule', at }),
    {
      invalidates: [kind.queryKey],
      isErrorInline: true,
      successNotice: () => (at === null ? onTheSite(site_url) : 'It will be published at that time.'),
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title={`Publish this ${kind.nouns[0]}?`}
      onClose={onClose}
      error={error}
      submit={at === null ? 'Publish it' : 'Schedule it'}
      onSubmit={() => {
        setBlank(at === '')
        if (at !== '') mutate()
      }}
      isPending={isPending}
      focus="submit"
    >
      <SendTimeField
        at={at}
        label="Publish at"
        zone={clock_zone}
        hint="Until then it is hidden."
        error={refusedFields(error)?.at ?? (isBlank && missingTimeError)}
        onChoose={(to) => {
          setAt(to)
          setBlank(false)
          reset()
        }}
      >
        {children}
      </SendTimeField>
      {isScheduled && published_at && (
        <p className="muted">It is set to appear {formatClock(published_at, clock_zone)}.</p>
      )}
    </Dialog>
  )
}

export const missingTimeError = 'Choose a day and time.'

type SendTimeFieldProps = {
  /** Null is now. */
  at: string | null
  label: string
  zone: string
  hint: string
  error: ReactNode
  onChoose: (at: string | null) => void
  /** The effects of now. */
  children: ReactNode
}

/** Now, or a day and time by the clocks of a zone. */
export function SendTimeField({ at, label, zone, hint, error, onChoose, children }: SendTimeFieldProps) {
  const [last, setLast] = useState(at ?? '')
  return (
    <>
      <SegmentedControl
        aria-label="When"
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a day and time' },
        ]}
        value={at === null ? 'now' : 'later'}
        onChange={(to) => onChoose(to === 'now' ? null : last)}
      />
      {at === null ? (
        <div>{children}</div>
      ) : (
        <TextInput
          type="datetime-local"
          label={label}
          description={`In the institution’s time zone: ${formatZone(zone)}. ${hint}`}
          error={error}
          value={at}
          onChange={(event) => {
            setLast(event.currentTarget.value)
            onChoose(event.currentTarget.value)
          }}
        />
      )}
    </>
  )
}

function onTheSite(link: string): Notice {
  return {
    message: 'It is on the alumni’s site.',
    offer: { label: 'Copy the link', icon: IconCopy, run: () => void copyText(link) },
  }
}
