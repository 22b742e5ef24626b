import { Group } from '@mantine/core'
import { emailBlockerOf, phoneBlockerOf, type ContactFlags } from '@alumni/shared/champions/contact-preferences'
import type { Alumnus } from '@alumni/shared/alumni/record'
import { IconMailOff, IconPhoneOff, IconUserOff } from '@tabler/icons-react'
import { Breakable } from '../../ui/words/breakable.tsx'
import { Fact } from '../searches/columns.tsx'

/** The reasons not to write or call, in words. */
export const contactBlockerLabels: Record<keyof ContactFlags, string> = {
  deceased: 'Deceased',
  do_not_contact: 'Do not contact',
  do_not_email: 'Do not e-mail',
}

type Way = { person: ContactFlags; value: string | null }

/** Returns why a person must not get an e-mail, null if nothing forbids it. Lists, profiles and copying use it. */
export function emailBlocker(person: ContactFlags): string | null {
  const why = emailBlockerOf(person)
  return why && contactBlockerLabels[why]
}

/** The same for calling. */
export function phoneBlocker(person: ContactFlags): string | null {
  const why = phoneBlockerOf(person)
  return why && contactBlockerLabels[why]
}

/** An e-mail address in a list; one that must not be used is struck out, with the reason. */
export function EmailFact({ person, value }: Way) {
  return <Fact text={value} blocker={value && emailBlocker(person)} content={value && <Breakable text={value} />} />
}

export function PhoneFact({ person, value }: Way) {
  return <Fact text={value} blocker={value && phoneBlocker(person)} />
}

/** `short` is for narrow places. */
export const contactTags = [
  {
    of: 'deceased',
    word: 'Deceased',
    short: 'Deceased',
    tone: 'ink',
    icon: IconUserOff,
    advice: 'Do not write or call. The record stays on file.',
  },
  {
    of: 'do_not_contact',
    word: 'Do not contact',
    short: 'No contact',
    tone: 'bad',
    icon: IconPhoneOff,
    advice: 'Not by e-mail, phone or mail.',
  },
  {
    of: 'do_not_email',
    word: 'Do not e-mail',
    short: 'No e-mail',
    tone: 'bad',
    icon: IconMailOff,
    advice: 'Phone and mail are allowed.',
  },
] as const

/** Marks that warn before one contacts a person. */
export function ContactTags({ alumnus }: { alumnus: Pick<Alumnus, (typeof contactTags)[number]['of']> }) {
  const marks = contactTags.filter(({ of }) => alumnus[of])
  if (marks.length === 0) return null
  return (
    <Group component="span" display="inline-flex" gap={6}>
      {marks.map(({ of, word, tone, icon: Picture }) => (
        <strong key={of} className="tag" data-tone={tone}>
          <Picture size={15} stroke={1.8} aria-hidden />
          {word}
        </strong>
      ))}
    </Group>
  )
}
