import type { Answered, Asked, Entry } from './history.ts'

export type Operation = { kind: string; key: string; tries: Try[] }
export type Try = Asked & { answer: Answered | undefined }

const done: Record<string, number> = {
  signup: 303,
  signin: 303,
  code: 303,
  rsvp: 303,
  batch: 200,
  edit: 200,
  'import-upload': 201,
  'import-commit': 200,
}

export function operationsIn(history: readonly Entry[]): Operation[] {
  const answers = new Map(history.flatMap((entry) => (entry.type === 'answered' ? [[entry.id, entry] as const] : [])))
  const operations = new Map<string, Operation>()
  for (const entry of history) {
    if (entry.type !== 'asked') continue
    const { kind, key } = entry
    const operation = operations.get(`${kind} ${key}`) ?? { kind, key, tries: [] }
    operation.tries.push({ ...entry, answer: answers.get(entry.id) })
    operations.set(`${kind} ${key}`, operation)
  }
  return [...operations.values()]
}

export function isAcknowledged({ kind, tries }: Operation): boolean {
  return tries.some(({ answer }) => answer?.status === done[kind])
}

/** Returns true if the action may be done without a client knowing: a reply is missing or was a 503. */
export function mayBeDone({ tries }: Operation): boolean {
  return tries.some(({ answer }) => !answer?.status || answer.status === 503)
}
