import type { Alumnus, AlumnusPage as PageData } from '@alumni/shared/alumni'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../ui/failed-page.tsx'
import { BlockSkeletons } from '../ui/page-skeleton.tsx'
import { Page } from '../ui/page.tsx'
import { dayWords } from '../ui/words/days.ts'
import { AffinitiesCard } from './affinities-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { CrmChangesCard } from './crm-changes-card.tsx'
import { EducationCard } from './education-card.tsx'
import { EmploymentCard } from './employment-card.tsx'
import { EngagementsCard } from './engagements-card.tsx'
import { History } from './history.tsx'
import { IdentityCard } from './identity-card.tsx'
import { alumnusQuery } from './queries.ts'
import { useRememberRecentProfile } from '../ui/people/recent-profiles.ts'
import { SignupCard } from './signup-card.tsx'
import { SilenceBanner } from './silence-banner.tsx'
import { StandingMarks } from '../ui/people/standing-marks.tsx'
import classes from './alumnus-page.module.css'

/** Everything that is on file about one person. */
export function AlumnusPage() {
  const { id } = useParams({ from: '/shell/alumni/$id' })
  const query = useQuery(alumnusQuery(id))
  const { search } = useLocation().state
  const page = query.data
  useRememberRecentProfile(page?.alumnus)
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title={page ? page.alumnus.display_name || 'No name on file' : 'Alumnus'}
      crumbs={[{ title: 'Search', path: '/alumni_search', cameFrom: search }]}
      mark={page && <StandingMarks alumnus={page.alumnus} />}
      about={page ? <Facts alumnus={page.alumnus} /> : query.isPending && 'Loading…'}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={3} height={180} />}
      {page && <SilenceBanner alumnus={page.alumnus} />}
      {page && <Records key={page.alumnus.buid} page={page} loadedAt={query.dataUpdatedAt} />}
    </Page>
  )
}

function Facts({ alumnus: { buid, contact_id, recent_degree } }: { alumnus: Alumnus }) {
  const degree =
    recent_degree &&
    [
      [recent_degree.degree_code, recent_degree.major_desc].filter(Boolean).join(' '),
      recent_degree.college_name,
      recent_degree.degree_date && dayWords(recent_degree.degree_date),
    ]
      .filter(Boolean)
      .join(', ')
  return <>{[buid, contact_id, degree].filter(Boolean).join(' · ')}</>
}

function Records({ page, loadedAt }: { page: PageData; loadedAt: number }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ContactCard alumnus={page.alumnus} />
        <IdentityCard alumnus={page.alumnus} />
        <CrmChangesCard page={page} />
        <SignupCard signup={page.champion_signup} />
      </div>
      <div className={classes.column}>
        <EngagementsCard page={page} loadedAt={loadedAt} />
        <EducationCard educations={page.educations} areas={page.areas_of_study} />
        <EmploymentCard employment={page.employment} />
        <AffinitiesCard affinities={page.affinities} />
      </div>
      <History page={page} loadedAt={loadedAt} />
    </div>
  )
}
