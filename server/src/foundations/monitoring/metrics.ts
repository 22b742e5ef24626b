type Metric = { help: string; labels?: readonly string[] }

/** Event counters. Clients must not be able to choose label values. */
export const counters = {
  alumni_requests_total: {
    help: 'Requests by the pattern of their route and class of status.',
    labels: ['route', 'status'],
  },
  alumni_requests_refused_total: { help: 'Requests that a limit, a ban or overload refused.', labels: ['reason'] },
} as const satisfies Record<string, Metric>

export const histograms = {
  alumni_request_seconds: {
    help: 'How long requests took, by the pattern of their route.',
    labels: ['route'],
    // Few buckets and labels, because each adds a line per route to every scrape.
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
  },
} as const satisfies Record<string, Metric & { buckets: readonly number[] }>

/** Current values. Each worker reports all of the installation's jobs and letters, so alerts use their maximum. */
export const gauges = {
  alumni_ready: { help: 'Whether the process is ready: 1 or 0.', labels: ['program'] },
  alumni_recent_requests: {
    help: 'Requests of the last five minutes: all, failed (5xx), slow (over a second). For rates, use the counters.',
    labels: ['outcome'],
  },
  alumni_database_connections: { help: 'Connections of the pool of this process.', labels: ['state'] },
  alumni_database_waiting: { help: 'Queries that wait for a connection of the pool.' },
  alumni_event_loop_delay_seconds: { help: 'How late timers came: the 99th percentile of the last minute.' },
  alumni_memory_bytes: { help: 'Memory of the process.', labels: ['kind'] },
  alumni_clock_difference_seconds: { help: 'The clock of this process minus that of the database.' },
  alumni_search_index_age_seconds: { help: 'Since the search index last had everything that was committed.' },
  alumni_search_index_people: { help: 'People in the search index.' },
  alumni_search_index_bytes: { help: 'Memory of the search index.' },
  alumni_jobs: { help: 'Jobs that are due or running.', labels: ['state'] },
  alumni_jobs_oldest_seconds: { help: 'How long the oldest job that is due has waited.' },
  alumni_jobs_failed: { help: 'Jobs that failed for good and were not run again.', labels: ['kind'] },
  alumni_imports: { help: 'Imports by state.', labels: ['state'] },
  alumni_letters: { help: 'Letters that wait, and those that were given up within 30 days.', labels: ['state'] },
  alumni_letters_oldest_seconds: { help: 'How long the oldest letter has waited.' },
  alumni_storage_works: { help: 'Whether a file could be written, read and removed: 1 or 0.' },
  alumni_storage_free_bytes: { help: 'Free space where files are stored, unless that is S3.' },
  alumni_storage_free_ratio: { help: 'The free part of that space, from 0 to 1.' },
  alumni_backup_age_seconds: { help: 'Since the last good backup, where backups are made by this service.' },
} as const satisfies Record<string, Metric & { labels?: readonly [string] }>

export type Counter = keyof typeof counters
export type Histogram = keyof typeof histograms
export type Gauge = keyof typeof gauges

export type LabelsOf<Of extends { labels: readonly string[] }> = Record<Of['labels'][number], string>

/** The value of each gauge or, if the gauge has a label, its values by label value. Null means unknown. */
export type Readings = {
  [Name in Gauge]?: (typeof gauges)[Name] extends { labels: unknown } ? Record<string, number> : number | null
}
