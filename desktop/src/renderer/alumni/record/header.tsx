import { formatClasses } from '@alumni/shared/alumni/class-names'
import { alumnusFieldNames, type AlumnusField } from '@alumni/shared/alumni/fields'
import type {
  Alumnus,
  AlumnusPage,
  BouncedLetter,
  ChampionSignup,
  Education,
  Employment,
} from '@alumni/shared/alumni/record'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { ContactFlags } from '@alumni/shared/champions/contact-preferences'
import type { AskOfPerson } from '@alumni/shared/publications/asks'
import { bounceTexts } from '@alumni/shared/alumni/reports'
import { placeName } from '@alumni/shared/countries'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, Group, Stack } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LastAsk } from '../../domain/asks/last-ask.tsx'
import { HeaderFacts } from '../../domain/people/header-facts.tsx'
import { LastNote } from '../../domain/people/notes.tsx'
import { contactTags, emailBlockerLabel } from '../../domain/people/contact-blockers.tsx'
import { useSession } from '../../domain/session/session.ts'
import { Copyable } from '../../ui/copy-button.tsx'
import { formatDay, formatMonth } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'

/** Limits for the header; cards below it list further degrees and jobs. */
const [maxDegrees, maxJobs] = [3, 2]

export function formatPageTitle({ alumnus: { display_name }, educations }: AlumnusPage): string {
  return [display_name || 'No name on file', formatClasses(educations)].filter(Boolean).join(' ')
}

export function listRecordsBelowHeader({ educations, employment }: AlumnusPage) {
  const jobs = listHeaderJobs(employment)
  return {
    educations: educations.slice(maxDegrees),
    employment: employment.filter((position) => !jobs.includes(position)),
  }
}

function listHeaderJobs(employment: readonly Employment[]): Employment[] {
  return employment.filter(({ current }) => current).slice(0, maxJobs)
}

export function AlumnusHeader({ page, lastAsk }: { page: AlumnusPage; lastAsk: AskOfPerson | undefined }) {
  const { alumnus, educations, employment, engagements, champion_signup, giving, notes } = page
  const [last] = engagements.engagements
  const [note] = notes
  const jobs = listHeaderJobs(employment)
  return (
    <>
      <HeaderFacts
        facts={[
          [
            educations.length > 1 ? 'Degrees' : 'Degree',
            educations.length > 0 && (
              <Lines key="all" lines={educations.slice(0, maxDegrees).map((education) => renderDegree(education))} />
            ),
          ],
          ['Lives in', placeName(alumnus)],
          [jobs.length > 1 ? 'Jobs' : 'Job', jobs.length > 0 && <Lines key="all" lines={jobs.map(formatJob)} />],
          [
            'Last engagement',
            last && (
              <Lines
                key="last"
                lines={[
                  last.description || last.activity_name,
                  [last.description && last.activity_name, formatDay(last.engagement_date)].filter(Boolean).join(', '),
                ]}
              />
            ),
          ],
          ['Champion', champion_signup && <ChampionFact key="signup" signup={champion_signup} />],
          ['Giving', giving && <Lines key="all" lines={describeGiving(giving)} />],
          ['Last note', note && <LastNote key="note" note={note} />],
          ['Last ask', lastAsk && <LastAsk key="ask" ask={lastAsk} />],
        ]}
      />
      <Identifiers alumnus={alumnus} />
    </>
  )
}

export function AlumnusHeaderPreview({ person }: { person: FoundAlumnus | undefined }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      {person && (
        <HeaderFacts
          facts={[
            ['Degree', person.recent_degree && renderDegree({ ...noCodes, ...person.recent_degree })],
            ['Lives in', placeName(person)],
            ['Job', person.employer && formatJob({ job_title: person.job_title, employer: person.employer })],
            ['Last engagement', person.last_engaged && formatDay(person.last_engaged)],
          ]}
        />
      )}
    </div>
  )
}

const noCodes = { major_code: null, college_code: null }

function Lines({ lines }: { lines: readonly ReactNode[] }) {
  return (
    <span className="lines">
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </span>
  )
}

