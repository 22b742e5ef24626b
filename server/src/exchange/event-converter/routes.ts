import {
  eventConverterPage,
  matchesReply,
  matchesRequest,
  recordedReply,
  recordedRequest,
  recordReply,
  recordRequest,
  matchedPerson,
  type MatchedPerson,
} from '@alumni/shared/exchange/event-converter'
import { engagementBatchReply, engagementBatchRequest, maxBatchBytes } from '@alumni/shared/exchange/events-api'
import type { EngagementBatchRequest } from '@alumni/shared/exchange/events-api'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import { checkRows } from '../events-api/check-rows.ts'
import { submitBatch, findRecordedRows, toUnprocessableError } from '../events-api/submit-batch.ts'
import { actions, audit, getStaffUser, staffRoute } from '../../staff/index.ts'
import { z } from 'zod'
import { displayName, recentDegreeFirst, nameColumns, nameShape } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

const url = '/tools/event_converter'
/** In bytes; enough for 5,000 addresses of 320 characters. */
const matchesLimit = 2 * 1024 * 1024

/** Matches addresses and stores engagements; files stay on the user's computer. */
export function eventConverterRoutes(app: App): void {
  app.removeContentTypeParser('application/x-www-form-urlencoded')

  actions(app, { url, needs: 'staff' }).page('', { reply: eventConverterPage }, async ({ db }) => ({
    activity_codes: await db
      .selectFrom('activity_codes')
      .select(['code', 'name'])
      .orderBy(sql`code <> 'event_attended'`)
      .orderBy(sql`lower(name)`)
      .execute(),
  }))

  const action = { needs: 'staff', config: { takesAnyText: true } } as const
  const matches = { body: matchesRequest, response: { 200: matchesReply } }
  staffRoute(
    app,
    { ...action, url: `${url}/matches`, bodyLimit: matchesLimit, schema: matches },
    async ({ db, body }) => ({ matches: await findPeopleByEmail(db, body.emails) }),
  )
  const recorded = { body: recordedRequest, response: { 200: recordedReply } }
  staffRoute(
    app,
    { ...action, url: `${url}/recorded`, schema: recorded },
    async ({ db, body: { buids, ...event } }) => {
      const engagements = buids.map((buid) => ({ buid, ...event }))
      return { recorded: (await findRecordedRows(db, checkRows(engagements, () => true).valid)).size }
    },
  )
  const batch = { ...action, bodyLimit: maxBatchBytes, attachValidation: true }
  const engagements = { body: engagementBatchRequest, response: { 200: engagementBatchReply } }
  staffRoute(app, { ...batch, url: `${url}/engagements`, schema: engagements }, storeBatch)
  const lists = { body: recordRequest, response: { 200: recordReply } }
  staffRoute(app, { ...batch, url: `${url}/lists`, schema: lists }, storeBatch)
}

type StoreRequest = FastifyRequest<{ Body: EngagementBatchRequest & { only_new?: boolean } }>

function storeBatch(request: StoreRequest) {
  if (request.validationError) throw toUnprocessableError(request.validationError)
  const { only_new = false, ...batch } = request.body
  const user = getStaffUser(request)
  return submitBatch(request.db, { staff_user_id: user.id }, batch, {
    onlyNew: only_new,
    onStored: async (db, { id, inserted, failed }) => {
      await audit(db, user, 'event-converter.recorded', `engagement-batches/${id}`, {
        batch: batch.batch_id,
        inserted,
        failed,
      })
    },
  })
}

const maxPeople = 20
const foundPerson = matchedPerson.omit({ display_name: true }).extend({ ordinal: z.number(), ...nameShape })

/** Finds people by e-mail address, ignoring case. Returns each distinct address once. */
async function findPeopleByEmail(
  db: Db,
  emails: readonly string[],
): Promise<{ email: string; people: MatchedPerson[] }[]> {
  const addresses = [...new Set(emails)]
  // PostgreSQL rejects NUL and lone surrogates, which no address contains.
  const storable = addresses.map((email) => (email.includes('\0') || !email.isWellFormed() ? '' : email))
  const rows = await selectRaw(db, foundPerson)`
    select requested.ordinal::int as ordinal, a.buid, ${nameColumns}, degree.class_year
    from unnest(${storable}::text[]) with ordinality requested (address, ordinal)
    cross join lateral (
      select alumnus_id
      from alumni_emails
      where email = fold_email(requested.address)
      order by alumnus_id
      limit ${maxPeople}
    ) owner
    join alumni a on a.id = owner.alumnus_id
    left join lateral (
      select extract(year from degree_date)::int as class_year
      from educations e
      where e.buid = a.buid
        and e.kind = 'degree'
        and e.degree_date is not null
      order by ${sql.raw(recentDegreeFirst)}
      limit 1
    ) degree on true
    order by requested.ordinal, a.id
  `
  const people = Map.groupBy(rows, ({ ordinal }) => ordinal)
  return addresses.map((email, index) => ({
    email,
    people: (people.get(index + 1) ?? []).map((row) => ({
      buid: row.buid,
      display_name: displayName(row),
      class_year: row.class_year,
    })),
  }))
}
