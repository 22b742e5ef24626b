import { giftCode, type GivingPreview } from '@alumni/shared/exchange/giving'
import { Button } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { RowTiles } from './row-tiles.tsx'
import { YearTable } from './year-table.tsx'
import { yearsWords } from './year-words.ts'
import classes from './giving.module.css'

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
