import { z } from 'zod'
import {
  alumnusPage,
  contactEdit,
  contactReply,
  engagementsPage,
  engagementsQuery,
  historyPage,
  historyQuery,
} from '@alumni/shared/alumni/record'
import type { App, Context } from '../../foundations/context.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { editContact, undoContactEdit, type QueueChange } from './edit-contact.ts'
import { engagementsOf } from './engagements.ts'
import { buidOf, findAlumnus, type AlumnusRef } from './find-alumnus.ts'
import { historyOf } from './history.ts'
import { affinitiesOf, championSignupOf, educationsOf, employmentOf, openCrmChangesOf } from './records-of.ts'

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
const editId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** The page of one alumnus: all that is on file, and the editing of contact details. `queueChange` tells the CRM of an edit. */
export function alumniRoutes(app: App, { config }: Context, queueChange: QueueChange): void {
  const start = config.FISCAL_YEAR_START

  staffPage(
    app,
    {
      url: '/alumni/:id',
      needs: 'viewer',
      schema: { params, response: { 200: alumnusPage } },
      find: ({ em, params }) => buidOf(em, params.id),
    },
    async ({ em, params }) => {
      const alumnus = await findAlumnus(em, params.id)
      const { buid } = alumnus
      return {
        alumnus,
        ...(await educationsOf(em, buid)),
        employment: await employmentOf(em, buid),
        affinities: await affinitiesOf(em, buid),
        engagements: await engagementsOf(em, buid, { page: 1 }, start),
        champion_signup: await championSignupOf(em, buid),
        crm_changes: await openCrmChangesOf(em, buid),
        history: await historyOf(em, buid, { page: 1 }),
      }
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
    async ({ em, params, query }) => engagementsOf(em, await buidOf(em, params.id), query, start),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: '/alumni/:id/history',
      needs: 'viewer',
      schema: { params, querystring: historyQuery, response: { 200: historyPage } },
    },
    async ({ em, params, query }) => historyOf(em, await buidOf(em, params.id), query),
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
      const { em, params, body } = request
      const edit = await editContact(em, params.id, body, signedIn(request), queueChange)
      const reply = await afterEdit(em, params.id)
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
      schema: { params: params.extend({ edit: editId }), response: { 200: contactReply } },
    },
    async (request) => {
      const { em, params } = request
      await undoContactEdit(em, params.id, params.edit, signedIn(request), queueChange)
      return { ...(await afterEdit(em, params.id)), links: { undo: null } }
    },
  )
}

async function afterEdit(em: EntityManager, ref: AlumnusRef) {
  const alumnus = await findAlumnus(em, ref)
  return { alumnus, crm_changes: await openCrmChangesOf(em, alumnus.buid) }
}
