import type {
  ImportCounts,
  ImportStatusReply,
  ListedOutcome,
  FieldCount,
  ImportBatchPage,
} from '@alumni/shared/exchange/imports'
import { Box, Group, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { outcomesOf, outcomeWords } from './outcomes.ts'
import { useRowsSearch } from './use-batch.ts'
import { count } from '../../ui/words/numbers.ts'
import classes from './imports.module.css'
import tiles from '../../ui/page/tiles.module.css'

type CountTilesProps = {
  batch: Pick<ImportStatusReply, 'type' | 'undoes'>
  counts: ImportCounts
  /** The review's numbers, shown where they differ. */
  promised?: ImportCounts | null
  chosen: ListedOutcome | undefined
  /** Without it the numbers are only numbers. */
  onChoose?: (outcome: ListedOutcome | undefined) => void
}

/** The big calm numbers; pressing one filters the rows below. */
export function CountTiles({ batch, counts, promised, chosen, onChoose }: CountTilesProps) {
  return (
    <Box className={tiles.tiles} mb={24} role="group" aria-label="Lines by outcome">
      {outcomesOf(batch, counts).map((outcome) => {
        const { word, icon: Picture, tone } = outcomeWords(batch)[outcome]
        const isChosen = chosen === outcome
        const number = counts[outcome] ?? 0
        const differs = promised && (promised[outcome] ?? 0) !== number
        const inside = (
          <>
            <span className={tiles.word}>
              <Picture size={15} stroke={1.8} aria-hidden />
              {word}
            </span>
            <span className={tiles.number}>{count(number)}</span>
            {differs && <span className="note">{count(promised[outcome] ?? 0)} in the review</span>}
          </>
        )
        const look = { className: `${tiles.tile} ${classes.tile}`, 'data-tone': number > 0 ? tone : 'none' }
        return onChoose ? (
          <UnstyledButton
            key={outcome}
            {...look}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : outcome)}
          >
            {inside}
          </UnstyledButton>
        ) : (
          <div key={outcome} {...look}>
            {inside}
          </div>
        )
      })}
    </Box>
  )
}

const shownAtFirst = 12

/** Counts the changes by field and kind; pressing one filters the lines below. */
export function FieldCounts({ batch, fields }: { batch: ImportStatusReply; fields: ImportBatchPage['fields'] }) {
  const { search, chooseField } = useRowsSearch()
  const [isOpen, setOpen] = useState(false)
  const all = batch.field_counts ?? []
  if (all.length === 0) return null
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  const isChosen = ({ field, kind }: FieldCount) =>
    (search.field?.split(',').includes(field) ?? search.kind !== undefined) && (search.kind ?? kind) === kind
  const sorted = all.toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count)
  const hidden = sorted.slice(shownAtFirst)
  const shown = isOpen || hidden.length < 2 || hidden.some(isChosen) ? sorted : sorted.slice(0, shownAtFirst)
  return (
    <Group gap={6} mt={-8} mb={20} role="group" aria-label="Changes by field">
      {shown.map((one) => (
        <UnstyledButton
          key={`${one.field} ${one.kind}`}
          className={classes.chip}
          data-tone={rankOf(one) === 0 ? 'warn' : undefined}
          aria-pressed={isChosen(one)}
          onClick={() => chooseField(isChosen(one) ? undefined : one)}
        >
          {fieldCountWords(one, labels.get(one.field) ?? one.field)}: <strong>{count(one.count)}</strong>
        </UnstyledButton>
      ))}
      {shown.length < sorted.length && (
        <UnstyledButton className="more" aria-expanded={false} onClick={() => setOpen(true)}>
          and {hidden.length} more
        </UnstyledButton>
      )}
    </Group>
  )
}

/** First what takes something away or says that a person has died: it deserves a look before the rest. */
function rankOf({ field, kind }: FieldCount): number {
  return kind === 'cleared' || field === 'deceased' || field.startsWith('do_not_') ? 0 : 1
}

/** “Deceased”, “Deceased removed”, “City added”, “City changed”, “City cleared”. */
function fieldCountWords({ field, kind }: Pick<FieldCount, 'field' | 'kind'>, label: string): string {
  if (flags.has(field)) return kind === 'cleared' ? `${label} removed` : label
  return `${label} ${{ set: 'added', changed: 'changed', cleared: 'cleared' }[kind]}`
}

const flags = new Set(['deceased', 'do_not_contact', 'do_not_email', 'current'])
