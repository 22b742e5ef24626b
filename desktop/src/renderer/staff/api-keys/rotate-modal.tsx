import type { ApiKey, IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Sentence } from '../../ui/sentence.tsx'
import { IssuedKey } from './issued-key.tsx'
import { useRotate } from './queries.ts'
import classes from '../../ui/modal.module.css'

type RotateModalProps = { apiKey: ApiKey; isOpen: boolean; onClose: () => void }

/** A new secret for the same key: how long the old one goes on, then the new one, once. */
export function RotateModal({ apiKey, isOpen, onClose }: RotateModalProps) {
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const close = () => {
    onClose()
    setIssued(null)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={issued ? `The new key of ${apiKey.name}` : `Rotate ${apiKey.name}?`}
      centered
      size="lg"
      closeOnClickOutside={!issued}
      closeOnEscape={!issued}
    >
      {issued ? (
        <IssuedKey issued={issued} onClose={close} />
      ) : (
        <RotateForm apiKey={apiKey} onIssued={setIssued} onClose={close} />
      )}
    </Modal>
  )
}

const overlaps = [
  { hours: 24, label: 'One day', description: 'Time to put the new key in place; nothing is interrupted.' },
  { hours: 168, label: 'One week', description: 'For systems that are released rarely.' },
  {
    hours: 0,
    label: 'Not at all',
    description: 'The old key may be in wrong hands. Whoever uses it is refused at once.',
  },
]

function RotateForm({
  apiKey,
  onIssued,
  onClose,
}: {
  apiKey: ApiKey
  onIssued: (issued: IssuedApiKey) => void
  onClose: () => void
}) {
  const [hours, setHours] = useState('24')
  const rotate = useRotate(apiKey.id, onIssued)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        rotate.mutate(Number(hours))
      }}
    >
      {rotate.error && <Sentence tone="bad" isAlert title={rotate.error.message} />}
      <p>A new key takes the place of {apiKey.prefix}…</p>
      <Radio.Group label="How long does the old key go on working?" value={hours} onChange={setHours}>
        <Stack gap={12} mt={8}>
          {overlaps.map((overlap) => (
            <Radio
              key={overlap.hours}
              value={String(overlap.hours)}
              label={overlap.label}
              description={overlap.description}
            />
          ))}
        </Stack>
      </Radio.Group>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button type="submit" loading={rotate.isPending} color={hours === '0' ? 'red' : undefined}>
          {hours === '0' ? 'Rotate, and end the old key' : 'Rotate the key'}
        </Button>
      </div>
    </form>
  )
}
