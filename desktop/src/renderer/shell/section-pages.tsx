import { tasks, type TaskName, type WaitingTask } from '@alumni/shared/morning'
import type { Role } from '@alumni/shared/staff/accounts'
import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { backupsQuery } from '../operations/backups/queries.ts'
import { settingsHomeQuery } from '../operations/health/queries.ts'
import { SettingsHome } from '../operations/health/settings-home.tsx'
import { morningQuery } from '../morning/queries.ts'
import { LinkCard, LinkCards } from '../ui/page/link-cards.tsx'
import { BlockSkeletons } from '../ui/page/page-skeleton.tsx'
import { Page } from '../ui/page/page.tsx'
import { RequireRole } from '../domain/session/require-role.tsx'
import { useSession } from '../domain/session/session.ts'
import { countOf } from '../ui/words/numbers.ts'
import { flatten, sectionsFor } from './sections.ts'
import { SettingsNeeds } from './settings-needs.tsx'
import { settingsGroups } from './settings-sections.ts'
import type { Section } from './sections.ts'

/** Shows what needs an administrator, then setup, then the service's health. */
export function SettingsPage() {
  return (
    <RequireRole role="admin">
      <Page title="Settings" about="Users, API keys, lists and the service.">
        <Settings />
      </Page>
    </RequireRole>
  )
}

/** Waits for what stands above and in the cards: on a phone it would push them down. */
function Settings() {
  const queries = [useQuery(morningQuery), useQuery(settingsHomeQuery), useQuery(backupsQuery)]
  if (queries.some(({ isPending, failureCount }) => isPending && failureCount === 0))
    return <BlockSkeletons blocks={8} />
  return (
    <>
      <SettingsNeeds />
      {Object.entries(settingsGroups).map(([group, title]) => (
        <Box component="section" key={group} mb={32} aria-labelledby={group}>
          <Text component="h2" id={group} mb={12} fz={16} fw={600}>
            {title}
          </Text>
          <Cards pages={pagesOf('admin', '/settings').filter((page) => page.group === group)} isGrouped />
        </Box>
      ))}
      <SettingsHome />
    </>
  )
}

export const ToolsPage = () => (
  <SectionPage
    paths={['/tools/batch_search', '/tools/event_converter', '/tools/recorded_lists']}
    needs="staff"
    title="Tools"
    about="Work with many people at once."
  />
)

/** Content that staff write for alumni, in any section. */
export const ContentPage = () => (
  <SectionPage
    paths={[
      '/settings/content/communities',
      '/settings/content/news',
      '/champion_signups/events',
      '/champion_signups/opportunities',
    ]}
    needs="admin"
    title="Content"
    about="What alumni read on their site. Each begins as a draft, and is published now or at a time."
  />
)

type SectionPageProps = {
  paths: readonly string[]
  needs: Role
  title: string
  about: string
}

/** Pages of several sections: one card each. */
function SectionPage({ paths, needs, title, about }: SectionPageProps): ReactNode {
  const { user } = useSession()
  const pages = flatten(sectionsFor(user.role)).filter(({ path }) => paths.includes(path))
  return (
    <RequireRole role={needs}>
      <Page title={title} about={about}>
        <Cards pages={pages} />
      </Page>
    </RequireRole>
  )
}

function pagesOf(role: Role, path: string): Section[] {
  return [...(flatten(sectionsFor(role)).find((section) => section.path === path)?.pages ?? [])]
}

/** Each with what waits there, as the morning says it: the cards come with it, as a line more would push those below. */
function Cards({ pages, isGrouped = false }: { pages: readonly Section[]; isGrouped?: boolean }) {
  const { data, isPending, failureCount } = useQuery(morningQuery)
  if (isPending && failureCount === 0) return <BlockSkeletons blocks={pages.length} />
  const waiting = data?.tasks ?? []
  return (
    <LinkCards>
      {pages.map(({ path, title, about, icon }) => (
        <LinkCard
          key={path}
          title={title}
          path={path}
          icon={icon}
          counts={countsAt(path, waiting)}
          isGrouped={isGrouped}
        >
          <p>{about}</p>
        </LinkCard>
      ))}
    </LinkCards>
  )
}

/** The words on a card for one and for several, where the page of a task has one. */
const cardWords: Partial<Record<TaskName, readonly [one: string, many: string]>> = {
  failed_jobs: ['failed job', 'failed jobs'],
  failed_letters: ['letter could not be sent', 'letters could not be sent'],
  opportunities_to_answer: ['with new answers', 'with new answers'],
  events_this_week: ['event in the coming seven days', 'events in the coming seven days'],
}

/** "4 with new answers". */
function countsAt(path: string, waiting: readonly WaitingTask[]): string {
  return waiting
    .flatMap(({ name, count }) => {
      const words = cardWords[name]
      return words && tasks[name].path.split('?')[0] === path ? countOf(count, words) : []
    })
    .join(', ')
}
