import { foldEmail } from '@alumni/shared/email-address'
import { foldedWords } from './fold.ts'
import { numbersFrom, phoneDigits } from './person.ts'

/**
 * What the parts of the box are taken for. Numbers of an id are those between `from` and `to`, whole or by its prefix.
 */
export type Typed =
  | { kind: 'word'; word: string }
  | { kind: 'buid' | 'contact_id'; from: number; to: number }
  | { kind: 'crm_id'; id: string }
  | { kind: 'email'; prefix: string }
  | { kind: 'digits'; digits: string }

/** Reads the box: ids, addresses and numbers by their shape, everything else as words of a name. */
export function readTyped(q: string): Typed[] {
  return numbersTogether(q.split(/\s+/).filter(Boolean)).flatMap(readPart)
}

/** `(617) 555-0101` is one number though it has two parts. */
function numbersTogether(parts: string[]): string[] {
  const together: string[] = []
  for (const part of parts) {
    if (isNumber(part) && isNumber(together.at(-1) ?? '')) together[together.length - 1] += part
    else together.push(part)
  }
  return together
}

function isNumber(part: string): boolean {
  return /^[().+/-]*\d[\d().+/-]*$/.test(part)
}

function readPart(part: string): Typed[] {
  if (isNumber(part)) return [{ kind: 'digits', digits: phoneDigits(part) }]
  if (part.includes('@')) return [{ kind: 'email', prefix: foldEmail(part) }]
  const buid = /^B(\d{1,8})$/i.exec(part)?.[1]
  if (buid) return [{ kind: 'buid', ...numbersFrom(buid, 8) }]
  const contact = /^C-?(\d{1,9})$/i.exec(part)?.[1]
  if (contact) return [{ kind: 'contact_id', ...numbersFrom(contact, 9) }]
  if (/^(?=.*\d)[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/.test(part)) return [{ kind: 'crm_id', id: part.slice(0, 15) }]
  return foldedWords(part).map((word) => ({ kind: 'word', word }))
}
