import { alumnusFields, fieldName, type HistoryEntry } from '@alumni/shared/alumni/record'

/** The fields that one action changed in one record. */
export type HistoryChange = Omit<HistoryEntry, 'field' | 'before' | 'after'> & { entries: HistoryEntry[] }

/** Puts the entries of one change together again, in the order of the page's fields. */
export function historyChanges(history: readonly HistoryEntry[]): HistoryChange[] {
  // What has come since the first page was read pushes entries on to the next, where they are met again.
  const once = new Map(history.map((entry) => [entry.id, entry]))
  const byChange = Map.groupBy(once.values(), ({ id }) => id.split(' ')[0]!)
  return [...byChange].map(([id, entries]) => ({
    ...entries[0]!,
    id,
    entries: entries
      .filter(({ field }) => field !== 'buid' || entries.length === 1)
      .sort((a, b) => rank(a.field) - rank(b.field)),
  }))
}

function rank(field: string): number {
  const index = (alumnusFields as string[]).indexOf(field)
  return index < 0 ? alumnusFields.length : index
}

const recordWords = { alumnus: 'record', education: 'education', employment: 'employment' } as const
const actionWords = { created: 'added', changed: 'changed', deleted: 'deleted' } as const

/** "City changed", "Education added", "4 fields changed". */
export function changeTitle({ record, action, entries }: HistoryChange): string {
  if (action !== 'changed') return `${capital(recordWords[record])} ${actionWords[action]}`
  if (entries.length > 1)
    return `${record === 'alumnus' ? '' : `${capital(recordWords[record])}: `}${entries.length} fields changed`
  return `${fieldName(entries[0]!.field)} changed`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
