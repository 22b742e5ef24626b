import { givingUrl, type GivingPreview, giftRowOutcomes, type GiftRowOutcome } from '@alumni/shared/exchange/giving'
import { Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { NoCrmIds } from './new-import.tsx'
import type { Refusal } from './queries.ts'
import { z } from 'zod'
import { remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { YearTable, formatYears } from './year-table.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'

type PreviewProps = { preview: GivingPreview; refusal: Refusal | null; hasCrmIds: boolean }

export function Preview({ preview, refusal, hasCrmIds }: PreviewProps) {
  const replaced = preview.years.filter(({ is_replaced }) => is_replaced)
  return (
    <Stack gap={24}>
      {!hasCrmIds && <NoCrmIds />}
      {refusal && (
        <Alert tone="bad" isAlert isFocused title="Nothing was imported">
          {refusal.message}
        </Alert>
      )}
      <Text maw="90ch">
        {replaced.length === 0 ? (
          'The window does not cover any full fiscal year, so there is nothing to import. The years below show which day to export from.'
        ) : (
          <>
            {formatYears(replaced.map(({ year }) => year))} {replaced.length === 1 ? 'is' : 'are'} replaced:{' '}
            {formatNumber(preview.inserts)} from the file will replace {formatCount(preview.deletes, ['gift', 'gifts'])}{' '}
            on file. Nothing has changed yet.
          </>
        )}
        {preview.covered_to < preview.coverage_end &&
          ` The window ends after the upload date, so it counts through ${formatDay(preview.covered_to)}.`}
      </Text>
      <YearTable preview={preview} />
      <RowTiles preview={preview} />
      <p className="muted">
        Only you can see this preview. It is deleted, with the file’s lines, one day after the upload:{' '}
        <RelativeTime time={preview.uploaded_at} />.
      </p>
    </Stack>
  )
}

export function DiscardButton({ id }: { id: number }) {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: givingUrl, search: { page: 1 } })
  return (
    <ActionButton
      run={() => remove(givingUrl, z.null(), { preview_id: id })}
      invalidates={[{ queryKey: ['giving'], refetchType: 'none' }]}
      onDone={leave}
      onError={leave}
    >
      Discard the preview
    </ActionButton>
  )
}

const outcomeLabels: Record<GiftRowOutcome, string> = {
  gift: 'Gifts',
  duplicate: 'Same person and day',
  unmatched: 'Unmatched contact ID',
  ambiguous: 'Contact ID of several alumni',
  outside: 'Outside the window',
  untouched: 'In years not replaced',
  unreadable: 'Unreadable',
}

export function RowTiles({ preview: { rows, links, committed_at } }: { preview: GivingPreview }) {
  const notImported = rows.rows - rows.gift - rows.duplicate
  return (
    <section aria-labelledby="rows">
      <Group justify="space-between" gap={8} mb={12}>
        <h2 id="rows">{formatCount(rows.rows, ['line', 'lines'])} in the file</h2>
        {links.issues && notImported > 0 && (
          <DownloadButton url={links.issues} noun={['line', 'lines']} size="xs">
            Export {formatCount(notImported, ['line', 'lines'])} {committed_at ? 'not imported' : 'to review'}
          </DownloadButton>
        )}
      </Group>
      <Tiles
        isSmall
        tiles={giftRowOutcomes
          .filter((outcome) => outcome === 'gift' || rows[outcome] > 0)
          .map((outcome) => ({
            label: outcome === 'gift' ? (committed_at ? 'Gifts imported' : 'Gifts to import') : outcomeLabels[outcome],
            number: rows[outcome],
          }))}
      />
    </section>
  )
}
