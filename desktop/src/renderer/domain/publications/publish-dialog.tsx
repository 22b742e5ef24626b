import { SegmentedControl, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { request } from '../../http.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { refusedFields } from '../../ui/form/form.tsx'
import type { Notice } from '../../ui/notify.tsx'
import { useAction, type ActionOptions } from '../../ui/use-action.ts'
import { clockAt, formatClock, formatZone } from './clock.ts'
import type { Kind } from './kind.ts'

type Move = { move: string; at?: string }

/** Moves a publication along the table of its kind, such as publishing it. */
export function useMove({ home, queryKey }: Kind<string>, id: number, options: ActionOptions<Move, unknown>) {
  return useAction((body: Move) => request(`${home}/${id}/moves`, z.unknown(), { method: 'POST', body }), {
    invalidates: [queryKey],
    ...options,
  })
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
  const [isNow, setNow] = useState(!isScheduled)
  const [at, setAt] = useState(isScheduled && published_at ? clockAt(published_at, clock_zone) : '')
  const [isBlank, setBlank] = useState(false)
  const { mutate, reset, error, isPending } = useMove(kind, id, {
    isErrorInline: true,
    done: () => (isNow ? onTheSite(site_url) : 'It will be published at that time.'),
    onDone: onClose,
  })
  function submit() {
    if (isNow) mutate({ move: 'publish' })
    else if (at === '') setBlank(true)
    else mutate({ move: 'schedule', at })
  }
  return (
    <Dialog
      title={`Publish this ${kind.nouns[0]}?`}
      onClose={onClose}
      error={error}
      cancel="Not yet"
      submit={isNow ? 'Publish it' : 'Schedule it'}
      onSubmit={submit}
      isPending={isPending}
      focus="submit"
    >
      <SegmentedControl
        aria-label="When"
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a day and time' },
        ]}
        value={isNow ? 'now' : 'later'}
        onChange={(to) => {
          setNow(to === 'now')
          reset()
        }}
      />
      {isNow ? (
        <div>{children}</div>
      ) : (
        <TextInput
          type="datetime-local"
          label="Publish at"
          description={`In the institution’s time zone: ${formatZone(clock_zone)}. Until then it is hidden.`}
          error={refusedFields(error)?.at ?? (isBlank && 'Choose a day and time.')}
          value={at}
          onChange={(event) => {
            setAt(event.currentTarget.value)
            setBlank(false)
            reset()
          }}
        />
      )}
      {isScheduled && published_at && (
        <p className="muted">It is set to appear {formatClock(published_at, clock_zone)}.</p>
      )}
    </Dialog>
  )
}

function onTheSite(link: string): Notice {
  return {
    message: 'It is on the alumni’s site.',
    offer: { label: 'Copy the link', icon: IconCopy, run: () => void copyText(link) },
  }
}
