import { classesOf } from '@alumni/shared/alumni/class-names'
import { alumnusFieldNames, type AlumnusField } from '@alumni/shared/alumni/fields'
import type {
  Alumnus,
  AlumnusPage,
  BouncedLetter,
  ChampionSignup,
  Education,
  Employment,
} from '@alumni/shared/alumni/record'
import { bounceWords } from '@alumni/shared/alumni/reports'
import { placeName } from '@alumni/shared/countries'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, Group, Skeleton, Stack } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contactMarks, emailRefusal } from '../../domain/people/ways.tsx'
import { useSession } from '../../domain/session/session.ts'
import { Copyable } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/page/card.tsx'
import { dayWords, monthWords } from '../../ui/words/days.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './header.module.css'

/** What the header has room for; the cards beneath have the others. */
const [maxDegrees, maxJobs] = [3, 2]

/** "José Álvarez ’15". */
export function titleOf({ alumnus: { display_name }, educations }: AlumnusPage): string {
  return [display_name || 'No name on file', classesOf(educations)].filter(Boolean).join(' ')
}

/** Degrees and positions that the header does not show. */
export function notInHeader({ educations, employment }: AlumnusPage) {
  const jobs = jobsOf(employment)
  return {
    educations: educations.slice(maxDegrees),
    employment: employment.filter((position) => !jobs.includes(position)),
  }
}

function jobsOf(employment: readonly Employment[]): Employment[] {
  return employment.filter(({ current }) => current).slice(0, maxJobs)
}

/** The answers to a caller's questions, in their order; beneath them the identifiers. */
export function HeaderFacts({ page }: { page: AlumnusPage }) {
  const { alumnus, educations, employment, engagements, champion_signup, giving } = page
  const [last] = engagements.engagements
  const jobs = jobsOf(employment)
  const facts: [string, ReactNode][] = [
    [
      educations.length > 1 ? 'Degrees' : 'Degree',
      educations.length > 0 ? (
        <Lines key="all" of={educations.slice(0, maxDegrees).map((education) => degreeLine(education))} />
      ) : (
        <None key="none" words="None on file" />
      ),
    ],
    ['Lives in', placeName(alumnus)],
    [jobs.length > 1 ? 'Jobs' : 'Job', jobs.length > 0 ? <Lines key="all" of={jobs.map(jobWords)} /> : null],
    [
      'Last engagement',
      last ? (
        <Lines
          key="last"
          of={[
            last.description || last.activity_name,
            [last.description && last.activity_name, dayWords(last.engagement_date)].filter(Boolean).join(', '),
          ]}
        />
      ) : (
        <None key="none" words="None on file" />
      ),
    ],
    [
      'Champion',
      champion_signup ? <Champion key="signup" signup={champion_signup} /> : <None key="none" words="Not signed up" />,
    ],
    ['Giving', giving && <Lines key="all" of={givingWords(giving)} />],
  ]
  return (
    <>
      <div className={classes.facts}>
        <Facts facts={facts} />
      </div>
      <Identifiers alumnus={alumnus} />
    </>
  )
}

/** Stands where the facts will be. */
export function HeaderSkeleton() {
  return (
    <div className={classes.facts} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <Skeleton height={96} />
    </div>
  )
}

function None({ words }: { words: string }) {
  return <span className="muted">{words}</span>
}

function Lines({ of }: { of: readonly ReactNode[] }) {
  return (
    <span className="lines">
      {of.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </span>
  )
}

/** "MBA Finance, Business", and the month. */
function degreeLine({ degree_code, degree_date, major_desc, major_code, college_name, college_code }: Education) {
  const subject = [degree_code, major_desc ?? major_code].filter(Boolean).join(' ')
  return (
    <>
      {[subject || 'Degree', college_name ?? college_code].filter(Boolean).join(', ')}
      {degree_date && (
        <span className="muted" title={dayWords(degree_date)}>
          {' '}
          {monthWords(degree_date)}
        </span>
      )}
    </>
  )
}

function jobWords({ job_title, employer }: Employment): string {
  return job_title ? `${job_title} at ${employer}` : employer
}

/** "Donor since 2019, 3 fiscal years in a row" and the day of the last gift; amounts are never on file. */
function givingWords({ since, years_in_a_row, last_gift }: NonNullable<AlumnusPage['giving']>): string[] {
  const row = years_in_a_row > 1 ? `, ${countOf(years_in_a_row, ['fiscal year', 'fiscal years'])} in a row` : ''
  return [`Donor since ${since.slice(0, 4)}${row}`, `Last gift on ${dayWords(last_gift)}`]
}

/** Leads staff to the signup. */
function Champion({ signup: { id, status, signed_up_at } }: { signup: ChampionSignup }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const month = monthWords(signed_up_at.slice(0, 10))
  const words = status === 'started' ? `Started to sign up in ${month}, not completed` : `Champion since ${month}`
  if (!isStaff) return words
  return (
    <Link to="/champion_signups/$id" params={{ id: String(id) }}>
      {words}
    </Link>
  )
}

const identifiers = ['buid', 'contact_id', 'crm_id'] as const satisfies AlumnusField[]
const names = [
  'prefix',
  'first_name',
  'preferred_name',
  'middle_name',
  'last_name',
  'former_last_name',
  'suffix',
] as const satisfies AlumnusField[]

/** Folded: what files and colleagues ask for, not callers. */
function Identifiers({ alumnus }: { alumnus: Alumnus }) {
  return (
    <Box component="details" mt={12} fz={13} className={classes.identifiers}>
      <summary>Identifiers and name details</summary>
      <div className={classes.facts}>
        <Facts
          facts={[
            ...identifiers.map((field) => {
              const value = alumnus[field]
              const label = alumnusFieldNames[field]
              return [label, value && <Copyable key={field} what={label} value={value} />] as const
            }),
            ...names.map((field) => [alumnusFieldNames[field], alumnus[field]] as const),
            ['Last changed', <When key="at" at={alumnus.updated_at} />],
          ]}
        />
      </div>
    </Box>
  )
}

/** Above everything else, so that it cannot be missed: that one must not write or call, or that letters come back. */
export function Warnings({ page: { alumnus, bounced_letter } }: { page: AlumnusPage }) {
  const refusal = contactMarks.find(({ of }) => alumnus[of])
  const isBounced = bounced_letter !== null && emailRefusal(alumnus) === null
  if (!refusal && !isBounced) return null
  return (
    <Stack gap={8} mb={20}>
      {refusal && (
        <Warning
          picture={refusal.icon}
          title={refusal.word}
          bg={refusal.tone === 'bad' ? 'var(--bad-filled)' : 'var(--ink)'}
          c={refusal.tone === 'bad' ? '#fff' : 'var(--surface)'}
        >
          {refusal.advice}
        </Warning>
      )}
      {isBounced && (
        <Warning picture={IconMailX} title="Letters bounced" bg="var(--warn-soft)" c="var(--ink)">
          <BounceWords bounced={bounced_letter} />
        </Warning>
      )}
    </Stack>
  )
}

function BounceWords({ bounced: { why, at } }: { bounced: BouncedLetter }) {
  return (
    <>
      <When at={at} />: {bounceWords[why].advice}
    </>
  )
}

type WarningProps = { picture: typeof IconMailX; title: string; bg: string; c: string; children: ReactNode }

function Warning({ picture: Picture, title, children, ...colors }: WarningProps) {
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
      <Picture size={22} stroke={1.8} style={{ flex: 'none' }} aria-hidden />
      <p>
        <strong>{title}.</strong> {children}
      </p>
    </Group>
  )
}
