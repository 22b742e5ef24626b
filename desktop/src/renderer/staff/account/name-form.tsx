import type { StaffUser } from '@alumni/shared/staff/accounts'
import { changeAccountRequest } from '@alumni/shared/staff/users'
import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../../http.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { roleNames } from '../../domain/session/role-names.ts'
import { useRename } from './queries.ts'
import classes from './account.module.css'

export function NameForm({ user }: { user: StaffUser }) {
  const [name, setName] = useState(user.name)
  const [missing, setMissing] = useState<string>()
  const rename = useRename()
  const isOther = name.trim() !== user.name
  useUnsaved(isOther)
  const refused =
    rename.error instanceof HttpError ? (rename.error.body.fields?.name ?? rename.error.message) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = fieldErrors(changeAccountRequest.safeParse({ name })).name
    setMissing(wrong)
    if (!wrong && isOther) rename.mutate(name.trim())
  }

  return (
    <section className={classes.panel} aria-labelledby="who">
      <h2 id="who">Who you are</h2>
      <form onSubmit={submit} className={classes.line} noValidate>
        <TextInput
          label="Name"
          description="It stands beside what you do here, and in letters."
          value={name}
          error={missing ?? refused}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isOther} loading={rename.isPending}>
          Save the name
        </Button>
      </form>
      <p>
        You sign in with <strong>{user.email}</strong>, and your role is <strong>{roleNames[user.role]}</strong>.{' '}
        <span className="muted">Administrators change roles.</span>
      </p>
    </section>
  )
}
