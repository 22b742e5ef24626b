import type { Role } from '@alumni/shared/staff/accounts'
import { inviteRequest } from '@alumni/shared/staff/users'
import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../../http.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { useInvite } from './queries.ts'
import { RoleChoice } from './role-choice.tsx'
import classes from '../../ui/modal.module.css'

/** Asks who is to come, and sends them a link. */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('staff')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const invite = useInvite(onClose)
  const refused = invite.error instanceof HttpError ? invite.error.body.fields : undefined
  const errors: Record<string, string> = { ...refused, ...missing }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = fieldErrors(inviteRequest.safeParse({ name, email, role }))
    setMissing(found)
    if (Object.keys(found).length === 0) invite.mutate({ name, email, role })
  }

  return (
    <Modal opened onClose={onClose} title="Invite someone" centered closeOnClickOutside={!name && !email}>
      <form onSubmit={submit} className={classes.form} noValidate>
        {invite.error && !refused && <Sentence tone="bad" isAlert title={invite.error.message} />}
        <TextInput
          label="Name"
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label="E-mail"
          type="email"
          description="The letter with the link goes there. They sign in with it."
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          maxLength={320}
          autoComplete="off"
        />
        <RoleChoice value={role} onChange={setRole} />
        <p className="muted">The link works once and for seven days. You can send another one, or take it back.</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send the invitation
          </Button>
        </div>
      </form>
    </Modal>
  )
}
