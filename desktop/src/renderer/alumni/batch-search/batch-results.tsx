import { Box, Button, Group, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { storeOrigin } from '../../domain/searches/list-origin.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ListFoot } from '../../ui/table/paged-list.tsx'
import { Alert } from '../../ui/alert.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { buidsOf } from './batch-file.ts'
import { Chooser } from './chooser.tsx'
import { filterResults, filters, type Choice, type Filter, type LineResult } from './choices.ts'
import { resultColumns } from './result-columns.tsx'
import list from '../../ui/table/paged-list.module.css'

const perPage = 100
const filterWords: Record<Filter, string> = { all: 'All', one: 'Found one', several: 'Several', none: 'Not found' }

type BatchResultsProps = {
  results: readonly LineResult[]
  blank: number
  onChoose: (key: string, choice: Choice | undefined) => void
}

export function BatchResults({ results, blank, onChoose }: BatchResultsProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [lineToChoose, setLineToChoose] = useState<number>()
  const visible = filterResults(results, filter)
  const matched = results.filter(({ person }) => person !== null).length
  const people = buidsOf(results).length
  const repeated = matched - people
  const open = results.filter(({ outcome }) => outcome === 'open')
  const handOver = (buid: string) =>
    storeOrigin(`/alumni/${buid}`, { path: '/tools/batch_search', words: {}, records: buidsOf(visible) })
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
            setFilter(to as Filter)
            setPage(1)
          }}
          data={filters.map((value) => ({
            value,
            label: `${filterWords[value]} ${count(filterResults(results, value).length)}`,
          }))}
        />
        <span className="muted" role="status">
          {[
            countOf(results.length, ['line', 'lines']),
            blank > 0 && `${count(blank)} blank left out`,
            repeated > 0 &&
              `${countOf(people, ['person', 'people'])} found, ${countOf(repeated, ['repeated line', 'repeated lines'])}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </Group>
      {filter !== 'none' && filter !== 'one' && <OpenLines open={open} onChoose={setLineToChoose} />}
      {rows.length > 0 ? (
        <DataTable
          caption="Lines and the people they stand for"
          isOneLine
          columns={resultColumns(setLineToChoose, handOver)}
          rows={rows}
          rowKey={({ line }) => String(line)}
          onOpen={(result) => openResult(result, setLineToChoose, handOver)}
        />
      ) : (
        <EmptyState
          icon={filter === 'none' ? IconCircleCheck : IconUserOff}
          tone={filter === 'none' ? 'good' : 'plain'}
          title={emptyWords[filter]}
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
      <Chooser results={results} line={lineToChoose} onLine={setLineToChoose} onChoose={onChoose} />
    </section>
  )
}

function OpenLines({ open, onChoose }: { open: readonly LineResult[]; onChoose: (line: number) => void }) {
  const [first] = open
  if (!first) return null
  const choose = (
    <Button size="xs" onClick={() => onChoose(first.line)}>
      Choose
    </Button>
  )
  return (
    <Box mb={12}>
      <Alert tone="info" actions={choose}>
        {countOf(open.length, ['line matches', 'lines match'])} several people. Choose the right one.
      </Alert>
    </Box>
  )
}

const emptyWords: Record<Filter, string> = {
  all: 'No lines',
  one: 'No line matches exactly one person',
  several: 'No line matches several people',
  none: 'Every line was found',
}

function openResult(
  { answer, person, line, candidates }: LineResult,
  choose: (line: number) => void,
  handOver: (buid: string) => void,
) {
  if (answer.outcome !== 'one' && candidates.length > 0) choose(line)
  else if (person) {
    handOver(person.buid)
    window.open(`/alumni/${person.buid}`, '_blank', 'noopener')
  }
}
