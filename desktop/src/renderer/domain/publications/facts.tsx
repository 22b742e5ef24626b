import type { ReactNode } from 'react'
import { When } from '../../ui/words/when.tsx'
import { formatClock } from './clock.ts'
import classes from './facts.module.css'

type Fact = { name: string; value: ReactNode }

/** What is known of something that staff have written, side by side. What has no value is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type Publishing = { state: string; published_at: string | null; clock_zone: string; site_url: string }

/** Its page on the alumni's site, or from when on there is one. */
export function OnSite({ record: { state, published_at, clock_zone, site_url } }: { record: Publishing }) {
  if (state === 'scheduled' && published_at) return `From ${formatClock(published_at, clock_zone)}`
  if (state === 'draft' || state === 'ended') return 'Nobody finds it'
  return (
    <a href={site_url} target="_blank" rel="noreferrer">
      See its page
    </a>
  )
}

export function LastChange({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <When at={at} />
      {by && ` by ${by}`}
    </>
  )
}
