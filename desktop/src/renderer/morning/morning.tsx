import { tasks, type ColleagueAct, type Morning as MorningData, type WaitingTask } from '@alumni/shared/morning'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useRecentProfiles } from '../domain/people/recent-profiles.ts'
import { useSession } from '../domain/session/session.ts'
import { count } from '../ui/words/numbers.ts'
import { When } from '../ui/words/when.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import { morningQuery } from './queries.ts'
import { SavedSearches } from './saved-searches.tsx'
import classes from './morning.module.css'

/** What one begins the day with: what waits, what is new, what one saved and looked at last, and what colleagues did. */
export function Morning() {
  const { user } = useSession()
  const query = useQuery(morningQuery)
  const { data } = query
  const hasTasks = hasRole(user.role, 'staff')
  const waiting = !data ? (
    query.isError ? (
      <NotLoaded sentence="What waits for you could not be loaded." onRetry={query.refetch} />
    ) : (
      <Skeletons lines={4} />
    )
  ) : (
    <Waiting tasks={data.tasks} />
  )
  return (
    <div className={classes.morning}>
      <p className={classes.greeting}>
        {greeting(new Date())}, {user.name}.
      </p>
      <div className={classes.columns}>
        <div className={classes.column}>
          {hasTasks && <TitledSection title="Waits for you">{waiting}</TitledSection>}
          <SavedSearches list="alumni_search" title="Saved searches" />
          {hasTasks && <SavedSearches list="champion_signups" title="Saved searches of champions" />}
          {data && <News news={data.news} />}
        </div>
        <div className={classes.column}>
          <Recent />
          <Colleagues
            acts={data?.colleagues}
            failed={
              !data && query.isError && <NotLoaded sentence="This could not be loaded." onRetry={query.refetch} />
            }
          />
        </div>
      </div>
    </div>
  )
}

function Waiting({ tasks: waiting }: { tasks: WaitingTask[] }) {
  if (waiting.length === 0) return <p className="muted">Nothing waits for you.</p>
  return (
    <ul className={classes.lines}>
      {waiting.map(({ name, count: many, path }) => (
        <Line key={name} number={many} path={path}>
          {tasks[name].says[many === 1 ? 0 : 1]}
        </Line>
      ))}
    </ul>
  )
}

/** What has come in this week, each with the people that it is about. */
function News({ news: { monday, engaged, signed_up } }: { news: MorningData['news'] }) {
  return (
    <TitledSection title="New since Monday">
      {engaged === 0 && !signed_up ? (
        <p className="muted">Nobody has taken part yet this week.</p>
      ) : (
        <ul className={classes.lines}>
          {engaged > 0 && (
            <Line number={engaged} path={`/alumni_search?engaged_from=${monday}`}>
              {engaged === 1 ? 'person took part' : 'people took part'}
            </Line>
          )}
          {signed_up !== null && signed_up > 0 && (
            <Line number={signed_up} path={`/champion_signups?signed_up_from=${monday}`}>
              {signed_up === 1 ? 'champion signed up' : 'champions signed up'}
            </Line>
          )}
        </ul>
      )}
      <p className={classes.all}>
        <Link to="/engagement_stats">All statistics</Link>
      </p>
    </TitledSection>
  )
}

/** A number, what it counts, and the way to them. */
function Line({ number, path, children }: { number: number; path: string; children: ReactNode }) {
  return (
    <li>
      <PathLink path={path} className={classes.line!}>
        <strong>{count(number)}</strong> <span>{children}</span>
      </PathLink>
    </li>
  )
}

function Recent() {
  const recent = useRecentProfiles()
  return (
    <TitledSection title="Recent profiles">
      {recent.length > 0 ? (
        <ul className={classes.links}>
          {recent.map(({ id, name }) => (
            <li key={id}>
              <Link to="/alumni/$id" params={{ id }}>
                {name}
              </Link>
              <span className="muted">{id}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">The profiles that you open are listed here, in this browser only.</p>
      )}
    </TitledSection>
  )
}

function Colleagues({ acts, failed }: { acts: ColleagueAct[] | undefined; failed: ReactNode }) {
  return (
    <TitledSection title="What colleagues did">
      {failed || (!acts && <Skeletons lines={3} />)}
      {acts?.length === 0 && <p className="muted">Nobody else has changed anything in the last seven days.</p>}
      {acts && acts.length > 0 && (
        <ul className={classes.acts}>
          {acts.map(({ who, did, at, path }) => (
            <li key={`${at} ${who} ${did}`}>
              <span>
                <strong>{who}</strong> {path ? <PathLink path={path}>{did}</PathLink> : did}
              </span>
              <span className="muted">
                <When at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  )
}

/** As high as what comes in their place. */
function Skeletons({ lines }: { lines: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={20} my={10} />
      ))}
    </div>
  )
}

function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}
