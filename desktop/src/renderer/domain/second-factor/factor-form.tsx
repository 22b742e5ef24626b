import type { FactorMethod } from '@alumni/shared/staff/second-factor'
import { Anchor, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { isDesktop } from '../../ui/desktop.ts'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { Button } from '../../ui/button.tsx'

type FactorFormProps = {
  methods: readonly FactorMethod[]
  error: Error | null
  isPending: boolean
  label: string
  onCode: (code: string) => void
  onPasskey: () => void
}

/** Asks for a second factor: a passkey if the browser can use one, or a code by one of the other `methods`. */
export function FactorForm({ methods, error, isPending, label, onCode, onPasskey }: FactorFormProps) {
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const codes = methods.filter((method) => method !== 'passkey')
  const [kind, setKind] = useState(hasPasskey ? undefined : codes[0])
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const other = codes.find((method) => method !== kind)

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code.trim() ? undefined : 'Enter the code.')
    if (code.trim() && !isPending) {
      onCode(code)
      setCode('')
    }
  }

  return (
    <Stack component="form" onSubmit={submit}>
      <RefusalAlert error={error} />
      {hasPasskey && (
        <Button
          size="md"
          fullWidth
          variant={kind ? 'default' : 'filled'}
          loading={isPending}
          onClick={onPasskey}
          data-autofocus
          autoFocus
          icon={IconFingerprint}
        >
          Use a passkey
        </Button>
      )}
      {kind && (
        <>
          <TextInput
            key={kind}
            {...(kind === 'totp'
              ? {
                  label: 'Code of your authenticator app',
                  inputMode: 'numeric',
                  description: 'Six digits that change every 30 seconds.',
                }
              : { label: 'Backup code', description: 'One of the ten that you saved. Each works once.' })}
            autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            autoFocus
            value={code}
            error={missing}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {label}
          </Button>
        </>
      )}
      {other && (
        <Anchor component="button" type="button" ta="center" p={4} onClick={() => setKind(other)}>
          {other === 'totp' ? 'Use the code of the app instead' : 'Use a backup code instead'}
        </Anchor>
      )}
      {!hasPasskey && methods.includes('passkey') && <NoPasskeyHere hasCodes={codes.length > 0} />}
    </Stack>
  )
}

function NoPasskeyHere({ hasCodes }: { hasCodes: boolean }) {
  if (isDesktop()) return <p>A passkey works in a browser only. Here, use a code instead.</p>
  if (hasCodes) return null
  return <p>Your passkey cannot be used in this browser. Use the one where it was added, or ask an administrator.</p>
}
