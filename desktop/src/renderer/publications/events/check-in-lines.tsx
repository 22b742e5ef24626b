import type { CheckInOutcome, CheckInReply } from '@alumni/shared/publications/staff-events'
import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { AnswererLink } from '../../domain/publications/answerer-link.tsx'
import { ListFoot } from '../../ui/paged-list.tsx'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import { none } from '../../ui/words/none.tsx'
import type { CheckInFile } from './check-in-file.ts'
import classes from './check-in.module.css'

type Line = { line: number; email: string; reason: string; signup_id: number | null; name: string | null }

/** Why a line is not simply someone who is marked. */
const reasons: Record<Exclude<CheckInOutcome, 'attends' | 'already'>, string> = {
  walk_in: 'Is a champion, and had not answered to this event.',
  stranger: 'No champion has this address.',
  twice: 'Stands in the file before, perhaps with another address.',
  malformed: 'Is no e-mail address.',
}

const columns: Column<Line>[] = [
  { id: 'line', header: 'Row', meta: { width: 80, isNumber: true }, cell: ({ row }) => row.original.line },
  { id: 'email', header: 'In the file', meta: { width: 300 }, cell: ({ row }) => row.original.email },
  { id: 'reason', header: 'Why', cell: ({ row }) => row.original.reason },
  {
    id: 'name',
    header: 'Champion',
    meta: { width: 220 },
    cell: ({ row: { original: line } }) =>
      line.name === null ? none : <AnswererLink person={{ ...line, name: line.name, email: null, buid: null }} />,
  },
]

/** The rows of the file about which there is something to say, each with its reason. */
export function CheckInLines({ preview, file }: { preview: CheckInReply; file: CheckInFile }) {
  const [asked, setPage] = useState(1)
  const lines = preview.lines.flatMap(({ line, outcome, signup_id, name }): Line[] =>
    outcome === 'attends' || outcome === 'already'
      ? []
      : [{ line: file.lines[line - 1]!, email: file.emails[line - 1]!, reason: reasons[outcome], signup_id, name }],
  )
  if (lines.length === 0) return <p className="muted">Every address belongs to somebody who had answered.</p>
  const pages = pagesOf(lines.length)
  const page = Math.min(asked, pages)
  return (
    <section className={classes.lines}>
      <h2>Rows to look at</h2>
      <DataTable
        caption="Rows to look at"
        columns={columns}
        rows={lines.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
        rowKey={({ line }) => String(line)}
      />
      <ListFoot page={{ page, pages, matching: lines.length }} perPage={rowsPerPage} onPage={setPage} />
    </section>
  )
}
