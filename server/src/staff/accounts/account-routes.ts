import { welcomePath } from '@alumni/shared/staff/accounts'
import {
  accountPage,
  acceptedPasskeys,
  addPasskeyRequest,
  confirmTotpRequest,
  newBackupCodes,
  passkeyOptions,
  proofRequest,
  proofState,
  renamePasskeyRequest,
  totpSecret,
} from '@alumni/shared/staff/second-factor'
import { changeAccountRequest, changePasswordRequest, signOutReply } from '@alumni/shared/staff/users'
import { byId } from '../../foundations/http/by-id.ts'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { changePassword, closeOtherSessions, closeOwnSession, readAccount, changeOwnAccount } from './account.ts'
import { getStaffSession } from './identify.ts'
import { addPasskey, confirmTotp, removePasskey, removeTotp, renamePasskey, renewBackupCodes } from './save-factors.ts'
import { listAcceptedPasskeys, createAuthenticationOptions, createRegistrationOptions } from './passkeys.ts'
import { saveSessionChallenge, markProven, confirmIdentity, listProofMethods, isRecentlyProven } from './proof.ts'
import { readFactors } from './second-factor.ts'
import { actions } from './actions.ts'
import { createTotpSecret } from './totp.ts'

const url = '/account'
const needs = 'viewer'
const once = { config: { idempotent: 'submission' } } as const

export function accountRoutes(app: App, { config }: Context): void {
  for (const page of [url, welcomePath])
    actions(app, { url: page, needs }).page('', { reply: accountPage }, ({ db, me, request }) =>
      readAccount(db, me, getStaffSession(request).id),
    )
  const ownActions = actions(app, { url, needs })
  const itemActions = actions(app, { url, needs, params: byId })
  ownActions.patch('', { body: changeAccountRequest }, ({ db, me, body }) => changeOwnAccount(db, me, body))
  ownActions.post(
    '/password',
    { body: changePasswordRequest, proof: 'Change your password' },
    ({ db, me, body, request }) => changePassword(db, config, me, getStaffSession(request).id, body),
  )
  ownActions.delete('/sessions', { reply: signOutReply }, async ({ db, me, request }) => ({
    sessions: await closeOtherSessions(db, me, getStaffSession(request).id),
  }))
  itemActions.delete('/sessions/:id', {}, ({ db, me, params }) => closeOwnSession(db, me, params.id))

  ownActions.get('/proof', { reply: proofState }, async ({ db, me, request }) => ({
    is_fresh: isRecentlyProven(request),
    methods: await listProofMethods(db, me),
  }))
  ownActions.post('/proof', { ...once, body: proofRequest }, ({ db, me, body, request }) =>
    confirmIdentity(db, config, me, getStaffSession(request), body),
  )
  ownActions.post('/proof/passkey', { reply: passkeyOptions }, async ({ db, me, request }) => {
    const options = await createAuthenticationOptions(db, config, me.id, 'required')
    await saveSessionChallenge(db, getStaffSession(request).id, options.challenge)
    return { ...options }
  })

  ownActions.post('/totp', { reply: totpSecret, proof: 'Add an authenticator app' }, async ({ db, me }) => {
    if ((await readFactors(db, me.id)).totp)
      throw new HttpError(409, 'You already have an authenticator app. Remove it before you add another.')
    return createTotpSecret(db, config, me)
  })
  ownActions.post(
    '/totp/confirm',
    { ...once, body: confirmTotpRequest, reply: newBackupCodes, proof: 'Add an authenticator app' },
    async ({ db, me, body, request }) => {
      const backup_codes = await confirmTotp(db, config, me, body.code)
      await markProven(db, getStaffSession(request))
      return { backup_codes }
    },
  )
  ownActions.delete('/totp', { proof: 'Remove the authenticator app' }, ({ db, me }) => removeTotp(db, me))

  ownActions.post(
    '/passkeys/options',
    { reply: passkeyOptions, proof: 'Add a passkey' },
    async ({ db, me, request }) => {
      const options = await createRegistrationOptions(db, config, me)
      await saveSessionChallenge(db, getStaffSession(request).id, options.challenge)
      return { ...options }
    },
  )
  ownActions.post(
    '/passkeys',
    { ...once, body: addPasskeyRequest, created: newBackupCodes, proof: 'Add a passkey' },
    async ({ db, me, body, request }) => {
      const backup_codes = await addPasskey(db, config, me, getStaffSession(request), body)
      await markProven(db, getStaffSession(request))
      return { backup_codes }
    },
  )
  itemActions.patch('/passkeys/:id', { body: renamePasskeyRequest }, ({ db, me, params, body }) =>
    renamePasskey(db, me, params.id, body.name),
  )
  itemActions.delete(
    '/passkeys/:id',
    { reply: acceptedPasskeys, proof: 'Remove the passkey' },
    async ({ db, me, params }) => {
      await removePasskey(db, me, params.id)
      return listAcceptedPasskeys(db, config, me.id)
    },
  )
  ownActions.post('/backup_codes', { reply: newBackupCodes, proof: 'Make new backup codes' }, async ({ db, me }) => ({
    backup_codes: await renewBackupCodes(db, config, me),
  }))
}
