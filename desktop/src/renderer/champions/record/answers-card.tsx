import { fieldOf, signupAnswerNames } from '@alumni/shared/champions/answers'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, Facts } from '../../ui/page/card.tsx'
import { Copyable } from '../../ui/copy-button.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { Breakable } from '../../ui/format/breakable.tsx'
import { formatAnswerLines, formatAddressLines } from './format-answers.ts'
import { AnswersForm } from './answers-form.tsx'

export function AnswersCard({ page }: { page: SignupPage }) {
  const { isEditing, start, stop, button } = useEditing()
  const canEdit = page.signup.condition === 'active'
  useLetterKey('e', start, canEdit && !isEditing)
  if (isEditing && canEdit)
    return (
      <Card title="Edit answers">
        <AnswersForm page={page} onDone={stop} />
      </Card>
    )
  return (
    <Card
      title="Answers"
      actions={
        canEdit && (
          <Button
            variant="default"
            size="compact-sm"
            ref={button}
            onClick={start}
            aria-keyshortcuts="e"
            title="Edit (e)"
          >
            Edit
          </Button>
        )
      }
    >
      <Facts facts={buildAnswerFacts(page)} />
    </Card>
  )
}

/** Returns pairs of label and content, one per answer. The place is one answer; content can be null. */
export function buildAnswerFacts({ signup, choices }: Pick<SignupPage, 'signup' | 'choices'>): [string, ReactNode][] {
  return signupAnswerNames.flatMap((name): [string, ReactNode][] => {
    const { label, group, form } = fieldOf(name)
    if (name === 'country') return [['Lives in', formatAddressLines(signup) ?? 'Has not entered a place']]
    if (group === 'location') return []
    const text = formatAnswerLines(name, signup[name], choices)
    if (name === 'help_roles') return [['Wants to', text ?? 'Has not chosen how to help']]
    if (!form.type || !text) return [[label, text]]
    return [
      [
        label,
        <Copyable key={name} label={form.type === 'tel' ? 'phone' : 'e-mail'} value={text}>
          <Breakable text={text} />
        </Copyable>,
      ],
    ]
  })
}
