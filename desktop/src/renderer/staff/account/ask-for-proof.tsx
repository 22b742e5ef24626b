import { factorMethod, proofMinutes, type ProofWanted } from '@alumni/shared/staff/second-factor'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { post } from '../../http.ts'
import { FactorForm } from '../../domain/second-factor/factor-form.tsx'
import { signWithPasskey } from '../../domain/second-factor/passkeys.ts'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useAction } from '../../ui/use-action.ts'

const modalId = 'proof'
let asked: Promise<boolean> | undefined

/** Asks over the page, which stays as it is. What several requests need at the same moment is asked for once. */
export function askForProof(wanted: ProofWanted): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    let isProven = false
    modals.open({
      modalId,
      title: wanted.confirms ?? 'Confirm that it is you',
      children: (
        <Proof
          {...wanted}
          onProven={() => {
            isProven = true
            modals.close(modalId)
          }}
        />
      ),
      zIndex: 300,
      onClose() {
        asked = undefined
        resolve(isProven)
      },
    })
  })
  return asked
}

type Shown = { code: string } | { password: string } | 'passkey'

function Proof({ methods, confirms = 'Continue', onProven }: ProofWanted & { onProven: () => void }) {
  const prove = useAction(
    async (shown: Shown) =>
      post(
        '/account/proof',
        z.null(),
        shown === 'passkey' ? { passkey: await signWithPasskey('/account/proof/passkey') } : shown,
      ),
    { isErrorInline: true, onDone: onProven },
  )
  const factors = methods.flatMap((method) => factorMethod.safeParse(method).data ?? [])
  return (
    <Stack>
      <p>Confirm your identity to continue. You will not be asked again for {proofMinutes} minutes.</p>
      {factors.length > 0 ? (
        <FactorForm
          methods={factors}
          error={prove.error}
          isPending={prove.isPending}
          label={confirms}
          onCode={(code) => prove.mutate({ code })}
          onPasskey={() => prove.mutate('passkey')}
        />
      ) : methods.includes('password') ? (
        <PasswordForm
          error={prove.error}
          isPending={prove.isPending}
          label={confirms}
          onSend={(password) => prove.mutate({ password })}
        />
      ) : (
        <Alert tone="info" title="Sign in with Google again">
          You have no password here. Sign out, sign in with Google again, and do this within {proofMinutes} minutes.
        </Alert>
      )}
    </Stack>
  )
}

type PasswordFormProps = { error: Error | null; isPending: boolean; label: string; onSend: (password: string) => void }

function PasswordForm({ error, isPending, label, onSend }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!password || isPending) return
    onSend(password)
    setPassword('')
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={error?.message}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <DialogButtons>
        <Button variant="default" onClick={() => modals.close(modalId)}>
          Not now
        </Button>
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
