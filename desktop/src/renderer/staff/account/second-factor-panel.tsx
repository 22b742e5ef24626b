import type { SecondFactorState } from '@alumni/shared/staff/second-factor'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobile, IconFingerprint, IconLifebuoy, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { canUsePasskeys } from '../../domain/second-factor/passkeys.ts'
import { StateWord } from '../../ui/state-word.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { BackupCodesModal } from './backup-codes-modal.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { useAddPasskey, useRemoveTotp, useRenewBackupCodes } from './queries.ts'
import { RemoveModal } from './remove-modal.tsx'
import { TotpModal } from './totp-modal.tsx'
import classes from './account.module.css'

/** What someone shows beside the password. */
export function SecondFactorPanel({ state }: { state: SecondFactorState }) {
  const [codes, setCodes] = useState<string[]>([])
  const isOn = state.totp !== null || state.passkeys.length > 0
  return (
    <section className={classes.panel} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <div>
        <StateWord icon={isOn ? IconShieldCheck : IconShieldOff} tone={isOn ? 'good' : 'warn'}>
          {isOn ? 'On: your password alone opens nothing' : 'Off: whoever learns your password is in'}
        </StateWord>
      </div>
      <ul className={classes.rows}>
        <AppRow totp={state.totp} onCodes={setCodes} />
        {state.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {canUsePasskeys() && <AddPasskeyRow hasOne={state.passkeys.length > 0} onCodes={setCodes} />}
        {isOn && <BackupRow left={state.backup_codes_left} onCodes={setCodes} />}
      </ul>
      {codes.length > 0 && <BackupCodesModal codes={codes} onClose={() => setCodes([])} />}
    </section>
  )
}

type OnCodes = { onCodes: (codes: string[]) => void }

function AppRow({ totp, onCodes }: { totp: SecondFactorState['totp'] } & OnCodes) {
  const [isAdding, add] = useDisclosure()
  const [isRemoving, removing] = useDisclosure()
  const remove = useRemoveTotp(removing.close)
  return (
    <li>
      <IconDeviceMobile size={20} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <strong>Authenticator app</strong>
        <span>
          {totp ? (
            <>
              Added <When at={totp.confirmed_at} />
            </>
          ) : (
            'A code of six digits from your phone, such as Google Authenticator or 1Password.'
          )}
        </span>
      </div>
      <Button variant="default" size="xs" onClick={totp ? removing.open : add.open}>
        {totp ? 'Remove the app' : 'Add an app'}
      </Button>
      {isAdding && <TotpModal onClose={add.close} onCodes={onCodes} />}
      <RemoveModal
        what="the authenticator app"
        isOpen={isRemoving}
        error={remove.error}
        isPending={remove.isPending}
        onClose={removing.close}
        onRemove={() => remove.mutate()}
      />
    </li>
  )
}

function AddPasskeyRow({ hasOne, onCodes }: { hasOne: boolean } & OnCodes) {
  const add = useAddPasskey(onCodes)
  return (
    <li>
      <IconFingerprint size={20} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <strong>{hasOne ? 'Another passkey' : 'Passkey'}</strong>
        <span>The lock of this device, a security key, or your password manager. Nothing to type.</span>
      </div>
      <Button variant="default" size="xs" loading={add.isPending} onClick={() => add.mutate()}>
        Add a passkey
      </Button>
    </li>
  )
}

function BackupRow({ left, onCodes }: { left: number } & OnCodes) {
  const renew = useRenewBackupCodes(onCodes)
  return (
    <li>
      <IconLifebuoy size={20} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <strong>Backup codes</strong>
        <span>
          {left === 0
            ? 'None left. Make new ones.'
            : `${countOf(left, ['code', 'codes'])} left, for when nothing else is at hand.`}
        </span>
      </div>
      <Button variant="default" size="xs" loading={renew.isPending} onClick={() => renew.mutate()}>
        Make new codes
      </Button>
    </li>
  )
}
