import { whereToHelp } from '@alumni/shared/publications/opportunities'
import { greetedName, findSurvivingSignup } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { renderLetter, quoteTitle } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { hrefOf } from './cards.ts'
import { selectOpportunities } from './opportunities.ts'
import { findWaitingPosition } from '../engine/answers.ts'
import { responses } from './responses.ts'

type LetterData = { response: number }
type Kind = 'opportunity-answer' | 'opportunity-place' | 'opportunity-decision'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'opportunity-answer': LetterData
    'opportunity-place': LetterData
    'opportunity-decision': LetterData
  }
}

type Answer = NonNullable<Awaited<ReturnType<typeof findAnswer>>>
type LetterContent = { subject: string; heading: string; paragraphs: string[]; closing?: string; label?: string }
type BuildContent = (
  answer: Answer,
  context: { db: Db; config: Config },
) => LetterContent | null | Promise<LetterContent | null>

export const opportunityLetters: { [K in Kind]: Composer<K> } = {
  'opportunity-answer': createComposer(async (answer, { db }) => {
    if (answer.status === 'waiting') return waitingLetter(answer, await findWaitingPosition(db, responses, answer.id))
    return answer.status === 'responded' ? thanksLetter(answer) : null
  }),
  'opportunity-place': createComposer((answer) => (answer.status === 'responded' ? placeLetter(answer) : null)),
  'opportunity-decision': createComposer((answer, { config }) => {
    if (answer.status === 'accepted') return acceptedLetter(answer, config)
    return answer.status === 'declined' ? declinedLetter(answer) : null
  }),
}

const withdrawHint = 'If your plans change, you can withdraw your offer on the opportunity’s page at any time.'

function thanksLetter({ opportunity: { title } }: Answer): LetterContent {
  return {
    subject: `Thank you for offering to help: ${title}`,
    heading: 'Thank you for offering to help',
    paragraphs: [
      `We have received your offer to help with ${quoteTitle(title)}`,
      'What happens next: the organizer will read your offer and decide. Then we will e-mail you. You do not need to do anything until then.',
    ],
    closing: withdrawHint,
  }
}

function waitingLetter({ opportunity: { title } }: Answer, place: number | null): LetterContent {
  return {
    subject: `You are on the waiting list: ${title}`,
    heading: `You are number ${place} on the waiting list`,
    paragraphs: [
      `Thank you for offering to help with ${quoteTitle(title)} All places are taken right now.`,
      'When one opens up for you, it is yours, and we will e-mail you right away.',
    ],
    closing: 'You can leave the waiting list on the opportunity’s page at any time.',
  }
}

function placeLetter({ opportunity: { title } }: Answer): LetterContent {
  return {
    subject: `There is a place for you: ${title}`,
    heading: 'A place has opened up, and it is yours',
    paragraphs: [
      `You were on the waiting list for ${quoteTitle(title)} Now you have a place.`,
      'What happens next: the organizer will read your offer and decide. Then we will e-mail you.',
    ],
    closing:
      'If you can no longer help, please withdraw your offer on the opportunity’s page so that the next person gets the place.',
  }
}

function acceptedLetter({ opportunity: { title } }: Answer, { institution }: Config): LetterContent {
  return {
    subject: `Your help is welcome: ${title}`,
    heading: 'Your help is welcome',
    paragraphs: [
      `The organizer of “${title}” is happy to accept your offer.`,
      `If you have questions, write to ${institution.support_email}.`,
    ],
    closing: withdrawHint,
  }
}

function declinedLetter({ opportunity: { title } }: Answer): LetterContent {
  return {
    subject: `About your offer to help: ${title}`,
    heading: 'Not this time, and thank you',
    paragraphs: [
      `Thank you for offering to help with ${quoteTitle(title)} This time, the organizer could not accept your offer.`,
      'There are other ways to help, and new ones come up all the time.',
    ],
    label: 'See other opportunities',
  }
}

function createComposer(buildContent: BuildContent): Composer<Kind> {
  return async (db, config, { response }) => {
    const answer = await findAnswer(db, response)
    const content = answer && (await buildContent(answer, { db, config }))
    return content ? write(config, answer, content) : null
  }
}

function write(
  config: Config,
  { signup, opportunity }: Answer,
  { subject, heading, paragraphs, closing, label }: LetterContent,
): Message {
  const facts = [
    { label: 'Where', value: whereToHelp(opportunity) },
    ...(opportunity.effort ? [{ label: 'Time needed', value: opportunity.effort }] : []),
  ]
  const path = label ? '/opportunities' : hrefOf(opportunity)
  const content = renderLetter({
    institution: config.institution,
    heading,
    paragraphs: [`Hello${greetedName(signup.first_name)},`, ...paragraphs],
    ...(!label && { facts }),
    button: { label: label ?? 'See the opportunity', url: new URL(path, config.CHAMPIONS_URL).href },
    ...(closing && { closing: [closing] }),
  })
  return { to: signup.email, subject, ...content }
}

async function findAnswer(db: Db, response: number) {
  const row = await db.find('opportunity_responses', ['id', 'status', 'opportunity_id', 'signup_id'], { id: response })
  const signup = row && (await findSurvivingSignup(db, row.signup_id))
  if (!signup) return null
  const opportunity = await selectOpportunities(db).where('t.id', '=', row.opportunity_id).executeTakeFirstOrThrow()
  return { id: row.id, status: row.status, opportunity, signup }
}
