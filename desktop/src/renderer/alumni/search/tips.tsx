import { importTypeNames, importTypes } from '@alumni/shared/exchange/imports'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Button, Kbd } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useRecentProfiles } from '../../domain/people/recent-profiles.ts'
import { savedSearchesQuery } from '../../domain/searches/saved-actions.ts'
import { useSession } from '../../domain/session/session.ts'
import { list } from '../../ui/words/numbers.ts'
import { TitledSection } from '../../ui/titled-section.tsx'
import classes from './tips.module.css'

const examples = [
  ['A name', 'jose alvarez', 'Accents and small slips do not matter; preferred and former names are found too.'],
  ['An identifier', 'B00000001', 'A BUID, a contact ID or a CRM ID; the beginning is enough for the first two.'],
  ['An e-mail address', 'peggy.oneil@example.org', 'Any of a person’s addresses.'],
  ['A phone number', '617 555 0104', 'However it is written.'],
] as const

/** How to search: open for who has not yet, until they close it; always a click away. */
export function Tips() {
  const { user } = useSession()
  const isNew = useIsNew()
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: `search-tips:${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isOpen = chosen ?? isNew
  const id = useId()
  return (
    <div className={classes.tips}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconBulb size={16} stroke={1.6} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => choose(!isOpen)}
      >
        {isOpen ? 'Hide the tips' : 'Tips'}
      </Button>
      {isOpen && (
        <div id={id} className={classes.columns}>
          <WhatToType />
          {hasRole(user.role, 'admin') && <HowRecordsComeIn />}
        </div>
      )}
    </div>
  )
}

/** Nobody was opened yet, and nothing saved. */
function useIsNew(): boolean {
  const recent = useRecentProfiles()
  const saved = useQuery(savedSearchesQuery('alumni_search'))
  return recent.length === 0 && saved.data?.searches.length === 0
}

function WhatToType() {
  return (
    <TitledSection title="What you can type">
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
      <p className={classes.keys}>
        <Kbd size="xs">/</Kbd> searches, <Kbd size="xs">f</Kbd> filters, <Kbd size="xs">j</Kbd> and{' '}
        <Kbd size="xs">k</Kbd> walk through the list, <Kbd size="xs">?</Kbd> shows all keys.
      </p>
    </TitledSection>
  )
}

function HowRecordsComeIn() {
  return (
    <TitledSection title="How records come in">
      <ol className={classes.steps}>
        <li>
          <strong>Upload</strong> a CSV file from the CRM:{' '}
          {list(importTypes.map((type) => importTypeNames[type].title.toLowerCase()))}.
        </li>
        <li>
          <strong>Review</strong> what is new, what changes and what is skipped. Nothing is written before you confirm.
        </li>
        <li>
          <strong>Import</strong>, and download the lines that need mending.
        </li>
      </ol>
      <p className={classes.everyone}>
        <Link to="/settings/imports">Go to the imports</Link>
      </p>
    </TitledSection>
  )
}
