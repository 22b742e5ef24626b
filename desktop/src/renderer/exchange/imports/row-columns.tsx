import type {
  ImportBatchPage,
  ImportRow,
  ImportStatusReply,
  ListedOutcome,
  FieldChange,
} from '@alumni/shared/exchange/imports'
import { Stack, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { selectOutcomeLabels } from './outcomes.ts'
import { NameLink } from '../../domain/people/person-link.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CellsForm, CorrectedCells, useIsEdited } from './corrections/cells-form.tsx'
import { BeforeAfter, Value } from '../../ui/format/before-after.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import classes from './imports.module.css'
import { column, type Column } from '../../ui/table/table-columns.tsx'

type RowColumns = {
  fields: ImportBatchPage['fields']
  isDone: boolean
  batch: Pick<ImportStatusReply, 'type' | 'undoes'>
  outcome: ListedOutcome | null
  isOpen: (row: ImportRow) => boolean
  onToggle: (row: ImportRow) => void
}

export function buildRowColumns({ fields, batch, isDone, outcome, isOpen, onToggle }: RowColumns): Column<ImportRow>[] {
  const labels = new Map(fields.map((field) => [field.field, field.label]))
  return [
    column('name', 'Name', { width: 260 }, (row) => (
      <span className="lines">
        <strong>
          {isOnFile(batch, row, isDone) ? (
            <NameLink name={row.name} buid={row.key.slice(0, 9)} />
          ) : (
            row.name || <span className="muted">No name</span>
          )}
        </strong>
        <span className="note">{row.key.replace(/(?<![ ·])[ ·]+$/, '')}</span>
      </span>
    )),
    column('outcome', 'Outcome', { width: 120 }, (row) => (
      <StateBadge {...selectOutcomeLabels(batch)[outcome === 'deletes' ? 'deletes' : row.outcome]} />
    )),
    column('changes', 'What happens', (row) => (
      <Stack gap={2}>
        <RowCells row={row} labels={labels} />
        {isNew(batch, row) && formatPlace(row.changes) && <p>{formatPlace(row.changes)}</p>}
        <RowChanges
          changes={isNew(batch, row) ? changesExceptNameAndPlace(row.changes) : row.changes}
          isWhole={row.outcome === 'new' || row.outcome === 'removed'}
          labels={labels}
          isOpen={isOpen(row)}
          onToggle={() => onToggle(row)}
        />
        {row.difference && <p className="warning">{row.difference}</p>}
        {!row.reason && row.changes.length === 0 && !row.difference && <span className="muted">No change</span>}
      </Stack>
    )),
    ...(batch.undoes ? [] : [lineColumn]),
  ]
}

const lineColumn: Column<ImportRow> = column('line', 'Line', { isNumber: true, width: 80 }, (row) => (
  <span className="muted">{row.line > 0 ? formatNumber(row.line) : '–'}</span>
))

function isOnFile({ type, undoes }: RowColumns['batch'], { outcome, key, name }: ImportRow, isDone: boolean): boolean {
  if (undoes) return name !== '' && !(outcome === 'removed' && type === 'contacts' && isDone)
  return /^B\d{8}/.test(key) && outcome !== 'skipped' && (outcome !== 'new' || isDone)
}

function isNew({ undoes }: RowColumns['batch'], { outcome }: ImportRow): boolean {
  return outcome === 'new' && !undoes
}

function RowCells({ row, labels }: { row: ImportRow; labels: ReadonlyMap<string, string> }) {
  const isEdited = useIsEdited(row)
  return (
    <>
      {row.reason && !isEdited && <Reason row={row} />}
      {isEdited ? <CellsForm row={row} labels={labels} /> : <CorrectedCells row={row} labels={labels} />}
    </>
  )
}

function Reason({ row }: { row: ImportRow }) {
  if (row.outcome === 'skipped') return <p>{row.reason}</p>
  return (
    <p className="warning">
      <IconAlertTriangle size={15} stroke={1.8} aria-label="Warning:" role="img" />
      {row.reason}
    </p>
  )
}

const collapsedChanges = 3

type RowChangesProps = {
  changes: FieldChange[]
  /** True for new and removed records, which show values instead of changes. */
  isWhole: boolean
  labels: ReadonlyMap<string, string>
  isOpen: boolean
  onToggle: () => void
}

const nameFields = ['buid', 'first_name', 'last_name']
const placeFields = ['city', 'state', 'country']

function formatPlace(changes: readonly FieldChange[]): string {
  return placeFields.flatMap((field) => changes.find((change) => change.field === field)?.after ?? []).join(', ')
}

/** Omits the name and place, which have their own columns, and flags that are false. */
function changesExceptNameAndPlace(changes: readonly FieldChange[]): FieldChange[] {
  return changes.filter(({ field, after }) => ![...nameFields, ...placeFields].includes(field) && after !== 'false')
}

function formatFlag(value: string | null): string | null {
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value
}

function RowChanges({ changes, isWhole, labels, isOpen, onToggle }: RowChangesProps) {
  if (changes.length === 0) return null
  const hidden = changes.length - collapsedChanges
  const visibleChanges = isOpen || hidden === 1 ? changes : changes.slice(0, collapsedChanges)
  return (
    <>
      <dl className={`facts ${classes.changes}`} data-inline={(isWhole && !isOpen) || undefined}>
        {visibleChanges.map((change) => (
          <div key={change.field}>
            <dt>{labels.get(change.field) ?? change.field}</dt>
            <dd>
              {isWhole && (change.before === null || change.after === null) ? (
                <Value text={formatFlag(change.before ?? change.after)} />
              ) : (
                <BeforeAfter before={formatFlag(change.before)} after={formatFlag(change.after)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hidden > 1 && (
        <UnstyledButton className="more" aria-expanded={isOpen} onClick={onToggle} tabIndex={0}>
          {isOpen ? 'Show fewer fields' : `and ${hidden} more fields`}
        </UnstyledButton>
      )}
    </>
  )
}
