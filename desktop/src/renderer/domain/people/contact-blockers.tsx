import { Group } from '@mantine/core'
import { emailBlockerOf, phoneBlockerOf, type ContactFlags } from '@alumni/shared/champions/contact-preferences'
import type { Alumnus } from '@alumni/shared/alumni/record'
import { IconMailOff, IconPhoneOff, IconUserOff } from '@tabler/icons-react'
import { Breakable } from '../../ui/format/breakable.tsx'
import { Fact } from '../searches/columns.tsx'

export const contactBlockerLabels: Record<keyof ContactFlags, string> = {
  deceased: 'Deceased',
  do_not_contact: 'Do not contact',
  do_not_email: 'Do not e-mail',
}

type ContactValueProps = { person: ContactFlags; value: string | null }

export function emailBlockerLabel(person: ContactFlags): string | null {
  const reason = emailBlockerOf(person)
  return reason && contactBlockerLabels[reason]
}

export function phoneBlockerLabel(person: ContactFlags): string | null {
  const reason = phoneBlockerOf(person)
  return reason && contactBlockerLabels[reason]
}

export function EmailFact({ person, value }: ContactValueProps) {
  return (
    <Fact text={value} blocker={value && emailBlockerLabel(person)} content={value && <Breakable text={value} />} />
  )
}

export function PhoneFact({ person, value }: ContactValueProps) {
  return <Fact text={value} blocker={value && phoneBlockerLabel(person)} />
}

export const contactTags = [
  {
    flag: 'deceased',
    label: 'Deceased',
    short: 'Deceased',
    tone: 'ink',
    icon: IconUserOff,
    advice: 'Do not write or call. The record stays on file.',
  },
  {
    flag: 'do_not_contact',
    label: 'Do not contact',
    short: 'No contact',
    tone: 'bad',
    icon: IconPhoneOff,
    advice: 'Not by e-mail, phone or mail.',
  },
  {
    flag: 'do_not_email',
    label: 'Do not e-mail',
    short: 'No e-mail',
    tone: 'bad',
    icon: IconMailOff,
    advice: 'Phone and mail are allowed.',
  },
] as const

export function ContactTags({ alumnus }: { alumnus: Pick<Alumnus, (typeof contactTags)[number]['flag']> }) {
  const tags = contactTags.filter(({ flag }) => alumnus[flag])
  if (tags.length === 0) return null
  return (
    <Group component="span" display="inline-flex" gap={6}>
      {tags.map(({ flag, label, tone, icon: Picture }) => (
        <strong key={flag} className="tag" data-tone={tone}>
          <Picture size={15} stroke={1.8} aria-hidden />
          {label}
        </strong>
      ))}
    </Group>
  )
}
