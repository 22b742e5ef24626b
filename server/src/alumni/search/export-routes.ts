import {
  addressesReply,
  addressesRequest,
  exportSearchQuery,
  exportSelectedRequest,
  ownExports,
  searchReach,
  searchSelection,
  selectionQuery,
  type ExportSearchQuery,
} from '@alumni/shared/alumni/export'
import { countReach, type Reach } from '@alumni/shared/champions/contact-preferences'
import type { FastifyReply } from 'fastify'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions, audit, type StaffUser } from '../../staff/index.ts'
import { readSearchChoices } from './choices.ts'
import { exportHeader, exportRows } from './export-csv.ts'
import { buildExportFileName, selectedFileName } from './export-name.ts'
import {
  filterReachableByEmail,
  filterReachableByPost,
  readSelected,
  readSearchSelection,
  readUsableAddresses,
} from './selected.ts'
import { refuseStaffFilters } from './staff-filters.ts'

const home = '/alumni_search'
const action = 'alumni.exported'

/** The audit log records how many of the people in each export have opted out. */
export function exportRoutes(app: App): void {
  const index = app.peopleIndex
  const forStaff = actions(app, { url: home, needs: 'staff' })
  const csv = { proof: 'Export alumni', handlerTimeout: 10 * 60_000 }
  forStaff.get('.csv', { ...csv, query: exportSearchQuery }, async ({ db, me, query, reply }) => {
    const { columns: _columns, opted_out, ...filters } = query
    const { reach } = await index.reach(filters)
    const { ids } = await index.search({ ...filters, leaveOut: opted_out === 'left_out' }, 0, Infinity)
    const file = buildExportFileName(filters, await readSearchChoices(db, index, true))
    return sendFile(reply, db, me, { query, ids, reach, file, detail: { filter: filters } })
  })
  forStaff.post('.csv', { ...csv, body: exportSelectedRequest }, async ({ db, me, body, reply }) => {
    const { buids, ...query } = body
    const selected = await readSelected(db, buids)
    const sent =
      body.opted_out === 'left_out'
        ? selected.filter(({ group }) => group === 'may_be_emailed' || group === 'no_email')
        : selected
    return sendFile(reply, db, me, {
      query,
      ids: idsOf(sent),
      reach: countReach(selected.map(({ group }) => group)),
      file: selectedFileName(),
      detail: { selected: buids.length },
    })
  })
  forStaff.get('/selection', { query: selectionQuery, reply: searchSelection }, async ({ db, query }) => ({
    people: await readSearchSelection(db, index, query),
  }))
  const copying = { proof: 'Copy addresses', body: addressesRequest, reply: addressesReply }
  forStaff.post('/addresses', copying, async ({ db, me, body }) => {
    const { addresses, reach } = await readUsableAddresses(db, body.buids)
    const counts = { addresses: addresses.length, selected: body.buids.length, reach }
    await audit(db, me, 'alumni.addresses-copied', 'alumni-search', counts)
    return { addresses, reach }
  })
  forStaff.get('/exports', { reply: ownExports }, async ({ db, me }) => ({ exports: await listExports(db, me) }))

  const forViewers = actions(app, { url: home, needs: 'viewer' })
  forViewers.get('/reach', { query: selectionQuery, reply: searchReach }, async ({ db, query, request }) => {
    refuseStaffFilters(request, query)
    const letters = index.search(query, 0, Infinity).then(({ ids }) => filterReachableByPost(db, ids))
    const [reach, reachable] = await Promise.all([index.reach(query), letters])
    return { ...reach, by_post: reachable.length }
  })
  forStaff.post('/reach', { body: addressesRequest, reply: searchReach }, async ({ db, body }) => {
    const selected = await readSelected(db, body.buids)
    return {
      matching: selected.length,
      reach: countReach(selected.map(({ group }) => group)),
      by_post: (await filterReachableByPost(db, idsOf(selected))).length,
    }
  })
}

const idsOf = (people: readonly { id: number }[]) => Int32Array.from(people, ({ id }) => id)

type ExportedFile = {
  query: ExportSearchQuery
  ids: Int32Array
  reach: Reach
  file: string
  detail: Record<string, unknown>
}

async function sendFile(
  reply: FastifyReply,
  db: Db,
  user: StaffUser,
  { query, ids: foundIds, reach, file, detail }: ExportedFile,
) {
  const { columns, opted_out } = query
  const ids =
    opted_out === 'by_post'
      ? await filterReachableByPost(db, foundIds)
      : opted_out === 'by_email'
        ? await filterReachableByEmail(db, foundIds)
        : foundIds
  await audit(db, user, action, 'alumni-search', {
    alumni: ids.length,
    file,
    opted_out,
    columns: columns ?? 'all',
    reach,
    ...detail,
  })
  return sendCsv(reply.header('x-rows', ids.length), file, exportHeader(columns), exportRows(db, ids, query))
}

async function listExports(db: Db, user: StaffUser) {
  const rows = await db.findAll(
    'audit_entries',
    ['id', 'detail', utc('at').as('at')],
    { staff_user_id: user.id, action },
    { by: '-id', limit: 20 },
  )
  return rows.map(({ id, at, detail }) => {
    const { alumni, file } = detail as { alumni?: unknown; file?: unknown }
    return { id, at, people: Number(alumni ?? 0), file: typeof file === 'string' ? file : 'alumni.csv' }
  })
}
