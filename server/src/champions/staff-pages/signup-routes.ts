import { z } from 'zod'
import { letterDraft, letterPreview, letterRequest } from '@alumni/shared/champions/letters'
import {
  linkRequest,
  linkSuggestions,
  noteRequest,
  restoreReply,
  signupEdit,
  signupPage,
  timelinePage,
  timelineQuery,
  type SignupPage,
} from '@alumni/shared/champions/staff-page'
import type { FastifyRequest } from 'fastify'
import { byId, rowId } from '../../foundations/http/by-id.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Config } from '../../foundations/process/config.ts'
import { needsProof, rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { revokeOne, signOutEverywhere, unlinkGoogleByStaff } from './signup-access.ts'
import { deleteByStaff, restoreSignup } from './signup-deletion.ts'
import { editByStaff, givesNewAddress } from './signup-edit.ts'
import { previewLetter, sendLetter } from './signup-letters.ts'
import { linkSignup, unlinkSignup } from './signup-link.ts'
import { addNote, deleteNote, editNote } from './signup-notes.ts'
import { readSignupPage } from './signup-page.ts'
import { suggestLinks } from './signup-suggestions.ts'
import { timelineOf } from './signup-timeline.ts'

const url = '/champion_signups/:id'
const params = byId
const page = { response: { 200: signupPage } }

/**
 * A champion signup's page: all that is known of it, and everything that staff do with it. An action is answered with
 * the page as it is then.
 */
export function signupRoutes(app: App, { config }: Context): void {
  const index = app.peopleIndex

  staffPage(app, { url, needs: 'staff', schema: { params, ...page }, find: rowOf('champion_signups') }, (request) =>
    shown(request),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${url}/timeline`,
      needs: 'staff',
      schema: { params, querystring: timelineQuery, response: { 200: timelinePage } },
    },
    ({ db, params, query }) => timelineOf(db, params.id, query.page),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${url}/suggestions`,
      needs: 'staff',
      schema: { params, response: { 200: linkSuggestions } },
    },
    ({ db, params }) => suggestLinks(db, index, params.id),
  )

  staffRoute(
    app,
    { url: `${url}/link`, needs: 'staff', schema: { params, body: linkRequest, ...page } },
    async (request) => {
      await linkSignup(request.db, request.params.id, request.body.buid, signedIn(request))
      return shown(request)
    },
  )

  staffRoute(
    app,
    { url: `${url}/unlink`, needs: 'staff', schema: { params, body: linkRequest, ...page } },
    async (request) => {
      await unlinkSignup(request.db, request.params.id, request.body.buid, signedIn(request))
      return shown(request)
    },
  )

  staffRoute(
    app,
    { method: 'PATCH', url, needs: 'staff', schema: { params, body: signupEdit, ...page } },
    async (request) => {
      if (givesNewAddress(request.body)) await needsProof(request, 'Change the address they sign in with')
      await editByStaff(request.db, request.params.id, request.body, signedIn(request))
      return shown(request)
    },
  )

  staffRoute(app, { method: 'DELETE', url, needs: 'staff', schema: { params, ...page } }, async (request) => {
    await deleteByStaff(request.db, request.params.id, signedIn(request))
    return shown(request)
  })

  staffRoute(
    app,
    { url: `${url}/restore`, needs: 'staff', schema: { params, response: { 200: restoreReply } } },
    async (request) => {
      const { isLinkLost } = await restoreSignup(request.db, request.params.id, signedIn(request))
      return { page: await shown(request), is_link_lost: isLinkLost }
    },
  )

  accessRoutes(app)
  noteRoutes(app)
  letterRoutes(app, config)
}

function letterRoutes(app: App, config: Config): void {
  const letters = `${url}/letters`
  staffRoute(
    app,
    {
      url: `${letters}/preview`,
      needs: 'staff',
      schema: { params, body: letterDraft, response: { 200: letterPreview } },
    },
    (request) => previewLetter(request.db, config, request.params.id, request.body, signedIn(request)),
  )
  staffRoute(
    app,
    { url: letters, needs: 'staff', schema: { params, body: letterRequest, ...page } },
    async (request) => {
      await sendLetter(request.db, config, request.params.id, request.body, signedIn(request))
      return shown(request)
    },
  )
}

/** How the champion gets in: remembered devices, sessions, Google. */
function accessRoutes(app: App): void {
  const remove = { method: 'DELETE', needs: 'staff' } as const

  staffRoute(app, { ...remove, url: `${url}/devices`, schema: { params, ...page } }, async (request) => {
    await signOutEverywhere(request.db, request.params.id, signedIn(request))
    return shown(request)
  })

  const device = params.extend({ device: rowId })
  staffRoute(
    app,
    { ...remove, url: `${url}/devices/:device`, schema: { params: device, ...page } },
    async (request) => {
      await revokeOne(request.db, request.params.id, request.params.device, signedIn(request))
      return shown(request)
    },
  )

  staffRoute(app, { ...remove, url: `${url}/google`, schema: { params, ...page } }, async (request) => {
    await unlinkGoogleByStaff(request.db, request.params.id, signedIn(request))
    return shown(request)
  })
}

function noteRoutes(app: App): void {
  const notes = `${url}/notes`
  const one = params.extend({ note: rowId })
  const ref = ({ id, note }: z.output<typeof one>) => ({ signup: id, note })

  staffRoute(app, { url: notes, needs: 'staff', schema: { params, body: noteRequest, ...page } }, async (request) => {
    await addNote(request.db, request.params.id, request.body.text, signedIn(request))
    return shown(request)
  })

  staffRoute(
    app,
    { method: 'PATCH', url: `${notes}/:note`, needs: 'staff', schema: { params: one, body: noteRequest, ...page } },
    async (request) => {
      await editNote(request.db, ref(request.params), request.body.text, signedIn(request))
      return shown(request)
    },
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${notes}/:note`, needs: 'staff', schema: { params: one, ...page } },
    async (request) => {
      await deleteNote(request.db, ref(request.params), signedIn(request))
      return shown(request)
    },
  )
}

type Asked = Pick<FastifyRequest, 'db' | 'staffUser'> & { params: { id: number } }

function shown(request: Asked): Promise<SignupPage> {
  return readSignupPage(request.db, request.params.id, signedIn(request))
}
