import { accountPage, newBackupCodes, totpSecret } from '@alumni/shared/staff/second-factor'
import type { ChangeAccountRequest, ChangePasswordRequest } from '@alumni/shared/staff/users'
import { z } from 'zod'
import { sessionQuery } from '../../domain/session/session.ts'
import { patch, post } from '../../http.ts'
import { useAction, type ActionOptions } from '../../ui/use-action.ts'
import { readQuery } from '../../ui/read-query.ts'

export const accountUrl = '/account'
export const invalidates = [['account'], sessionQuery.queryKey]

export const accountQuery = readQuery(['account'], accountUrl, accountPage)

export function useRename() {
  return useAccountAction((body: ChangeAccountRequest) => patch(accountUrl, z.null(), body), {
    successNotice: () => toSuccessNotice('Your name and title are saved.'),
    isErrorInline: true,
  })
}

export function useChangePassword() {
  return useAccountAction((body: ChangePasswordRequest) => post(`${accountUrl}/password`, z.null(), body), {
    successNotice: () => toSuccessNotice('Your password is changed, and every other session has ended.'),
    isErrorInline: true,
  })
}

export function useStartTotp() {
  return useAccountAction(() => post(`${accountUrl}/totp`, totpSecret, {}), { isErrorInline: true })
}

export function useConfirmTotp(onConfirmed: (codes: string[]) => void) {
  return useAccountAction((code: string) => post(`${accountUrl}/totp/confirm`, newBackupCodes, { code }), {
    onDone: ({ backup_codes }) => onConfirmed(backup_codes),
    isErrorInline: true,
  })
}

export function useRenamePasskey(id: number, onDone: () => void) {
  return useAccountAction((name: string) => patch(`${accountUrl}/passkeys/${id}`, z.null(), { name }), {
    onDone,
    isErrorInline: true,
  })
}

function useAccountAction<Reply, Input = void>(
  run: (input: Input) => Promise<Reply>,
  options: ActionOptions<Input, Reply>,
) {
  // Removes secrets from the cache, because they are shown only once.
  return useAction(run, { ...options, gcTime: 0, invalidates })
}

export function toSuccessNotice(message: string) {
  return { title: 'Done', message }
}
