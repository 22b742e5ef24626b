import type { ReactNode } from 'react'
import { When } from '../words/when.tsx'
import classes from './facts.module.css'

type Fact = { name: string; value: ReactNode }

/** What is known of an opportunity or event, side by side. What has no value is left out. */
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

export function SiteLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
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
