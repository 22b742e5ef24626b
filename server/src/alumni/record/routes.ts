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
import type { Note } from '@alumni/shared/alumni/notes'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { rowId } from '../../foundations/http/by-id.ts'
import { actions, type StaffUser } from '../../staff/index.ts'
import { editContact, undoContactEdit, type QueueChange } from './edit-contact.ts'
import { readEngagementsPage } from './engagements.ts'
import { getBuid, getAlumnus, type AlumnusRef } from './find-alumnus.ts'
import { readHistory } from './history.ts'
import { readOptOuts } from './letter-opt-outs.ts'
import {
  readAffinities,
  findChampionSignup,
  readEducations,
  readEmployment,
  readGiving,
  readOpenCrmChanges,
} from './records-of.ts'

/** A BUID in upper or lower case, or an internal id. */
const alumnusRef = z.union([
  z
    .string()
    .regex(/^B\d{8}$/i)
    .transform((buid) => ({ buid: buid.toUpperCase() })),
  z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform((id) => ({ id })),
])
const params = z.object({ id: alumnusRef })
type AlumnusRequest = { db: Db; params: z.output<typeof params> }

/** Passed in by features that import this one, to avoid circular imports. */
type AlumnusPageDependencies = {
  queueChange: QueueChange
  findBouncedLetter: (db: Db, buid: string) => Promise<BouncedLetter | null>
  notesOf: (db: Db, person: { buid: string }, reader: StaffUser) => Promise<Note[]>
}

export function alumniRoutes(
  app: App,
  { config }: Context,
  { queueChange, findBouncedLetter, notesOf }: AlumnusPageDependencies,
): void {
  const start = config.FISCAL_YEAR_START
  const alumnusActions = actions(app, { url: '/alumni/:id', needs: 'viewer', params })
  const page = { reply: alumnusPage, find: ({ db, params }: AlumnusRequest) => getBuid(db, params.id) }
  alumnusActions.page('', page, async ({ db, params, me }) => {
    const page = await readPage(db, params.id, start)
    const { buid } = page.alumnus
    const notes = hasRole(me.role, 'staff') ? await notesOf(db, { buid }, me) : []
    return { ...page, notes, bounced_letter: await findBouncedLetter(db, buid) }
  })
  alumnusActions.get(
    '/engagements',
    { query: engagementsQuery, reply: engagementsPage },
    async ({ db, params, query }) => readEngagementsPage(db, await getBuid(db, params.id), query, start),
  )
  alumnusActions.get('/history', { query: historyQuery, reply: historyPage }, async ({ db, params, query }) =>
    readHistory(db, await getBuid(db, params.id), query),
  )
  const contact = actions(app, { url: '/alumni/:id/contact', needs: 'staff', params })
  const editRoute = { config: { takesAnyText: true }, body: contactEdit, reply: contactReply }
  contact.patch('', editRoute, async ({ db, me, params, body }) => {
    const edit = await editContact(db, params.id, body, me, queueChange)
    const reply = await readEdited(db, params.id)
    const undo = edit === null ? null : `/alumni/${reply.alumnus.buid}/contact/edits/${edit}/undo`
    return { ...reply, links: { undo } }
  })
  const edit = actions(app, {
    url: '/alumni/:id/contact/edits/:edit',
    needs: 'staff',
    params: params.extend({ edit: rowId }),
  })
  edit.post('/undo', { reply: contactReply }, async ({ db, me, params }) => {
    await undoContactEdit(db, params.id, params.edit, me, queueChange)
    return { ...(await readEdited(db, params.id)), links: { undo: null } }
  })
}

async function readPage(db: Db, ref: AlumnusRef, start: string) {
  const alumnus = await getAlumnus(db, ref)
  const { buid } = alumnus
  return {
    alumnus,
    ...(await readEducations(db, buid)),
    employment: await readEmployment(db, buid),
    affinities: await readAffinities(db, buid),
    engagements: await readEngagementsPage(db, buid, { page: 1 }, start),
    champion_signup: await findChampionSignup(db, buid),
    crm_changes: await readOpenCrmChanges(db, buid),
    history: await readHistory(db, buid, { page: 1 }),
    giving: await readGiving(db, buid, start, new Date().toISOString().slice(0, 10)),
    opted_out: await readOptOuts(db, { buid, signup: null }),
  }
}

async function readEdited(db: Db, ref: AlumnusRef) {
  const alumnus = await getAlumnus(db, ref)
  return { alumnus, crm_changes: await readOpenCrmChanges(db, alumnus.buid) }
}
