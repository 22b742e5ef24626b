import { tasks, type TaskName, type WaitingTask } from '@alumni/shared/morning'
import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { backupsQuery } from '../operations/backups/queries.ts'
import { settingsHomeQuery } from '../operations/health/queries.ts'
import { SettingsHome } from '../operations/health/settings-home.tsx'
import { morningQuery } from '../morning/queries.ts'
import { LinkRow } from '../ui/page/link-row.tsx'
import { BlockSkeletons } from '../ui/page/page-skeleton.tsx'
import { Page } from '../ui/page/page.tsx'
import { RoleGuard } from '../domain/session/role-guard.tsx'
import { useSession } from '../domain/session/session.ts'
import { formatCount } from '../ui/format/numbers.ts'
import { flattenSections, sections, listSections } from './sections.ts'
import { SettingsNeeds } from './settings-needs.tsx'
import { settingsGroups } from './settings-sections.ts'
import type { Section } from './sections.ts'

export function SettingsPage() {
  return (
    <RoleGuard role="admin">
      <Page title="Settings">
        <Settings />
      </Page>
    </RoleGuard>
  )
}

/** Waits for all queries, so that the rows do not move later. */
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
          <Rows pages={flattenSections(sections).filter((page) => page.group === group)} />
        </Box>
      ))}
      <SettingsHome />
    </>
  )
}

export function ToolsPage() {
  const { user } = useSession()
  const pages = flattenSections(listSections(user.role)).filter(({ path }) => path.startsWith('/tools/'))
  return (
    <RoleGuard role="staff">
      <Page title="Tools">
        <Rows pages={pages} />
      </Page>
    </RoleGuard>
  )
}

function Rows({ pages }: { pages: readonly Section[] }) {
  const { data, isPending, failureCount } = useQuery(morningQuery)
  if (isPending && failureCount === 0) return <BlockSkeletons blocks={pages.length} />
  const openTasks = data?.tasks ?? []
  return (
    <ul className="frame rows list" style={{ maxWidth: 1080 }}>
      {pages.map(({ path, title, description, icon }) => (
        <LinkRow key={path} title={title} path={path} icon={icon} counts={describeTasks(path, openTasks)}>
          {description}
        </LinkRow>
      ))}
    </ul>
  )
}

/** Only these tasks are counted beside the link to their page. */
const taskNouns: Partial<Record<TaskName, readonly [one: string, many: string]>> = {
  failed_jobs: ['failed job', 'failed jobs'],
  failed_letters: ['failed letter', 'failed letters'],
  opportunities_to_answer: ['with new answers', 'with new answers'],
  events_this_week: ['in the coming seven days', 'in the coming seven days'],
}

/** Returns text about a page's open tasks, such as "4 with new answers". */
function describeTasks(path: string, openTasks: readonly WaitingTask[]): string {
  return openTasks
    .flatMap(({ name, count }) => {
      const nouns = taskNouns[name]
      return nouns && tasks[name].path.split('?')[0] === path ? formatCount(count, nouns) : []
    })
    .join(', ')
}
