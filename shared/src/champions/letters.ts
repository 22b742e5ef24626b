import { z } from 'zod'

/** The placeholders of a letter for text that differs by person. */
export const letterPlaceholders = {
  first_name: 'their first name',
  last_name: 'their last name',
  institution: 'the university',
  my_name: 'your name',
} as const
export type LetterPlaceholder = keyof typeof letterPlaceholders

type Template = { title: string; about: string; subject: string; body: string; hasButton: boolean }

/** Letters to begin with; whoever sends one makes it theirs. */
export const letterTemplates = {
  blank: {
    title: 'An empty letter',
    about: 'Start from scratch.',
    subject: '',
    body: 'Dear {first_name},\n\n\n\nWith best wishes,\n{my_name}',
    hasButton: false,
  },
  welcome: {
    title: 'A personal welcome',
    about: 'For someone who has just signed up.',
    subject: 'Welcome, {first_name}',
    body: 'Dear {first_name},\n\nThank you for signing up as a champion of {institution}. I look after our volunteers, and I wanted you to know a person here and not only a website.\n\nIs there something that you would especially like to do? Reply to this e-mail, and we will find it together.\n\nWith best wishes,\n{my_name}',
    hasButton: false,
  },
  complete: {
    title: 'Something is missing',
    about: 'For someone who has started and not said where they live.',
    subject: 'One step is missing from your signup',
    body: 'Dear {first_name},\n\nYou have started to sign up as a champion of {institution}, and we would love to have you. One step is missing: where you live, so that we can tell you what is happening near you. It takes a minute on your profile.\n\nWith best wishes,\n{my_name}',
    hasButton: true,
  },
  update: {
    title: 'Is this still right?',
    about: 'To ask for an address, a phone number or an interest that may have changed.',
    subject: 'Are your details still right?',
    body: 'Dear {first_name},\n\nIt has been a while since you told us how to reach you and how you want to help. Would you check whether it is still right? You can change all of it on your profile.\n\nWith best wishes,\n{my_name}',
    hasButton: true,
  },
  thanks: {
    title: 'Thank you',
    about: 'After an event, a talk or an afternoon with students.',
    subject: 'Thank you, {first_name}',
    body: 'Dear {first_name},\n\nThank you for your help. It made a difference to the people you met, and to all of us at {institution}.\n\nWith best wishes,\n{my_name}',
    hasButton: false,
  },
} as const satisfies Record<string, Template>
export type LetterTemplate = keyof typeof letterTemplates
const letterTemplateNames = Object.keys(letterTemplates) as [LetterTemplate, ...LetterTemplate[]]

/** A placeholder that means nothing would arrive as it is typed. */
const known = (typed: string, context: z.core.$RefinementCtx<string>) => {
  const unknown = [...typed.matchAll(/\{([^{}\n]*)\}/g)].find(([, name]) => !Object.hasOwn(letterPlaceholders, name!))
  if (unknown)
    context.addIssue({
      code: 'custom',
      message: `${unknown[0].slice(0, 40)} is not a placeholder. Use one of ${Object.keys(letterPlaceholders)
        .map((name) => `{${name}}`)
        .join(', ')}.`,
    })
}

/** `POST …/letters/preview`. Blank lines part paragraphs. */
export const letterDraft = z.object({
  subject: z
    .string('Enter a subject.')
    .transform((typed) => typed.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .pipe(z.string().min(1, 'Enter a subject.').max(150, 'A subject can have at most 150 characters.'))
    .superRefine(known),
  body: z
    .string('Write the letter.')
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1, 'Write the letter.').max(10_000, 'A letter can have at most 10,000 characters.'))
    .superRefine(known),
  has_button: z.boolean().default(false),
})
export type LetterDraft = z.output<typeof letterDraft>

/** `POST …/letters`. The `key` is the form's: sent twice, it is one letter. */
export const letterRequest = letterDraft.extend({
  key: z.uuid('Open the form again.'),
  template: z.enum(letterTemplateNames, 'Choose a letter to begin with.'),
  /** They want no e-mail, and this is sent all the same. */
  despite_wish: z.boolean().default(false),
})
export type LetterRequest = z.output<typeof letterRequest>

/** The letter as it will arrive. */
export const letterPreview = z.object({
  to: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  button: z.object({ label: z.string(), url: z.string() }).nullable(),
  closing: z.array(z.string()),
})
export type LetterPreview = z.infer<typeof letterPreview>
