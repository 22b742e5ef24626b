import { withPeriods } from '@alumni/shared/clock'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Letters } from '../../foundations/mail/letters.ts'
import { defineStaffLetter } from '../../staff/index.ts'
import { readBackupsState } from '../backup/backups-state.ts'
import { readProcesses } from '../health/processes.ts'
import { describeFailedJobs } from '../health/format.ts'
import { alerts, type Alert } from './alerts.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'incident-begun': { user: number; incident: number }
    'incident-over': { user: number; incident: number }
  }
}

export const incidentLetters = {
  'incident-begun': defineStaffLetter<Letters['incident-begun']>(async ({ db, user, ...config }, { incident: id }) => {
    const found = user.role === 'admin' && (await readIncident(db, id))
    if (!found) return null
    const { incident, problem } = found
    return {
      subject: `Something is wrong: ${problem}`,
      heading: 'Something is wrong',
      paragraphs: [
        `${config.institution.short_name} alumni relations needs attention.`,
        problem,
        `Your system administrator will find the steps in docs/runbook.md, under ${incident.condition}.`,
      ],
      facts: [
        { label: 'Since', value: formatTime(incident.seen_at, config) },
        ...(await listErrors(db, config, incident)),
      ],
      button: { label: 'See the status of each part', url: `${config.PUBLIC_URL}/settings` },
      closing: ['You get this e-mail once, and another one when the problem is resolved.'],
    }
  }),
  'incident-over': defineStaffLetter<Letters['incident-over']>(async ({ db, user, ...config }, { incident: id }) => {
    const found = user.role === 'admin' && (await readIncident(db, id))
    if (!found) return null
    const { incident, problem } = found
    return {
      subject: `Resolved: ${problem}`,
      heading: 'The problem is resolved',
      paragraphs: [`This problem with ${config.institution.short_name} alumni relations is resolved:`, problem],
      facts: [
        { label: 'From', value: formatTime(incident.seen_at, config) },
        { label: 'To', value: formatTime(incident.calm_at ?? incident.seen_at, config) },
      ],
    }
  }),
}

async function readIncident(db: Db, id: number) {
  const incident = await db.find('incidents', ['condition', 'seen_at', 'calm_at'], { id })
  const alert = incident && (alerts as Record<string, Alert | undefined>)[incident.condition]
  return alert && { incident, problem: alert.problem }
}

async function listErrors(db: Db, config: Config, { condition }: { condition: string }) {
  if (condition === 'JobsFailed') {
    const { queue } = await readProcesses(db)
    return describeFailedJobs(queue?.failed ?? []).map(({ job, error }) => ({ label: job, value: error }))
  }
  if (condition !== 'BackupOld') return []
  const { failure } = await readBackupsState(db, config)
  return failure ? [{ label: 'The last attempt', value: failure.reason }] : []
}

function formatTime(time: string, { INSTITUTION_TIME_ZONE: timeZone }: Config): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return withPeriods(format.format(new Date(time)))
}
