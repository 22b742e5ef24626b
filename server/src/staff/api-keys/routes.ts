import {
  apiKeysPage,
  issueApiKeyRequest,
  issuedApiKey,
  rotateApiKeyRequest,
  apiKey,
  usageDaysShown,
  type ApiKeysPage,
} from '@alumni/shared/staff/api-keys'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { utcDay } from '../../foundations/days.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { requireStaffUser } from '../accounts/identify.ts'
import { staffPage, staffRoute } from '../accounts/staff-page.ts'
import { issueApiKey, revokeApiKey, rotateApiKey } from './save-keys.ts'

const url = '/settings/api_keys'
/** The keys of the events API, for administrators. */
export function apiKeyRoutes(app: App): void {
  staffPage(app, { url, needs: 'admin', schema: { response: { 200: apiKeysPage } } }, async ({ db, server }) => {
    await server.apiKeyUsage.write()
    return listApiKeys(db)
  })

  staffRoute(
    app,
    {
      url,
      needs: 'admin',
      needsProof: 'Issue an API key',
      schema: { body: issueApiKeyRequest, response: { 201: issuedApiKey } },
    },
    async (request, reply) => {
      const issued = await issueApiKey(request.db, request.body, requireStaffUser(request))
      app.apiKeys.forget()
      return reply.code(201).send(issued)
    },
  )

  staffRoute(
    app,
    {
      url: `${url}/:id/rotate`,
      needs: 'admin',
      needsProof: 'Replace the API key',
      schema: { params: byId, body: rotateApiKeyRequest, response: { 200: issuedApiKey } },
    },
    async (request) => {
      const issued = await rotateApiKey(
        request.db,
        request.params.id,
        request.body.overlap_hours,
        requireStaffUser(request),
      )
      app.apiKeys.forget()
      return issued
    },
  )

  staffRoute(
    app,
    {
      method: 'DELETE',
      url: `${url}/:id`,
      needs: 'admin',
      needsProof: 'Revoke the API key',
      schema: { params: byId, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await revokeApiKey(request.db, request.params.id, requireStaffUser(request))
      app.apiKeys.forget()
      return reply.code(204).send(null)
    },
  )
}

/** All keys, those that work first, each with its use on the last thirty days. */
async function listApiKeys(db: Db): Promise<ApiKeysPage> {
  const days = sql`
    select day::date::text as day from generate_series(${utcDay} - ${usageDaysShown - 1}::int, ${utcDay}, '1 day') day
  `
  const keys = sql`
    select k.id, k.name, k.owner, k.prefix, ${utc('k.created_at')} as created_at, c.name as created_by, ${utc('k.rotated_at')} as rotated_at,
      case when k.previous_until > now() and k.revoked_at is null then k.previous_prefix end as previous_prefix,
      case when k.previous_until > now() and k.revoked_at is null then ${utc('k.previous_until')} end as previous_until,
      coalesce((select jsonb_agg(jsonb_build_object('prefix', o.prefix, 'until', ${utc('o.ends_at')}) order by o.ends_at desc)
                from api_key_overlaps o where o.api_key_id = k.id and o.ends_at > now() and k.revoked_at is null), '[]') as older,
      ${utc('k.revoked_at')} as revoked_at, r.name as revoked_by, ${utc('k.last_used_at')} as last_used_at,
      coalesce((select jsonb_agg(jsonb_build_object('day', u.day, 'requests', u.requests, 'rows', u.rows) order by u.day)
                from api_key_usage u where u.api_key_id = k.id and u.day > ${utcDay} - ${usageDaysShown}::int), '[]') as usage
    from api_keys k join staff_users c on c.id = k.created_by_id left join staff_users r on r.id = k.revoked_by_id
    order by k.revoked_at is not null, k.id desc
  `
  return {
    keys: await selectRaw(db, apiKey, keys),
    days: (await selectRaw(db, z.object({ day: z.string() }), days)).map(({ day }) => day),
  }
}
