import { formatNumber } from './numbers.ts'

export function buildCountedOptions<State extends string>(
  states: readonly State[],
  labelOf: (state: State) => string,
  counts: Readonly<Record<State, number>>,
) {
  return states.map((value) => ({ value, label: `${labelOf(value)} ${formatNumber(counts[value])}` }))
}

export function toOptions(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
