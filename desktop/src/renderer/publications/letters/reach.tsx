import { reachPeoplePage, type LetterPerson, type LetterReachRequest } from '@alumni/shared/publications/list-letters'
import { rowsPerPage } from '@alumni/shared/page'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { Text, UnstyledButton } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NameLink } from '../../domain/people/person-link.tsx'
import { Loaded } from '../../domain/session/resource-page.tsx'
import { Card } from '../../ui/page/card.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFoot } from '../../ui/table/paged-list.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { count } from '../../ui/words/numbers.ts'
import { reachQuery, readByPost, whyNoOneOf } from './kind.ts'
import { PeopleFrom } from './people-from.tsx'
import { equation, reachSums, type Sum } from './sums.ts'
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
        <Loaded query={query} blocks={1} height={120}>
          {(reach) => <Sums chosen={reach.chosen} sums={reachSums(reach)} onOpen={setOpened} />}
        </Loaded>
      )}
      <p className="note">Who gets it is fixed when you press Send. One address gets one letter.</p>
      {opened && <PeopleModal asked={asked} sum={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

type SumsProps = { chosen: number; sums: readonly Sum[]; onOpen: (sum: Sum) => void; opened?: string | undefined }

/** "Chosen 312 = 287 written to + 14 without an e-mail address", one under the other. */
export function Sums({ chosen, sums, onOpen, opened }: SumsProps) {
  return (
    <section aria-label={equation(chosen, sums)}>
      <Text fz={16}>
        <strong>{count(chosen)}</strong> chosen
      </Text>
      <ul className={`list ${classes.sums}`}>
        {sums.map((sum, index) => (
          <li key={sum.group}>
            <UnstyledButton
              className={classes.sum ?? ''}
              disabled={sum.people === 0}
              aria-expanded={opened === undefined ? undefined : opened === sum.group}
              onClick={() => onOpen(sum)}
            >
              <span aria-hidden>{index === 0 ? '=' : '+'}</span>
              <strong>{count(sum.people)}</strong> <span>{sum.words}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
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
      <Loaded query={query} blocks={6} height={36}>
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
      </Loaded>
    </Modal>
  )
}

/** The column that names a person of a letter and leads to their page. */
export function personColumn<Row extends LetterPerson>(): Column<Row> {
  return column<Row>('name', 'Name', ({ name, class_years, buid, signup_id }) => (
    <NameLink name={nameWithClasses(name, class_years)} buid={buid} signup={signup_id} />
  ))
}
