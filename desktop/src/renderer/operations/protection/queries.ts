import { protectionPage, type ProtectionQuery } from '@alumni/shared/operations/protection'
import { writePlainSearch } from '../../plain-search.ts'
import { readPage } from '../../ui/read.ts'

export const protectionUrl = '/settings/protection'

export const protectionQuery = ({ q, limit, page }: ProtectionQuery) =>
  readPage(['protection', q, limit, page], `${protectionUrl}${writePlainSearch({ q, limit, page })}`, protectionPage, {
    refetchInterval: 60_000,
  })
