import type { Alumnus, AlumnusPage as PageData } from '@alumni/shared/alumni/record'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Copyable } from '../../ui/copy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { ChampionMark } from './champion-mark.tsx'
import { ContactCard } from './contact-card.tsx'
import { CrmChangesCard } from './crm-changes-card.tsx'
import { IdentityCard } from './identity-card.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { alumnusQuery } from './queries.ts'
import { useRememberRecentProfile } from '../../domain/people/recent-profiles.ts'
import { SignupCard } from './signup-card.tsx'
import { SilenceBanner } from './silence-banner.tsx'
import { StandingMarks } from '../../domain/people/standing-marks.tsx'
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
      mark={page && <Marks page={page} />}
      about={page ? <Facts alumnus={page.alumnus} /> : query.isPending && 'Loading…'}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={3} height={180} />}
      {page && <SilenceBanner alumnus={page.alumnus} />}
      {page && <Records key={page.alumnus.buid} page={page} loadedAt={query.dataUpdatedAt} />}
    </Page>
  )
}

function Marks({ page: { alumnus, champion_signup } }: { page: PageData }) {
  return (
    <>
      <StandingMarks alumnus={alumnus} />
      {champion_signup && <ChampionMark signup={champion_signup} />}
    </>
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
  return (
    <>
      <Copyable what="BUID" value={buid} />
      {[contact_id, degree].filter(Boolean).map((fact) => `\u00a0· ${fact}`)}
    </>
  )
}

function Records({ page, loadedAt }: { page: PageData; loadedAt: number }) {
  return (
    <div className={classes.columns}>
      <div className={classes.contact}>
        <ContactCard alumnus={page.alumnus} />
      </div>
      <div className={classes.records}>
        <RecordTabs page={page} loadedAt={loadedAt} />
      </div>
      <div className={classes.rest}>
        <IdentityCard alumnus={page.alumnus} />
        <CrmChangesCard page={page} />
        <SignupCard signup={page.champion_signup} />
      </div>
    </div>
  )
}
