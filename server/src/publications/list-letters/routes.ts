import {
  letterPreview,
  letterPreviewRequest,
  letterReachReply,
  letterReachRequest,
  letterTestReply,
  letterTestRequest,
  listLetterContract,
  reachPeoplePage,
  reachPeopleRequest,
  recipientsPage,
  recipientsQuery,
  sendLetterRequest,
  type PeopleList,
} from '@alumni/shared/publications/list-letters'
import type { Db } from '../../foundations/database/db.ts'
import type { App, Context } from '../../foundations/context.ts'
import { byId as params } from '../../foundations/http/by-id.ts'
import { hasRole } from '@alumni/shared/staff/accounts'
import { needsProof, rowOf, signedIn, staffRoute } from '../../staff/index.ts'
import { findRecord } from '../engine/records.ts'
import { countReach } from './choose.ts'
import { listLetterKind } from './kind.ts'
import { peopleOfList } from './people-of-list.ts'
import { previewLetter, sendTest } from './preview.ts'
import { listReached, listRecipients } from './recipients.ts'
import { sendListLetter } from './send.ts'

/** Adds the routes that only letters to lists have. */
export function listLetterRoutes(app: App, context: Context): void {
  const { config } = context
  const index = app.peopleIndex
  const { home, needs } = listLetterKind
  const one = { needs, find: rowOf('list_letters') }
  const findPeople = (db: Db, list: PeopleList) => peopleOfList({ db, config, index }, list)
  /** A letter, and while it is a draft the people of its list as they are now. */
  const peopleOf = async (db: Db, id: number) => {
    const record = await findRecord(listLetterKind, db, config, id)
    const none = { alumni: [], signups: [] }
    return { record, people: record.state === 'draft' ? await findPeople(db, record.list) : none }
  }

  staffRoute(
    app,
    { url: `${home}/reach`, needs, schema: { body: letterReachRequest, response: { 200: letterReachReply } } },
    async ({ db, body }) => countReach(db, await findPeople(db, body.list), body),
  )
  staffRoute(
    app,
    {
      url: `${home}/reach/people`,
      needs,
      schema: { body: reachPeopleRequest, response: { 200: reachPeoplePage } },
    },
    async ({ db, body }) => listReached(db, await findPeople(db, body.list), body, body),
  )
  staffRoute(
    app,
    {
      ...one,
      url: `${home}/:id/send`,
      schema: { params, body: sendLetterRequest, response: { 200: listLetterContract.record } },
    },
    async (request) => {
      const { db, body } = request
      const { id } = request.params
      const by = signedIn(request)
      if (hasRole(by.role, 'admin') && body.written_to > config.LIST_LETTERS_STAFF_MAX)
        await needsProof(request, 'Send the letter')
      await sendListLetter({ db, config, by, findPeople }, id, body)
      return findRecord(listLetterKind, db, config, id)
    },
  )
  staffRoute(
    app,
    {
      ...one,
      url: `${home}/:id/preview`,
      schema: { params, body: letterPreviewRequest, response: { 200: letterPreview } },
    },
    async ({ db, params: { id }, body }) => {
      const { record, people } = await peopleOf(db, id)
      return previewLetter({ db, config }, record, people, body.position)
    },
  )
  staffRoute(
    app,
    {
      ...one,
      url: `${home}/:id/tests`,
      schema: { params, body: letterTestRequest, response: { 200: letterTestReply } },
    },
    async (request) => {
      const { db, params, body } = request
      const { record, people } = await peopleOf(db, params.id)
      return sendTest({ db, config, by: signedIn(request) }, record, people, body?.position ?? 1)
    },
  )
  staffRoute(
    app,
    {
      ...one,
      method: 'GET',
      url: `${home}/:id/recipients`,
      schema: { params, querystring: recipientsQuery, response: { 200: recipientsPage } },
    },
    ({ db, params: { id }, query }) => listRecipients(db, id, query),
  )
}
