import { passwordLength } from '@alumni/shared/staff/accounts'
import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Config } from '../../foundations/process/config.ts'

let loaded: Promise<ZxcvbnFactory> | undefined

/** Loads tens of megabytes of dictionaries on first use. `maxLength` limits the time for long passwords. */
function loadStrength(): Promise<ZxcvbnFactory> {
  const load = async () => {
    const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ])
    return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 100 })
  }
  return (loaded ??= load())
}
const productWords = 'alumni relations service champions champion staff admin university password'.split(' ')

/** Returns why a password is not accepted, or undefined if it is. Its length is counted in code points after NFKC. */
export async function findPasswordFault(
  password: string,
  person: { name: string; email: string },
  { institution }: Config,
): Promise<string | undefined> {
  const normalized = password.normalize('NFKC')
  const length = [...normalized].length
  if (length < passwordLength.min)
    return `A password needs at least ${passwordLength.min} characters. A few words in a row are easy to remember.`
  if (length > passwordLength.max) return `A password has at most ${passwordLength.max} characters.`
  const names = wordsOf(person.name, person.email, institution.name, institution.short_name)
  if (isMadeOf([...productWords, ...names], normalized))
    return 'Choose a password that is not made of your name or the name of this service.'
  const strength = await loadStrength()
  if (strength.check(normalized, [...productWords, ...names]).score < 3)
    return 'This password is easy to guess. Choose a less common one, such as four words that do not belong together.'
  return undefined
}

function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3)
}

/** Returns whether the words make up at least two thirds of the password's letters. */
function isMadeOf(words: string[], password: string): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((remaining, word) => remaining.replaceAll(word, ' '), fold(password))
  const [all, other] = [lettersIn(fold(password)), lettersIn(rest)]
  return all > 0 && all - other >= 2 * other
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

// 19 MiB, two passes and one lane. The variant is argon2id, the library's default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

let decoyHash: Promise<string> | undefined

/** Compares a password with its hash. Without a hash, takes the same time and returns false. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isRight = await verify(
    passwordHash ?? (await (decoyHash ??= hashPassword('nobody has this password'))),
    password.normalize('NFKC'),
  )
  return isRight && Boolean(passwordHash)
}
