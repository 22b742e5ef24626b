import { healthStates, type HealthPart, type HealthState } from '@alumni/shared/operations/settings'
import type { Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { createInstallation, runCheck, type Finding } from './check.ts'
import { checks } from './checks.ts'

const processes = { label: 'Processes and jobs', path: '/settings/processes' }
const letters = { label: 'Outbox', path: '/settings/letters' }

type Part = { checks: (keyof typeof checks)[]; fix: HealthPart['fix'] }
const parts: Record<HealthPart['name'], Part> = {
  database: { checks: ['database', 'version', 'connections'], fix: null },
  queue: { checks: ['workers', 'clocks', 'jobs'], fix: processes },
  mail: { checks: ['letters'], fix: letters },
  storage: { checks: ['storage', 'disk'], fix: null },
  memory: { checks: ['memory'], fix: processes },
}

/** Runs the health checks for the settings, and returns the worst finding for each part of the service. */
export function readHealth(db: Db, { config, files }: Context): Promise<HealthPart[]> {
  const installation = createInstallation({ config, db, files })
  const names = Object.keys(parts) as HealthPart['name'][]
  return Promise.all(
    names.map(async (name) => {
      const { fix } = parts[name]
      const findings = await Promise.all(parts[name].checks.map((check) => runCheck(checks[check], installation)))
      const { state, message, request } = worstOf(findings)
      return {
        name,
        state,
        message: request ? `${message} Your system administrator can ${request}.` : message,
        facts: findings.flatMap(({ facts = [] }) => facts),
        fix,
      }
    }),
  )
}

type JudgedFinding = Finding & { state: HealthState }

function worstOf(findings: Finding[]): JudgedFinding {
  const judged = findings.filter((finding): finding is JudgedFinding => finding.state !== 'skipped')
  const worst = Math.max(...judged.map(({ state }) => healthStates.indexOf(state)))
  return judged.find(({ state }) => healthStates.indexOf(state) === worst)!
}
