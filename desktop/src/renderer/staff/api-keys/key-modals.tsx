import { issueApiKeyRequest, type ApiKey, type IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { Button, Code, Radio, Stack } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useState } from 'react'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { Alert } from '../../ui/alert.tsx'
import { CopyTextButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogButtons } from '../../ui/form/dialog.tsx'
import { useContractForm } from '../../ui/form/form.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { useIssue, useRevoke, useRotate } from './queries.ts'

export function IssueModal({ onClose }: { onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const issue = useIssue(setIssued)
  const form = useContractForm({
    schema: issueApiKeyRequest,
    initialValues: { name: '', owner: '' },
    error: issue.error,
  })
  if (issued) return <IssuedKey title={`The key of ${issued.name}`} issued={issued} onClose={onClose} />
  return (
    <Dialog
      title="New key"
      size="lg"
      onClose={onClose}
      error={issue.error}
      submit="Issue the key"
      isPending={issue.isPending}
      onSubmit={form.onSubmit((values) => issue.mutate(values))}
    >
      <LimitedInput
        label="Name"
        description="The system that will use it, such as “Events app”."
        {...form.getInputProps('name')}
        limit={100}
        data-autofocus
        required
        withAsterisk={false}
      />
      <LimitedInput
        label="Owner (optional)"
        description="The contact for this key: a person, a team or an address."
        {...form.getInputProps('owner')}
        limit={200}
      />
    </Dialog>
  )
}

const overlaps = [
  { hours: 24, label: 'One day', description: 'Time to put the new key in place; nothing is interrupted.' },
  { hours: 168, label: 'One week', description: 'For systems that are rarely updated.' },
  {
    hours: 0,
    label: 'Stop at once',
    description: 'The old key may have been stolen. It stops working right away.',
  },
]

type KeyModalProps = { apiKey: ApiKey; onClose: () => void }

/** Asks how long the old secret keeps working, then shows the new one once. */
export function RotateModal({ apiKey, onClose }: KeyModalProps) {
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const [hours, setHours] = useState('24')
  const rotate = useRotate(apiKey.id, setIssued)
  if (issued) return <IssuedKey title={`The new key of ${apiKey.name}`} issued={issued} onClose={onClose} />
  return (
    <Dialog
      title={`Rotate ${apiKey.name}?`}
      size="lg"
      onClose={onClose}
      error={rotate.error}
      submit={hours === '0' ? 'Rotate, and end the old key' : 'Rotate the key'}
      isDangerous={hours === '0'}
      focus={undefined}
      isPending={rotate.isPending}
      onSubmit={() => rotate.mutate(Number(hours))}
    >
      <p>
        A new key takes the place of {apiKey.prefix}…
        {apiKey.rotated_at && ' If that one was never used, it stops at once, and the key before it keeps working.'}
      </p>
      <Radio.Group label="How long should the old key keep working?" value={hours} onChange={setHours}>
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
    </Dialog>
  )
}

export function RevokeModal({ apiKey, onClose }: KeyModalProps) {
  const revoke = useRevoke(apiKey.id, onClose)
  return (
    <Dialog
      title={`Revoke ${apiKey.name}?`}
      onClose={onClose}
      error={revoke.error}
      submit="Revoke the key"
      isDangerous
      isPending={revoke.isPending}
      onSubmit={() => revoke.mutate()}
    >
      <p>This key stops working everywhere within five seconds. This cannot be undone; you can issue a new key.</p>
      <p className="muted">
        {apiKey.last_used_at ? (
          <>
            It was last used <RelativeTime time={apiKey.last_used_at} />.
          </>
        ) : (
          'It was never used.'
        )}
      </p>
    </Dialog>
  )
}

function IssuedKey({ title, issued, onClose }: { title: string; issued: IssuedApiKey; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Modal onClose={onClose} title={title} size="lg" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack>
        <Alert tone="warn" title="This key is shown only once">
          Copy it now and share it securely. If it is lost, rotate it.
        </Alert>
        <Code component="output" block className="secret" aria-label="The new key">
          {issued.key}
        </Code>
        <DialogButtons>
          <CopyTextButton
            text={issued.key}
            label="Copy the key"
            variant={isCopied ? 'default' : 'filled'}
            onCopied={() => setCopied(true)}
          />
          <Button variant={isCopied ? 'filled' : 'default'} onClick={onClose}>
            I have saved it
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