function renderDegree(education: Omit<Education, 'id'>) {
  const { degree_code, degree_date, major_desc, major_code, college_name, college_code } = education
  const subject = [degree_code, major_desc ?? major_code].filter(Boolean).join(' ')
  return (
    <>
      {[subject || 'Degree', college_name ?? college_code].filter(Boolean).join(', ')}
      {degree_date && (
        <span className="muted" title={formatDay(degree_date)}>
          {' '}
          {formatMonth(degree_date)}
        </span>
      )}
    </>
  )
}

function formatJob({ job_title, employer }: Pick<Employment, 'job_title' | 'employer'>): string {
  return job_title ? `${job_title} at ${employer}` : employer
}

/** Returns lines such as "Donor since 2019, 3 fiscal years in a row" and "Last gift on November 21, 2026". */
function describeGiving({ since, years_in_a_row, last_gift }: NonNullable<AlumnusPage['giving']>): string[] {
  const streak = years_in_a_row > 1 ? `, ${formatCount(years_in_a_row, ['fiscal year', 'fiscal years'])} in a row` : ''
  return [`Donor since ${since.slice(0, 4)}${streak}`, `Last gift on ${formatDay(last_gift)}`]
}

function ChampionFact({ signup: { id, status, signed_up_at } }: { signup: ChampionSignup }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const month = formatMonth(signed_up_at.slice(0, 10))
  const text = status === 'started' ? `Started to sign up in ${month}, not completed` : `Champion since ${month}`
  if (!isStaff) return text
  return (
    <Link to="/champion_signups/$id" params={{ id: String(id) }}>
      {text}
    </Link>
  )
}

const identifierFields = ['buid', 'contact_id', 'crm_id'] as const satisfies AlumnusField[]
const nameFields = [
  'prefix',
  'first_name',
  'preferred_name',
  'middle_name',
  'last_name',
  'former_last_name',
  'suffix',
] as const satisfies AlumnusField[]

function Identifiers({ alumnus }: { alumnus: Alumnus }) {
  return (
    <Box component="details" mt={12} fz={13}>
      <Box component="summary" w="fit-content" py={4} style={{ cursor: 'pointer' }}>
        Identifiers and name details
      </Box>
      <HeaderFacts
        facts={[
          ...identifierFields.map((field) => {
            const value = alumnus[field]
            const label = alumnusFieldNames[field]
            return [label, value && <Copyable key={field} label={label} value={value} />] as const
          }),
          ...nameFields.map((field) => [alumnusFieldNames[field], alumnus[field]] as const),
          ['Last changed', <RelativeTime key="at" time={alumnus.updated_at} />],
        ]}
      />
    </Box>
  )
}

type ContactWarningsProps = { person: ContactFlags | undefined; bounced: BouncedLetter | null | undefined }

export function ContactWarnings({ person, bounced }: ContactWarningsProps) {
  if (!person) return null
  const refusal = contactTags.find(({ flag }) => person[flag])
  const isBounced = bounced && emailBlockerLabel(person) === null
  if (!refusal && !isBounced) return null
  return (
    <Stack gap={8} mb={20}>
      {refusal && (
        <Warning
          icon={refusal.icon}
          title={refusal.label}
          bg={refusal.tone === 'bad' ? 'var(--bad-filled)' : 'var(--ink)'}
          c={refusal.tone === 'bad' ? '#fff' : 'var(--surface)'}
        >
          {refusal.advice}
        </Warning>
      )}
      {isBounced && (
        <Warning icon={IconMailX} title="Letters bounced" bg="var(--warn-soft)" c="var(--ink)">
          <RelativeTime time={bounced.at} />: {bounceTexts[bounced.why].advice}
        </Warning>
      )}
    </Stack>
  )
}

type WarningProps = { icon: typeof IconMailX; title: string; bg: string; c: string; children: ReactNode }

function Warning({ icon: Icon, title, children, ...colors }: WarningProps) {
  return (
    <Group
      wrap="nowrap"
      gap={12}
      px={16}
      py={12}
      fz={16}
      {...colors}
      style={{ borderRadius: 8, printColorAdjust: 'exact' }}
      role="note"
      aria-label={title}
    >
      <Icon size={22} stroke={1.8} style={{ flex: 'none' }} aria-hidden />
      <p>
        <strong>{title}.</strong> {children}
      </p>
    </Group>
  )
}
