import type { Passkey, SecondFactorState } from '@alumni/shared/staff/second-factor'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobile, IconFingerprint, IconLifebuoy, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../../ui/page/card.tsx'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { canUsePasskeys } from '../../domain/second-factor/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import {
  useAddPasskey,
  useRemovePasskey,
  useRemoveTotp,
  useRenamePasskey,
  useRenewBackupCodes,
  type AccountAction,
} from './queries.ts'
import { SettingRow } from './setting-row.tsx'
import { BackupCodesModal, TotpModal } from './totp-modal.tsx'

/** Why an administrator comes here first. */
export function SecondFactorWanted() {
  return (
    <Alert tone="warn" title="Set up a second factor to work as an administrator">
      Administrators need one. Add an authenticator app or a passkey below; until then you have the rights of staff.
    </Alert>
  )
}

export function SecondFactorPanel({ state }: { state: SecondFactorState }) {
  const [codes, setCodes] = useState<string[]>([])
  const isOn = state.totp !== null || state.passkeys.length > 0
  return (
    <Card title="Second factor">
      <div>
        <StateWord icon={isOn ? IconShieldCheck : IconShieldOff} tone={isOn ? 'good' : 'warn'}>
          {isOn ? 'On: your password alone is not enough' : 'Off: anyone with your password can sign in'}
        </StateWord>
      </div>
      <ul className="rows">
        <AppRow totp={state.totp} onCodes={setCodes} />
        {state.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {canUsePasskeys() && <AddPasskeyRow hasOne={state.passkeys.length > 0} onCodes={setCodes} />}
        {isOn && <BackupRow left={state.backup_codes_left} onCodes={setCodes} />}
      </ul>
      {codes.length > 0 && <BackupCodesModal codes={codes} onClose={() => setCodes([])} />}
    </Card>
  )
}

type OnCodes = { onCodes: (codes: string[]) => void }

function AppRow({ totp, onCodes }: { totp: SecondFactorState['totp'] } & OnCodes) {
  const [isAdding, add] = useDisclosure()
  const [isRemoving, removing] = useDisclosure()
  const remove = useRemoveTotp(removing.close)
  return (
    <SettingRow
      icon={IconDeviceMobile}
      title="Authenticator app"
      actions={
        <>
          <Button variant="default" size="xs" onClick={totp ? removing.open : add.open}>
            {totp ? 'Remove the app' : 'Add an app'}
          </Button>
          {isAdding && <TotpModal onClose={add.close} onCodes={onCodes} />}
          <RemoveDialog what="the authenticator app" isOpen={isRemoving} remove={remove} onClose={removing.close} />
        </>
      }
    >
      {totp ? (
        <>
          Added <When at={totp.confirmed_at} />
        </>
      ) : (
        'A code of six digits from your phone, such as Google Authenticator or 1Password.'
      )}
    </SettingRow>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [isRenaming, renaming] = useDisclosure()
  const [isRemoving, removing] = useDisclosure()
  const remove = useRemovePasskey(passkey.id, removing.close)
  return (
    <SettingRow
      icon={IconFingerprint}
      title={passkey.name}
      actions={
        <Group gap={8}>
          <Button variant="default" size="xs" onClick={renaming.open} aria-label={`Rename ${passkey.name}`}>
            Rename
          </Button>
          <Button variant="default" size="xs" onClick={removing.open} aria-label={`Remove ${passkey.name}`}>
            Remove
          </Button>
          {isRenaming && <RenameDialog passkey={passkey} onClose={renaming.close} />}
          <RemoveDialog
            what={`the passkey “${passkey.name}”`}
            isOpen={isRemoving}
            remove={remove}
            onClose={removing.close}
          />
        </Group>
      }
    >
      Passkey, added <When at={passkey.created_at} />
      {passkey.used_at && (
        <>
          , last used <When at={passkey.used_at} />
        </>
      )}
    </SettingRow>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey(passkey.id, onClose)
  return (
    <Dialog
      title="Rename the passkey"
      onClose={onClose}
      cancel="Not now"
      submit="Save the name"
      isPending={rename.isPending}
      onSubmit={() => rename.mutate(name)}
    >
      <LimitedInput
        label="Name"
        description="Helps you recognize it."
        value={name}
        error={rename.error?.message}
        limit={60}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Dialog>
  )
}

type RemoveDialogProps = { what: string; isOpen: boolean; remove: AccountAction; onClose: () => void }

/** Asks once more before a factor goes. */
function RemoveDialog({ what, isOpen, remove, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      title={`Remove ${what}?`}
      isOpen={isOpen}
      onClose={onClose}
      error={remove.error}
      cancel="Keep it"
      submit="Remove it"
      isDangerous
      isPending={remove.isPending}
      onSubmit={() => remove.mutate()}
    >
      <p>You can no longer sign in with it. If it is your last factor, your password alone is enough again.</p>
    </Dialog>
  )
}

function AddPasskeyRow({ hasOne, onCodes }: { hasOne: boolean } & OnCodes) {
  const add = useAddPasskey(onCodes)
  return (
    <SettingRow
      icon={IconFingerprint}
      title={hasOne ? 'Another passkey' : 'Passkey'}
      actions={
        <Button variant="default" size="xs" loading={add.isPending} onClick={() => add.mutate()}>
          Add a passkey
        </Button>
      }
    >
      Your device’s screen lock, a security key or your password manager. Nothing to type.
    </SettingRow>
  )
}

function BackupRow({ left, onCodes }: { left: number } & OnCodes) {
  const renew = useRenewBackupCodes(onCodes)
  return (
    <SettingRow
      icon={IconLifebuoy}
      title="Backup codes"
      actions={
        <Button variant="default" size="xs" loading={renew.isPending} onClick={() => renew.mutate()}>
          Make new codes
        </Button>
      }
    >
      {left === 0 ? 'None left. Make new ones.' : `${countOf(left, ['code', 'codes'])} left, for emergencies.`}
    </SettingRow>
  )
}
