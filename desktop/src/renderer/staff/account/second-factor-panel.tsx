import { acceptedPasskeys, newBackupCodes } from '@alumni/shared/staff/second-factor'
import type { Passkey, SecondFactorState } from '@alumni/shared/staff/second-factor'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobile, IconFingerprint, IconLifebuoy, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { sendSignal } from '@simplewebauthn/browser'
import { z } from 'zod'
import { post, remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { canUsePasskeys, createPasskey } from '../../domain/second-factor/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { accountUrl, toSuccessNotice, invalidates, useRenamePasskey } from './queries.ts'
import { SettingRow } from './setting-row.tsx'
import { BackupCodesModal, TotpModal } from './totp-modal.tsx'

export function SecondFactorRequired() {
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
        <StateBadge
          icon={isOn ? IconShieldCheck : IconShieldOff}
          tone={isOn ? 'good' : 'warn'}
          label={isOn ? 'On: your password alone is not enough' : 'Off: anyone with your password can sign in'}
        />
      </div>
      <ul className="rows">
        <AuthenticatorRow totp={state.totp} onCodes={setCodes} />
        {state.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {canUsePasskeys() && <AddPasskeyRow hasPasskey={state.passkeys.length > 0} onCodes={setCodes} />}
        {isOn && <BackupCodesRow codesLeft={state.backup_codes_left} onCodes={setCodes} />}
      </ul>
      {codes.length > 0 && <BackupCodesModal codes={codes} onClose={() => setCodes([])} />}
    </Card>
  )
}

type OnCodes = { onCodes: (codes: string[]) => void }

function AuthenticatorRow({ totp, onCodes }: { totp: SecondFactorState['totp'] } & OnCodes) {
  const [isAdding, adding] = useDisclosure()
  return (
    <SettingRow
      icon={IconDeviceMobile}
      title="Authenticator app"
      actions={
        totp ? (
          <ActionButton
            size="xs"
            run={() => remove(`${accountUrl}/totp`, z.null())}
            invalidates={invalidates}
            successNotice={() => toSuccessNotice('The authenticator app is removed.')}
            confirmation={buildRemovalConfirmation('the authenticator app')}
          >
            Remove the app
          </ActionButton>
        ) : (
          <>
            <Button variant="default" size="xs" onClick={adding.open}>
              Add an app
            </Button>
            {isAdding && <TotpModal onClose={adding.close} onCodes={onCodes} />}
          </>
        )
      }
    >
      {totp ? (
        <>
          Added <RelativeTime time={totp.confirmed_at} />
        </>
      ) : (
        'A code of six digits from your phone, such as Google Authenticator or 1Password.'
      )}
    </SettingRow>
  )
}

function buildRemovalConfirmation(factor: string) {
  const body = 'You can no longer sign in with it. If it is your last factor, your password alone is enough again.'
  return { title: `Remove ${factor}?`, body, confirm: 'Remove it', isDangerous: true }
}

function PasskeyRow({ passkey: { id, name, created_at, used_at } }: { passkey: Passkey }) {
  const [isRenaming, renaming] = useDisclosure()
  return (
    <SettingRow
      icon={IconFingerprint}
      title={name}
      actions={
        <Group gap={8}>
          <Button variant="default" size="xs" onClick={renaming.open} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          {isRenaming && <RenameDialog id={id} name={name} onClose={renaming.close} />}
          <ActionButton
            size="xs"
            label={`Remove ${name}`}
            run={() => remove(`${accountUrl}/passkeys/${id}`, acceptedPasskeys)}
            invalidates={invalidates}
            successNotice={() => toSuccessNotice('The passkey is removed.')}
            onDone={signalRemainingPasskeys}
            confirmation={buildRemovalConfirmation(`the passkey “${name}”`)}
          >
            Remove
          </ActionButton>
        </Group>
      }
    >
      Passkey, added <RelativeTime time={created_at} />
      {used_at && (
        <>
          , last used <RelativeTime time={used_at} />
        </>
      )}
    </SettingRow>
  )
}

/** Informs the browser which passkeys remain, so that its password manager stops offering the removed one. */
function signalRemainingPasskeys({ rp_id: rpID, user_id: userID, credential_ids }: z.infer<typeof acceptedPasskeys>) {
  const signal = { rpID, userID, allAcceptedCredentialIDs: credential_ids }
  void sendSignal({ signalName: 'allAcceptedCredentials', ...signal }).catch(() => undefined)
}

function RenameDialog({ id, onClose, ...passkey }: { id: number; name: string; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey(id, onClose)
  return (
    <Dialog
      title="Rename the passkey"
      onClose={onClose}
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

function AddPasskeyRow({ hasPasskey, onCodes }: { hasPasskey: boolean } & OnCodes) {
  const url = `${accountUrl}/passkeys`
  return (
    <SettingRow
      icon={IconFingerprint}
      title={hasPasskey ? 'Another passkey' : 'Passkey'}
      actions={
        <ActionButton
          size="xs"
          run={async () => post(url, newBackupCodes, { passkey: await createPasskey(`${url}/options`) })}
          invalidates={invalidates}
          successNotice={() => toSuccessNotice('The passkey is added.')}
          onDone={({ backup_codes }) => onCodes(backup_codes)}
        >
          New passkey
        </ActionButton>
      }
    >
      Your device’s screen lock, a security key or your password manager. Nothing to type.
    </SettingRow>
  )
}

function BackupCodesRow({ codesLeft, onCodes }: { codesLeft: number } & OnCodes) {
  return (
    <SettingRow
      icon={IconLifebuoy}
      title="Backup codes"
      actions={
        <ActionButton
          size="xs"
          run={() => post(`${accountUrl}/backup_codes`, newBackupCodes, {})}
          invalidates={invalidates}
          onDone={({ backup_codes }) => onCodes(backup_codes)}
        >
          New codes
        </ActionButton>
      }
    >
      {codesLeft === 0
        ? 'None left. Make new ones.'
        : `${formatCount(codesLeft, ['code', 'codes'])} left, for emergencies.`}
    </SettingRow>
  )
}
