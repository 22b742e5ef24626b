import { alumnusFieldNames, type AlumnusField } from '@alumni/shared/alumni/fields'
import type { Alumnus, AlumnusPage as PageData, ChampionSignup } from '@alumni/shared/alumni/record'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, Link } from '@tanstack/react-router'
import { hasRole } from '@alumni/shared/staff/accounts'
import { IconHeartHandshake } from '@tabler/icons-react'
import { Group } from '@mantine/core'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Copyable } from '../../ui/copy-button.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { ContactCard } from './contact-card.tsx'
import { CrmChangesCard } from './crm-changes-card.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { alumnusQuery } from './queries.ts'
import { useRememberRecentProfile } from '../../domain/people/recent-profiles.ts'
import { contactMarks, ContactMarks } from '../../domain/people/ways.tsx'
import { When } from '../../ui/words/when.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { useSession } from '../../domain/session/session.ts'
import { countryName } from '@alumni/shared/countries'

/** Everything that is on file about one person. */
export function AlumnusPage() {
  const { id } = useParams({ from: '/shell/alumni/$id' })
  const query = useQuery(alumnusQuery(id))
  const { search } = useLocation().state
  const page = query.data
  useRememberRecentProfile(page?.alumnus)
  return (
    <ResourcePage
      query={query}
      height={180}
      title={page ? page.alumnus.display_name || 'No name on file' : 'Alumnus'}
      crumbs={[{ title: 'Search', path: '/alumni_search', cameFrom: search }]}
      mark={page && <Marks page={page} />}
      about={page ? <About alumnus={page.alumnus} /> : query.isPending && 'Loading…'}
    >
      {(loaded) => (
        <>
          <RefusalBanner alumnus={loaded.alumnus} />
          <Records key={loaded.alumnus.buid} page={loaded} loadedAt={query.dataUpdatedAt} />
        </>
      )}
    </ResourcePage>
  )
}

function Marks({ page: { alumnus, champion_signup } }: { page: PageData }) {
  return (
    <>
      <ContactMarks alumnus={alumnus} />
      {champion_signup && <ChampionMark signup={champion_signup} />}
    </>
  )
}

function About({ alumnus: { buid, contact_id, recent_degree } }: { alumnus: Alumnus }) {
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
    <WithAside
      isAsideWide
      aside={<RecordTabs page={page} loadedAt={loadedAt} />}
      foot={
        <>
          <IdentityCard alumnus={page.alumnus} />
          <CrmChangesCard page={page} />
          <SignupCard signup={page.champion_signup} />
        </>
      }
    >
      <ContactCard alumnus={page.alumnus} />
    </WithAside>
  )
}

const names = [
  'prefix',
  'first_name',
  'preferred_name',
  'middle_name',
  'last_name',
  'former_last_name',
  'suffix',
] as const satisfies AlumnusField[]
const identifiers = ['buid', 'contact_id', 'crm_id'] as const satisfies AlumnusField[]

/** Each part of the name, and the identifiers. */
function IdentityCard({ alumnus }: { alumnus: Alumnus }) {
  return (
    <Card title="Identity">
      <Facts
        facts={[
          ...identifiers.map(
            (field) => [alumnusFieldNames[field], copyable(alumnusFieldNames[field], alumnus[field])] as const,
          ),
          ...names.map((field) => [alumnusFieldNames[field], alumnus[field]] as const),
          ['Last changed', <When key="at" at={alumnus.updated_at} />],
        ]}
      />
    </Card>
  )
}

function copyable(what: string, value: string | null) {
  return value && <Copyable what={what} value={value} />
}

const signupStates: Record<ChampionSignup['status'], string> = {
  started: 'Started, not completed',
  completed: 'Completed',
  linked: 'Completed and linked',
}

/** Beside the name: that someone is a champion, and how far the signup has come. It leads there. */
function ChampionMark({ signup: { id, status } }: { signup: ChampionSignup }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const words = (
    <>
      <IconHeartHandshake size={15} stroke={1.8} aria-hidden />
      <strong>Champion</strong>
      {signupStates[status].toLowerCase()}
    </>
  )
  if (!isStaff)
    return (
      <span className="tag" data-tone="accent">
        {words}
      </span>
    )
  return (
    <Link className="tag" data-tone="accent" to="/champion_signups/$id" params={{ id: String(id) }}>
      {words}
    </Link>
  )
}

/** Whether the person has signed up as a champion, and how far that has come. */
function SignupCard({ signup }: { signup: ChampionSignup | null }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  if (!signup) return <Card title="Champion signup" empty="Has not signed up as a champion." />
  const { id, status, signed_up_at, email, city, postal_code, country, google_linked } = signup
  const place = [[city, postal_code].filter(Boolean).join(' '), countryName(country ?? 'US')].filter(Boolean).join(', ')
  return (
    <Card title="Champion signup">
      <Facts
        facts={[
          ['Status', signupStates[status]],
          ['Signed up', <When key="at" at={signed_up_at} />],
          ['With', email],
          ['Place', city || postal_code || country ? place : null],
          ['Google', google_linked ? 'Linked' : 'Not linked'],
        ]}
      />
      {isStaff && (
        <Link to="/champion_signups/$id" params={{ id: String(id) }}>
          Open the signup
        </Link>
      )}
    </Card>
  )
}

/** Above everything else, so that it cannot be missed: that one must not write or call. */
function RefusalBanner({ alumnus }: { alumnus: Alumnus }) {
  const refusal = contactMarks.find(({ of }) => alumnus[of])
  if (!refusal) return null
  const { word, advice, tone, icon: Picture } = refusal
  return (
    <Group
      wrap="nowrap"
      gap={12}
      mb={20}
      px={16}
      py={12}
      fz={16}
      bg={tone === 'bad' ? 'var(--bad-filled)' : 'var(--ink)'}
      c={tone === 'bad' ? '#fff' : 'var(--surface)'}
      style={{ borderRadius: 8, printColorAdjust: 'exact' }}
      role="note"
      aria-label={word}
    >
      <Picture size={22} stroke={1.8} style={{ flex: 'none' }} aria-hidden />
      <p>
        <strong>{word}.</strong> {advice}
      </p>
    </Group>
  )
}
