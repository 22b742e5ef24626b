import { answerChoices } from '@alumni/shared/alumni/answer-filters'
import { askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import type { AskOfPerson } from '@alumni/shared/publications/asks'

/** Returns an answer such as "Going". If there is none: "Not answered", or "No answer" once the event is over. */
export function formatAskAnswer({ status, answer }: Pick<AskOfPerson, 'status' | 'answer'>, isOver = false): string {
  const code = status ?? answer
  const choice = [...answerChoices, ...askAnswerChoices].find((choice) => choice.code === code)
  return choice?.name ?? code ?? (isOver ? 'No answer' : 'Not answered')
}
