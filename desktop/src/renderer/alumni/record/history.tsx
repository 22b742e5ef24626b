import { alumnusFields } from '@alumni/shared/alumni/fields'
import { fieldLabel, historyQuery } from '@alumni/shared/alumni/record'
import type { AlumnusPage, HistoryQuery, HistoryEntry } from '@alumni/shared/alumni/record'
import { importType } from '@alumni/shared/exchange/imports'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, Group, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { useSession } from '../../domain/session/session.ts'
import { BeforeAfter, Value } from '../../ui/format/before-after.tsx'
import { Timeline, TimelineEntry } from '../../ui/page/timeline.tsx'
import { capitalize, formatValue } from '../../ui/format/format-value.ts'
import { historyPagesQuery } from './queries.ts'

const kinds = [
  { value: '', label: 'All' },
  { value: 'imports', label: 'Imports' },
  { value: 'edits', label: 'Edits' },
]
const emptyTexts = {
  all: 'Nothing has changed since this record was added.',
  imports: 'No import has changed anything here.',
  edits: 'No one has edited anything here.',
}

export function HistorySection({ page, loadedAt }: { page: AlumnusPage; loadedAt: number }) {
  const [kind, setKind] = useState<HistoryQuery['kind']>()
  const query = useInfiniteQuery(historyPagesQuery(page, kind, loadedAt))
  const pages = query.data?.pages ?? []
  const changes = groupChanges(pages.flatMap(({ entries }) => entries))
  const olderCount = (pages.at(-1)?.matching ?? 0) - changes.length
  return (
    <section className="frame" aria-labelledby="history">
      <Stack gap={14} p={18}>
        <Group justify="space-between" gap={8}>
          <Box component="h2" id="history" fz={14}>
            What has changed, newest first
          </Box>
          {page.history.matching > 0 && (
            <SegmentedControl
              size="xs"
              value={kind ?? ''}
              onChange={(to) => setKind(historyQuery.shape.kind.catch(undefined).parse(to))}
              data={kinds}
              aria-label="Which changes"
            />
          )}
        </Group>
        {query.error && changes.length === 0 && <FailedSection error={query.error} onRetry={query.refetch} />}
        {query.data && changes.length === 0 && <p className="muted">{emptyTexts[kind ?? 'all']}</p>}
        <Timeline query={query} older={olderCount}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </Timeline>
      </Stack>
    </section>
  )
}

function Change({ change }: { change: HistoryChange }) {
  const { action, entries, at, by } = change
  const showsFields = entries.length > 1 || action !== 'changed'
  return (
    <TimelineEntry title={describeChange(change)} at={at} by={by} source={<ImportLink change={change} />}>
      <dl>
        {entries.map(({ field, before, after }) => (
          <Group key={field} wrap="nowrap" align="flex-start" gap={8}>
            <Box component="dt" flex="0 0 112px" c="dimmed" hidden={!showsFields}>
              {fieldLabel(field)}
            </Box>
            <dd>
              {action === 'changed' ? (
                <BeforeAfter before={formatValue(field, before)} after={formatValue(field, after)} />
              ) : (
                <Value text={formatValue(field, action === 'created' ? after : before)} />
              )}
            </dd>
          </Group>
        ))}
      </dl>
    </TimelineEntry>
  )
}

function ImportLink({ change: { import_type, batch_id } }: { change: HistoryChange }) {
  const { user } = useSession()
  const type = importType.safeParse(import_type)
  if (!type.success || batch_id === null) return null
  if (!hasRole(user.role, 'admin')) return <> · import {batch_id}</>
  return (
    <>
      {' · '}
      <Link
        to="/settings/imports/$type/batches/$id"
        params={{ type: type.data, id: String(batch_id) }}
        search={{ page: 1 }}
      >
        import {batch_id}
      </Link>
    </>
  )
}

type HistoryChange = Omit<HistoryEntry, 'field' | 'before' | 'after'> & { entries: HistoryEntry[] }

/** Groups entries by change and sorts the fields of each change in page order. */
export function groupChanges(history: readonly HistoryEntry[]): HistoryChange[] {
  // A change recorded after a page was read moves the page's last entries to the next page, so they are read twice.
  const uniqueEntries = new Map(history.map((entry) => [entry.id, entry]))
  const byChange = Map.groupBy(uniqueEntries.values(), ({ id }) => id.split(' ')[0]!)
  return [...byChange].map(([id, entries]) => ({
    ...entries[0]!,
    id,
    entries: entries
      .filter(({ field }) => field !== 'buid' || entries.length === 1)
      .sort((a, b) => rank(a.field) - rank(b.field)),
  }))
}

function rank(field: string): number {
  const index = (alumnusFields as string[]).indexOf(field)
  return index < 0 ? alumnusFields.length : index
}

/** Returns text such as "Record added", "Education deleted" or "3 fields changed". */
export function describeChange({ record, action, entries }: HistoryChange): string {
  if (action !== 'changed')
    return `${record === 'alumnus' ? 'Record' : capitalize(record)} ${action === 'created' ? 'added' : 'deleted'}`
  if (entries.length > 1)
    return `${record === 'alumnus' ? '' : `${capitalize(record)}: `}${formatCount(entries.length, ['field', 'fields'])} changed`
  return `${fieldLabel(entries[0]!.field)} changed`
}
