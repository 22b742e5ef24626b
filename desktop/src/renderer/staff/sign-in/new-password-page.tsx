import { PasswordInput } from '@mantine/core'
import { passwordLength, passwordResetPage, passwordResetReply, welcomePath } from '@alumni/shared/staff/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { HttpError, post, request } from '../../http.ts'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { storeInstitution } from '../../ui/institution/institution.ts'
import { Alert } from '../../ui/alert.tsx'
import { describePasswordProblem } from '../../domain/session/password-length.ts'
import { SignedOutFrame } from '../../domain/session/signed-out-frame.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

export function NewPasswordPage() {
  const { token } = useParams({ from: '/password-resets/$token' })
  const url = `/password-resets/${encodeURIComponent(token)}`
  const page = useQuery({
    queryKey: ['password-reset', token],
    queryFn: async ({ signal }) => {
      const reply = await request(url, passwordResetPage, { signal })
      storeInstitution(reply.institution)
      return reply
    },
    refetchOnWindowFocus: false,
  })
  const router = useRouter()
  const queryClient = useQueryClient()
  const save = useAction((password: string) => post(url, passwordResetReply, { password }), {
    isErrorInline: true,
    onDone({ user }) {
      if (!user) return
      queryClient.removeQueries({ queryKey: ['session'] })
      router.history.replace(welcomePath)
    },
  })
  const invited = page.data?.invited
  const isExpired = page.data?.valid === false || isNotFound(save.error) || isNotFound(page.error)

  if (save.data && !save.data.user) return <PasswordSaved message={save.data.message} />
  if (isExpired) return <ExpiredLink />
  return (
    <SignedOutFrame
      title={page.isPending || invited ? 'Choose your password' : 'Choose a new password'}
      about={`${invited ? `Welcome, ${invited.name}. ` : ''}A few words that only you would combine work best.`}
    >
      <QueryContent query={page} blocks={1} height={150}>
        {() => <NewPasswordForm invited={invited} error={save.error} isSaving={save.isPending} onSave={save.mutate} />}
      </QueryContent>
    </SignedOutFrame>
  )
}

type NewPasswordFormProps = {
  invited: { email: string } | undefined
  error: Error | null
  isSaving: boolean
  onSave: (password: string) => void
}

function NewPasswordForm({ invited, error, isSaving, onSave }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const refusal = error instanceof HttpError ? error.body.fields?.password : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const message = describePasswordProblem(password)
    setProblem(message)
    if (!message && !isSaving) onSave(password)
  }

  return (
    <form onSubmit={submit} noValidate>
      {error && !refusal && (
        <Alert tone="bad" isAlert>
          {error.message}
        </Alert>
      )}
      {invited && <input type="email" autoComplete="username" value={invited.email} readOnly hidden />}
      <PasswordInput
        label={invited ? 'Password' : 'New password'}
        description={`${passwordLength.min} to ${passwordLength.max} characters of any kind. Do not use your name or a common phrase.`}
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        error={problem ?? refusal}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth size="md" loading={isSaving}>
        {invited ? 'Save it and sign in' : 'Save the password'}
      </Button>
    </form>
  )
}

function PasswordSaved({ message }: { message: string }) {
  return (
    <SignedOutFrame title="Password saved">
      <form>
        <Alert tone="good" isAlert>
          {message}
        </Alert>
        <LinkButton fullWidth size="md" to="/login">
          Sign in
        </LinkButton>
      </form>
    </SignedOutFrame>
  )
}

function ExpiredLink() {
  return (
    <SignedOutFrame
      title="This link no longer works"
      about="A link works once and for a limited time. Ask for a new one."
    >
      <form>
        <LinkButton fullWidth size="md" to="/password-resets">
          Send me a new link
        </LinkButton>
      </form>
    </SignedOutFrame>
  )
}

function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404
}
