import { acceptedPasskeys, accountPage, newBackupCodes, totpSecret } from '@alumni/shared/staff/second-factor'
import { endedSessions, type ChangePasswordRequest } from '@alumni/shared/staff/users'
import { sendSignal } from '@simplewebauthn/browser'
import { type UseMutationResult } from '@tanstack/react-query'
import { z } from 'zod'
import { makePasskey } from '../../domain/second-factor/passkeys.ts'
import { sessionQuery } from '../../domain/session/session.ts'
import { request } from '../../http.ts'
import { useAction, type ActionOptions } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { read } from '../../ui/read.ts'

const url = '/account'

export const accountQuery = read(['account'], url, accountPage)

export function useRename() {
  return useAccountAction((name: string) => request(url, z.null(), { method: 'PATCH', body: { name } }), {
    done: () => done('Your name is changed.'),
    isErrorInline: true,
  })
}

export function useChangePassword() {
  return useAccountAction(
    (body: ChangePasswordRequest) => request(`${url}/password`, z.null(), { method: 'POST', body }),
    { done: () => done('Your password is changed, and every other session has ended.'), isErrorInline: true },
  )
}

export function useEndSession() {
  return useAccountAction((id: number) => request(`${url}/sessions/${id}`, z.null(), { method: 'DELETE' }), {
    done: () => done('The session has ended.'),
  })
}

export function useEndOtherSessions() {
  return useAccountAction(() => request(`${url}/sessions`, endedSessions, { method: 'DELETE' }), {
    done: ({ sessions }) => done(`${countOf(sessions, ['session has', 'sessions have'])} ended.`),
  })
}

export function useBeginTotp() {
  return useAccountAction(() => request(`${url}/totp`, totpSecret, { method: 'POST', body: {} }), {
    isErrorInline: true,
  })
}

export function useConfirmTotp(onConfirmed: (codes: string[]) => void) {
  return useAccountAction(
    (code: string) => request(`${url}/totp/confirm`, newBackupCodes, { method: 'POST', body: { code } }),
    { onDone: ({ backup_codes }) => onConfirmed(backup_codes), isErrorInline: true },
  )
}

export function useRemoveTotp(onDone: () => void) {
  return useAccountAction(() => request(`${url}/totp`, z.null(), { method: 'DELETE' }), {
    done: () => done('The authenticator app is removed.'),
    onDone,
    isErrorInline: true,
  })
}

export function useAddPasskey(onAdded: (codes: string[]) => void) {
  return useAccountAction(
    async () =>
      request(`${url}/passkeys`, newBackupCodes, {
        method: 'POST',
        body: { passkey: await makePasskey(`${url}/passkeys/options`) },
      }),
    { done: () => done('The passkey is added.'), onDone: ({ backup_codes }) => onAdded(backup_codes) },
  )
}

export function useRenamePasskey(id: number, onDone: () => void) {
  return useAccountAction(
    (name: string) => request(`${url}/passkeys/${id}`, z.null(), { method: 'PATCH', body: { name } }),
    { onDone, isErrorInline: true },
  )
}

/** The browser learns which ones remain, so that its password manager offers this one no longer. */
export function useRemovePasskey(id: number, onDone: () => void) {
  return useAccountAction(() => request(`${url}/passkeys/${id}`, acceptedPasskeys, { method: 'DELETE' }), {
    done: () => done('The passkey is removed.'),
    onDone({ rp_id, user_id, credential_ids }) {
      onDone()
      void sendSignal({
        signalName: 'allAcceptedCredentials',
        rpID: rp_id,
        userID: user_id,
        allAcceptedCredentialIDs: credential_ids,
      }).catch(() => undefined)
    },
    isErrorInline: true,
  })
}

export function useRenewBackupCodes(onMade: (codes: string[]) => void) {
  return useAccountAction(() => request(`${url}/backup_codes`, newBackupCodes, { method: 'POST', body: {} }), {
    onDone: ({ backup_codes }) => onMade(backup_codes),
  })
}

function useAccountAction<Reply, Input = void>(
  run: (input: Input) => Promise<Reply>,
  options: ActionOptions<Input, Reply>,
) {
  // A reply that is shown once does not stay cached.
  return useAction(run, { ...options, gcTime: 0, invalidates: [accountQuery.queryKey, sessionQuery.queryKey] })
}

function done(message: string) {
  return { title: 'Done', message }
}

/** An action without input, as a dialog runs it. */
export type AccountAction = Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'error' | 'isPending'>
