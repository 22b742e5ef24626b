export { countLetters } from './health/letters.ts'
export { showProcesses } from './health/processes.ts'
export { readHealth } from './health/read-health.ts'
export { number } from './health/words.ts'
