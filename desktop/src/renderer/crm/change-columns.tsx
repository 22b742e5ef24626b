import { fieldName } from '@alumni/shared/alumni'
import type { CrmChange, CrmChangeStatus } from '@alumni/shared/crm'
import { IconCircleCheck, IconClock, IconSend, type Icon } from '@tabler/icons-react'
import { sayValue } from '../ui/words/say-value.ts'
import { PersonLink } from '../ui/people/person-link.tsx'
import type { Column } from '../ui/data-table.tsx'
import { StateWord, type Tone } from '../ui/state-word.tsx'
import { BeforeAfter } from '../ui/words/before-after.tsx'
import { When } from '../ui/words/when.tsx'
import classes from './change-columns.module.css'

export const statusWords: Record<CrmChangeStatus, { word: string; icon: Icon; tone: Tone }> = {
  pending: { word: 'Pending', icon: IconClock, tone: 'warn' },
  exported: { word: 'Exported', icon: IconSend, tone: 'accent' },
  verified: { word: 'Verified', icon: IconCircleCheck, tone: 'good' },
}

/** Who, what, and how far it has come on its way to the CRM. */
export const changeColumns: Column<CrmChange>[] = [
  {
    id: 'name',
    header: 'Name',
    meta: { width: 210 },
    cell: ({ row }) => <PersonLink buid={row.original.buid} name={row.original.name} />,
  },
  {
    id: 'change',
    header: 'Change',
    cell: ({ row: { original: change } }) => (
      <span className={classes.change}>
        <span className={classes.fact}>{fieldName(change.field)}</span>
        <BeforeAfter before={sayValue(change.field, change.before)} after={sayValue(change.field, change.after)} />
      </span>
    ),
  },
  {
    id: 'made',
    header: 'Made',
    meta: { width: 150 },
    cell: ({ row }) => (
      <span className={classes.made}>
        <When at={row.original.created_at} />
        <span className={classes.fact}>by {row.original.made_by}</span>
      </span>
    ),
  },
  { id: 'status', header: 'Status', meta: { width: 150 }, cell: ({ row }) => <Status change={row.original} /> },
]

function Status({
  change: { status, exported_at, export_batch_id, verified_at, verified_by_batch_id },
}: {
  change: CrmChange
}) {
  const { word, icon, tone } = statusWords[status]
  return (
    <span className={classes.made}>
      <StateWord icon={icon} tone={tone}>
        {word}
      </StateWord>
      {status === 'exported' && exported_at && (
        <span className={classes.fact}>
          <When at={exported_at} />, export {export_batch_id}
        </span>
      )}
      {status === 'verified' && verified_at && (
        <span className={classes.fact}>
          <When at={verified_at} />, import {verified_by_batch_id}
        </span>
      )}
    </span>
  )
}
