import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { tasks, type Morning as MorningData, type Task, type WaitingTask } from '@alumni/shared/morning'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NameLink } from '../domain/people/person-link.tsx'
import { programName } from '../ui/desktop.ts'
import { LoadFailure } from '../ui/page/load-failure.tsx'
import { PathLink } from '../ui/page/path-link.tsx'
import { useRecentProfiles } from '../domain/people/recent-profiles.ts'
import { useSession } from '../domain/session/session.ts'
import { formatNumber, formatCount, formatPercent } from '../ui/format/numbers.ts'
import { Section } from '../ui/page/section.tsx'
import { useSavedSearches } from '../domain/searches/saved-searches.ts'
import { morningQuery } from './queries.ts'
import { SavedSearches } from './saved-searches.tsx'

/** The start page: open tasks, saved searches, news and recent profiles. */
export function Morning() {
  const { user } = useSession()
  const query = useQuery(morningQuery)
  const { data } = query
  const hasFailed = !data && query.isError
  const hasTasks = hasRole(user.role, 'staff')
  const saved = useSavedSearches()
  // Shows everything at once to avoid layout shift; failed parts do not delay the others.
  const isLoading = saved.isLoading || (query.isPending && query.failureCount === 0)
  return (
    <Box maw={1080}>
      <Text fz={16} mt={16} mb={24}>
        {greet(new Date())}, {user.name}.
      </Text>
      {isLoading && <Skeletons lines={20} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing={32} display={isLoading ? 'none' : 'grid'}>
        <Stack gap={32}>
          {hasTasks && (
            <Section isRuled title="Waiting for you">
              {data && <Tasks tasks={data.tasks} />}
              {hasFailed && <LoadFailure message="Your tasks could not be loaded." onRetry={query.refetch} />}
              {query.isPending && <Skeletons lines={4} />}
            </Section>
          )}
          <SavedSearches saved={saved} />
          {data && data.reunions.classes.length > 0 && <Reunions {...data.reunions} />}
          {data && <News news={data.news} />}
        </Stack>
        <RecentProfiles />
      </SimpleGrid>
    </Box>
  )
}

function Tasks({ tasks: waiting }: { tasks: WaitingTask[] }) {
  if (waiting.length === 0) return <p className="muted">Nothing is waiting for you.</p>
  return (
    <ul className="rows">
      {waiting.map(({ name, count: number, path }) => {
        const task: Task = tasks[name]
        return (
          <CountLine key={name} number={number} path={task.queue ?? path}>
            {task.label}
          </CountLine>
        )
      })}
    </ul>
  )
}

const maxClassesShown = 4

function Reunions({ year, classes: classYears, alumni, by_email }: MorningData['reunions']) {
  const others = classYears.length - maxClassesShown
  const people = { reunion: String(year), deceased: 'no' }
  return (
    <Section isRuled title="Reunion classes this year">
      <p style={{ paddingTop: 8 }}>
        <Link to="/classes" search={{ reunion: 'yes', page: 1 }}>
          {classYears.slice(0, maxClassesShown).map(shortClassYear).join(', ')}
          {others > 0 && ` and ${formatNumber(others)} more`}
        </Link>
        {': '}
        <Link to="/alumni_search" search={people}>
          {formatCount(alumni, ['living alumnus', 'living alumni'])}
        </Link>
        {', of whom '}
        <Link to="/alumni_search" search={{ ...people, by_email: 'yes' }}>
          {formatPercent(by_email, alumni)}
        </Link>
        {' can be e-mailed.'}
      </p>
    </Section>
  )
}

function News({ news: { monday, engaged, signed_up } }: { news: MorningData['news'] }) {
  return (
    <Section isRuled title="New since Monday">
      {engaged === 0 && !signed_up ? (
        <p className="muted">No one has taken part yet this week.</p>
      ) : (
        <ul className="rows">
          {engaged > 0 && (
            <CountLine number={engaged} path={`/alumni_search?engaged_from=${monday}`}>
              People who took part
            </CountLine>
          )}
          {signed_up !== null && signed_up > 0 && (
            <CountLine number={signed_up} path={`/champion_signups?signed_up_from=${monday}`}>
              Champions who signed up
            </CountLine>
          )}
        </ul>
      )}
      <Text fz={13} mt={8}>
        <Link to="/engagement_stats">All statistics</Link>
      </Text>
    </Section>
  )
}

function CountLine({ number, path, children }: { number: number; path: string; children: ReactNode }) {
  return (
    <li>
      <PathLink path={path} className="split name">
        <span>{children}</span>
        <strong>{formatNumber(number)}</strong>
      </PathLink>
    </li>
  )
}

function RecentProfiles() {
  const recent = useRecentProfiles()
  return (
    <Section isRuled title="Recent profiles">
      {recent.length > 0 ? (
        <ul className="rows">
          {recent.map(({ id, name }) => (
            <li key={id} className="split">
              <NameLink name={name} buid={id} />
              <span className="fact">{id}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">The profiles that you open are listed here, in this {programName()} only.</p>
      )}
    </Section>
  )
}

/** Matches the height of the loaded content to avoid layout shift. */
function Skeletons({ lines }: { lines: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={20} my={10} />
      ))}
    </div>
  )
}

function greet(now: Date): string {
  const hour = now.getHours()
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}
