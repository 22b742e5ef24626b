import { passwordLength } from '@alumni/shared/staff'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { Config } from '../config.ts'

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 100 })
const product = ['alumni', 'relations', 'service', 'champions', 'champion', 'staff', 'admin', 'university', 'password']

/** Why this password may not be taken, as a sentence, or undefined. Length counts code points after NFKC. */
export function passwordFault(password: string, person: { name: string; email: string }, { institution }: Config): string | undefined {
  const normal = password.normalize('NFKC')
  const length = [...normal].length
  if (length < passwordLength.min) return `A password needs at least ${passwordLength.min} characters. A few words in a row are easy to remember.`
  if (length > passwordLength.max) return `A password has at most ${passwordLength.max} characters.`
  const names = wordsOf(person.name, person.email, institution.name, institution.short_name)
  if (isMadeOf([...product, ...names], normal)) return 'Choose a password that is not made of your name or the name of this service.'
  if (strength.check(normal, [...product, ...names]).score < 3) return 'This password is easy to guess. Choose a less common one, such as four words that do not belong together.'
  return undefined
}

function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3)
}

/** Whether nothing of weight is left once the words, digits and signs are taken out. */
function isMadeOf(words: string[], password: string): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), fold(password))
  return rest.replace(/[^\p{L}]/gu, '').length < 5
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
