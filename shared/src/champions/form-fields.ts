import { z } from 'zod'
import { hasUnambiguousFold } from '../email-address.ts'
import { withoutFormatCharacters } from '../format-characters.ts'
import { countryCodes } from '../countries.ts'

/** Builds a schema for a line of text. It normalizes characters and spaces; error messages start with `subject`. */
export const line = (subject: string, max: number) =>
  z
    .string(`${subject} is one line of text.`)
    .default('')
    .refine((value) => !hiddenStart.test(value.replace(steering, '').trimStart()), {
      message: `${subject} begins with a character that cannot be seen. Delete it and type it again.`,
      abort: true,
    })
    .transform(asOneLine)
    .refine((value) => value.isWellFormed(), `${subject} contains a character that cannot be stored.`)
    .refine((value) => [...value].length <= max, `${subject} can have at most ${max} characters.`)
export const requiredLine = (subject: string, max: number, missing: string) =>
  line(subject, max).refine((value) => value !== '', missing)
export const optionalLine = (subject: string, max: number) => line(subject, max).transform((value) => value || null)

// Spreadsheets may run a formula that starts after an invisible character.
const hiddenStart = /^[\p{Cc}\p{Cf}]/u
const steering = /[\u202a-\u202e\u2066-\u2069]/g

function asOneLine(value: string): string {
  return value
    .normalize('NFC')
    .replace(steering, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Lowercases non-ASCII letters too, because PostgreSQL may not. */
export const emailField = z
  .string('Enter your e-mail address.')
  .default('')
  .transform((value) => withoutFormatCharacters(value.normalize('NFKC')).trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter your e-mail address.')
      .max(254, 'An e-mail address can have at most 254 characters.')
      .regex(
        /^[^\s\p{Cc}@<>(),;:"]+@[^\s\p{Cc}@<>(),;:"]+\.[^\s\p{Cc}@<>(),;:".]{2,}$/u,
        'Enter an e-mail address such as name@example.com.',
      )
      .refine(
        hasUnambiguousFold,
        'This address has a letter that not all mail programs read alike, such as İ. Enter it in lowercase letters, as your mail program shows it.',
      )
      .transform((address) => address.replace(/[^\0-\x7f]/gu, (letter) => letter.toLowerCase())),
  )

export const countryField = z
  .string('Choose your country from the list.')
  .default('')
  .transform((value) => value.trim().toUpperCase())
  .refine((code) => code === '' || countryCodes.includes(code), 'Choose your country from the list.')

export const multiChoiceField = z.preprocess(
  (checked) => (checked === undefined || checked === '' ? [] : [...new Set([checked].flat())]),
  z.array(z.string()).max(500, 'Choose fewer.'),
)

export const degreeYearField = line('A year', 200)
  .transform((value) => value.normalize('NFKC'))
  .refine(
    (value) => value === '' || /^\d{4}$/.test(value),
    'Enter the year of your degree with four digits, such as 2009.',
  )
  .refine((value) => !/^\d{4}$/.test(value) || isDegreeYear(Number(value)), {
    error: () => `Enter a year from ${firstDegreeYear} to ${lastDegreeYear()}.`,
  })
  .transform((value) => (value === '' ? null : Number(value)))

const firstDegreeYear = 1900
const lastDegreeYear = () => new Date().getFullYear() + 10

function isDegreeYear(year: number): boolean {
  return year >= firstDegreeYear && year <= lastDegreeYear()
}
