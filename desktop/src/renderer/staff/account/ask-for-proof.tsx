import { factorMethod, proofMinutes, type ProofRequired } from '@alumni/shared/staff/second-factor'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { post } from '../../http.ts'
import { FactorForm } from '../../domain/second-factor/factor-form.tsx'
import { signWithPasskey } from '../../domain/second-factor/passkeys.ts'
import { DialogButtons, cancelLabel } from '../../ui/form/dialog.tsx'
import { askQuestion } from '../../ui/form/modal.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useAction } from '../../ui/use-action.ts'

let pendingProof: Promise<boolean> | undefined

/** Asks the user for a proof of identity and resolves to whether it was given. Concurrent requests share one dialog. */
export function askForProof(requirement: ProofRequired): Promise<boolean> {
  pendingProof ??= new Promise<boolean>((resolve) => {
    let isProven = false
    askQuestion(
      requirement.confirms ?? 'Confirm that it is you',
      (close) => (
        <ProofForm
          {...requirement}
          onClose={close}
          onProven={() => {
            isProven = true
            close()
          }}
        />
      ),
      () => {
        pendingProof = undefined
        resolve(isProven)
      },
    )
  })
  return pendingProof
}

type ProofInput = { code: string } | { password: string } | 'passkey'

type ProofFormProps = ProofRequired & { onClose: () => void; onProven: () => void }

function ProofForm({ methods, confirms = 'Continue', onClose, onProven }: ProofFormProps) {
  const prove = useAction(
    async (input: ProofInput) =>
      post(
        '/account/proof',
        z.null(),
        input === 'passkey' ? { passkey: await signWithPasskey('/account/proof/passkey') } : input,
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
          onClose={onClose}
        />
      ) : (
        <Alert tone="info" title="Sign in with Google again">
          You have no password here. Sign out, sign in with Google again, and do this within {proofMinutes} minutes.
        </Alert>
      )}
    </Stack>
  )
}

type PasswordFormProps = Pick<ProofFormProps, 'onClose'> & {
  error: Error | null
  isPending: boolean
  label: string
  onSend: (password: string) => void
}

function PasswordForm({ error, isPending, label, onSend, onClose }: PasswordFormProps) {
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
        <Button variant="default" onClick={onClose}>
          {cancelLabel(label)}
        </Button>
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
