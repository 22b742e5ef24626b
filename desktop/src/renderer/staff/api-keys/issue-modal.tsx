import { issueApiKeyRequest, type IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Sentence } from '../../ui/sentence.tsx'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { IssuedKey } from './issued-key.tsx'
import { useIssue } from './queries.ts'
import classes from '../../ui/modal.module.css'

/** Asks whose key it is to be, then shows it once. A click beside the dialog does not close what is shown only here. */
export function IssueModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const close = () => {
    onClose()
    setIssued(null)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={issued ? `The key of ${issued.name}` : 'Issue a key'}
      centered
      size="lg"
      closeOnClickOutside={!issued}
      closeOnEscape={!issued}
    >
      {issued ? <IssuedKey issued={issued} onClose={close} /> : <IssueForm onIssued={setIssued} onClose={close} />}
    </Modal>
  )
}

function IssueForm({ onIssued, onClose }: { onIssued: (issued: IssuedApiKey) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [owner, setOwner] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const issue = useIssue(onIssued)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = fieldErrors(issueApiKeyRequest.safeParse({ name, owner }))
    setErrors(found)
    if (Object.keys(found).length === 0) issue.mutate({ name, owner })
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {issue.error && <Sentence tone="bad" isAlert title={issue.error.message} />}
      <TextInput
        label="Name"
        description="The system that will use it, such as “Events app”."
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
        required
        withAsterisk={false}
      />
      <TextInput
        label="Owner (optional)"
        description="Whom to ask about it: a person, a team or an address."
        value={owner}
        error={errors.owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
        maxLength={200}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button type="submit" loading={issue.isPending}>
          Issue the key
        </Button>
      </div>
    </form>
  )
}
