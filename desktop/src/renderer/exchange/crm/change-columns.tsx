import { fieldName } from '@alumni/shared/alumni/record'
import type { CrmChange, CrmChangeStatus } from '@alumni/shared/exchange/crm'
import { Checkbox } from '@mantine/core'
import {
  IconArrowsDiff,
  IconCircleCheck,
  IconClock,
  IconIdOff,
  IconSend,
  IconSendOff,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { sayValue } from '../../ui/words/say-value.ts'
import { PersonLink } from '../../domain/people/person-link.tsx'
import { UndoChange } from '../../domain/people/undo-change.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { When } from '../../ui/words/when.tsx'
import { waitingTime } from './waiting.tsx'
import classes from './crm.module.css'

export const statusWords: Record<CrmChangeStatus, { word: string; icon: Icon; tone: Tone }> = {
  pending: { word: 'Pending', icon: IconClock, tone: 'warn' },
  exported: { word: 'Exported', icon: IconSend, tone: 'accent' },
  verified: { word: 'Verified', icon: IconCircleCheck, tone: 'good' },
}

type Choosing = {
  isChosen: (change: CrmChange) => boolean
  onChoose: (change: CrmChange, isChosen: boolean) => void
}

/** Who, what, and how far it has come on its way to the CRM; pending ones can be chosen. */
export function changeColumns(choosing: Choosing | null): Column<CrmChange>[] {
  return [...(choosing ? [chooseColumn(choosing)] : []), ...columns]
}

function chooseColumn({ isChosen, onChoose }: Choosing): Column<CrmChange> {
  return {
    id: 'choose',
    header: 'Choose',
    meta: { width: 44 },
    cell: ({ row: { original: change } }) => (
      <Checkbox
        size="sm"
        radius={4}
        aria-label={`Choose ${fieldName(change.field)} of ${change.name || change.buid}`}
        checked={isChosen(change)}
        onChange={(event) => onChoose(change, event.currentTarget.checked)}
      />
    ),
  }
}

const columns: Column<CrmChange>[] = [
  {
    id: 'name',
    header: 'Name',
    meta: { width: 210 },
    cell: ({ row }) => (
      <span className={classes.person}>
        <PersonLink buid={row.original.buid} name={row.original.name} />
      </span>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    cell: ({ row: { original: change } }) => (
      <span className={classes.change}>
        <span className={classes.fact}>{fieldName(change.field)}</span>
        <BeforeAfter before={sayValue(change.field, change.before)} after={sayValue(change.field, change.after)} />
        <Trouble change={change} />
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
  { id: 'status', header: 'Status', meta: { width: 170 }, cell: ({ row }) => <Status change={row.original} /> },
]

/** What keeps a change from arriving. */
function Trouble({ change: { buid, status, rejection, has_crm_id, is_contradicted } }: { change: CrmChange }) {
  return (
    <>
      {rejection && (
        <span className={classes.trouble} data-tone="bad">
          <IconSendOff size={14} stroke={1.8} aria-hidden />
          <span>The loader refused it: {rejection}</span>
        </span>
      )}
      {is_contradicted && (
        <span className={classes.trouble}>
          <IconArrowsDiff size={14} stroke={1.8} aria-hidden />
          <Link to="/settings/crm/conflicts" search={{ q: buid, page: 1 }}>
            The CRM says otherwise
          </Link>
        </span>
      )}
      {status === 'pending' && !has_crm_id && (
        <span className={classes.trouble}>
          <IconIdOff size={14} stroke={1.8} aria-hidden />
          No CRM ID, so the loader cannot find this person
        </span>
      )}
    </>
  )
}

function Status({
  change: {
    id,
    buid,
    name,
    field,
    after,
    status,
    created_at,
    exported_at,
    export_batch_id,
    verified_at,
    verified_by_batch_id,
  },
}: {
  change: CrmChange
}) {
  const { word, icon, tone } = statusWords[status]
  return (
    <span className={classes.made}>
      <StateWord icon={icon} tone={tone}>
        {word}
      </StateWord>
      {status === 'pending' && (
        <>
          <Waiting since={created_at} words="for" />
          <span className={classes.undo}>
            <UndoChange person={{ buid, name }} change={{ id, field, after }} />
          </span>
        </>
      )}
      {status === 'exported' && exported_at && (
        <>
          <span className={classes.fact}>
            <When at={exported_at} />, export {export_batch_id}
          </span>
          <Waiting since={exported_at} words="not confirmed for" />
        </>
      )}
      {status === 'verified' && verified_at && (
        <span className={classes.fact}>
          <When at={verified_at} />, import {verified_by_batch_id}
        </span>
      )}
    </span>
  )
}

function Waiting({ since, words }: { since: string; words: string }) {
  const time = waitingTime(since)
  return (
    time && (
      <span className={classes.fact}>
        {words} {time}
      </span>
    )
  )
}
