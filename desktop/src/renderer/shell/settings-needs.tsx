import { withPeriods } from '@alumni/shared/clock'
import { tasks, type WaitingTask } from '@alumni/shared/morning'
import type { BackupsState } from '@alumni/shared/operations/backups'
import type { HealthState, SettingsHome } from '@alumni/shared/operations/settings'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { morningQuery } from '../morning/queries.ts'
import { describeBackups, backupsHealth } from '../operations/backups/backups.tsx'
import { backupsQuery } from '../operations/backups/queries.ts'
import { healthLabels, partNames } from '../operations/health/health-labels.ts'
import { settingsHomeQuery } from '../operations/health/queries.ts'
import { LoadFailure } from '../ui/page/load-failure.tsx'
import { PathLink } from '../ui/page/path-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatCount, formatNumber } from '../ui/format/numbers.ts'

const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

type Need = {
  key: string
  state: Exclude<HealthState, 'good'>
  subject: string
  message: string
  fix?: { label: string; path: string } | null
}

/** Lists problems with the service, the backups and access for an administrator to fix, the worst first. */
export function SettingsNeeds() {
  const [home, backups, morning] = [useQuery(settingsHomeQuery), useQuery(backupsQuery), useQuery(morningQuery)]
  const queries = [home, backups, morning]
  const needs = [
    ...(home.data ? listServiceNeeds(home.data, morning.data?.tasks ?? []) : []),
    ...(backups.data ? listBackupNeeds(backups.data) : []),
    ...(home.data ? listAccessNeeds(home.data) : []),
  ].toSorted((a, b) => Number(b.state === 'bad') - Number(a.state === 'bad'))
  const failed = queries.filter(({ data, isError }) => data === undefined && isError)
  return (
    <Section title="Needs attention" maw={1080} mb={32}>
      {needs.length > 0 && (
        <ul className="frame rows list">
          {needs.map((need) => (
            <Line key={need.key} need={need} />
          ))}
        </ul>
      )}
      {needs.length === 0 && failed.length === 0 && (
        <p className="frame panel">
          <StateBadge {...healthLabels.good} label="Nothing needs attention." />
        </p>
      )}
      {failed.length > 0 && (
        <LoadFailure
          message="Some checks could not be loaded."
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      )}
    </Section>
  )
}

function Line({ need: { state, subject, message, fix } }: { need: Need }) {
  return (
    <Group component="li" justify="space-between" gap="4px 16px" wrap="wrap">
      <Group gap="2px 16px" flex="1 1 320px" align="baseline">
        <Text component="span" w={128} fw={600}>
          <StateBadge {...healthLabels[state]} label={subject} />
        </Text>
        <Text component="span" flex="1 1 240px">
          {message}
        </Text>
      </Group>
      {fix && <PathLink path={fix.path}>{fix.label}</PathLink>}
    </Group>
  )
}

function listServiceNeeds({ health }: SettingsHome, waiting: readonly WaitingTask[]): Need[] {
  const parts = health.flatMap(({ name, state, message, fix }): Need[] =>
    state === 'good' ? [] : [{ key: name, state, subject: partNames[name], message, fix }],
  )
  const counted = new Set(parts.map(({ key }) => key))
  const work = [
    { name: 'failed_imports', part: undefined, subject: 'Imports', label: 'Imports' },
    { name: 'failed_jobs', part: 'queue', subject: 'Jobs', label: 'Processes and jobs' },
    { name: 'failed_letters', part: 'mail', subject: 'Mail', label: 'Outbox' },
  ] as const
  const failed = work.flatMap(({ name, part, subject, label }): Need[] => {
    const task = waiting.find((each) => each.name === name)
    if (!task || (part && counted.has(part))) return []
    const message = `${tasks[name].label}: ${formatNumber(task.count)}.`
    return [{ key: name, state: 'attention', subject, message, fix: { label, path: task.path } }]
  })
  return [...parts, ...failed]
}

function listBackupNeeds(backups: BackupsState): Need[] {
  const state = backupsHealth(backups)
  if (state === 'good' || backups.is_copy) return []
  const fix = { label: 'Backups', path: '/settings#backups' }
  return [{ key: 'backups', state, subject: 'Backups', message: describeBackups(backups), fix }]
}

function listAccessNeeds({ access: { without_second_factor, ending_keys } }: SettingsHome): Need[] {
  const users: Need[] =
    without_second_factor > 0
      ? [
          {
            key: 'second factor',
            state: 'attention',
            subject: 'Users',
            message: `${formatCount(without_second_factor, ['user signs', 'users sign'])} in without a second factor.`,
            fix: { label: 'Show users', path: '/users?state=active&second_factor=no' },
          },
        ]
      : []
  const ending = ending_keys.map(({ name, ends_at }): Need => ({
    key: `key ${name} ${ends_at}`,
    state: 'attention',
    subject: 'API keys',
    message: `The old key of ${name} stops working on ${withPeriods(until.format(new Date(ends_at)))}`,
    fix: { label: 'API keys', path: '/settings/api_keys' },
  }))
  return [...users, ...ending]
}
