import { Anchor, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { callDesktop } from '../ui/desktop.ts'
import { Alert } from '../ui/alert.tsx'
import { SignedOutFrame } from '../domain/session/signed-out-frame.tsx'
import { useAction } from '../ui/use-action.ts'

export function ConnectionPage() {
  const connection = useQuery({ queryKey: ['connection'], queryFn: () => callDesktop('connection.read', null) })
  const [input, setInput] = useState<string>()
  const choose = useAction((address: string) => callDesktop('connection.choose', { address }), {
    isErrorInline: true,
    onDone: (reply) => reply.isChosen && location.replace('/'),
  })
  const message = choose.error?.message ?? (choose.data?.isChosen === false ? choose.data.message : undefined)
  const before = connection.data?.address ?? null
  const address = input ?? before ?? ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!choose.isPending) choose.mutate(address)
  }

  return (
    <SignedOutFrame
      title={before ? 'Change the server' : 'Welcome'}
      about={
        before
          ? 'You will be signed out on the new server.'
          : 'Which server does your office use? Ask the person who gave you this app for its address.'
      }
    >
      <form onSubmit={submit} noValidate>
        {message && (
          <Alert tone="bad" isAlert>
            {message}
          </Alert>
        )}
        <TextInput
          label="Address of the server"
          description="Such as https://alumni.example.edu"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={address}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth size="md" loading={choose.isPending}>
          Connect
        </Button>
        {before && (
          <Anchor size="md" ta="center" href="/">
            Keep this one
          </Anchor>
        )}
      </form>
    </SignedOutFrame>
  )
}
