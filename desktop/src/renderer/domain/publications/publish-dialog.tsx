import { SegmentedControl, TextInput } from '@mantine/core'
import { IconCopy, IconMailForward } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { post } from '../../http.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { readFieldErrors } from '../../ui/form/form.tsx'
import type { Notice } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import { invitePeopleLabel, useInvitePeople } from '../letters/start-letter.tsx'
import { toFieldTime, formatClock, formatZone } from './clock.ts'
import type { Kind } from './kind.ts'

/** `at` is the time for the move `schedule`. */
export function movePublication({ home }: Kind<string>, id: number, body: { move: string; at?: string }) {
  return post(`${home}/${id}/moves`, z.unknown(), body)
}

type PublishDialogProps = {
  kind: Kind<string>
  record: { id: number; state: string; published_at: string | null; clock_zone: string; site_url: string }
  invitationTo: string | null
  onClose: () => void
  children: ReactNode
}

export function PublishDialog({ kind, record, invitationTo, onClose, children }: PublishDialogProps) {
  const { id, state, published_at, clock_zone, site_url } = record
  const isScheduled = state === 'scheduled'
  const [time, setTime] = useState(isScheduled && published_at ? toFieldTime(published_at, clock_zone) : null)
  const [isBlank, setBlank] = useState(false)
  const invitePeople = useInvitePeople()
  const buildPublishedNotice = (): Notice => ({
    topic: kind.queryKey,
    message: `This ${kind.nouns[0]} is published. Everyone can read it on the alumni’s site.`,
    offer: invitationTo
      ? { label: invitePeopleLabel, icon: IconMailForward, run: () => invitePeople(invitationTo) }
      : { label: 'Copy the link', icon: IconCopy, run: () => void copyText(site_url) },
  })
  const { mutate, reset, error, isPending } = useAction(
    () => movePublication(kind, id, time === null ? { move: 'publish' } : { move: 'schedule', at: time }),
    {
      invalidates: [kind.queryKey],
      isErrorInline: true,
      successNotice: () => (time === null ? buildPublishedNotice() : 'It will be published at that time.'),
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title={`Publish this ${kind.nouns[0]}?`}
      onClose={onClose}
      error={error}
      submit={time === null ? 'Publish it' : 'Schedule it'}
      onSubmit={() => {
        setBlank(time === '')
        if (time !== '') mutate()
      }}
      isPending={isPending}
      focus="submit"
    >
      <SendTimeField
        time={time}
        label="Publish at"
        zone={clock_zone}
        hint="Until then it is hidden."
        error={readFieldErrors(error)?.at ?? (isBlank && missingTimeError)}
        onChoose={(to) => {
          setTime(to)
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
  /** In the format of a datetime field; null means to send now. */
  time: string | null
  label: string
  zone: string
  hint: string
  error: ReactNode
  onChoose: (time: string | null) => void
  children: ReactNode
}

/** Lets the user choose "Now", reported as null, or a later time. `children` is shown while "Now" is selected. */
export function SendTimeField({ time, label, zone, hint, error, onChoose, children }: SendTimeFieldProps) {
  const [lastTime, setLastTime] = useState(time ?? '')
  return (
    <>
      <SegmentedControl
        aria-label="When"
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a day and time' },
        ]}
        value={time === null ? 'now' : 'later'}
        onChange={(to) => onChoose(to === 'now' ? null : lastTime)}
      />
      {time === null ? (
        <div>{children}</div>
      ) : (
        <TextInput
          type="datetime-local"
          label={label}
          description={`In the institution’s time zone: ${formatZone(zone)}. ${hint}`}
          error={error}
          value={time}
          onChange={(event) => {
            setLastTime(event.currentTarget.value)
            onChoose(event.currentTarget.value)
          }}
        />
      )}
    </>
  )
}
