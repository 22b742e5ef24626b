import { Box, Button, Group, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { storeOrigin } from '../../domain/searches/list-origin.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ListFoot } from '../../ui/table/paged-list.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { listBuids } from './batch-file.ts'
import { CandidateModal } from './candidate-modal.tsx'
import { filterResults, resultFilters, type Choice, type ResultFilter, type LineResult } from './choices.ts'
import { buildResultColumns } from './result-columns.tsx'
import list from '../../ui/table/paged-list.module.css'

const perPage = 100
const labels: Record<ResultFilter, string> = { all: 'All', one: 'Found one', several: 'Several', none: 'Not found' }

type BatchResultsProps = {
  results: readonly LineResult[]
  blank: number
  onChoose: (key: string, choice: Choice | undefined) => void
}

export function BatchResults({ results, blank, onChoose }: BatchResultsProps) {
  const [filter, setFilter] = useState<ResultFilter>('all')
  const [page, setPage] = useState(1)
  const [lineToChoose, setLineToChoose] = useState<number>()
  const visible = filterResults(results, filter)
  const matched = results.filter(({ person }) => person !== null).length
  const people = listBuids(results).length
  const repeated = matched - people
  const open = results.filter(({ outcome }) => outcome === 'open')
  const storeListOrigin = (buid: string) =>
    storeOrigin(`/alumni/${buid}`, { path: '/tools/batch_search', params: {}, records: listBuids(visible) })
  const pages = Math.max(1, Math.ceil(visible.length / perPage))
  const rows = visible.slice((page - 1) * perPage, page * perPage)
  return (
    <section className={list.list}>
      <Group gap="8px 16px" mb={12}>
        <SegmentedControl
          className={list.segments}
          aria-label="Which lines"
          value={filter}
          onChange={(to) => {
            setFilter(to as ResultFilter)
            setPage(1)
          }}
          data={resultFilters.map((value) => ({
            value,
            label: `${labels[value]} ${formatNumber(filterResults(results, value).length)}`,
          }))}
        />
        <span className="muted" role="status">
          {[
            formatCount(results.length, ['line', 'lines']),
            blank > 0 && `${formatNumber(blank)} blank left out`,
            repeated > 0 &&
              `${formatCount(people, ['person', 'people'])} found, ${formatCount(repeated, ['repeated line', 'repeated lines'])}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </Group>
      {filter !== 'none' && filter !== 'one' && <OpenLinesAlert open={open} onChoose={setLineToChoose} />}
      {rows.length > 0 ? (
        <DataTable
          caption="Lines and the people they stand for"
          isOneLine
          columns={buildResultColumns(setLineToChoose, storeListOrigin)}
          rows={rows}
          rowKey={({ line }) => String(line)}
          onOpen={(result) => openResult(result, setLineToChoose, storeListOrigin)}
        />
      ) : (
        <EmptyState
          icon={filter === 'none' ? IconCircleCheck : IconUserOff}
          tone={filter === 'none' ? 'good' : 'plain'}
          title={emptyTitles[filter]}
        />
      )}
      <ListFoot
        page={{ page, pages, matching: visible.length }}
        perPage={perPage}
        onPage={(to) => {
          setPage(to)
          window.scrollTo({ top: 0 })
        }}
      />
      <CandidateModal results={results} line={lineToChoose} onShowLine={setLineToChoose} onChoose={onChoose} />
    </section>
  )
}

function OpenLinesAlert({ open, onChoose }: { open: readonly LineResult[]; onChoose: (line: number) => void }) {
  const [first] = open
  if (!first) return null
  const chooseButton = (
    <Button size="xs" onClick={() => onChoose(first.line)}>
      Choose
    </Button>
  )
  return (
    <Box mb={12}>
      <Alert tone="info" actions={chooseButton}>
        {formatCount(open.length, ['line matches', 'lines match'])} several people. Choose the right one.
      </Alert>
    </Box>
  )
}

const emptyTitles: Record<ResultFilter, string> = {
  all: 'No lines',
  one: 'No line matches exactly one person',
  several: 'No line matches several people',
  none: 'Every line was found',
}

function openResult(
  { answer, person, line, candidates }: LineResult,
  onChoose: (line: number) => void,
  onOpenPerson: (buid: string) => void,
) {
  if (answer.outcome !== 'one' && candidates.length > 0) onChoose(line)
  else if (person) {
    onOpenPerson(person.buid)
    window.open(`/alumni/${person.buid}`, '_blank', 'noopener')
  }
}
