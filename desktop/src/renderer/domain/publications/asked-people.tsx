import { answeredCode } from '@alumni/shared/alumni/answer-filters'
import { askedGroups, type AskedGroup } from '@alumni/shared/alumni/ask-filters'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import {
  askedPeoplePage,
  askedSummary,
  reminderReply,
  type AskedPeoplePage,
  type AskedSummary,
} from '@alumni/shared/publications/asks'
import { Box, Group } from '@mantine/core'
import { IconBellRinging, IconSearch, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { post } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { formatCount, formatNumber } from '../../ui/format/numbers.ts'
import { formatAskAnswer } from '../asks/format-ask-answer.ts'
import { WriteLetterButton } from '../letters/start-letter.tsx'
import { NameLink, NotLinkedTag } from '../people/person-link.tsx'

type Subject = { kind: 'event' | 'opportunity'; id: number }
type Query = { people?: AskedGroup | undefined; linked?: 'no' | undefined; page?: number | undefined }

const keys = { event: 'events', opportunity: 'opportunities' } as const
const publicationPath = ({ kind, id }: Subject) => `/champion_signups/${keys[kind]}/${id}`
const useSummary = (subject: Subject) =>
  useQuery(
    readQuery([keys[subject.kind], String(subject.id), 'asks'], `${publicationPath(subject)}/asks`, askedSummary),
  ).data

function describeGroup(group: AskedGroup, { [group]: people, is_over }: AskedSummary): string {
  if (group === 'none') return is_over ? 'did not answer' : people === 1 ? 'has not answered' : 'have not answered'
  return group === 'unasked' ? 'answered without being asked' : group
}

/** Renders text such as "563 asked · 14 yes · 3 no · 546 have not answered". Each part is a link to those people. */
export function AskedCounts(subject: Subject) {
  const data = useSummary(subject)
  const { people } = useAddress<Query>().search
  if (!data || data.asked === 0) return null
  return (
    <p role="group" aria-label="People who were asked">
      {askedGroups
        .filter((group) => group !== 'unasked' || data.unasked > 0)
        .map((group, index) => (
          <Fragment key={group}>
            {index > 0 && ' · '}
            <span style={{ whiteSpace: 'nowrap' }}>
              {data[group] === 0 ? (
                `0 ${describeGroup(group, data)}`
              ) : (
                <PathLink
                  path={`${publicationPath(subject)}?people=${group}`}
                  className={people === group ? 'name' : undefined}
                >
                  {`${formatNumber(data[group])} ${describeGroup(group, data)}`}
                </PathLink>
              )}
            </span>
          </Fragment>
        ))}
    </p>
  )
}

function parseSubject(code: string | undefined): Subject | undefined {
  const [, kind, id] = /^(event|opportunity)-(\d+)$/.exec(code ?? '') ?? []
  return kind ? { kind: kind as Subject['kind'], id: Number(id) } : undefined
}

type SearchedAnswers = Partial<Record<'asked' | 'ask_answer' | 'answered' | 'answer', string>>

/** Explains a search for one event or opportunity: its counts, and that people not linked to alumni are not found. */
export function AskedInSearch({ asked, ask_answer, answered, answer }: SearchedAnswers) {
  const subject = parseSubject(asked)
  const answeredSubject = parseSubject(answered)
  if (subject) return <LinkedCounts subject={subject} group={ask_answer} />
  return (
    answeredSubject && (
      <p className="fact">
        Answers of people who are not linked to alumni are not listed here.{' '}
        <PathLink
          path={`${publicationPath(answeredSubject)}?status=${answer?.includes(',') ? 'all' : (answer ?? 'all')}`}
        >
          Every answer
        </PathLink>
      </p>
    )
  )
}

function LinkedCounts({ subject, group: searched }: { subject: Subject; group: string | undefined }) {
  const data = useSummary(subject)
  const group = askedGroups.find((each) => each === searched) ?? 'asked'
  const url = `${publicationPath(subject)}/asks/people${writePlainSearch({ group, linked: 'no' })}`
  const notLinked = useQuery(
    readQuery([keys[subject.kind], String(subject.id), 'asks', url], url, askedPeoplePage),
  ).data
  if (!data) return null
  return (
    <Group gap="0 12px" mb={8}>
      <AskedCounts {...subject} />
      {notLinked && notLinked.matching > 0 && (
        <PathLink path={`${publicationPath(subject)}?people=${group}&linked=no`} className="fact">
          {`Not linked to alumni: ${formatNumber(notLinked.matching)} of these ${formatNumber(data[group])}`}
        </PathLink>
      )}
    </Group>
  )
}

/** Renders text such as "549 people were asked and get none, because they have not answered." */
export function NoLetterToOthers(subject: Subject) {
  const { none = 0 } = useSummary(subject) ?? {}
  if (none === 0) return null
  return `${formatCount(none, ['person was asked and gets', 'people were asked and get'])} none, because they have not answered.`
}

/** Shows the counts of people who were asked. Shows a list of people instead of `children` if the URL has a group. */
export function AskedSection({ children, ...subject }: Subject & { children: ReactNode }) {
  const data = useSummary(subject)
  const { people } = useAddress<Query>().search
  const navigate = useNavigate()
  return (
    <>
      {data && data.asked > 0 && (
        <Box component="section" className="panel" mb={24} aria-labelledby="asked">
          <Group justify="space-between" gap={8}>
            <h2 id="asked">Who was asked</h2>
            {data.has_letter && !data.is_over && data.none > 0 && (
              <ActionButton
                size="compact-sm"
                icon={IconBellRinging}
                run={() => post(`${publicationPath(subject)}/reminders`, reminderReply)}
                invalidates={['letters']}
                errorTitle="No reminder was written"
                onDone={({ letter }) => navigate({ href: `/letters/${letter}` })}
              >
                Remind those who did not answer
              </ActionButton>
            )}
          </Group>
          <AskedCounts {...subject} />
          <p className="note">The waiting list counts as yes, a canceled answer as no, and “maybe” as not answered.</p>
        </Box>
      )}
      {people && data ? <AskedPeople subject={subject} group={people} summary={data} /> : children}
    </>
  )
}

function AskedPeople({ subject, group, summary }: { subject: Subject; group: AskedGroup; summary: AskedSummary }) {
  const { kind, id } = subject
  const address = useAddress<Query>()
  const { linked, page } = address.search
  const url = `${publicationPath(subject)}/asks/people${writePlainSearch({ group, linked, page })}`
  const query = useQuery(
    readPageQuery([keys[kind], String(id), 'asks', url, JSON.stringify(summary)], url, askedPeoplePage),
  )
  if (!query.data) return null
  const result = query.data
  const search = { asked: answeredCode(kind, id), ...(group !== 'asked' && { ask_answer: group }) }
  return (
    <ResourceList
      address={address}
      page={result}
      noun={['person', 'people']}
      isFiltered={false}
      status={null}
      caption="People"
      head={
        <h2>{`${formatNumber(result.matching)} ${linked ? 'not linked to alumni' : describeGroup(group, summary)}`}</h2>
      }
      filters={
        <>
          {!linked && (
            <WriteLetterButton
              list={{ from: 'answers', to: kind, id, status: group }}
              about={`${kind}:${id}`}
              people={result.matching}
              size="compact-sm"
            />
          )}
          {!linked && group !== 'unasked' && (
            <LinkButton variant="default" size="compact-sm" icon={IconSearch} to="/alumni_search" search={search}>
              In search
            </LinkButton>
          )}
          <PathLink path={publicationPath(subject)}>All answers</PathLink>
        </>
      }
      columns={columnsOf(summary.is_over)}
      rows={result.people}
      rowKey={({ buid, signup_id }) => `${buid} ${signup_id}`}
      isStale={query.isPlaceholderData}
      empty={{ icon: IconUsers, title: 'No one' }}
    />
  )
}

function columnsOf(isOver: boolean): Column<AskedPeoplePage['people'][number]>[] {
  return [
    column('name', 'Name', ({ name, class_years, buid, signup_id }) => (
      <>
        <NameLink name={nameWithClasses(name, class_years)} buid={buid} signup={signup_id} />{' '}
        {buid === null && <NotLinkedTag />}
      </>
    )),
    column('answer', 'Answer', { width: 150 }, (person) => formatAskAnswer(person, isOver)),
    dateColumn('asked', 'Asked', ({ asked_at }) => asked_at),
  ]
}
