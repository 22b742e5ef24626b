import type { AskOfPerson } from '@alumni/shared/publications/asks'
import { dayWords } from '../../ui/words/days.ts'
import { answerWords, titleOfAsk } from './asks-of.ts'

/** What someone was last asked for and what they answered, for the header of a page. */
export function LastAsk({ ask }: { ask: AskOfPerson }) {
  return (
    <span className="lines">
      <span>{titleOfAsk(ask)}</span>
      <span className="fact">
        {answerWords(ask)}, {dayWords(ask.asked_on)}
      </span>
    </span>
  )
}
