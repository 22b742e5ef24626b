import { loginReply } from '@alumni/shared/staff/accounts'
import { secondFactorRequired } from '@alumni/shared/staff/second-factor'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { post } from '../../http.ts'
import { FactorForm } from '../../domain/second-factor/factor-form.tsx'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { useSendFactor } from './second-factor-page.tsx'
import { useAction } from '../../ui/use-action.ts'

const modalId = 'sign-in-again'
let isOpen = false

/** Asks the user to sign in again in a dialog over the page, so that no input is lost. */
export function askToSignInAgain(email: string): void {
  if (isOpen) return
  isOpen = true
  modals.open({
    modalId,
    title: 'You have been signed out',
    children: <SignInAgain email={email} />,
    closeOnClickOutside: false,
    overlayProps: { backgroundOpacity: 0.8, blur: 12 },
    zIndex: 300,
    onClose: () => (isOpen = false),
  })
}

function SignInAgain({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const queryClient = useQueryClient()
  const finish = () => {
    modals.close(modalId)
    notifySuccess({ title: 'You are signed in again', message: 'What you typed is still here. Save it now.' })
    void queryClient.invalidateQueries()
  }
  const sendFactor = useSendFactor(finish)
  const login = useAction(() => post('/login', loginReply.or(secondFactorRequired), { email, password }), {
    isErrorInline: true,
    onDone: (reply) => ('user' in reply ? finish() : undefined),
    onError: () => setPassword(''),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && !login.isPending) login.mutate()
  }
  if (login.data && 'second_factor' in login.data) {
    return (
      <FactorForm
        methods={login.data.second_factor}
        error={sendFactor.error}
        isPending={sendFactor.isPending}
        label="Sign in"
        onCode={(code) => sendFactor.mutate({ code })}
        onPasskey={() => sendFactor.mutate({})}
      />
    )
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <p>What you typed has not been saved, and is still here. Sign in, then save it.</p>
      <RefusalAlert error={login.error} />
      <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <DialogButtons>
        <Button type="submit" loading={login.isPending}>
          Sign in
        </Button>
      </DialogButtons>
    </Stack>
  )
}
