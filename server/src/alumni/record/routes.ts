import { z } from 'zod'
import {
  alumnusPage,
  type BouncedLetter,
  contactEdit,
  contactReply,
  engagementsPage,
  engagementsQuery,
  historyPage,
  historyQuery,
} from '@alumni/shared/alumni/record'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { rowId } from '../../foundations/http/by-id.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { editContact, undoContactEdit, type QueueChange } from './edit-contact.ts'
import { engagementsOf } from './engagements.ts'
import { buidOf, findAlumnus, type AlumnusRef } from './find-alumnus.ts'
import { historyOf } from './history.ts'
import { readOptOuts } from './letter-opt-outs.ts'
import { affinitiesOf, championSignupOf, educationsOf, employmentOf, givingOf, openCrmChangesOf } from './records-of.ts'

/** A BUID in any letter case, or an internal id. */
const ref = z.union([
  z
    .string()
    .regex(/^B\d{8}$/i)
    .transform((buid) => ({ buid: buid.toUpperCase() })),
  z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform((id) => ({ id })),
])
const params = z.object({ id: ref })

type OtherRooms = {
  /** Queues edits for the CRM. */
  queueChange: QueueChange
  /** Reads the last letter that did not reach a person because of the address. */
  bouncedLetterOf: (db: Db, buid: string) => Promise<BouncedLetter | null>
}

/** Serves an alumnus' page: all that is on file, and the editing of contact details. */
export function alumniRoutes(app: App, { config }: Context, { queueChange, bouncedLetterOf }: OtherRooms): void {
  const start = config.FISCAL_YEAR_START
  staffPage(
    app,
    {
      url: '/alumni/:id',
      needs: 'viewer',
      schema: { params, response: { 200: alumnusPage } },
      find: ({ db, params }) => buidOf(db, params.id),
    },
    async ({ db, params }) => {
      const page = await readPage(db, params.id, start)
      return { ...page, bounced_letter: await bouncedLetterOf(db, page.alumnus.buid) }
    },
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: '/alumni/:id/engagements',
      needs: 'viewer',
      schema: { params, querystring: engagementsQuery, response: { 200: engagementsPage } },
    },
    async ({ db, params, query }) => engagementsOf(db, await buidOf(db, params.id), query, start),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: '/alumni/:id/history',
      needs: 'viewer',
      schema: { params, querystring: historyQuery, response: { 200: historyPage } },
    },
    async ({ db, params, query }) => historyOf(db, await buidOf(db, params.id), query),
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: '/alumni/:id/contact',
      needs: 'staff',
      config: { takesAnyText: true },
      schema: { params, body: contactEdit, response: { 200: contactReply } },
    },
    async (request) => {
      const { db, params, body } = request
      const edit = await editContact(db, params.id, body, signedIn(request), queueChange)
      const reply = await afterEdit(db, params.id)
      return {
        ...reply,
        links: { undo: edit === null ? null : `/alumni/${reply.alumnus.buid}/contact/edits/${edit}/undo` },
      }
    },
  )

  staffRoute(
    app,
    {
      url: '/alumni/:id/contact/edits/:edit/undo',
      needs: 'staff',
      schema: { params: params.extend({ edit: rowId }), response: { 200: contactReply } },
    },
    async (request) => {
      const { db, params } = request
      await undoContactEdit(db, params.id, params.edit, signedIn(request), queueChange)
      return { ...(await afterEdit(db, params.id)), links: { undo: null } }
    },
  )
}

async function readPage(db: Db, ref: AlumnusRef, start: string) {
  const alumnus = await findAlumnus(db, ref)
  const { buid } = alumnus
  return {
    alumnus,
    ...(await educationsOf(db, buid)),
    employment: await employmentOf(db, buid),
    affinities: await affinitiesOf(db, buid),
    engagements: await engagementsOf(db, buid, { page: 1 }, start),
    champion_signup: await championSignupOf(db, buid),
    crm_changes: await openCrmChangesOf(db, buid),
    history: await historyOf(db, buid, { page: 1 }),
    giving: await givingOf(db, buid, start, new Date().toISOString().slice(0, 10)),
    opted_out: await readOptOuts(db, { buid, signup: null }),
  }
}

async function afterEdit(db: Db, ref: AlumnusRef) {
  const alumnus = await findAlumnus(db, ref)
  return { alumnus, crm_changes: await openCrmChangesOf(db, alumnus.buid) }
}
