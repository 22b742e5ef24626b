import { alumnusFieldNames, type Alumnus, type AlumnusField } from '@alumni/shared/alumni'
import type { ReactNode } from 'react'
import { Sentence } from '../shell/sentence.tsx'
import { Card, Facts } from './card.tsx'

const emails = ['primary_email', 'personal_email', 'work_email', 'school_email', 'other_email'] as const satisfies AlumnusField[]
const phones = ['mobile_phone', 'home_phone'] as const satisfies AlumnusField[]

/** How to reach someone, or that one must not: then nothing here can be clicked by mistake. */
export function ContactCard({ alumnus }: { alumnus: Alumnus }) {
  const { deceased, do_not_contact, do_not_email } = alumnus
  const isSilent = deceased || do_not_contact
  const facts: [string, ReactNode][] = [
    ...emails.map((field): [string, ReactNode] => [alumnusFieldNames[field], asLink('mailto:', alumnus[field], isSilent || do_not_email)]),
    ...phones.map((field): [string, ReactNode] => [alumnusFieldNames[field], asLink('tel:', alumnus[field], isSilent)]),
    ['Address', addressOf(alumnus)],
  ]
  return (
    <Card title="Contact">
      {isSilent ? (
        <Sentence tone="bad" title={deceased ? 'Deceased: do not write or call' : 'Do not contact'} />
      ) : (
        do_not_email && <Sentence tone="bad" title="Do not e-mail" />
      )}
      {facts.every(([, value]) => !value) ? <p className="muted">No e-mail, phone or address is on file.</p> : <Facts facts={facts} />}
    </Card>
  )
}

function asLink(scheme: string, value: string | null, isOff: boolean): ReactNode {
  if (value === null || isOff) return value
  return <a href={`${scheme}${scheme === 'tel:' ? value.replace(/[^\d+]/g, '') : encodeURIComponent(value).replaceAll('%40', '@')}`}>{value}</a>
}

function addressOf({ street, city, state, postal_code, country }: Alumnus): string {
  const place = [[city, state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' ')
  return [street, place, country && country !== 'US' ? countryName(country) : null].filter(Boolean).join('\n')
}

const countries = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })

function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (countries.of(country) ?? country) : country
}
