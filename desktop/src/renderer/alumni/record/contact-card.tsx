import { alumnusFieldNames, emailFields, phoneFields, type AlumnusField } from '@alumni/shared/alumni/fields'
import type { Alumnus, AlumnusPage } from '@alumni/shared/alumni/record'
import { optOutWords } from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../domain/session/session.ts'
import { emailRefusal, phoneRefusal } from '../../domain/people/ways.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { Card, Facts } from '../../ui/page/card.tsx'
import { ContactForm } from './contact-form.tsx'
import { Copyable } from '../../ui/copy-button.tsx'
import { countryName, townName } from '@alumni/shared/countries'

/** Shows how to reach someone, or not to; staff edit it in place. */
export function ContactCard({ page: { alumnus, opted_out } }: { page: AlumnusPage }) {
  const { isEditing, begin, end, button } = useEditing()
  const mayEdit = hasRole(useSession().user.role, 'staff')
  useLetterKey('e', begin, mayEdit && !isEditing)
  if (isEditing) {
    return (
      <Card title="Edit contact">
        <ContactForm alumnus={alumnus} onDone={end} />
      </Card>
    )
  }
  const edit = mayEdit && (
    <Button variant="default" size="compact-sm" ref={button} onClick={begin} aria-keyshortcuts="e" title="Edit (e)">
      Edit
    </Button>
  )
  return (
    <Card title="Contact" actions={edit}>
      <Ways alumnus={alumnus} optedOut={optOutWords(opted_out)} />
    </Card>
  )
}

/** Strikes out ways that must not be used, without a link or copy button. */
function Ways({ alumnus, optedOut }: { alumnus: Alumnus; optedOut: string | null }) {
  const isForbidden = phoneRefusal(alumnus) !== null
  const facts: [string, ReactNode][] = [
    ...emailFields.map((field): [string, ReactNode] => [
      alumnusFieldNames[field],
      asWay('mailto:', field, alumnus[field], emailRefusal(alumnus) !== null),
    ]),
    ...phoneFields.map((field): [string, ReactNode] => [
      alumnusFieldNames[field],
      asWay('tel:', field, alumnus[field], isForbidden),
    ]),
    ['Address', asWay(null, 'street', addressOf(alumnus) || null, isForbidden)],
    ['Letters to lists', optedOut],
  ]
  if (facts.every(([, value]) => !value)) return <p className="muted">No e-mail, phone or address is on file.</p>
  return <Facts facts={facts} />
}

function asWay(
  scheme: 'mailto:' | 'tel:' | null,
  field: AlumnusField,
  value: string | null,
  isOff: boolean,
): ReactNode {
  if (value === null) return null
  if (isOff) return <del className="muted">{scheme === 'mailto:' ? <Breakable text={value} /> : value}</del>
  if (scheme === null) return value
  const to = scheme === 'tel:' ? value.replace(/[^\d+]/g, '') : encodeURIComponent(value).replaceAll('%40', '@')
  return (
    <Copyable what={alumnusFieldNames[field].toLowerCase()} value={value}>
      <a href={`${scheme}${to}`}>{scheme === 'mailto:' ? <Breakable text={value} /> : value}</a>
    </Copyable>
  )
}

function addressOf({ street, city, state, postal_code, country }: Alumnus): string {
  const town = townName({ city, state, country }, postal_code)
  return [street, town, country && country !== 'US' ? countryName(country) : null].filter(Boolean).join('\n')
}
