import { passwordLength } from '@alumni/shared/staff/accounts'
import { Button, PasswordInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../../http.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { lengthSentence } from '../../domain/session/password-length.ts'
import { useChangePassword } from './queries.ts'
import classes from './account.module.css'

const toggle = { 'aria-label': 'Show or hide the password', tabIndex: 0 }

export function PasswordPanel({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  return (
    <section className={classes.panel} aria-labelledby="password">
      <h2 id="password">Password</h2>
      {hasPassword ? (
        <PasswordForm email={email} />
      ) : (
        <p>
          You sign in with Google and have no password. To choose one, sign out and use “Forgotten your password?” on
          the sign-in page.
        </p>
      )}
    </section>
  )
}

function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [wrong, setWrong] = useState<Record<string, string | undefined>>({})
  const change = useChangePassword(() => {
    setCurrent('')
    setNext('')
  })
  useUnsaved(Boolean(current || next))
  const fields = change.error instanceof HttpError ? change.error.body.fields : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = { current: current ? undefined : 'Enter your current password.', next: lengthSentence(next) }
    setWrong(found)
    if (!found.current && !found.next) change.mutate({ current_password: current, password: next })
  }

  return (
    <form onSubmit={submit} className={classes.fields} noValidate>
      {change.error && !fields && (
        <Sentence tone="bad" isAlert>
          {change.error.message}
        </Sentence>
      )}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={current}
        error={wrong.current ?? fields?.current_password}
        visibilityToggleButtonProps={toggle}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        description={`${passwordLength.min} to ${passwordLength.max} characters of any kind. Not your name, not a common phrase.`}
        autoComplete="new-password"
        value={next}
        error={wrong.next ?? fields?.password}
        visibilityToggleButtonProps={toggle}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <p className="muted">Every other session of yours ends, and you get a letter.</p>
      <Button type="submit" variant="default" loading={change.isPending}>
        Change the password
      </Button>
    </form>
  )
}
