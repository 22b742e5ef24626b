import { passwordResetReply, passwordResetRequest } from '@alumni/shared/staff/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { post } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { collectFieldErrors } from '../../ui/format/field-errors.ts'
import { EmailField, useRetryCountdown } from './sign-in-form.tsx'
import { SignedOutFrame, signedOutQuery } from '../../domain/session/signed-out-frame.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

export function PasswordResetPage() {
  const [email, setEmail] = useState('')
  const [emailProblem, setEmailProblem] = useState<string>()
  const ask = useAction(() => post('/password-resets', passwordResetReply, { email }), {
    isErrorInline: true,
  })
  const secondsLeft = useRetryCountdown(ask.error)
  useQuery(signedOutQuery)

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = collectFieldErrors(passwordResetRequest.safeParse({ email })).email
    setEmailProblem(problem)
    if (!problem && secondsLeft === 0 && !ask.isPending) ask.mutate()
  }

  const back = (
    <LinkButton variant="default" fullWidth size="md" to="/login">
      Back to sign in
    </LinkButton>
  )
  return (
    <SignedOutFrame title="Set a new password" about="We will e-mail you a link that works once.">
      {ask.data ? (
        <form>
          <Alert tone="good" isAlert>
            {ask.data.message}
          </Alert>
          {back}
        </form>
      ) : (
        <form onSubmit={submit} noValidate>
          <RefusalAlert error={ask.error} />
          <EmailField value={email} error={emailProblem} onChange={setEmail} />
          <Button type="submit" fullWidth size="md" loading={ask.isPending} disabled={secondsLeft > 0}>
            {secondsLeft > 0 ? `Try again in ${formatCount(secondsLeft, ['second', 'seconds'])}` : 'Send the link'}
          </Button>
          {back}
        </form>
      )}
    </SignedOutFrame>
  )
}
