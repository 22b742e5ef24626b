import { acceptedPasskeys, accountPage, newBackupCodes, totpSecret } from '@alumni/shared/staff/second-factor'
import { endedSessions, type ChangePasswordRequest } from '@alumni/shared/staff/users'
import { sendSignal } from '@simplewebauthn/browser'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { makePasskey } from '../../domain/second-factor/passkeys.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { sessionQuery } from '../../domain/session/session.ts'
import { countOf } from '../../ui/words/numbers.ts'

const url = '/account'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request(url, accountPage, { signal }),
})

export function useRename() {
  return useAccountAction(
    (name: string) => request(url, z.null(), { method: 'PATCH', body: { name } }),
    () => say('Your name is changed.'),
  )
}

export function useChangePassword(onChanged: () => void) {
  return useAccountAction(
    (body: ChangePasswordRequest) => request(`${url}/password`, z.null(), { method: 'POST', body }),
    () => {
      say('Your password is changed, and every other session has ended.')
      onChanged()
    },
  )
}

export function useEndSession() {
  return useAccountAction(
    (id: number) => request(`${url}/sessions/${id}`, z.null(), { method: 'DELETE' }),
    () => say('The session has ended.'),
    sayRefusal,
  )
}

export function useEndOtherSessions() {
  return useAccountAction(
    (_: void) => request(`${url}/sessions`, endedSessions, { method: 'DELETE' }),
    ({ sessions }) => say(`${countOf(sessions, ['session has', 'sessions have'])} ended.`),
    sayRefusal,
  )
}

export function useOfferTotp() {
  return useAccountAction((_: void) => request(`${url}/totp`, totpSecret, { method: 'POST', body: {} }))
}

export function useConfirmTotp(onConfirmed: (codes: string[]) => void) {
  return useAccountAction(
    (code: string) => request(`${url}/totp/confirm`, newBackupCodes, { method: 'POST', body: { code } }),
    ({ backup_codes }) => onConfirmed(backup_codes),
  )
}

export function useRemoveTotp(onRemoved: () => void) {
  return useAccountAction(
    (_: void) => request(`${url}/totp`, z.null(), { method: 'DELETE' }),
    () => {
      say('The authenticator app is removed.')
      onRemoved()
    },
  )
}

export function useAddPasskey(onAdded: (codes: string[]) => void) {
  return useAccountAction(
    async (_: void) =>
      request(`${url}/passkeys`, newBackupCodes, {
        method: 'POST',
        body: { passkey: await makePasskey(`${url}/passkeys/options`) },
      }),
    ({ backup_codes }) => {
      say('The passkey is added.')
      onAdded(backup_codes)
    },
    sayRefusal,
  )
}

export function useRenamePasskey(id: number, onRenamed: () => void) {
  return useAccountAction(
    (name: string) => request(`${url}/passkeys/${id}`, z.null(), { method: 'PATCH', body: { name } }),
    onRenamed,
  )
}

/** The browser is told which ones are left, so that its password manager offers this one no longer. */
export function useRemovePasskey(id: number, onRemoved: () => void) {
  return useAccountAction(
    (_: void) => request(`${url}/passkeys/${id}`, acceptedPasskeys, { method: 'DELETE' }),
    async ({ rp_id, user_id, credential_ids }) => {
      say('The passkey is removed.')
      onRemoved()
      await sendSignal({
        signalName: 'allAcceptedCredentials',
        rpID: rp_id,
        userID: user_id,
        allAcceptedCredentialIDs: credential_ids,
      }).catch(() => undefined)
    },
  )
}

export function useRenewBackupCodes(onMade: (codes: string[]) => void) {
  return useAccountAction(
    (_: void) => request(`${url}/backup_codes`, newBackupCodes, { method: 'POST', body: {} }),
    ({ backup_codes }) => onMade(backup_codes),
    sayRefusal,
  )
}

function useAccountAction<Input, Reply>(
  mutationFn: (input: Input) => Promise<Reply>,
  onSuccess?: (reply: Reply) => unknown,
  onError?: (error: Error) => void,
) {
  const queryClient = useQueryClient()
  // What an action shows once is not kept behind the page.
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSuccess: (reply) => void onSuccess?.(reply),
    ...(onError ? { onError } : {}),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  })
}

function say(message: string): void {
  notifications.show({ color: 'green', title: 'Done', message })
}
