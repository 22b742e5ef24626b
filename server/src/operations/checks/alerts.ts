import { maxClockErrorMs } from '../../foundations/jobs/clock.ts'
import type { Gauge, Readings } from '../../foundations/monitoring/metrics.ts'

/** A condition with a section of the same name in `docs/runbook.md` that explains what to do. */
export type Alert = {
  problem: string
  figure: Figure
  /** How many minutes the condition must last before anyone is notified. */
  minutes: number
  /** `page` notifies someone at once; `ticket` waits for the morning. */
  severity: 'page' | 'ticket'
} & ({ above: number } | { below: number })

type Figure = {
  /** Returns null if the figure is unknown. */
  value(reports: readonly Readings[]): number | null
  query: string
  /** A PromQL condition that must hold for the query to count. */
  provided?: string
}

const minRequests = 100

/** Workers check these alerts every minute. Prometheus, the doctor and the settings use them too. */
export const alerts = {
  NoServerReady: {
    problem: 'No server answers: no one can reach the staff app or the alumni site.',
    figure: readyProcesses('server'),
    below: 1,
    minutes: 2,
    severity: 'page',
  },
  NoWorkerReady: {
    problem: 'No worker is ready: imports and letters are not processed, and no one is notified of incidents.',
    // Workers do not compute this value, because a worker that computes it is ready itself.
    figure: { ...readyProcesses('worker'), value: () => null },
    below: 1,
    minutes: 5,
    severity: 'page',
  },
  RequestsFail: {
    problem: 'More than one request in fifty fails.',
    figure: shareOfRequests(
      'failed',
      'sum(rate(alumni_requests_total{status="5xx"}[5m])) / sum(rate(alumni_requests_total[5m]))',
      'alumni_requests_total',
    ),
    above: 0.02,
    minutes: 5,
    severity: 'page',
  },
  RequestsSlow: {
    problem: 'More than one request in twenty takes longer than a second.',
    figure: shareOfRequests(
      'slow',
      '1 - sum(rate(alumni_request_seconds_bucket{le="1"}[5m])) / sum(rate(alumni_request_seconds_count[5m]))',
      'alumni_request_seconds_count',
    ),
    above: 0.05,
    minutes: 10,
    severity: 'ticket',
  },
  ConnectionsWait: {
    problem: 'Requests or jobs wait for a connection to the database.',
    figure: highest('alumni_database_waiting'),
    above: 0,
    minutes: 5,
    severity: 'ticket',
  },
  EventLoopLate: {
    problem: 'A process is so busy that its requests or jobs wait.',
    figure: highest('alumni_event_loop_delay_seconds', 'instance'),
    above: 0.25,
    minutes: 5,
    severity: 'ticket',
  },
  ClockOff: {
    problem: 'The clock of a machine differs from the database’s by more than five seconds.',
    figure: {
      value: (reports) => max(valuesOf(reports, 'alumni_clock_difference_seconds').map(Math.abs)),
      query: 'max by (instance) (abs(alumni_clock_difference_seconds))',
    },
    above: maxClockErrorMs / 1000,
    minutes: 5,
    severity: 'ticket',
  },
  SearchIndexOld: {
    problem: 'The search does not show the newest changes.',
    figure: highest('alumni_search_index_age_seconds', 'instance'),
    above: 10,
    minutes: 2,
    severity: 'ticket',
  },
  JobsWait: {
    problem: 'Work has waited for more than five minutes: imports and letters are late.',
    figure: highest('alumni_jobs_oldest_seconds'),
    above: 300,
    minutes: 5,
    severity: 'page',
  },
  JobsFailed: {
    problem: 'Work has failed and will not be tried again.',
    figure: highest('alumni_jobs_failed', 'kind'),
    above: 0,
    minutes: 1,
    severity: 'ticket',
  },
  LettersWait: {
    problem: 'Letters have waited for more than 15 minutes.',
    figure: highest('alumni_letters_oldest_seconds'),
    above: 900,
    minutes: 5,
    severity: 'ticket',
  },
  StorageFails: {
    problem: 'No file can be stored: uploads fail.',
    figure: lowest('alumni_storage_works'),
    below: 1,
    minutes: 10,
    severity: 'page',
  },
  StorageFull: {
    problem: 'Less than 15% of the space for files is free.',
    figure: lowest('alumni_storage_free_ratio'),
    below: 0.15,
    minutes: 10,
    severity: 'ticket',
  },
  BackupOld: {
    problem: 'The last good backup is older than 26 hours.',
    figure: lowest('alumni_backup_age_seconds'),
    above: 93_600,
    minutes: 5,
    severity: 'ticket',
  },
} satisfies Record<string, Alert>

export type AlertName = keyof typeof alerts

export function isFiring(alert: Alert, reports: readonly Readings[]): boolean {
  return isBeyond(alert, alert.figure.value(reports))
}

/** Returns false for an unknown value. */
export function isBeyond(alert: Alert, value: number | null): boolean {
  if (value === null) return false
  return 'above' in alert ? value > alert.above : value < alert.below
}

function readyProcesses(program: 'server' | 'worker'): Figure {
  return {
    value: (reports) => sum(valuesOf(reports, 'alumni_ready', program)),
    query: `(sum(alumni_ready{program="${program}"}) or vector(0))`,
  }
}

function shareOfRequests(outcome: 'failed' | 'slow', query: string, counter: string): Figure {
  return {
    value(reports) {
      const all = sum(valuesOf(reports, 'alumni_recent_requests', 'all'))
      return all < minRequests ? null : sum(valuesOf(reports, 'alumni_recent_requests', outcome)) / all
    },
    query,
    provided: `sum(increase(${counter}[5m])) >= ${minRequests}`,
  }
}

/** Uses the maximum instead of the sum, because all workers report the same queue and letters. */
function highest(gauge: Gauge, label?: 'instance' | 'kind'): Figure {
  return {
    value: (reports) => max(valuesOf(reports, gauge)),
    query: label ? `max by (${label}) (${gauge})` : `max(${gauge})`,
  }
}

function lowest(gauge: Gauge): Figure {
  return {
    value(reports) {
      const values = valuesOf(reports, gauge)
      return values.length > 0 ? Math.min(...values) : null
    },
    query: `min(${gauge})`,
  }
}

function valuesOf(reports: readonly Readings[], name: Gauge, label?: string): number[] {
  return reports.flatMap(({ [name]: reading }) => {
    if (typeof reading !== 'object' || reading === null) return reading ?? []
    return label === undefined ? Object.values(reading) : (reading[label] ?? [])
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function max(values: number[]): number | null {
  return values.length > 0 ? Math.max(...values) : null
}
