import type { CertainLink, SignupLink } from '@alumni/shared/champions/linking'
import { Group } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { placeName } from '@alumni/shared/countries'
import { EmailFact } from '../../domain/people/contact-blockers.tsx'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { NameLink, PersonLink } from '../../domain/people/person-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { DataTable, type Selection } from '../../ui/table/data-table.tsx'
import { column } from '../../ui/table/table-columns.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { Button } from '../../ui/button.tsx'

type CertainLinksProps = {
  certain: readonly CertainLink[]
  /** The number of certain links beyond those in `certain`. */
  furtherCount: number
  link: UseMutationResult<unknown, Error, SignupLink[]>
  onLink: (links: SignupLink[]) => void
  onSkip: () => void
}

const columns = [
  column<CertainLink>('signup', 'Signup', ({ signup }) => (
    <span className="lines">
      <NameLink name={signup.name} signup={signup.id} />
      <span className="fact">
        {[signup.degree_year && `Class of ${signup.degree_year}`, placeName(signup)].filter(Boolean).join(' · ')}
      </span>
    </span>
  )),
  column<CertainLink>('email', 'Matching e-mail', ({ signup, person }) => (
    <EmailFact person={person} value={signup.email} />
  )),
  column<CertainLink>('alumnus', 'Alumnus', ({ person }) => (
    <PersonLink buid={person.buid} name={nameWithClasses(person.name, person.class_years)} />
  )),
  column<CertainLink>('about', 'On file', ({ person }) => (
    <span className="lines">
      <span>{[person.recent_degree?.degree_code, person.recent_degree?.major_desc].filter(Boolean).join(' ')}</span>
      <span className="fact">{placeName(person)}</span>
    </span>
  )),
]

/** Lists signups that match the e-mail address and name of exactly one alumnus, to link them all at once. */
export function CertainLinks({ certain, furtherCount, link, onLink, onSkip }: CertainLinksProps) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const keyOf = ({ signup }: CertainLink) => String(signup.id)
  const included = certain.filter((each) => !excluded.has(keyOf(each)))
  const selection: Selection<CertainLink> = {
    selectedKeys: new Set(included.map(keyOf)),
    label: ({ signup, person }) => `Link ${signup.name} to ${person.name}, ${person.buid}`,
    onSelect: (rows, isChosen) =>
      setExcluded((before) => {
        const after = new Set(before)
        for (const row of rows) {
          if (isChosen) after.delete(keyOf(row))
          else after.add(keyOf(row))
        }
        return after
      }),
    onClear: () => setExcluded(new Set(certain.map(keyOf))),
  }
  const isPossible = included.length > 0 && !link.isPending
  const linkIncluded = () => onLink(included.map(({ signup, person }) => ({ id: signup.id, buid: person.buid })))
  useLetterKey('l', linkIncluded, isPossible)
  useLetterKey('s', onSkip, !link.isPending)
  return (
    <section aria-labelledby="certain">
      <h2 id="certain">
        {formatCount(certain.length + furtherCount, ['signup has', 'signups have'])} the e-mail address and name of an
        alumnus
      </h2>
      <p className="muted">
        No class year differs, and no alumnus has another signup. Clear a check box to review that signup separately.
        {furtherCount > 0 && ` These are the first ${formatNumber(certain.length)}.`}
      </p>
      {link.error && (
        <Alert tone="bad" isAlert title="The server did not answer">
          {link.error.message} Signups already linked stay linked.
        </Alert>
      )}
      <Group my={12} gap={8}>
        <Button
          icon={IconLink}
          disabled={included.length === 0}
          loading={link.isPending}
          aria-keyshortcuts="l"
          onClick={linkIncluded}
        >
          Link {formatCount(included.length, ['signup', 'signups'])}
        </Button>
        <Button variant="default" disabled={link.isPending} aria-keyshortcuts="s" onClick={onSkip}>
          Review them one by one
        </Button>
      </Group>
      <DataTable
        caption="Signups that match one alumnus"
        columns={columns}
        rows={[...certain]}
        rowKey={keyOf}
        selection={selection}
      />
    </section>
  )
}
