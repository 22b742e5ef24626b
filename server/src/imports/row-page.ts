import { importRowsPerPage, type ImportRow } from '@alumni/shared/imports'

/** Some rows of a batch; `rows` is null where it has none to show. */
export type RowPage = { rows: ImportRow[] | null; page: number; pages: number; matching: number }

export function pagesOf(matching: number): number {
  return Math.max(1, Math.ceil(matching / importRowsPerPage))
}
