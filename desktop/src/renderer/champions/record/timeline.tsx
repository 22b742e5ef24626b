import type { SignupAnswer, SignupPage, TimelineEvent } from '@alumni/shared/champions/staff-page'
import { signupAnswerNames } from '@alumni/shared/champions/staff-page'
import { UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { sayAnswer, type Choices } from './answer-words.ts'
import { timelineQuery } from './queries.ts'
import { sayEvent } from './timeline-words.ts'
import more from '../../ui/more.module.css'
import classes from './timeline.module.css'

/** What happened, newest first: what the champion did, and what staff did with the signup. */
export function Timeline({ page }: { page: SignupPage }) {
  const query = useInfiniteQuery(timelineQuery(page))
  const pages = query.data?.pages ?? []
  const events = [...new Map(pages.flatMap((each) => each.events).map((event) => [event.id, event])).values()]
  const older = (pages.at(-1)?.matching ?? 0) - events.length
  return (
    <aside className={classes.timeline} aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      {events.length === 0 && <p className="muted">Nothing has been recorded of this signup yet.</p>}
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <Event event={event} choices={page.choices} />
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <UnstyledButton
          className={more.more}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage
            ? 'Loading…'
            : query.isFetchNextPageError
              ? 'Older entries could not be loaded. Try again'
              : `Older entries (${count(Math.max(older, 1))})`}
        </UnstyledButton>
      )}
    </aside>
  )
}

function Event({ event, choices }: { event: TimelineEvent; choices: Choices }) {
  const { title, more: details } = sayEvent(event)
  const { before, after } = event
  return (
    <>
      <h3>{title}</h3>
      {before && after ? (
        <dl>
          {(Object.keys(after) as SignupAnswer[]).map((field) => (
            <div key={field}>
              <dt>{signupAnswerNames[field]}</dt>
              <dd>
                <BeforeAfter
                  before={sayAnswer(field, before[field], choices)}
                  after={sayAnswer(field, after[field], choices)}
                />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        details && <p>{details}</p>
      )}
      <p className={classes.who}>
        <When at={event.at} />
        {event.by && <> · {event.by}</>}
      </p>
    </>
  )
}
