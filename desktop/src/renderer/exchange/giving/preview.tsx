import { givingUrl, type GivingPreview } from '@alumni/shared/exchange/giving'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Sentence } from '../../ui/sentence.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { CommitForm } from './commit-form.tsx'
import { NoCrmIds } from './new-import.tsx'
import { RowTiles } from './row-tiles.tsx'
import { YearTable } from './year-table.tsx'
import { yearsWords } from './year-words.ts'
import { useDiscard, type Refusal } from './queries.ts'
import classes from './giving.module.css'

/** What the import would do, before it does it. */
export function Preview({ preview, hasCrmIds }: { preview: GivingPreview; hasCrmIds: boolean }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // The refusal brought fresher figures than the page had, until the page has them too.
  const shown = refusal?.preview ?? preview
  const replaced = shown.years.filter(({ is_replaced }) => is_replaced)
  return (
    <div className={classes.preview}>
      {!hasCrmIds && <NoCrmIds />}
      {refusal && (
        <Sentence tone="bad" isAlert title="Nothing was imported">
          {refusal.sentence}
        </Sentence>
      )}
      <p className={classes.lead}>
        {replaced.length === 0 ? (
          'The window covers no fiscal year fully, so there is nothing to import. The years below say from which day to pull again.'
        ) : (
          <>
            {yearsWords(replaced.map(({ year }) => year))} {replaced.length === 1 ? 'is' : 'are'} replaced:{' '}
            {countOf(shown.deletes, ['gift', 'gifts'])} on file {shown.deletes === 1 ? 'gives' : 'give'} way to{' '}
            {count(shown.inserts)} from the file. Nothing has been changed yet.
          </>
        )}
        {shown.covered_to < shown.coverage_end &&
          ` The window ends after the day of the upload; it counts to ${dayWords(shown.covered_to)}.`}
      </p>
      <YearTable preview={shown} />
      <RowTiles preview={shown} />
      {replaced.length > 0 && <CommitForm key={JSON.stringify(shown.years)} preview={shown} onRefused={setRefusal} />}
      <Fate preview={shown} />
    </div>
  )
}

function Fate({ preview: { id, uploaded_at } }: { preview: GivingPreview }) {
  const navigate = useNavigate()
  const discard = useDiscard()
  return (
    <div className={classes.foot}>
      <p className="muted">
        This preview is yours alone. It is forgotten, with the lines of the file, a day after the upload, which was{' '}
        <When at={uploaded_at} />.
      </p>
      <Button
        variant="default"
        size="xs"
        loading={discard.isPending}
        onClick={() => discard.mutate(id, { onSettled: () => void navigate({ to: givingUrl, search: { page: 1 } }) })}
      >
        Discard it now
      </Button>
    </div>
  )
}
