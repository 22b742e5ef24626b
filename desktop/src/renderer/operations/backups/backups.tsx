import type { BackupsState } from '@alumni/shared/operations/backups'
import type { HealthState } from '@alumni/shared/operations/settings'
import { Box, Group, Stack } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Facts } from '../../ui/page/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { healthLabels } from '../health/health-labels.ts'
import { formatCount, formatFileSize, formatList } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { backupsQuery, backupsUrl } from './queries.ts'
import { z } from 'zod'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'

export function Backups() {
  return (
    <Section title="Backups" id="backups">
      <QueryContent query={useQuery(backupsQuery)} blocks={1} height={120}>
        {(backups) => <BackupsCard backups={backups} />}
      </QueryContent>
    </Section>
  )
}

function BackupsCard({ backups }: { backups: BackupsState }) {
  const { is_configured, is_copy, running, schedule, last, drill } = backups
  return (
    <Box className="panel" maw={1080}>
      <Group justify="space-between" align="flex-start" gap={12}>
        <Stack gap={6} maw={640}>
          <StateBadge {...healthLabels[backupsHealth(backups)]} />
          <p>{describeBackups(backups)}</p>
        </Stack>
        {is_configured && !is_copy && (
          <ActionButton
            icon={IconDatabaseExport}
            disabled={running !== null}
            run={() => post(backupsUrl, z.object({}), {})}
            invalidates={['settings']}
            successNotice={() => ({
              title: 'Requested',
              message: 'A worker is making the backup; this page shows its progress.',
            })}
          >
            Back up now
          </ActionButton>
        )}
      </Group>
      {running && <BackupProgress running={running} />}
      {is_configured && (
        <Facts
          facts={[
            ['Last backup', last ? <RelativeTime key="last" time={last.at} /> : 'None yet'],
            [
              'Size',
              last && last.database_bytes !== null
                ? `${formatFileSize(last.database_bytes)} and ${formatCount(last.files ?? 0, ['file', 'files'])}`
                : null,
            ],
            ['Last test restore', drill ? <RelativeTime key="drill" time={drill.at} /> : 'Never'],
            ['Made each day at', schedule.length > 0 ? formatList(schedule) : 'No time'],
          ]}
        />
      )}
    </Box>
  )
}

export function backupsHealth(backups: BackupsState): HealthState {
  const { is_configured, is_elsewhere, is_late, failure, drill, last } = backups
  if (is_elsewhere) return 'good'
  if (is_late || drill?.failure || (failure && !last)) return 'bad'
  return !is_configured || failure || !last ? 'attention' : 'good'
}

export function describeBackups(backups: BackupsState): string {
  const { is_configured, is_elsewhere, is_copy, is_late, failure, drill, last } = backups
  if (is_copy) return 'This is a copy of another installation: no backups are made of it.'
  if (is_elsewhere) return 'Backups are made elsewhere, not by this service.'
  if (!is_configured) return 'No backups are made. Ask your system administrator to set a place for them.'
  if (drill?.failure) return `The last backup could not be restored. ${drill.failure}`
  if (failure) return `The last attempt failed. ${failure.reason}`
  if (is_late) return 'A backup is late. Ask your system administrator to check whether a worker runs.'
  return last ? 'Backups are made.' : 'The first backup has not been made yet.'
}

const phases = {
  waiting: 'Starting the backup',
  database: 'Reading the database',
  files: 'Copying new files',
  finishing: 'Writing its list of contents',
}

function BackupProgress({ running: { phase, done, expected } }: { running: NonNullable<BackupsState['running']> }) {
  const percent = expected && phase === 'database' ? Math.min(99, Math.round((done / expected) * 100)) : null
  return (
    <Stack gap={6} aria-live="polite">
      <p>
        {phases[phase]}: {formatFileSize(done)} so far.
      </p>
      <ProgressBar label="Backup" percent={percent} />
    </Stack>
  )
}
