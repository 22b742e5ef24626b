import { greetedName, createAnswerLink } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { renderLetter, quoteTitle } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'answer-confirmation': { pending: number }
  }
}

type AnswerData = { event_id: number | null; opportunity_id: number | null; answer: Record<string, unknown> }

/** Returns the URL and title of the subject, and a description such as “yes to ‘Homecoming,’ with 1 guest.” */
export async function describePendingAnswer(db: Db, { event_id, opportunity_id, answer }: AnswerData) {
  const table = event_id === null ? 'opportunities' : 'events'
  const { title, slug } = await db.get(table, ['title', 'slug'], { id: event_id ?? opportunity_id! })
  const guests = Number(answer.guests ?? 0)
  const party =
    guests === 0 ? quoteTitle(title) : `${quoteTitle(title, ',')} with ${guests} guest${guests === 1 ? '' : 's'}.`
  return { href: `/${table}/${slug}`, title, said: `yes to ${party}` }
}

export const answerLetters: { 'answer-confirmation': Composer<'answer-confirmation'> } = {
  async 'answer-confirmation'(db, config, { pending }) {
    const answer = await createAnswerLink(db, config, pending)
    if (!answer) return null
    const description = await describePendingAnswer(db, answer)
    const content = renderLetter({
      institution: config.institution,
      heading: 'Confirm your answer',
      preview: 'Your answer counts once you confirm it.',
      paragraphs: [
        `Hello${greetedName(answer.first_name)},`,
        `Someone, probably you, said ${description.said} Is that right?`,
      ],
      button: { label: 'Confirm', url: answer.url },
      closing: [
        'Please confirm within ten minutes. Until then, we cannot keep a place for you.',
        'If this was not you, ignore this e-mail. Nothing will happen.',
      ],
    })
    return { to: answer.email, subject: `Confirm your answer: ${description.title}`, ...content }
  },
}
