import { UnstyledButton } from '@mantine/core'
import type { FieldCount, ImportBatchPage, ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useState } from 'react'
import { count } from '../../ui/words/numbers.ts'
import { fieldCountWords } from './field-words.ts'
import { useRowsSearch } from './use-rows-search.ts'
import more from '../../ui/more.module.css'
import classes from './field-counts.module.css'

const shownAtFirst = 12

/** What happens to which field, how often; pressing one filters the lines below. */
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
    <div className={classes.counts} role="group" aria-label="Changes by field">
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
        <UnstyledButton className={more.more} aria-expanded={false} onClick={() => setOpen(true)}>
          and {hidden.length} more
        </UnstyledButton>
      )}
    </div>
  )
}

/** First what takes something away or says that somebody has died: it deserves a look before the rest. */
function rankOf({ field, kind }: FieldCount): number {
  return kind === 'cleared' || field === 'deceased' || field.startsWith('do_not_') ? 0 : 1
}
