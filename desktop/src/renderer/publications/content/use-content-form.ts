import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { sayDone } from '../../domain/publications/say.ts'
import { useOfferForm, type Typed } from '../../domain/publications/use-offer-form.ts'
import { homeOf, urlOf, type Kind } from './queries.ts'

type Kept = { id: number; version: number; state: string }

type ContentForm<Fields, Record extends Kept> = {
  kind: Kind
  begin: Typed
  /** Null for something new. */
  seen: Record | null
  record: z.ZodType<Record>
  read: (typed: Typed) => z.ZodSafeParseResult<Fields>
  typedOf: (record: Record) => Typed
  onSaved: (record: Record) => void
}

/** The form in which a community or news are written. */
export function useContentForm<Fields, Record extends Kept>({
  kind,
  begin,
  seen,
  record,
  read,
  typedOf,
  onSaved,
}: ContentForm<Fields, Record>) {
  const queryClient = useQueryClient()
  return useOfferForm<Fields, Record>({
    begin,
    read,
    version: seen?.version ?? null,
    save: (fields, version) =>
      seen
        ? request(urlOf(kind, seen.id), record, { method: 'PATCH', body: { ...fields, version } })
        : request(homeOf(kind), record, { method: 'POST', body: fields }),
    readTheirs(body) {
      const found = z.object({ current: record }).safeParse(body)
      return found.success ? { typed: typedOf(found.data.current), version: found.data.current.version } : null
    },
    onSaved(saved) {
      sayDone(seen ? 'Saved.' : 'It is kept as a draft. Publish it when it is ready.')
      void queryClient.invalidateQueries({ queryKey: [kind] })
      onSaved(saved)
    },
  })
}
