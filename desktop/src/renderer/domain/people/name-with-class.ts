import { shortClassYear } from '@alumni/shared/alumni/class-years'

/** "José Álvarez ’15", "Ana Hall ’09 ’15"; the name alone of someone without a degree on file. */
export function nameWithClass(name: string, classYears: readonly number[]): string {
  return [name || 'No name on file', ...classYears.map(shortClassYear)].join(' ')
}
