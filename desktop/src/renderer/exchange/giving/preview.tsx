import {
  givingUrl,
  type GivingPreview,
  giftCode,
  giftRowOutcomes,
  type GiftRowOutcome,
} from '@alumni/shared/exchange/giving'
import { Button } from '@mantine/core'
import { IconChartBar, IconDownload } from '@tabler/icons-react'
import { useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CommitForm } from './commit-form.tsx'
import { NoCrmIds } from './new-import.tsx'
import { useDiscard, type Refusal } from './queries.ts'
import { YearTable, yearsWords } from './year-table.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
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

/** What the import has done. */
export function Results({ preview }: { preview: GivingPreview }) {
  const { inserts, deletes, years, committed_at, uploaded_by } = preview
  const replaced = years.filter(({ is_replaced }) => is_replaced).map(({ year }) => year)
  return (
    <div className={classes.preview}>
      <Sentence
        tone="good"
        title={`${countOf(inserts, ['gift', 'gifts'])} imported, ${count(deletes)} replaced`}
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChartBar size={14} stroke={1.8} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/engagement_stats" search={{ activity: giftCode, year: String(replaced[0]) }} {...props} />
            )}
          >
            See the givers in the statistics
          </Button>
        }
      >
        {yearsWords(replaced)}, by {uploaded_by} <When at={committed_at!} />. Statistics follow within a minute.
      </Sentence>
      <YearTable preview={preview} />
      <RowTiles preview={preview} />
    </div>
  )
}

const words: Record<GiftRowOutcome, string> = {
  gift: 'Gifts',
  duplicate: 'Same person and day',
  unmatched: 'Unmatched contact ID',
  ambiguous: 'Contact ID of several alumni',
  outside: 'Outside the window',
  untouched: 'In untouched years',
  unreadable: 'Not readable',
}

/** What becomes of the rows of the file. */
function RowTiles({ preview: { rows, links, committed_at } }: { preview: GivingPreview }) {
  const left = rows.rows - rows.gift - rows.duplicate
  return (
    <section aria-labelledby="rows" className={classes.rows}>
      <div className={classes.head}>
        <h2 id="rows">{countOf(rows.rows, ['line', 'lines'])} in the file</h2>
        {links.issues && left > 0 && (
          <DownloadButton
            url={links.issues}
            noun={['line', 'lines']}
            size="xs"
            leftSection={<IconDownload size={14} stroke={1.8} aria-hidden />}
          >
            {countOf(left, ['line', 'lines'])} {committed_at ? 'not imported' : 'to look at'} (CSV)
          </DownloadButton>
        )}
      </div>
      <dl className={classes.tiles}>
        {giftRowOutcomes
          .filter((outcome) => outcome === 'gift' || rows[outcome] > 0)
          .map((outcome) => (
            <div key={outcome} className={classes.tile} data-outcome={outcome}>
              <dt>{outcome === 'gift' ? (committed_at ? 'Gifts imported' : 'Gifts to import') : words[outcome]}</dt>
              <dd>{count(rows[outcome])}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
