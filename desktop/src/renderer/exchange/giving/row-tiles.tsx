import { giftRowOutcomes, type GiftRowOutcome, type GivingPreview } from '@alumni/shared/exchange/giving'
import { IconDownload } from '@tabler/icons-react'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import classes from './giving.module.css'

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
export function RowTiles({ preview: { rows, links, committed_at } }: { preview: GivingPreview }) {
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
