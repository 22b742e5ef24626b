import { emailFields, phoneFields } from '@alumni/shared/alumni/fields'
import type { Alumnus, AlumnusPage, ChampionSignup } from '@alumni/shared/alumni/record'
import { describeOptOuts } from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../domain/session/session.ts'
import { emailBlockerLabel, phoneBlockerLabel } from '../../domain/people/contact-blockers.tsx'
import { Breakable } from '../../ui/format/breakable.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { Card, Facts } from '../../ui/page/card.tsx'
import { ContactForm } from './contact-form.tsx'
import { Copyable } from '../../ui/copy-button.tsx'
import { countryName, placeName, townName } from '@alumni/shared/countries'

export function ContactCard({ page }: { page: AlumnusPage }) {
  const { isEditing, start: startEditing, stop: stopEditing, button } = useEditing()
  const canEdit = hasRole(useSession().user.role, 'staff')
  useLetterKey('e', startEditing, canEdit && !isEditing)
  if (isEditing) {
    return (
      <Card title="Edit contact">
        <ContactForm alumnus={page.alumnus} onDone={stopEditing} />
      </Card>
    )
  }
  const edit = canEdit && (
    <Button
      variant="default"
      size="compact-sm"
      ref={button}
      onClick={startEditing}
      aria-keyshortcuts="e"
      title="Edit (e)"
    >
      Edit
    </Button>
  )
  return (
    <Card title="Contact" actions={edit}>
      <ContactFacts page={page} />
    </Card>
  )
}

/** Lists contact details. Strikes out those that must not be used, and does not link them. */
function ContactFacts({ page: { alumnus, champion_signup: signup, opted_out } }: { page: AlumnusPage }) {
  const isForbidden = phoneBlockerLabel(alumnus) !== null
  const address = addressOf(alumnus)
  const place = signup && !isSamePlace(signup, alumnus) && placeOf(signup)
  const emails: ContactUse[] = emailFields.map((field) => [alumnus[field], formatUse(field)])
  if (signup) emails.push([signup.email, 'champion'])
  const phones: ContactUse[] = phoneFields.map((field) => [alumnus[field], formatUse(field)])
  const facts: [string, ReactNode][] = [
    ['E-mail', renderContacts('mailto:', emails, emailBlockerLabel(alumnus) !== null)],
    ['Phone', renderContacts('tel:', phones, isForbidden)],
    [
      'Address',
      address &&
        (isForbidden ? (
          <del key="street" className="muted">
            {address}
          </del>
        ) : (
          address
        )),
    ],
    ['As a champion', place],
    ['Letters to lists', describeOptOuts(opted_out)],
  ]
  if (facts.every(([, value]) => !value)) return <p className="muted">No e-mail, phone or address is on file.</p>
  return <Facts facts={facts} />
}

type ContactUse = [value: string | null, use: string]

const formatUse = (field: string) => field.split('_')[0]!

/** Renders each value once, with the names of the fields that have it, such as "primary, champion". */
function renderContacts(scheme: 'mailto:' | 'tel:', uses: readonly ContactUse[], isForbidden: boolean): ReactNode {
  const filledUses = uses.flatMap(([value, use]) => (value ? [{ value, use }] : []))
  const byValue = Map.groupBy(filledUses, ({ value }) => value.toLowerCase())
  if (byValue.size === 0) return null
  return (
    <Stack gap={8}>
      {[...byValue.values()].map((same) => (
        <span key={same[0]!.value} className="lines">
          <ContactValue scheme={scheme} value={same[0]!.value} isForbidden={isForbidden} />
          <span className="fact">{same.map(({ use }) => use).join(', ')}</span>
        </span>
      ))}
    </Stack>
  )
}

type ContactValueProps = { scheme: 'mailto:' | 'tel:'; value: string; isForbidden: boolean }

function ContactValue({ scheme, value, isForbidden }: ContactValueProps) {
  const text = scheme === 'mailto:' ? <Breakable text={value} /> : value
  if (isForbidden) return <del className="muted">{text}</del>
  const to = scheme === 'tel:' ? value.replace(/[^\d+]/g, '') : encodeURIComponent(value).replaceAll('%40', '@')
  return (
    <Copyable label={value} value={value}>
      <a href={`${scheme}${to}`}>{text}</a>
    </Copyable>
  )
}

function isSamePlace({ city, postal_code }: ChampionSignup, alumnus: Alumnus): boolean {
  return city ? city === alumnus.city : Boolean(postal_code && alumnus.postal_code?.startsWith(postal_code))
}

function placeOf({ city, postal_code, country }: ChampionSignup): string | null {
  return placeName({ city, state: null, country }, postal_code) || (country && countryName(country))
}

function addressOf({ street, city, state, postal_code, country }: Alumnus): string {
  const town = townName({ city, state, country }, postal_code)
  return [street, town, country && country !== 'US' ? countryName(country) : null].filter(Boolean).join('\n')
}
