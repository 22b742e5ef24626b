import { count } from './numbers.ts'

/** "Sent 12": each state with how many are in it. */
export function countedOptions<State extends string>(
  states: readonly State[],
  wordOf: (state: State) => string,
  counts: Readonly<Record<State, number>>,
) {
  return states.map((value) => ({ value, label: `${wordOf(value)} ${count(counts[value])}` }))
}

/** The words of each choice. */
export function optionsOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}
