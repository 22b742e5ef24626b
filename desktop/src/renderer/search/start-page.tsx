import { importTypeNames, importTypes } from '@alumni/shared/imports'
import { hasRole } from '@alumni/shared/staff'
import { Kbd } from '@mantine/core'
import { flatten, sectionsFor } from '../shell/sections.ts'
import { Page } from '../shell/page.tsx'
import { roleNames } from '../shell/role-names.ts'
import { SectionCards } from '../shell/section-cards.tsx'
import { useSession } from '../shell/session.ts'
import { list } from '../words/numbers.ts'
import classes from './start-page.module.css'

const ownPath = '/alumni_search'

/** The first page after signing in. It offers what there is to do, and nothing else. */
export function StartPage() {
  const { user } = useSession()
  const places = flatten(sectionsFor(user.role)).filter((section) => section.path !== ownPath && !isImportOfOneType(section.path))
  return (
    <Page title={`${greeting(new Date())}, ${user.name}`} about={`You are signed in as ${roleNames[user.role].toLowerCase()}.`}>
      {places.length > 0 ? (
        <section className={classes.section}>
          <h2>What you can do</h2>
          <SectionCards sections={places} />
        </section>
      ) : (
        <p className={classes.notice}>There is nothing to do for your role yet. Searching for alumni comes to this page as soon as their records are here.</p>
      )}
      {hasRole(user.role, 'admin') && (
        <section className={classes.section}>
          <h2>How records come in</h2>
          <ol className={classes.steps}>
            <li>
              <strong>Upload</strong> a CSV file from the CRM: {list(importTypes.map((type) => importTypeNames[type].title.toLowerCase()))}.
            </li>
            <li>
              <strong>Review</strong> what is new, what changes and what is skipped. Nothing is written before you confirm.
            </li>
            <li>
              <strong>Import</strong>, and download the rows that need mending.
            </li>
          </ol>
        </section>
      )}
      <p className={classes.hint}>
        <Kbd size="xs">/</Kbd> goes to any page by name, <Kbd size="xs">?</Kbd> shows all keys.
      </p>
    </Page>
  )
}

function isImportOfOneType(path: string): boolean {
  return path.startsWith('/settings/imports/')
}

function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}
