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
import { changePassword, endOtherSessions, endOwnSession, readAccount, rename } from './account.ts'
import { sessionOf, requireStaffUser } from './identify.ts'
import { addPasskey, confirmTotp, removePasskey, removeTotp, renamePasskey, renewBackupCodes } from './save-factors.ts'
import { acceptedPasskeysOf, authenticationOptions, registrationOptions } from './passkeys.ts'
import { saveSessionChallenge, markProven, prove, proofMethodsOf, recentlyProven } from './proof.ts'
import { readFactors } from './second-factor.ts'
import { actions } from './actions.ts'
import { staffPage } from './staff-page.ts'
import { offerTotp } from './totp.ts'

const url = '/account'
const needs = 'viewer'
const once = { config: { worksOnce: 'press' } } as const

/** Everybody's own account. */
export function accountRoutes(app: App, { config }: Context): void {
  for (const page of [url, welcomePath])
    staffPage(app, { url: page, needs, schema: { response: { 200: accountPage } } }, (request) =>
      readAccount(request.db, requireStaffUser(request), sessionOf(request).id),
    )
  const own = actions(app, { url, needs })
  const one = actions(app, { url, needs, params: byId })
  own.patch('', { body: changeAccountRequest }, ({ db, me, body }) => rename(db, me, body))
  own.post('/password', { body: changePasswordRequest, proof: 'Change your password' }, ({ db, me, body, request }) =>
    changePassword(db, config, me, sessionOf(request).id, body),
  )
  own.delete('/sessions', { reply: signOutReply }, async ({ db, me, request }) => ({
    sessions: await endOtherSessions(db, me, sessionOf(request).id),
  }))
  one.delete('/sessions/:id', {}, ({ db, me, params }) => endOwnSession(db, me, params.id))

  // Showing that it is still oneself.
  own.get('/proof', { reply: proofState }, async ({ db, me, request }) => ({
    is_fresh: recentlyProven(request),
    methods: await proofMethodsOf(db, me),
  }))
  own.post('/proof', { ...once, body: proofRequest }, ({ db, me, body, request }) =>
    prove(db, config, me, sessionOf(request), body),
  )
  own.post('/proof/passkey', { reply: passkeyOptions }, async ({ db, me, request }) => {
    const options = await authenticationOptions(db, config, me.id, 'required')
    await saveSessionChallenge(db, sessionOf(request).id, options.challenge)
    return { ...options }
  })

  own.post('/totp', { reply: totpSecret, proof: 'Add an authenticator app' }, async ({ db, me }) => {
    if ((await readFactors(db, me.id)).totp)
      throw new HttpError(409, 'You already have an authenticator app. Remove it before you add another.')
    return offerTotp(db, config, me)
  })
  own.post(
    '/totp/confirm',
    { ...once, body: confirmTotpRequest, reply: newBackupCodes, proof: 'Add an authenticator app' },
    async ({ db, me, body, request }) => {
      const backup_codes = await confirmTotp(db, config, me, body.code)
      await markProven(db, sessionOf(request))
      return { backup_codes }
    },
  )
  own.delete('/totp', { proof: 'Remove the authenticator app' }, ({ db, me }) => removeTotp(db, me))

  own.post('/passkeys/options', { reply: passkeyOptions, proof: 'Add a passkey' }, async ({ db, me, request }) => {
    const options = await registrationOptions(db, config, me)
    await saveSessionChallenge(db, sessionOf(request).id, options.challenge)
    return { ...options }
  })
  own.post(
    '/passkeys',
    { ...once, body: addPasskeyRequest, created: newBackupCodes, proof: 'Add a passkey' },
    async ({ db, me, body, request }) => {
      const backup_codes = await addPasskey(db, config, me, sessionOf(request), body)
      await markProven(db, sessionOf(request))
      return { backup_codes }
    },
  )
  one.patch('/passkeys/:id', { body: renamePasskeyRequest }, ({ db, me, params, body }) =>
    renamePasskey(db, me, params.id, body.name),
  )
  one.delete('/passkeys/:id', { reply: acceptedPasskeys, proof: 'Remove the passkey' }, async ({ db, me, params }) => {
    await removePasskey(db, me, params.id)
    return acceptedPasskeysOf(db, config, me.id)
  })
  own.post('/backup_codes', { reply: newBackupCodes, proof: 'Make new backup codes' }, async ({ db, me }) => ({
    backup_codes: await renewBackupCodes(db, config, me),
  }))
}
