import type { RecordedList } from '@alumni/shared/alumni/recorded-lists'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { column, type Column } from '../../ui/table-columns.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './recorded-lists.module.css'

type Undoing = { isBusy: (list: RecordedList) => boolean; onUndo: (list: RecordedList) => void }

/** What, how many, who and when, and what has become of it. */
export function recordedListColumns({ isBusy, onUndo }: Undoing): Column<RecordedList>[] {
  return [
    column('what', 'What', (row) => <What list={row} />),
    column(
      'recorded',
      'Recorded',
      (list) => (
        <span className={classes.pair}>
          <span>{countOf(list.inserted, ['engagement', 'engagements'])}</span>
          {(list.already_recorded > 0 || list.failed > 0) && (
            <span className={classes.fact}>
              {[
                list.already_recorded > 0 && `${count(list.already_recorded)} had it already`,
                list.failed > 0 && `${count(list.failed)} in error`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          )}
        </span>
      ),
      { width: 230 },
    ),
    column(
      'by',
      'By',
      (list) => (
        <span className={classes.pair}>
          <span>{list.by}</span>
          <span className={classes.fact}>
            {list.is_system && 'API key · '}
            {list.source && list.source !== list.by && `${list.source} · `}
            <When at={list.recorded_at} />
          </span>
        </span>
      ),
      { width: 220 },
    ),
    column(
      'undo',
      'Undo',
      (list) =>
        list.undone_at ? (
          <span className={classes.pair}>
            <span>Undone: {countOf(list.deleted, ['engagement', 'engagements'])}</span>
            <span className={classes.fact}>
              by {list.undone_by} · <When at={list.undone_at} />
            </span>
          </span>
        ) : list.links.undo ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} stroke={1.8} aria-hidden />}
            disabled={isBusy(list)}
            onClick={() => onUndo(list)}
            aria-label={`Undo ${list.what[0]?.description ?? 'this list'}, ${countOf(list.inserted, ['engagement', 'engagements'])}`}
          >
            Undo
          </Button>
        ) : (
          <span className={classes.fact}>
            {list.inserted === 0
              ? 'Nothing was recorded'
              : list.is_system
                ? 'By administrators'
                : `By ${list.by} or administrators`}
          </span>
        ),
      { width: 200 },
    ),
  ]
}

function What({ list: { what, kinds, undone_at } }: { list: RecordedList }) {
  const [first, ...others] = what
  if (!first) return <span className={classes.fact}>Nothing</span>
  return (
    <span className={classes.pair} data-undone={undone_at !== null || undefined}>
      <strong>{first.description || first.activity}</strong>
      <span className={classes.fact}>
        {first.description && `${first.activity} · `}
        {dayWords(first.day)}
      </span>
      {kinds > 1 && (
        <span className={classes.fact}>
          {others.map(({ description, activity, day }) => `${description || activity}, ${dayWords(day)}`).join('; ')}
          {kinds > what.length && `; and ${count(kinds - what.length)} more`}
        </span>
      )}
    </span>
  )
}
