import { reportsPage, type ReportName, type ReportsPage as PageData } from '@alumni/shared/alumni/reports'
import { useQuery } from '@tanstack/react-query'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { LinkRow } from '../../ui/page/link-row.tsx'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { SearchedAt } from '../../ui/table/check-again.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { readQuery } from '../../ui/read-query.ts'
import { reportTexts } from './report-page.tsx'

const descriptions: Record<ReportName, string> = {
  look_alikes: 'Records that may be one person, with the reasons.',
  duplicate_emails: 'The same address on several alumni.',
  bounced_letters: 'People who did not get a letter, why, and what to do.',
  alumni_without_degrees: 'People whose degree never came from the CRM.',
}

export function ReportsPage() {
  const isEmpty = useHasNoAlumni()
  return (
    <ResourcePage
      title="Reports"
      about="What may be wrong in the records, and where to correct it."
      query={useQuery(readQuery(['reports'], '/settings/reports', reportsPage))}
      blocks={5}
      height={120}
    >
      {({ reports }) =>
        isEmpty ? (
          <NoAlumniYet>What may be wrong in their records is then listed here.</NoAlumniYet>
        ) : (
          <ul className="frame rows list">
            {reports.map((report) => (
              <ReportRow key={report.name} report={report} />
            ))}
          </ul>
        )
      }
    </ResourcePage>
  )
}

function ReportRow({ report: { name, count: rowCount, searched_at } }: { report: PageData['reports'][number] }) {
  const { title, noun } = reportTexts[name]
  return (
    <LinkRow title={title} path={`/settings/reports/${name}`} counts={formatCount(rowCount, noun)}>
      {descriptions[name]}
      <SearchedAt at={searched_at} />
      {name === 'look_alikes' && !searched_at && ' Not checked yet.'}
    </LinkRow>
  )
}
