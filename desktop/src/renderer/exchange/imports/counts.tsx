import type {
  ImportCounts,
  ImportStatusReply,
  ListedOutcome,
  FieldCount,
  ImportBatchPage,
} from '@alumni/shared/exchange/imports'
import { Box, Group, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { listOutcomes, selectOutcomeLabels } from './outcomes.ts'
import { useRowFilters } from './use-batch.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import classes from './imports.module.css'
import tiles from '../../ui/page/tiles.module.css'

type CountTilesProps = {
  batch: Pick<ImportStatusReply, 'type' | 'undoes'>
  counts: ImportCounts
  /** The counts from the review, shown where they differ from `counts`. */
  reviewCounts?: ImportCounts | null
  selectedOutcome: ListedOutcome | undefined
  onChoose?: (outcome: ListedOutcome | undefined) => void
}

export function CountTiles({ batch, counts, reviewCounts, selectedOutcome, onChoose }: CountTilesProps) {
  return (
    <Box className={tiles.tiles} mb={24} role="group" aria-label="Lines by outcome">
      {listOutcomes(batch, counts).map((outcome) => {
        const { label, icon: Icon, tone } = selectOutcomeLabels(batch)[outcome]
        const isChosen = selectedOutcome === outcome
        const number = counts[outcome] ?? 0
        const differs = reviewCounts && (reviewCounts[outcome] ?? 0) !== number
        const content = (
          <>
            <span className={tiles.label}>
              <Icon size={15} stroke={1.8} aria-hidden />
              {label}
            </span>
            <span className={tiles.number}>{formatNumber(number)}</span>
            {differs && <span className="note">{formatNumber(reviewCounts[outcome] ?? 0)} in the review</span>}
          </>
        )
        const tileProps = { className: `${tiles.tile} ${classes.tile}`, 'data-tone': number > 0 ? tone : 'none' }
        return onChoose ? (
          <UnstyledButton
            key={outcome}
            {...tileProps}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : outcome)}
          >
            {content}
          </UnstyledButton>
        ) : (
          <div key={outcome} {...tileProps}>
            {content}
          </div>
        )
      })}
    </Box>
  )
}

const collapsedCounts = 12

export function FieldCounts({ batch, fields }: { batch: ImportStatusReply; fields: ImportBatchPage['fields'] }) {
  const { search, chooseField } = useRowFilters()
  const [isOpen, setOpen] = useState(false)
  const all = batch.field_counts ?? []
  if (all.length === 0) return null
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  const isChosen = ({ field, kind }: FieldCount) =>
    (search.field?.split(',').includes(field) ?? search.kind !== undefined) && (search.kind ?? kind) === kind
  const sorted = all.toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count)
  const hidden = sorted.slice(collapsedCounts)
  const visibleCounts = isOpen || hidden.length < 2 || hidden.some(isChosen) ? sorted : sorted.slice(0, collapsedCounts)
  return (
    <Group gap={6} mt={-8} mb={20} role="group" aria-label="Changes by field">
      {visibleCounts.map((fieldCount) => (
        <UnstyledButton
          key={`${fieldCount.field} ${fieldCount.kind}`}
          className={classes.chip}
          data-tone={rankOf(fieldCount) === 0 ? 'warn' : undefined}
          aria-pressed={isChosen(fieldCount)}
          onClick={() => chooseField(isChosen(fieldCount) ? undefined : fieldCount)}
        >
          {describeFieldCount(fieldCount, labels.get(fieldCount.field) ?? fieldCount.field)}:{' '}
          <strong>{formatNumber(fieldCount.count)}</strong>
        </UnstyledButton>
      ))}
      {visibleCounts.length < sorted.length && (
        <UnstyledButton className="more" aria-expanded={false} onClick={() => setOpen(true)}>
          and {hidden.length} more
        </UnstyledButton>
      )}
    </Group>
  )
}

/** Ranks cleared values, deaths and contact preferences first, because they need the most attention. */
function rankOf({ field, kind }: FieldCount): number {
  return kind === 'cleared' || field === 'deceased' || field.startsWith('do_not_') ? 0 : 1
}

/** Returns text such as “Deceased removed”, “City added” or “City cleared”. */
function describeFieldCount({ field, kind }: Pick<FieldCount, 'field' | 'kind'>, label: string): string {
  if (flags.has(field)) return kind === 'cleared' ? `${label} removed` : label
  return `${label} ${{ set: 'added', changed: 'changed', cleared: 'cleared' }[kind]}`
}

const flags = new Set(['deceased', 'do_not_contact', 'do_not_email', 'current'])
