import { reachPeoplePage, type LetterPerson, type LetterReachRequest } from '@alumni/shared/publications/list-letters'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { UnstyledButton } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NameLink } from '../../domain/people/person-link.tsx'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { Card } from '../../ui/page/card.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFoot } from '../../ui/table/paged-list.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { reachQuery, readByPost, describeReachProblem } from './kind.ts'
import { ListLink } from './people-from.tsx'
import { countReachByGroup, describeCounts, splitLeftOut, type GroupCount } from './group-counts.ts'
import classes from './letters.module.css'

export function RecipientsCard({ request }: { request: LetterReachRequest }) {
  const query = useQuery(reachQuery(request))
  const [openGroup, setOpenGroup] = useState<GroupCount | null>(null)
  const listProblem = describeReachProblem(query)
  return (
    <Card title="Who gets it">
      <p className="muted">
        <ListLink list={request.list} />
      </p>
      {query.isError && listProblem !== null ? (
        <p>{listProblem}</p>
      ) : (
        <QueryContent query={query} blocks={1} height={120}>
          {(reach) => <LetterGroupCounts counts={countReachByGroup(reach)} onOpen={setOpenGroup} />}
        </QueryContent>
      )}
      <p className="note">The list is fixed when you press Send. One address gets one letter.</p>
      {openGroup && <PeopleModal request={request} count={openGroup} onClose={() => setOpenGroup(null)} />}
    </Card>
  )
}

type LetterGroupCountsProps = {
  counts: readonly GroupCount[]
  onOpen: (count: GroupCount) => void
  openGroup?: string | undefined
}

/** Shows counts such as "563 got it" and, collapsed, the reasons why people were left out. */
export function LetterGroupCounts({ counts, onOpen, openGroup }: LetterGroupCountsProps) {
  const { others, leftOut, total } = splitLeftOut(counts)
  const verb = others[0]?.group === 'written_to' ? (total === 1 ? 'is' : 'are') : total === 1 ? 'was' : 'were'
  const isNoOne = others.every(({ people }) => people === 0)
  const renderList = (items: readonly GroupCount[]) => (
    <ul className={`list ${classes.counts}`}>
      {items.map((count) => (
        <li key={count.group}>
          <UnstyledButton
            className={classes.count ?? ''}
            disabled={count.people === 0}
            aria-expanded={openGroup === undefined ? undefined : openGroup === count.group}
            onClick={() => onOpen(count)}
          >
            <strong>{formatNumber(count.people)}</strong> <span>{count.label}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-label={describeCounts(counts)}>
      {renderList(others)}
      {total > 0 && (
        <details open={isNoOne || leftOut.some(({ group }) => group === openGroup)}>
          <summary className={classes.folded}>
            {formatNumber(total)} {verb} left out
          </summary>
          {renderList(leftOut)}
        </details>
      )}
    </section>
  )
}

type PeopleModalProps = { request: LetterReachRequest; count: GroupCount; onClose: () => void }

function PeopleModal({ request, count: { group, people, label }, onClose }: PeopleModalProps) {
  const [page, setPage] = useState(1)
  const body = { ...request, reason: group === 'written_to' ? null : group, page }
  const query = useQuery(readByPost('reach/people', reachPeoplePage, body))
  return (
    <Modal onClose={onClose} title={`${formatNumber(people)} ${label}`} size="lg">
      <QueryContent query={query} blocks={6} height={36}>
        {(reachedPeople) => (
          <>
            <DataTable
              caption={`People ${label}`}
              columns={[personColumn()]}
              rows={reachedPeople.people}
              rowKey={({ buid, signup_id }) => `${buid} ${signup_id}`}
              isStale={query.isPlaceholderData}
            />
            <ListFoot page={reachedPeople} onPage={setPage} />
          </>
        )}
      </QueryContent>
    </Modal>
  )
}

export function personColumn<Row extends LetterPerson>(): Column<Row> {
  return column<Row>('name', 'Name', ({ name, class_years, buid, signup_id }) => (
    <NameLink name={nameWithClasses(name, class_years)} buid={buid} signup={signup_id} />
  ))
}
