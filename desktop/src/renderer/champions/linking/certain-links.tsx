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
import { count, countOf } from '../../ui/words/numbers.ts'
import { Button } from '../../ui/button.tsx'

type CertainLinksProps = {
  certain: readonly CertainLink[]
  /** The signups of this kind beyond these. */
  further: number
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

/** Signups with the address and the name of one alumnus each: ticked, and linked together after a look. */
export function CertainLinks({ certain, further, link, onLink, onSkip }: CertainLinksProps) {
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const keyOf = ({ signup }: CertainLink) => String(signup.id)
  const ticked = certain.filter((each) => !unticked.has(keyOf(each)))
  const selection: Selection<CertainLink> = {
    selectedKeys: new Set(ticked.map(keyOf)),
    label: ({ signup, person }) => `Link ${signup.name} to ${person.name}, ${person.buid}`,
    onSelect: (rows, isChosen) =>
      setUnticked((before) => {
        const after = new Set(before)
        for (const row of rows) {
          if (isChosen) after.delete(keyOf(row))
          else after.add(keyOf(row))
        }
        return after
      }),
    onClear: () => setUnticked(new Set(certain.map(keyOf))),
  }
  const isPossible = ticked.length > 0 && !link.isPending
  const run = () => onLink(ticked.map(({ signup, person }) => ({ id: signup.id, buid: person.buid })))
  useLetterKey('l', run, isPossible)
  useLetterKey('s', onSkip, !link.isPending)
  return (
    <section aria-labelledby="certain">
      <h2 id="certain">
        {countOf(certain.length + further, ['signup has', 'signups have'])} the e-mail address and name of an alumnus
      </h2>
      <p className="muted">
        The alumnus has no other signup, and no class year differs. Clear the check box of any signup to review it
        separately.{further > 0 && ` These are the first ${count(certain.length)}; the others come after them.`}
      </p>
      {link.error && (
        <Alert tone="bad" isAlert title="The server did not answer">
          {link.error.message} Signups already linked stay linked.
        </Alert>
      )}
      <Group my={16} gap={8}>
        <Button
          icon={IconLink}
          disabled={ticked.length === 0}
          loading={link.isPending}
          aria-keyshortcuts="l"
          onClick={run}
        >
          Link {countOf(ticked.length, ['signup', 'signups'])}
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
