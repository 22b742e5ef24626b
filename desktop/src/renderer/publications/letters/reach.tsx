import { reachPeoplePage, type LetterPerson, type LetterReachRequest } from '@alumni/shared/publications/list-letters'
import { rowsPerPage } from '@alumni/shared/page'
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
import { count } from '../../ui/words/numbers.ts'
import { reachQuery, readByPost, whyNoOneOf } from './kind.ts'
import { PeopleFrom } from './people-from.tsx'
import { reachSums, sentenceOf, splitSums, type Sum } from './sums.ts'
import classes from './letters.module.css'

/** Counts who would get a letter now and who would not; each number opens its people. */
export function WhoGetsIt({ asked }: { asked: LetterReachRequest }) {
  const query = useQuery(reachQuery(asked))
  const [opened, setOpened] = useState<Sum | null>(null)
  const whyNoOne = whyNoOneOf(query)
  return (
    <Card title="Who gets it">
      <p className="muted">
        <PeopleFrom list={asked.list} />
      </p>
      {query.isError && whyNoOne !== null ? (
        <p>{whyNoOne}</p>
      ) : (
        <QueryContent query={query} blocks={1} height={120}>
          {(reach) => <Sums sums={reachSums(reach)} onOpen={setOpened} />}
        </QueryContent>
      )}
      <p className="note">The list is fixed when you press Send. One address gets one letter.</p>
      {opened && <PeopleModal asked={asked} sum={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

type SumsProps = { sums: readonly Sum[]; onOpen: (sum: Sum) => void; opened?: string | undefined }

/** "563 got it", and folded behind "310 were left out" the reasons; each number opens its people. */
export function Sums({ sums, onOpen, opened }: SumsProps) {
  const { others, leftOut, total } = splitSums(sums)
  const verb = others[0]?.group === 'written_to' ? (total === 1 ? 'is' : 'are') : total === 1 ? 'was' : 'were'
  const isNoOne = others.every(({ people }) => people === 0)
  const list = (some: readonly Sum[]) => (
    <ul className={`list ${classes.sums}`}>
      {some.map((sum) => (
        <li key={sum.group}>
          <UnstyledButton
            className={classes.sum ?? ''}
            disabled={sum.people === 0}
            aria-expanded={opened === undefined ? undefined : opened === sum.group}
            onClick={() => onOpen(sum)}
          >
            <strong>{count(sum.people)}</strong> <span>{sum.words}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-label={sentenceOf(sums)}>
      {list(others)}
      {total > 0 && (
        <details open={isNoOne || leftOut.some(({ group }) => group === opened)}>
          <summary className={classes.folded}>
            {count(total)} {verb} left out
          </summary>
          {list(leftOut)}
        </details>
      )}
    </section>
  )
}

type PeopleModalProps = { asked: LetterReachRequest; sum: Sum; onClose: () => void }

function PeopleModal({ asked, sum: { group, people, words }, onClose }: PeopleModalProps) {
  const [page, setPage] = useState(1)
  const body = { ...asked, reason: group === 'written_to' ? null : group, page }
  const query = useQuery(readByPost('reach/people', reachPeoplePage, body))
  return (
    <Modal onClose={onClose} title={`${count(people)} ${words}`} size="lg">
      <QueryContent query={query} blocks={6} height={36}>
        {(shown) => (
          <>
            <DataTable
              caption={`People ${words}`}
              columns={[personColumn()]}
              rows={shown.people}
              rowKey={({ buid, signup_id }) => `${buid} ${signup_id}`}
              isStale={query.isPlaceholderData}
            />
            <ListFoot page={shown} perPage={rowsPerPage} onPage={setPage} />
          </>
        )}
      </QueryContent>
    </Modal>
  )
}

/** The column that names a person of a letter and leads to their page. */
export function personColumn<Row extends LetterPerson>(): Column<Row> {
  return column<Row>('name', 'Name', ({ name, class_years, buid, signup_id }) => (
    <NameLink name={nameWithClasses(name, class_years)} buid={buid} signup={signup_id} />
  ))
}
