import {
  letterReachReply,
  letterReachRequest,
  letterTestReply,
  listLetterContract,
  recipientsPage,
  recipientsQuery,
  sendLetterRequest,
} from '@alumni/shared/publications/list-letters'
import type { App, Context } from '../../foundations/context.ts'
import { byId as params } from '../../foundations/http/by-id.ts'
import { hasRole } from '@alumni/shared/staff/accounts'
import { needsProof, rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { findRecord } from '../engine/records.ts'
import { countReach } from './choose.ts'
import { listLetterKind } from './kind.ts'
import { peopleOfList } from './people-of-list.ts'
import { listRecipients } from './recipients.ts'
import { sendListLetter } from './send.ts'
import { sendTest } from './test-letter.ts'

/** What letters to lists have beside the routes of any publication. */
export function listLetterRoutes(app: App, context: Context): void {
  const { config } = context
  const index = app.peopleIndex
  const { home, needs } = listLetterKind
  const one = { needs, find: rowOf('list_letters') }

  staffRoute(
    app,
    { url: `${home}/reach`, needs, schema: { body: letterReachRequest, response: { 200: letterReachReply } } },
    async ({ db, body }) => countReach(db, await peopleOfList({ db, config, index }, body.list), body),
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
      const { list } = await findRecord(listLetterKind, db, config, id)
      if (hasRole(by.role, 'admin') && body.written_to > config.LIST_LETTERS_STAFF_MAX)
        await needsProof(request, 'Send the letter')
      await sendListLetter({ db, config, by }, id, await peopleOfList({ db, config, index }, list), body)
      return findRecord(listLetterKind, db, config, id)
    },
  )
  staffRoute(
    app,
    { ...one, url: `${home}/:id/tests`, schema: { params, response: { 200: letterTestReply } } },
    async (request) => {
      const { db } = request
      const { list } = await findRecord(listLetterKind, db, config, request.params.id)
      const people = await peopleOfList({ db, config, index }, list)
      return sendTest({ db, config, by: signedIn(request) }, request.params.id, people)
    },
  )
  staffPage(
    app,
    {
      ...one,
      url: `${home}/:id/recipients`,
      schema: { params, querystring: recipientsQuery, response: { 200: recipientsPage } },
    },
    ({ db, params: { id }, query }) => listRecipients(db, id, query),
  )
}
