import { answeredCode } from '@alumni/shared/alumni/answered'
import type { PeopleWords } from '@alumni/shared/alumni/statistics-people'
import { askedSummary, reminderReply, type AskedSummary } from '@alumni/shared/publications/asks'
import { Box, Group } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import type { Kind } from './kind.ts'
import { read } from '../../ui/read.ts'

type AskedProps = { kind: Pick<Kind<string>, 'home' | 'queryKey'>; of: 'event' | 'opportunity'; id: number }

/** Who was asked for an event or opportunity and what they answered, each number with its people; nothing without an ask. */
export function Asked({ kind: { home, queryKey }, of, id }: AskedProps) {
  const { data } = useQuery(read([queryKey, String(id), 'asks'], `${home}/${id}/asks`, askedSummary))
  const navigate = useNavigate()
  if (!data || (data.asked === 0 && data.not_on_file === 0)) return null
  const canRemind = data.has_letter && !data.is_over && data.none + data.not_on_file > 0
  return (
    <Box component="section" className="panel" mb={24} aria-labelledby="asked">
      <Group justify="space-between" gap={8}>
        <h2 id="asked">Who was asked</h2>
        {canRemind && (
          <ActionButton
            size="compact-sm"
            icon={IconBellRinging}
            run={() => post(`${home}/${id}/reminders`, reminderReply)}
            invalidates={['letters']}
            refusal="No reminder was written"
            onDone={({ letter }) => navigate({ href: `/letters/${letter}` })}
          >
            Remind those who did not answer
          </ActionButton>
        )}
      </Group>
      <Group component="dl" gap="12px 32px">
        {numbersOf(data, of, answeredCode(of, id)).map(([word, people, search]) => (
          <div key={word}>
            <dt className="note">{word}</dt>
            <Box component="dd" fz={18}>
              {people === 0 ? (
                count(people)
              ) : (
                <Link to="/alumni_search" search={search} aria-label={`${word}: ${count(people)}, show them`}>
                  {count(people)}
                </Link>
              )}
            </Box>
          </div>
        ))}
      </Group>
      {data.not_on_file > 0 && (
        <p className="fact">
          {countOf(data.not_on_file, ['champion who is', 'champions who are'])} not linked to an alumnus got a letter
          too, and {data.not_on_file === 1 ? 'is' : 'are'} not counted here.{' '}
          <Link to="/champion_signups/linking">Link them</Link>
        </p>
      )}
    </Box>
  )
}

function numbersOf({ asked, yes, maybe, no, none, came, is_over }: AskedSummary, of: AskedProps['of'], code: string) {
  const all: PeopleWords = { asked: code }
  const answered = (ask_answer: string): PeopleWords => ({ ...all, ask_answer })
  const numbers: [word: string, people: number, search: PeopleWords][] = [
    ['Asked', asked, all],
    ['Answered', yes + maybe + no, answered('yes,maybe,no')],
    ['Yes', yes, answered('yes')],
    ['Maybe', maybe, answered('maybe')],
    ['No', no, answered('no')],
    [is_over ? 'No answer' : 'Not answered', none, answered('none')],
    of === 'event'
      ? ['Came', came, { ...all, answered: code, answer: 'attended' }]
      : ['Accepted', came, { ...all, answered: code, answer: 'accepted' }],
  ]
  return numbers.filter(([word, people]) => people > 0 || !(word === 'Maybe' || (word === 'Came' && !is_over)))
}
