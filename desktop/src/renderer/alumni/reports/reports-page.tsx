import type { ReportName, ReportsPage as PageData } from '@alumni/shared/alumni/reports'
import { useQuery } from '@tanstack/react-query'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { LinkCard, LinkCards } from '../../ui/link-cards.tsx'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/on-file.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { reportsQuery } from './queries.ts'
import classes from './reports.module.css'

const words: Record<ReportName, { title: string; noun: readonly [string, string]; about: string }> = {
  look_alikes: {
    title: 'People who look like one',
    noun: ['pair', 'pairs'],
    about: 'Two records that may be of one person, with the reasons.',
  },
  duplicate_emails: {
    title: 'Duplicate e-mail addresses',
    noun: ['address', 'addresses'],
    about: 'The same address on several alumni.',
  },
  unknown_employers: {
    title: 'Employers nobody knows',
    noun: ['employer', 'employers'],
    about: 'Misspelt, naming no employer, or known from one person only.',
  },
  bounced_letters: {
    title: 'Bounced letters',
    noun: ['person', 'people'],
    about: 'Who did not get a letter, why, and what to do.',
  },
  alumni_without_degrees: {
    title: 'Alumni without degrees',
    noun: ['person', 'people'],
    about: 'People whose degree never came from the CRM.',
  },
}

/** What needs a look, each report with its number. */
export function ReportsPage() {
  const query = useQuery(reportsQuery)
  const isEmpty = useHasNoAlumni()
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page title="Reports" about="What is wrong or doubtful in the records, and where to mend it.">
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={5} height={120} />}
      {isEmpty && <NoAlumniYet>What is wrong or doubtful in their records is then listed here.</NoAlumniYet>}
      {query.data && !isEmpty && (
        <LinkCards>
          {query.data.reports.map((report) => (
            <ReportCard key={report.name} report={report} />
          ))}
        </LinkCards>
      )}
    </Page>
  )
}

function ReportCard({ report: { name, count: rows, searched_at } }: { report: PageData['reports'][number] }) {
  const { title, noun, about } = words[name]
  const isPrepared = name === 'look_alikes' || name === 'unknown_employers'
  return (
    <LinkCard title={title} path={`/settings/reports/${name}`}>
      <div>
        <span className={classes.number}>{count(rows)}</span> <span className="muted">{noun[rows === 1 ? 0 : 1]}</span>
      </div>
      <p>
        {about}
        {searched_at && (
          <>
            {' '}
            Looked for <When at={searched_at} />.
          </>
        )}
        {isPrepared && !searched_at && ' Nobody has looked yet.'}
      </p>
    </LinkCard>
  )
}
