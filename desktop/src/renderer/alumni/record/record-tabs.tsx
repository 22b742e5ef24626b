import type { AlumnusPage, Membership, Employment } from '@alumni/shared/alumni/record'
import { SimpleGrid, Stack, Tabs } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { hasRole } from '@alumni/shared/staff/accounts'
import { useSession } from '../../domain/session/session.ts'
import type { useAsks } from '../../domain/asks/last-ask.tsx'
import { NotesCard } from '../../domain/people/notes.tsx'
import { AsksCard } from './asks-card.tsx'
import { EngagementsCard } from './engagements-card.tsx'
import { listRecordsBelowHeader } from './header.tsx'
import { HistorySection } from './history.tsx'
import { Card, Facts, Entries, Entry, NothingOnFile } from '../../ui/page/card.tsx'
import { alumnusUrl } from './queries.ts'
import { formatDay, formatMonth } from '../../ui/format/days.ts'

type RecordTabsProps = { page: AlumnusPage; loadedAt: number; asks: ReturnType<typeof useAsks> }

/** Shows a record's cards and, once anything has changed, its history in a second tab. */
export function RecordTabs(props: RecordTabsProps) {
  const { page, loadedAt } = props
  const { tab } = useSearch({ from: '/shell/alumni/$id' })
  const navigate = useNavigate({ from: '/alumni/$id' })
  const open = (to: string | null) =>
    void navigate({
      search: (before) => ({ ...before, tab: to === 'history' ? to : undefined }),
      state: true,
      resetScroll: false,
    })
  if (page.history.matching === 0) return <RecordCards {...props} />
  return (
    <Tabs value={tab ?? 'records'} onChange={open} keepMounted={false}>
      <Tabs.List mb={16} aria-label="About this person">
        <Tabs.Tab value="records">Records</Tabs.Tab>
        <Tabs.Tab value="history">
          History <span className="muted">{formatNumber(page.history.matching)}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="records">
        <RecordCards {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistorySection page={page} loadedAt={loadedAt} />
      </Tabs.Panel>
    </Tabs>
  )
}

function RecordCards({ page, loadedAt, asks }: RecordTabsProps) {
  const { alumnus, educations, employment, engagements, affinities, champion_signup, notes } = page
  const isStaff = hasRole(useSession().user.role, 'staff')
  return (
    <Stack gap={20}>
      <NotesCard url={alumnusUrl(alumnus.buid)} notes={notes} />
      <CardsBelowHeader page={page} />
      <EngagementsCard page={page} loadedAt={loadedAt} />
      {isStaff && <AsksCard buid={alumnus.buid} query={asks} />}
      <AffinitiesCard affinities={affinities} />
      <NothingOnFile
        names={[
          educations.length === 0 && 'degrees',
          employment.length === 0 && 'employment',
          engagements.total === 0 && 'engagement',
          affinities.length === 0 && 'affinities',
          !champion_signup && 'champion signup',
          asks.data?.total === 0 && 'asks',
          isStaff && notes.length === 0 && 'notes',
        ]}
      />
    </Stack>
  )
}

function AffinitiesCard({ affinities }: { affinities: Membership[] }) {
  const byCategory = [...Map.groupBy(affinities, ({ category }) => category)]
  if (affinities.length === 0) return null
  return (
    <Card title="Affinities" count={affinities.length}>
      <Facts
        facts={byCategory.map(([category, members]) => [category, members.map(({ name }) => name).join('\n')] as const)}
      />
    </Card>
  )
}

function CardsBelowHeader({ page }: { page: AlumnusPage }) {
  const { educations, employment } = listRecordsBelowHeader(page)
  const areas = page.areas_of_study
  if (educations.length + areas.length + employment.length === 0) return null
  return (
    <SimpleGrid type="container" cols={{ base: 1, '520px': 2 }} spacing={20} style={{ alignItems: 'start' }}>
      <EntriesCard
        title="Earlier degrees"
        noun={['degree', 'degrees']}
        entries={educations.map(({ id, degree_code, degree_date, major_desc, major_code, ...college }) => ({
          id,
          title: [degree_code, major_desc ?? major_code].filter(Boolean).join(' ') || 'Degree',
          mark: degree_date && formatDay(degree_date),
          lines: [college.college_name ?? college.college_code],
        }))}
      />
      <EntriesCard
        title="Areas of study"
        noun={['area of study', 'areas of study']}
        entries={areas.map(({ id, major_desc, major_code, area_type, degree_code, college_name }) => ({
          id,
          title: major_desc ?? major_code ?? 'Area of study',
          mark: area_type,
          lines: [[degree_code, college_name].filter(Boolean).join(', ')],
        }))}
      />
      <EntriesCard
        title="Other employment"
        noun={['position', 'positions']}
        entries={employment.map((position) => ({
          id: position.id,
          title: position.job_title ?? position.employer,
          mark: position.current ? 'Current' : null,
          lines: [position.job_title && position.employer, formatPeriod(position)],
        }))}
      />
    </SimpleGrid>
  )
}

type EntriesCardProps = {
  title: string
  noun: readonly [string, string]
  entries: readonly ({ id: number } & ComponentProps<typeof Entry>)[]
}

function EntriesCard({ title, noun, entries }: EntriesCardProps) {
  if (entries.length === 0) return null
  return (
    <Card title={title} count={entries.length}>
      <Entries count={entries.length} of={formatCount(entries.length, noun)}>
        {entries.map(({ id, ...entry }) => (
          <Entry key={id} {...entry} />
        ))}
      </Entries>
    </Card>
  )
}

function formatPeriod({ start_date, end_date, current }: Employment): string | null {
  const start = start_date && formatMonth(start_date)
  const end = end_date ? formatMonth(end_date) : current ? 'now' : null
  if (start && end) return `${start} to ${end}`
  if (start) return `Since ${start}`
  return end_date ? `Until ${end}` : null
}
