import { isDraft, letterPreview, type ListLetterPage, type Oddity } from '@alumni/shared/publications/list-letters'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LetterPreview } from '../../domain/letters/letter-preview.tsx'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { readByPost } from './kind.ts'
import { markWrittenDates } from './written-dates.tsx'
import classes from './letters.module.css'

const oddityLabels: Record<Oddity, string> = {
  no_first_name: 'No first name on file',
  longest_name: 'The longest first name',
  several_degrees: 'Several degrees',
}

type PreviewProps = {
  letter: ListLetterPage
  title: string
  /** The recipient's position, starting at 1. Unusual recipients come first. */
  position: number
  onPosition: (position: number) => void
}

export function Preview({ letter, title, position, onPosition }: PreviewProps) {
  const { id, version, state, title: subject, summary } = letter
  const [view, setView] = useState('html')
  const query = useQuery(readByPost(`${id}/preview`, letterPreview, { position }, version))
  return (
    <Section title={title}>
      <QueryContent query={query} blocks={2} height={240}>
        {({ name, class_years, oddity, people, greeting, html, facts, button, signature, opt_out, address, text }) => (
          <>
            <Group gap={8} justify="space-between">
              <p role="status">
                As <strong>{nameWithClasses(name, class_years)}</strong> {state === 'sent' ? 'got it' : 'gets it'}
                {isDraft(state) && (
                  <span className="muted">{` · ${formatNumber(Math.min(position, people))} of ${formatNumber(people)}`}</span>
                )}{' '}
                {oddity && people > 1 && (
                  <span className="tag" data-tone="warn">
                    {oddityLabels[oddity]}
                  </span>
                )}
              </p>
              <Group gap={8}>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={position === 1}
                  onClick={() => onPosition(Math.min(position, people) - 1)}
                >
                  Previous
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={people === 1}
                  onClick={() => onPosition((position % people) + 1)}
                >
                  Next person
                </Button>
                <SegmentedControl
                  size="xs"
                  aria-label="Which form of the letter"
                  data={[
                    { value: 'html', label: 'Letter' },
                    { value: 'text', label: 'Plain text' },
                  ]}
                  value={view}
                  onChange={setView}
                />
              </Group>
            </Group>
            {view === 'html' ? (
              <LetterPreview
                letter={{
                  subject,
                  preview: summary,
                  paragraphs: [greeting],
                  html: markWrittenDates(html, letter),
                  facts,
                  button,
                  signature,
                  closing: [opt_out],
                  address,
                }}
              />
            ) : (
              <div className={`frame ${classes.text}`}>{text}</div>
            )}
          </>
        )}
      </QueryContent>
    </Section>
  )
}
