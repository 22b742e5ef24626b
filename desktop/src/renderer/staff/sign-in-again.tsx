import { loginReply } from '@alumni/shared/staff'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { request } from '../http.ts'
import { Sentence } from '../ui/sentence.tsx'
import classes from '../ui/modal.module.css'

const modalId = 'sign-in-again'
let isOpen = false

/** Asks the same person for the password over the page, which stays as it is with what is typed there. */
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
  const login = useMutation({
    mutationFn: () => request('/login', loginReply, { method: 'POST', body: { email, password } }),
    onSuccess() {
      modals.close(modalId)
      notifications.show({
        color: 'green',
        title: 'You are signed in again',
        message: 'What you typed is still here. Save it now.',
      })
      void queryClient.invalidateQueries()
    },
    onError: () => setPassword(''),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && !login.isPending) login.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <p>What you typed has not been saved, and is still here. Sign in, then save it.</p>
      {login.error && (
        <Sentence tone="bad" isAlert>
          {login.error.message}
        </Sentence>
      )}
      <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={login.isPending}>
          Sign in
        </Button>
      </div>
    </form>
  )
}
