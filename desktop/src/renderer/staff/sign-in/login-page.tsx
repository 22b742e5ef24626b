import { Anchor, Button, PasswordInput } from '@mantine/core'
import { googleRefusal, localPath, loginReply, loginRequest } from '@alumni/shared/staff/accounts'
import { secondFactorRequired } from '@alumni/shared/staff/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { post } from '../../http.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { Alert } from '../../ui/alert.tsx'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { collectFieldErrors } from '../../ui/format/field-errors.ts'
import { isDesktop, callDesktop } from '../../ui/desktop.ts'
import { EmailField, useRetryCountdown } from './sign-in-form.tsx'
import { SignedOutFrame, signedOutQuery } from '../../domain/session/signed-out-frame.tsx'
import { InTheApp } from './in-the-app.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type UpdateState } from '../../../ipc.ts'

export function LoginPage() {
  const check = useServerCheck()
  if (check.data?.message) return <IncompatibleServer message={check.data.message} onRetry={() => check.refetch()} />
  return <SignInPage />
}

function SignInPage() {
  const { return_to, refused } = useSearch({ from: '/login' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fieldProblems, setFieldProblems] = useState<Record<string, string>>({})
  const passwordField = useRef<HTMLInputElement>(null)
  const page = useQuery(signedOutQuery)

  const enter = useCallback(() => {
    queryClient.removeQueries({ queryKey: ['session'] })
    router.history.replace(localPath(return_to))
  }, [queryClient, router, return_to])
  const login = useAction(() => post('/login', loginReply.or(secondFactorRequired), { email, password, return_to }), {
    isErrorInline: true,
    onDone: (reply) =>
      'user' in reply ? enter() : void router.navigate({ to: '/login/second-factor', search: { return_to } }),
    onError() {
      setPassword('')
      passwordField.current?.focus()
    },
  })
  const secondsLeft = useRetryCountdown(login.error)

  const isSignedIn = Boolean(page.data?.user)
  useEffect(() => {
    if (isSignedIn) enter()
  }, [isSignedIn, enter])

  function submit(event: FormEvent) {
    event.preventDefault()
    const problems = collectFieldErrors(loginRequest.safeParse({ email, password }))
    setFieldProblems(problems)
    if (Object.keys(problems).length === 0 && secondsLeft === 0 && !login.isPending) login.mutate()
  }

  return (
    <SignedOutFrame title="Sign in" about="For alumni relations staff.">
      <form onSubmit={submit} noValidate method="post" action="/login">
        {refused === 'google' && !login.error && (
          <Alert tone="bad" isAlert>
            {googleRefusal}
          </Alert>
        )}
        <RefusalAlert error={login.error} />
        <EmailField value={email} error={fieldProblems.email} onChange={setEmail} />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={fieldProblems.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth size="md" loading={login.isPending} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? `Try again in ${formatCount(secondsLeft, ['second', 'seconds'])}` : 'Sign in'}
        </Button>
        <Anchor size="md" ta="center" p={4} renderRoot={(props) => <Link to="/password-resets" {...props} />}>
          Forgot your password?
        </Anchor>
      </form>
      {isDesktop() && <InTheApp onEnter={enter} />}
      {page.data?.has_google && !isDesktop() && (
        <form method="post" action="/auth/google">
          <input type="hidden" name="return_to" value={localPath(return_to)} />
          <Button type="submit" variant="default" fullWidth size="md">
            Continue with Google
          </Button>
        </form>
      )}
    </SignedOutFrame>
  )
}

/** In the desktop app, checks whether the server is compatible. */
function useServerCheck() {
  return useQuery({
    queryKey: [...signedOutQuery.queryKey, 'check'],
    queryFn: () => callDesktop('connection.check', null),
    staleTime: 0,
    enabled: isDesktop(),
  })
}

function IncompatibleServer({ message, onRetry }: { message: string; onRetry: () => Promise<unknown> }) {
  const update = useAction(() => callDesktop('update.check', null), { successNotice: messageOf })
  const retry = useAction(onRetry)
  return (
    <SignedOutFrame title="This app cannot use the server" about={message}>
      <form onSubmit={(event) => event.preventDefault()}>
        <Button fullWidth size="md" loading={update.isPending} onClick={() => update.mutate()}>
          Check for updates
        </Button>
        <Button variant="default" fullWidth size="md" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
        <Anchor size="md" ta="center" p={4} renderRoot={(props) => <Link to="/connection" {...props} />}>
          Change the server
        </Anchor>
      </form>
    </SignedOutFrame>
  )
}

/** Returns undefined for states that every page shows in a notice. */
function messageOf(state: UpdateState): string | undefined {
  if (state.status === 'off') return state.message
  if (state.status === 'current') return 'This is the newest version. Ask your system administrator for help.'
  return state.status === 'downloading' ? `Version ${state.version} is being downloaded.` : undefined
}
