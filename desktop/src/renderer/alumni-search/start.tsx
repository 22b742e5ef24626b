import { importTypeNames, importTypes } from '@alumni/shared/imports'
import { hasRole } from '@alumni/shared/staff'
import { Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRecentProfiles } from '../ui/people/recent-profiles.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { savedSearchesQuery } from '../ui/searches/saved-query.ts'
import { useSession } from '../ui/session.ts'
import { list } from '../ui/words/numbers.ts'
import { wordsOf } from './search-words.ts'
import classes from './start.module.css'

const examples = [
  ['A name', 'jose alvarez', 'Accents and small slips do not matter; preferred and former names are found too.'],
  ['An identifier', 'B00000001', 'A BUID, a contact ID or a CRM ID; the beginning is enough for the first two.'],
  ['An e-mail address', 'peggy.oneil@example.org', 'Any of a person’s addresses.'],
  ['A phone number', '617 555 0104', 'However it is written.'],
] as const

/** Before anything is asked: whom one looked at, what one saved, and what the box takes. */
export function Start() {
  const { user } = useSession()
  const recent = useRecentProfiles()
  const saved = useQuery(savedSearchesQuery('alumni_search'))
  const searches = saved.data?.searches ?? []
  return (
    <div className={classes.start}>
      <p className={classes.greeting}>
        {greeting(new Date())}, {user.name}.
      </p>
      <div className={classes.columns}>
        <Section title="Recent profiles">
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
        </Section>
        <Section title="Saved searches">
          {searches.length > 0 ? (
            <ul className={classes.links}>
              {searches.map(({ id, name, query }) => (
                <li key={id}>
                  <Link to="/alumni_search" search={wordsOf(query)}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          ) : saved.isError ? (
            <NotLoaded sentence="Your saved searches could not be loaded." onRetry={saved.refetch} />
          ) : (
            <p className="muted">Save a search under a name, and it waits for you here.</p>
          )}
        </Section>
        <Section title="What you can type">
          <dl className={classes.examples}>
            {examples.map(([what, example, about]) => (
              <div key={what}>
                <dt>
                  {what}{' '}
                  <Link to="/alumni_search" search={{ q: example }}>
                    {example}
                  </Link>
                </dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.everyone}>
            Or{' '}
            <Link to="/alumni_search" search={{ sort: 'name' }}>
              look through everyone
            </Link>
            , and narrow the list by filters.
          </p>
        </Section>
        {hasRole(user.role, 'admin') && <HowRecordsComeIn />}
      </div>
      <p className={classes.keys}>
        <Kbd size="xs">/</Kbd> searches, <Kbd size="xs">f</Kbd> filters, <Kbd size="xs">j</Kbd> and{' '}
        <Kbd size="xs">k</Kbd> walk through the list, <Kbd size="xs">?</Kbd> shows all keys.
      </p>
    </div>
  )
}

function HowRecordsComeIn() {
  return (
    <Section title="How records come in">
      <ol className={classes.steps}>
        <li>
          <strong>Upload</strong> a CSV file from the CRM:{' '}
          {list(importTypes.map((type) => importTypeNames[type].title.toLowerCase()))}.
        </li>
        <li>
          <strong>Review</strong> what is new, what changes and what is skipped. Nothing is written before you confirm.
        </li>
        <li>
          <strong>Import</strong>, and download the rows that need mending.
        </li>
      </ol>
      <p className={classes.everyone}>
        <Link to="/settings/imports">Go to the imports</Link>
      </p>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}
