import { givingUrl, undoGivingReply, type GivingPreview, giftCode } from '@alumni/shared/exchange/giving'
import { Group, Stack } from '@mantine/core'
import { LinkButton } from '../../ui/button.tsx'
import { IconArrowBackUp, IconChartBar, IconUpload } from '@tabler/icons-react'
import { Alert } from '../../ui/alert.tsx'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { RowTiles } from './preview.tsx'
import { timeoutInMs } from './queries.ts'
import { YearTable, formatYears } from './year-table.tsx'

type ResultsProps = { preview: GivingPreview; isJustChanged: boolean; onUndone: () => void }

/** `isJustChanged` is true if the import was made or undone after the page was opened. */
export function Results({ preview, isJustChanged, onUndone }: ResultsProps) {
  const { inserts, deletes, years, committed_at, uploaded_by, undo, undone_by, undone_at } = preview
  const replaced = years.filter(({ is_replaced }) => is_replaced).map(({ year }) => year)
  return (
    <Stack gap={24}>
      {undone_at && (
        <Alert tone="info" title="This import was undone" isFocused={isJustChanged}>
          By {undone_by}, <RelativeTime time={undone_at} />. The gifts it replaced are on file again.
        </Alert>
      )}
      <Alert
        tone={undone_at ? 'info' : 'good'}
        isFocused={isJustChanged && !undone_at}
        title={`${formatCount(inserts, ['gift', 'gifts'])} imported, ${formatNumber(deletes)} replaced`}
      >
        {formatYears(replaced)}, by {uploaded_by} <RelativeTime time={committed_at!} />. Statistics update within a
        minute.
      </Alert>
      <Group gap={8}>
        <LinkButton variant="default" icon={IconUpload} to={givingUrl} search={{ page: 1 }}>
          Import more giving
        </LinkButton>
        <LinkButton
          variant="default"
          icon={IconChartBar}
          to="/engagement_stats"
          search={{ activity: giftCode, year: String(replaced[0]) }}
        >
          See donors in the statistics
        </LinkButton>
        {undo?.until && <UndoButton preview={preview} until={undo.until} onUndone={onUndone} />}
      </Group>
      {undo?.refusal && <p className="muted">{undo.refusal}</p>}
      <YearTable preview={preview} />
      <RowTiles preview={preview} />
    </Stack>
  )
}

type UndoButtonProps = { preview: GivingPreview; until: string; onUndone: () => void }

function UndoButton({ preview: { id, inserts, deletes }, until, onUndone }: UndoButtonProps) {
  return (
    <ActionButton
      icon={IconArrowBackUp}
      run={() => post(`${givingUrl}/undo`, undoGivingReply, { preview_id: id }, timeoutInMs)}
      invalidates={['giving', 'statistics']}
      successNotice={({ removed, restored, left_out }) => ({
        title: 'The giving import is undone',
        message: `${formatCount(removed, ['gift', 'gifts'])} removed, ${formatNumber(restored)} restored.${describeLeftOut(left_out)}`,
      })}
      onDone={onUndone}
      confirmation={{
        title: `Undo giving import ${id}?`,
        body: `${formatCount(inserts, ['gift', 'gifts'])} from the file ${inserts === 1 ? 'is' : 'are'} removed, and ${formatNumber(deletes)} replaced ${deletes === 1 ? 'gift comes' : 'gifts come'} back. Gifts added since from other sources stay. You can undo this import until ${formatDay(until.slice(0, 10))}.`,
        confirm: 'Undo this import',
        isDangerous: true,
      }}
    >
      Undo this import
    </ActionButton>
  )
}

function describeLeftOut(leftOut: number): string {
  return leftOut === 0
    ? ''
    : ` ${formatCount(leftOut, ['gift', 'gifts'])} could not be restored: the person, or the list that added them, has since been removed.`
}
