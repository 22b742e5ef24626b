import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Button } from '@mantine/core'
import { Card, Facts } from '../../ui/page/card.tsx'
import { Copyable } from '../../ui/copy-button.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { Breakable } from '../../ui/words/breakable.tsx'
import { answerWords, placeWords } from './answer-words.ts'
import { AnswersForm } from './answers-form.tsx'

/** Staff correct the champion's answers in place. */
export function AnswersCard({ page }: { page: SignupPage }) {
  const { isEditing, begin, end, button } = useEditing()
  const mayEdit = page.signup.standing === 'active'
  useLetterKey('e', begin, mayEdit && !isEditing)
  if (isEditing && mayEdit)
    return (
      <Card title="Edit answers">
        <AnswersForm page={page} onDone={end} />
      </Card>
    )
  const { signup, choices } = page
  const { email, phone } = signup
  return (
    <Card
      title="Answers"
      actions={
        mayEdit && (
          <Button
            variant="default"
            size="compact-sm"
            ref={button}
            onClick={begin}
            aria-keyshortcuts="e"
            title="Edit (e)"
          >
            Edit
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ['First name', signup.first_name],
          ['Last name', signup.last_name],
          ['Former last name', signup.former_last_name],
          [
            'E-mail',
            email && (
              <Copyable key="email" what="e-mail" value={email}>
                <Breakable text={email} />
              </Copyable>
            ),
          ],
          ['Phone', phone && <Copyable key="phone" what="phone" value={phone} />],
          ['Lives', placeWords(signup) ?? 'Has not said where'],
          ['Wants to', answerWords('help_roles', signup.help_roles, choices) ?? 'Has not said how to help'],
          ['Affinities', answerWords('affinity_codes', signup.affinity_codes, choices)],
          ['Year of degree', signup.degree_year],
          ['College', answerWords('college_code', signup.college_code, choices)],
        ]}
      />
    </Card>
  )
}
