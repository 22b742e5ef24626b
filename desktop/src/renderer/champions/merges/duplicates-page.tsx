import { useSearch } from '@tanstack/react-router'
import { Comparison } from './comparison.tsx'
import { DuplicateList } from './duplicate-list.tsx'
import type { DuplicatesSearch } from './queries.ts'

/** Signups that may be of one person; with `ids` in the address, these side by side. */
export function DuplicatesPage() {
  const { ids, ...search }: DuplicatesSearch = useSearch({ from: '/shell/champion_signups/duplicates' })
  return ids ? <Comparison key={ids} ids={ids} /> : <DuplicateList search={search} />
}
