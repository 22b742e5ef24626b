import { protectionPage, type ProtectionQuery } from '@alumni/shared/operations/protection'
import { writePlainSearch } from '../../plain-search.ts'
import { readPageQuery } from '../../ui/read-query.ts'

export const protectionUrl = '/settings/protection'

export const protectionQuery = ({ q, limit, page }: ProtectionQuery) =>
  readPageQuery(
    ['protection', q, limit, page],
    `${protectionUrl}${writePlainSearch({ q, limit, page })}`,
    protectionPage,
    { refetchInterval: 60_000 },
  )
