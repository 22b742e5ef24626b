import { z } from 'zod'
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
import { changeAccountRequest, changePasswordRequest, endedSessions } from '@alumni/shared/staff/users'
import { byId } from '../../foundations/http/by-id.ts'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { changePassword, endOtherSessions, endOwnSession, readAccount, rename } from './account.ts'
import { sessionOf, requireStaffUser } from './identify.ts'
import { addPasskey, confirmTotp, removePasskey, removeTotp, renamePasskey, renewBackupCodes } from './save-factors.ts'
import { acceptedPasskeysOf, authenticationOptions, registrationOptions } from './passkeys.ts'
import { saveSessionChallenge, markProven, prove, proofMethodsOf, recentlyProven } from './proof.ts'
import { readFactors } from './second-factor.ts'
import { staffPage, staffRoute } from './staff-page.ts'
import { offerTotp } from './totp.ts'

const url = '/account'
const needs = 'viewer'
const nothing = { 204: z.null() }

/** Everybody's own account. */
export function accountRoutes(app: App, { config }: Context): void {
  for (const page of [url, welcomePath])
    staffPage(app, { url: page, needs, schema: { response: { 200: accountPage } } }, (request) =>
      readAccount(request.db, requireStaffUser(request), sessionOf(request).id),
    )

  staffRoute(
    app,
    { method: 'PATCH', url, needs, schema: { body: changeAccountRequest, response: nothing } },
    async (request, reply) => {
      await rename(request.db, requireStaffUser(request), request.body.name)
      return reply.code(204).send(null)
    },
  )

  staffRoute(
    app,
    {
      url: `${url}/password`,
      needs,
      needsProof: 'Change your password',
      schema: { body: changePasswordRequest, response: nothing },
    },
    async (request, reply) => {
      await changePassword(request.db, config, requireStaffUser(request), sessionOf(request).id, request.body)
      return reply.code(204).send(null)
    },
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${url}/sessions`, needs, schema: { response: { 200: endedSessions } } },
    async (request) => ({
      sessions: await endOtherSessions(request.db, requireStaffUser(request), sessionOf(request).id),
    }),
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${url}/sessions/:id`, needs, schema: { params: byId, response: nothing } },
    async (request, reply) => {
      await endOwnSession(request.db, requireStaffUser(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  proofRoutes(app, { config })
  totpRoutes(app, { config })
  passkeyRoutes(app, { config })

  staffRoute(
    app,
    {
      url: `${url}/backup_codes`,
      needs,
      needsProof: 'Make new backup codes',
      schema: { response: { 200: newBackupCodes } },
    },
    async (request) => ({ backup_codes: await renewBackupCodes(request.db, config, requireStaffUser(request)) }),
  )
}

type WithConfig = Pick<Context, 'config'>

/** Showing that it is still oneself. */
function proofRoutes(app: App, { config }: WithConfig): void {
  staffRoute(
    app,
    { method: 'GET', url: `${url}/proof`, needs, schema: { response: { 200: proofState } } },
    async (request) => ({
      is_fresh: recentlyProven(request),
      methods: await proofMethodsOf(request.db, requireStaffUser(request)),
    }),
  )

  staffRoute(
    app,
    { url: `${url}/proof`, needs, config: { worksOnce: 'press' }, schema: { body: proofRequest, response: nothing } },
    async (request, reply) => {
      await prove(request.db, config, requireStaffUser(request), sessionOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  staffRoute(
    app,
    { url: `${url}/proof/passkey`, needs, schema: { response: { 200: passkeyOptions } } },
    async (request) => {
      const options = await authenticationOptions(request.db, config, requireStaffUser(request).id, 'required')
      await saveSessionChallenge(request.db, sessionOf(request).id, options.challenge)
      return { ...options }
    },
  )
}

function totpRoutes(app: App, { config }: WithConfig): void {
  staffRoute(
    app,
    { url: `${url}/totp`, needs, needsProof: 'Add an authenticator app', schema: { response: { 200: totpSecret } } },
    async (request) => {
      const user = requireStaffUser(request)
      if ((await readFactors(request.db, user.id)).totp)
        throw new HttpError(409, 'You already have an authenticator app. Remove it before you add another.')
      return offerTotp(request.db, config, user)
    },
  )

  staffRoute(
    app,
    {
      url: `${url}/totp/confirm`,
      needs,
      config: { worksOnce: 'press' },
      needsProof: 'Add an authenticator app',
      schema: { body: confirmTotpRequest, response: { 200: newBackupCodes } },
    },
    async (request) => {
      const backup_codes = await confirmTotp(request.db, config, requireStaffUser(request), request.body.code)
      await markProven(request.db, sessionOf(request))
      return { backup_codes }
    },
  )

  staffRoute(
    app,
    {
      method: 'DELETE',
      url: `${url}/totp`,
      needs,
      needsProof: 'Remove the authenticator app',
      schema: { response: nothing },
    },
    async (request, reply) => {
      await removeTotp(request.db, requireStaffUser(request))
      return reply.code(204).send(null)
    },
  )
}

function passkeyRoutes(app: App, { config }: WithConfig): void {
  const passkeys = `${url}/passkeys`

  staffRoute(
    app,
    { url: `${passkeys}/options`, needs, needsProof: 'Add a passkey', schema: { response: { 200: passkeyOptions } } },
    async (request) => {
      const options = await registrationOptions(request.db, config, requireStaffUser(request))
      await saveSessionChallenge(request.db, sessionOf(request).id, options.challenge)
      return { ...options }
    },
  )

  staffRoute(
    app,
    {
      url: passkeys,
      needs,
      config: { worksOnce: 'press' },
      needsProof: 'Add a passkey',
      schema: { body: addPasskeyRequest, response: { 201: newBackupCodes } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const backup_codes = await addPasskey(request.db, config, requireStaffUser(request), session, request.body)
      await markProven(request.db, session)
      return reply.code(201).send({ backup_codes })
    },
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${passkeys}/:id`,
      needs,
      schema: { params: byId, body: renamePasskeyRequest, response: nothing },
    },
    async (request, reply) => {
      await renamePasskey(request.db, requireStaffUser(request), request.params.id, request.body.name)
      return reply.code(204).send(null)
    },
  )

  staffRoute(
    app,
    {
      method: 'DELETE',
      url: `${passkeys}/:id`,
      needs,
      needsProof: 'Remove the passkey',
      schema: { params: byId, response: { 200: acceptedPasskeys } },
    },
    async (request) => {
      const user = requireStaffUser(request)
      await removePasskey(request.db, user, request.params.id)
      return acceptedPasskeysOf(request.db, config, user.id)
    },
  )
}
