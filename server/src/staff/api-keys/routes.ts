import {
  apiKey,
  apiKeysPage,
  issueApiKeyRequest,
  issuedApiKey,
  rotateApiKeyRequest,
  type ApiKeysPage,
} from '@alumni/shared/staff/api-keys'
import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { actions } from '../accounts/actions.ts'
import { issueApiKey, revokeApiKey, rotateApiKey } from './save-keys.ts'

const url = '/settings/api_keys'

export function apiKeyRoutes(app: App): void {
  const keys = actions(app, { url, needs: 'admin' })
  keys.page('', { reply: apiKeysPage }, ({ db }) => listApiKeys(db))

  const key = actions(app, { url: `${url}/:id`, needs: 'admin', params: byId })

  keys.post('', { body: issueApiKeyRequest, created: issuedApiKey, proof: 'Issue an API key' }, ({ db, me, body }) =>
    issueApiKey(db, body, me).finally(() => app.apiKeys.invalidate()),
  )

  key.post(
    '/rotate',
    { body: rotateApiKeyRequest, reply: issuedApiKey, proof: 'Replace the API key' },
    ({ db, me, params, body }) =>
      rotateApiKey(db, params.id, body.overlap_hours, me).finally(() => app.apiKeys.invalidate()),
  )

  key.delete('', { proof: 'Revoke the API key' }, ({ db, me, params }) =>
    revokeApiKey(db, params.id, me).finally(() => app.apiKeys.invalidate()),
  )
}

async function listApiKeys(db: Db): Promise<ApiKeysPage> {
  const keys = sql`
    select k.id, k.name, k.owner, k.prefix, ${utc('k.created_at')} as created_at, c.name as created_by, ${utc('k.rotated_at')} as rotated_at,
      case when k.previous_until > now() and k.revoked_at is null then k.previous_prefix end as previous_prefix,
      case when k.previous_until > now() and k.revoked_at is null then ${utc('k.previous_until')} end as previous_until,
      coalesce((select jsonb_agg(jsonb_build_object('prefix', o.prefix, 'until', ${utc('o.ends_at')}) order by o.ends_at desc)
                from api_key_overlaps o where o.api_key_id = k.id and o.ends_at > now() and k.revoked_at is null), '[]') as older,
      ${utc('k.revoked_at')} as revoked_at, r.name as revoked_by, ${utc('k.last_used_at')} as last_used_at
    from api_keys k join staff_users c on c.id = k.created_by_id left join staff_users r on r.id = k.revoked_by_id
    order by k.revoked_at is not null, k.id desc
  `
  return { keys: await selectRaw(db, apiKey)`${keys}` }
}
